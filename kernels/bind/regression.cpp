// Binds regressions of labels on one column: isotonic and logistic.

#include <cstdint>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "regression.hpp"

namespace concordant::bind {
namespace {

// Binds isotonic regression on a curve.

template <class Cell>
std::pair<Array, Array> steps_of(const Packed2& table) {
    const auto size = static_cast<std::int64_t>(table.shape(0));
    const auto steps = without_gil([&] { return ranked::pooled(static_cast<const Cell*>(table.data()), size); });
    std::vector<std::int64_t> ends;
    std::vector<Cell> sums;
    ends.reserve(steps.size());
    sums.reserve(2 * steps.size());
    for (const auto& step : steps) {
        ends.push_back(step.end);
        sums.push_back(step.negatives);
        sums.push_back(step.positives);
    }
    return {array_of(std::move(ends)), array_of(std::move(sums), {steps.size(), 2})};
}

std::pair<Array, Array> isotonic_steps(const Packed2& table) {
    if (table.shape(1) != 2) throw nb::value_error("isotonic regression takes a table of two classes");
    if (table.dtype() == nb::dtype<std::int64_t>()) return steps_of<std::int64_t>(table);
    if (table.dtype() == nb::dtype<double>()) return steps_of<double>(table);
    throw nb::type_error("tables hold int64 or float64");
}

double h_measure(const Doubles& negatives, const Doubles& positives, double a, double b, double log_beta) {
    if (negatives.shape(0) != positives.shape(0)) throw nb::value_error("columns of different length");
    return ranked::h_measure(negatives.data(), positives.data(), static_cast<std::int64_t>(negatives.shape(0)), a, b,
                             log_beta);
}

// Binds the sums of a logistic regression on one column.

LogisticSums sums_of(const Doubles& x, const Doubles& negatives, const Doubles& positives, double intercept,
                     double slope, int threads) {
    if (negatives.shape(0) != x.shape(0) || positives.shape(0) != x.shape(0))
        throw nb::value_error("columns of different length");
    const nb::gil_scoped_release release;
    return logistic_sums({x.data(), negatives.data(), positives.data(), static_cast<std::int64_t>(x.shape(0))},
                         intercept, slope, threads);
}

}  // namespace

void bind_regression(nb::module_& m) {
    m.def(
        "isotonic_steps", &isotonic_steps, nb::arg("table"),
        "Steps of the isotonic regression on a curve of two classes: where each ends (the row after its last) and its\n"
        "sums of both classes; the shares of positives fall from step to step.");
    m.def("h_measure", &h_measure, nb::arg("negatives"), nb::arg("positives"), nb::arg("a"), nb::arg("b"),
          nb::arg("log_beta"), "The H-measure of running counts of two classes, with costs from Beta(a, b).");
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
          "The sums of the line intercept + slope x. The columns hold float64 side by side.");
}

}  // namespace concordant::bind
