// Binds the counting of several columns of codes at once, and the cells of a table that hold something.
#include "joint_cells.hpp"

#include <algorithm>
#include <limits>

#include "arrays.hpp"

namespace concordant::bind {
namespace {

nb::tuple cells_of_columns(const nb::sequence& codes, std::int64_t size, int threads) {
    std::vector<Array1> given;
    for (const nb::handle one : codes) given.push_back(nb::cast<Array1>(one));
    if (given.empty() || size < 1 || size > std::numeric_limits<std::int32_t>::max())
        throw nb::value_error("joint_cells: at least one column and one code");
    std::vector<Column> columns;
    columns.reserve(given.size());
    for (const Array1& one : given) columns.push_back(column(one));
    for (const Column& one : columns) {
        if (one.size != columns[0].size) throw nb::value_error("joint_cells: arrays of different lengths");
        if (is_float(one)) throw nb::type_error("joint_cells: codes are integers");
    }
    const auto others = cells_of_joint(static_cast<std::uint64_t>(size), columns.size() - 1);
    if (!others || columns[0].size >= std::numeric_limits<std::uint32_t>::max())
        throw nb::value_error("joint_cells: too many cells or rows");
    std::optional<JointCells> found;
    {
        nb::gil_scoped_release release;
        found = joint_cells(columns, static_cast<std::uint32_t>(size), *others, threads);
    }
    if (!found) throw nb::index_error("joint_cells: a code that is not one of 0 to size - 1");
    nb::list places;
    const std::size_t cells = found->size;
    for (auto& one : found->codes) places.append(owned_memory<std::int64_t>(std::move(one), {cells}));
    return nb::make_tuple(owned_memory<double>(std::move(found->rows), {cells}), places);
}

using Table = nb::ndarray<nb::ro, nb::ndim<2>, nb::device::cpu, nb::c_contig>;

template <class Cell>
nb::tuple filled(const Table& table) {
    std::optional<ListedPairs<Cell>> found;
    {
        nb::gil_scoped_release release;
        found = filled_cells<Cell>(static_cast<const Cell*>(table.data()), table.shape(0), table.shape(1));
    }
    const std::size_t cells = found->size;
    return nb::make_tuple(owned_memory<std::int64_t>(std::move(found->first), {cells}),
                          owned_memory<std::int64_t>(std::move(found->second), {cells}),
                          owned_memory<Cell>(std::move(found->rows), {cells}));
}

nb::tuple cells_of_table(const Table& table) {
    if (table.shape(0) > std::numeric_limits<std::uint32_t>::max() / std::max<std::size_t>(table.shape(1), 1))
        throw nb::value_error("filled_cells: too many cells");
    if (table.dtype() == nb::dtype<std::int64_t>()) return filled<std::int64_t>(table);
    if (table.dtype() == nb::dtype<double>()) return filled<double>(table);
    throw nb::type_error("filled_cells: a table of int64 or float64");
}

}  // namespace

void bind_joint_cells(nb::module_& m) {
    m.def("joint_cells", &cells_of_columns, nb::arg("codes"), nb::arg("size"), nb::arg("threads") = 1,
          nb::sig("def joint_cells(codes: Sequence[NDArray], size: int, threads: int = 1) "
                  "-> tuple[NDArray, list[NDArray]]"),
          "The cells of the joint table of several columns of codes, each 0 to size - 1, that hold rows, in the order\n"
          "of the table: how many rows as floats, and the code of each column. The table of all columns but the first\n"
          "has at most 2**32 cells.");
    m.def("filled_cells", &cells_of_table, nb::arg("table"),
          nb::sig("def filled_cells(table: NDArray) -> tuple[NDArray, NDArray, NDArray]"),
          "The cells of a table of int64 or float64 that are not zero, row after row: row, column and number of each.");
}

}  // namespace concordant::bind
