// Binds sums of squared differences over a square table that is not made.
#include "apart_squares.hpp"

#include "arrays.hpp"

namespace concordant::bind {
namespace {

using Doubles = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Matrix = nb::ndarray<const double, nb::ndim<2>, nb::device::cpu>;

nb::object sums_of_squares_apart(const Doubles& rows, const Doubles& columns, const Doubles& chances,
                                 const std::optional<Doubles>& values, double scale,
                                 const std::optional<Matrix>& matrix, double times) {
    const std::size_t size = rows.shape(0);
    const bool fits = columns.shape(0) == size && chances.shape(0) + 1 == 2 * size &&
                      (!values || values->shape(0) == size) &&
                      (!matrix || (matrix->shape(0) == size && matrix->shape(1) == size && matrix->stride(1) == 1));
    if (!fits) throw nb::value_error("apart_squares: arrays that do not fit each other");
    const SquareTerms terms{static_cast<std::int64_t>(size),
                            rows.data(),
                            columns.data(),
                            values ? values->data() : nullptr,
                            scale,
                            matrix ? matrix->data() : nullptr,
                            times,
                            matrix ? matrix->stride(0) : 0,
                            chances.data()};
    std::vector<double> sums(size);
    {
        nb::gil_scoped_release release;
        for (std::size_t i = 0; i < size; ++i) sums[i] = square_sum(terms, static_cast<std::int64_t>(i));
    }
    return array_of(std::move(sums));
}

}  // namespace

void bind_apart_squares(nb::module_& m) {
    m.def("apart_squares", &sums_of_squares_apart, nb::arg("rows"), nb::arg("columns"), nb::arg("chances"),
          nb::arg("values").none() = nb::none(), nb::arg("scale") = 0.0, nb::arg("matrix").none() = nb::none(),
          nb::arg("times") = 0.0,
          nb::sig("def apart_squares(rows: NDArray, columns: NDArray, chances: NDArray, values: NDArray | None = None, "
                  "scale: float = 0.0, matrix: NDArray | None = None, times: float = 0.0) -> NDArray"),
          "For each i the sum over j of chances[size - 1 + j - i] * (rows[i] - columns[j] - scale * (values[i] -\n"
          "values[j])**2 - times * matrix[i, j])**2.");
}

}  // namespace concordant::bind
