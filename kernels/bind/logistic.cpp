// Binds the sums of a logistic regression on one column.
#include "logistic.hpp"

#include "arrays.hpp"

namespace concordant::bind {
namespace {

using Packed = nb::ndarray<nb::ro, double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

nb::tuple sums_of(const Packed& x, const Packed& negatives, const Packed& positives, double intercept, double slope,
                  int threads) {
    if (negatives.shape(0) != x.shape(0) || positives.shape(0) != x.shape(0)) {
        throw nb::value_error("columns of different length");
    }
    LogisticSums sums;
    {
        nb::gil_scoped_release release;
        sums = logistic_sums({x.data(), negatives.data(), positives.data(), static_cast<std::int64_t>(x.shape(0))},
                             intercept, slope, threads);
    }
    return nb::make_tuple(sums[0], sums[1], sums[2], sums[3], sums[4], sums[5]);
}

}  // namespace

void bind_logistic(nb::module_& m) {
    m.def("logistic_sums", &sums_of, nb::arg("x"), nb::arg("negatives"), nb::arg("positives"), nb::arg("intercept"),
          nb::arg("slope"), nb::arg("threads"),
          nb::sig("def logistic_sums(x: NDArray, negatives: NDArray, positives: NDArray, intercept: float, "
                  "slope: float, threads: int) -> tuple[float, float, float, float, float, float]"),
          "Of the line intercept + slope x: minus its log likelihood; the sums of w (y - rate) times 1 and x, and of\n"
          "w rate (1 - rate) times 1, x and x^2. The columns hold float64 side by side.");
}

}  // namespace concordant::bind
