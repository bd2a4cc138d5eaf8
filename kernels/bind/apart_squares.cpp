// Binds sums of squared differences over a square table that is not made.
#include "apart_squares.hpp"

#include "arrays.hpp"

namespace concordant::bind {
namespace {

using Doubles = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Matrix = nb::ndarray<const double, nb::ndim<2>, nb::device::cpu>;

Apart apart_of(const std::string& form) {
    if (form == "squares") return Apart::squares;
    if (form == "steps") return Apart::steps;
    if (form == "within") return Apart::within;
    throw nb::value_error("apart_squares: form is squares, steps or within");
}

nb::object sums_of_squares_apart(const Doubles& rows, const Doubles& columns, const Doubles& chances,
                                 const std::optional<Doubles>& values, const std::optional<Doubles>& scales,
                                 const std::string& form, double most, const std::optional<Matrix>& matrix,
                                 double times) {
    const std::size_t size = rows.shape(0);
    const bool fits = columns.shape(0) == size && chances.shape(0) + 1 == 2 * size &&
                      values.has_value() == scales.has_value() &&
                      (!values || (values->shape(0) == size && scales->shape(0) == size)) &&
                      (!matrix || (matrix->shape(0) == size && matrix->shape(1) == size && matrix->stride(1) == 1));
    if (!fits) throw nb::value_error("apart_squares: arrays that do not fit each other");
    const SquareTerms terms{static_cast<std::int64_t>(size),
                            rows.data(),
                            columns.data(),
                            values ? apart_of(form) : Apart::none,
                            values ? values->data() : nullptr,
                            values ? scales->data() : nullptr,
                            most,
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
    m.def(
        "apart_squares", &sums_of_squares_apart, nb::arg("rows"), nb::arg("columns"), nb::arg("chances"),
        nb::arg("values").none() = nb::none(), nb::arg("scales").none() = nb::none(), nb::arg("form") = "squares",
        nb::arg("most") = 0.0, nb::arg("matrix").none() = nb::none(), nb::arg("times") = 0.0,
        nb::sig("def apart_squares(rows: NDArray, columns: NDArray, chances: NDArray, values: NDArray | None = None, "
                "scales: NDArray | None = None, form: str = 'squares', most: float = 0.0, "
                "matrix: NDArray | None = None, times: float = 0.0) -> NDArray"),
        "For each i the sum over j of chances[size - 1 + j - i] * (rows[i] - columns[j] - scales[i] * p[i, j] - times\n"
        "* matrix[i, j])**2. Of d = values[i] - values[j] p is d**2 (form=\"squares\"), abs(d) (\"steps\"), or "
        "whether\n"
        "abs(d) <= most (\"within\").");
}

}  // namespace concordant::bind
