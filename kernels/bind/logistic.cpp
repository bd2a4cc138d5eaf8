// Binds the sums of a logistic regression on one column.
#include "logistic.hpp"

#include "arrays.hpp"

namespace concordant::bind {
namespace {

using Packed = nb::ndarray<nb::ro, double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

LogisticSums sums_of(const Packed& x, const Packed& negatives, const Packed& positives, double intercept, double slope,
                     int threads) {
    if (negatives.shape(0) != x.shape(0) || positives.shape(0) != x.shape(0)) {
        throw nb::value_error("columns of different length");
    }
    nb::gil_scoped_release release;
    return logistic_sums({x.data(), negatives.data(), positives.data(), static_cast<std::int64_t>(x.shape(0))},
                         intercept, slope, threads);
}

}  // namespace

void bind_logistic(nb::module_& m) {
    nb::class_<LogisticSums>(
        m, "LogisticSums",
        "Of a line: minus its log likelihood (`surprise`); the sums of w (y - rate) times 1 and x\n"
        "(`missing`), and of w rate (1 - rate) times 1, x and x^2 (`spread`).")
        .def_ro("surprise", &LogisticSums::surprise)
        .def_ro("missing", &LogisticSums::missing)
        .def_ro("missing_x", &LogisticSums::missing_x)
        .def_ro("spread", &LogisticSums::spread)
        .def_ro("spread_x", &LogisticSums::spread_x)
        .def_ro("spread_xx", &LogisticSums::spread_xx);
    m.def("logistic_sums", &sums_of, nb::arg("x"), nb::arg("negatives"), nb::arg("positives"), nb::arg("intercept"),
          nb::arg("slope"), nb::arg("threads"),
          nb::sig("def logistic_sums(x: NDArray, negatives: NDArray, positives: NDArray, intercept: float, "
                  "slope: float, threads: int) -> LogisticSums"),
          "The sums of the line intercept + slope x. The columns hold float64 side by side.");
}

}  // namespace concordant::bind
