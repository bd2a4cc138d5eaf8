// Binds the checks of numbers that take one pass.
#include "bounds.hpp"

#include <limits>
#include <vector>

#include "arrays.hpp"
#include "threads.hpp"

namespace concordant::bind {
namespace {

template <class Part>
Bounds over_parts(std::int64_t rows, int threads, Part&& part_of) {
    nb::gil_scoped_release release;
    if (threads <= 1) return part_of(std::int64_t{0}, rows);
    std::vector<Bounds> parts(static_cast<std::size_t>(threads));
    parallel(rows, threads, [&](int part, std::int64_t first, std::int64_t last) {
        parts[static_cast<std::size_t>(part)] = part_of(first, last);
    });
    for (std::size_t part = 1; part < parts.size(); ++part) merge(parts[0], parts[part]);
    return parts[0];
}

double or_nan(const Bounds& bounds, double value) {
    return bounds.nan ? std::numeric_limits<double>::quiet_NaN() : value;
}

nb::tuple bounds(const Array1& values, int threads) {
    const Column column = bind::column(values);
    const Bounds found = over_parts(column.size, threads, [&](std::int64_t first, std::int64_t last) {
        return bounds_of_rows(column, first, last);
    });
    return nb::make_tuple(or_nan(found, found.low), or_nan(found, found.high));
}

nb::tuple matrix_bounds(const Array2& values, int threads) {
    std::vector<Column> columns;
    columns.reserve(values.shape(1));
    for (std::size_t k = 0; k < values.shape(1); ++k) columns.push_back(column_of_matrix(values, k));
    if (columns.empty()) throw nb::value_error("matrix_bounds: a matrix without columns");
    const Bounds found = over_parts(columns[0].size, threads, [&](std::int64_t first, std::int64_t last) {
        return bounds_of_matrix(columns, first, last);
    });
    return nb::make_tuple(or_nan(found, found.low), or_nan(found, found.high), or_nan(found, found.worst_sum));
}

}  // namespace

void bind_bounds(nb::module_& m) {
    m.def("bounds", &bounds, nb::arg("values"), nb::arg("threads") = 1,
          nb::sig("def bounds(values: NDArray, threads: int = 1) -> tuple[float, float]"),
          "The least and the greatest of a column of numbers; NaN if one of them is NaN, (inf, -inf) of none.");
    m.def("matrix_bounds", &matrix_bounds, nb::arg("values"), nb::arg("threads") = 1,
          nb::sig("def matrix_bounds(values: NDArray, threads: int = 1) -> tuple[float, float, float]"),
          "The least and the greatest of a matrix, and by how much the row that misses a sum of one by most misses\n"
          "it; NaN if one of them is NaN.");
}

}  // namespace concordant::bind
