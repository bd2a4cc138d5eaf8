// Binds the sums of rows of listed cells that are cut in two.
#include "cut_rows.hpp"

#include "arrays.hpp"
#include "pages.hpp"

namespace concordant::bind {
namespace {

using Doubles = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Integers = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

Places places_of(const Integers& row, const Integers& column) {
    if (row.shape(0) != column.shape(0)) throw nb::value_error("cut_rows: rows and columns of different lengths");
    return {row.data(), column.data(), static_cast<std::int64_t>(row.shape(0))};
}

nb::tuple sums(const Integers& row, const Integers& column, const Doubles& numbers, const Integers& cut_row,
               const Integers& cut) {
    const Places cells = places_of(row, column), cuts = places_of(cut_row, cut);
    if (numbers.shape(0) != row.shape(0)) throw nb::value_error("cut_rows: one number for each cell");
    const std::size_t size = cut.shape(0);
    auto before = ranked::make_pages<double>(size), after = ranked::make_pages<double>(size);
    {
        nb::gil_scoped_release release;
        sums_of_cut_rows(cells, numbers.data(), cuts, before.get(), after.get());
    }
    return nb::make_tuple(owned_memory<double>(std::move(before), {size}),
                          owned_memory<double>(std::move(after), {size}));
}

nb::object back(const Integers& row, const Integers& column, const Integers& cut_row, const Integers& cut,
                const Doubles& before, const Doubles& after) {
    const Places cells = places_of(row, column), cuts = places_of(cut_row, cut);
    if (before.shape(0) != cut.shape(0) || after.shape(0) != cut.shape(0))
        throw nb::value_error("cut_rows_back: two numbers for each cut");
    const std::size_t size = row.shape(0);
    auto found = ranked::make_pages<double>(size);
    {
        nb::gil_scoped_release release;
        back_of_cut_rows(cells, cuts, before.data(), after.data(), found.get());
    }
    return owned_memory<double>(std::move(found), {size});
}

}  // namespace

void bind_cut_rows(nb::module_& m) {
    m.def("cut_rows", &sums, nb::arg("row"), nb::arg("column"), nb::arg("numbers"), nb::arg("cut_row"), nb::arg("cut"),
          nb::sig("def cut_rows(row: NDArray, column: NDArray, numbers: NDArray, cut_row: NDArray, cut: NDArray) "
                  "-> tuple[NDArray, NDArray]"),
          "For each cut the sum of the numbers of the cells in its row before the column `cut`, and from it on. Cells\n"
          "and cuts stand in the order of the table.");
    m.def("cut_rows_back", &back, nb::arg("row"), nb::arg("column"), nb::arg("cut_row"), nb::arg("cut"),
          nb::arg("before"), nb::arg("after"),
          nb::sig("def cut_rows_back(row: NDArray, column: NDArray, cut_row: NDArray, cut: NDArray, before: NDArray, "
                  "after: NDArray) -> NDArray"),
          "For each cell the sum of `before` over the cuts of its row that it stands before, and of `after` over the\n"
          "others.");
}

}  // namespace concordant::bind
