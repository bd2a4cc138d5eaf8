// Binds the sums of cells in long form.
#include "cell_sums.hpp"

#include <cstdint>

#include "arrays.hpp"

namespace concordant::bind {
namespace {

using Cells = nb::ndarray<nb::ro, nb::ndim<1>, nb::device::cpu, nb::c_contig>;
using Table = nb::ndarray<nb::ndim<1>, nb::device::cpu, nb::c_contig>;

void add_cells(const Cells& key, const Cells& rows, const Cells& low, const Cells& high, std::int64_t mask,
               const Table& sums, const Table& least, const Table& greatest) {
    const std::size_t count = key.shape(0), size = sums.shape(0);
    if (rows.shape(0) != count || low.shape(0) != count || high.shape(0) != count || least.shape(0) != size ||
        greatest.shape(0) != size)
        throw nb::value_error("add_cells: arrays of different lengths");
    const nb::dlpack::dtype whole = nb::dtype<std::int64_t>(), real = nb::dtype<double>();
    if (key.dtype() != whole || rows.dtype() != whole || sums.dtype() != whole || low.dtype() != real ||
        high.dtype() != real || least.dtype() != real || greatest.dtype() != real)
        throw nb::type_error("add_cells: keys and sums are int64, ranges float64");
    if (mask < 0) throw nb::value_error("add_cells: the mask must not be negative");
    bool inside = true;
    {
        nb::gil_scoped_release release;
        inside =
            concordant::add_cells(static_cast<const std::int64_t*>(key.data()),
                                  static_cast<const std::int64_t*>(rows.data()), static_cast<const double*>(low.data()),
                                  static_cast<const double*>(high.data()), static_cast<std::int64_t>(count), mask,
                                  static_cast<std::int64_t>(size), static_cast<std::int64_t*>(sums.data()),
                                  static_cast<double*>(least.data()), static_cast<double*>(greatest.data()));
    }
    if (!inside) throw nb::value_error("add_cells: a cell is beyond the table");
}

}  // namespace

void bind_cell_sums(nb::module_& m) {
    m.def("add_cells", &add_cells, nb::arg("key"), nb::arg("rows"), nb::arg("low"), nb::arg("high"), nb::arg("mask"),
          nb::arg("sums"), nb::arg("least"), nb::arg("greatest"),
          nb::sig("def add_cells(key: NDArray, rows: NDArray, low: NDArray, high: NDArray, mask: int, sums: NDArray, "
                  "least: NDArray, greatest: NDArray) -> None"),
          "Add cells to tables in place, each at `key & mask`: their rows, and the range of their scores.");
}

}  // namespace concordant::bind
