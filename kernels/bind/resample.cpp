// Binds draws and limits: resampled rows, Tango's limits, and the beta distribution.

#include <cstddef>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "platform.hpp"
#include "resample.hpp"
#include "tango.hpp"

namespace concordant::bind {
namespace {

// Binds the drawing of rows.

using namespace resample;

using Rows = std::optional<Integers>;

Plan plan_of(const Rows& rows, const Integers& starts, std::int64_t units, bool poisson) {
    Plan plan{rows ? rows->data() : nullptr, {}, units, poisson};
    plan.starts.assign(starts.data(), starts.data() + starts.shape(0));
    const bool rising = std::is_sorted(plan.starts.begin(), plan.starts.end());
    const auto size = rows ? static_cast<std::int64_t>(rows->shape(0)) : units;
    if (units < 0 || plan.starts.size() < 2 || plan.starts.front() != 0 || plan.starts.back() != size || !rising)
        throw nb::value_error("resample: starts must rise from 0 to the number of rows");
    if (size >= std::numeric_limits<std::uint32_t>::max()) throw nb::value_error("resample: fewer than 2**32 - 1 rows");
    if (rows)
        for (std::int64_t i = 0; i < size; ++i)
            if (plan.rows[i] < 0 || plan.rows[i] >= units) throw nb::value_error("resample: a row of no unit");
    return plan;
}

Array drawn_counts(const Rows& rows, const Integers& starts, std::int64_t units, bool poisson, std::uint64_t key,
                   std::int64_t first, std::int64_t draws, int threads) {
    const Plan plan = plan_of(rows, starts, units, poisson);
    if (draws < 0) throw nb::value_error("resample: a negative number of draws");
    std::vector<double> out(static_cast<std::size_t>(draws) * static_cast<std::size_t>(units));
    without_gil([&] {
        for_draws(plan, key, first, draws, threads, [&](const std::uint32_t* often, std::int64_t draw) {
            std::copy_n(often, static_cast<std::size_t>(units), out.data() + draw * units);
        });
    });
    return array_of(std::move(out), {static_cast<std::size_t>(draws), static_cast<std::size_t>(units)});
}

Array drawn_auc(const Rows& rows, const Integers& starts, std::int64_t units, bool poisson, const Rows& order,
                const Bytes& positive, const Bytes& last, const std::optional<Doubles>& weight, std::uint64_t key,
                std::int64_t first, std::int64_t draws, int threads) {
    const Plan plan = plan_of(rows, starts, units, poisson);
    const auto size = static_cast<std::size_t>(units);
    if (positive.shape(0) != size || last.shape(0) != size || (order && order->shape(0) != size) ||
        (weight && weight->shape(0) != size))
        throw nb::value_error("resample: arrays of different lengths");
    if (draws < 0) throw nb::value_error("resample: a negative number of draws");
    if (order)
        for (std::size_t i = 0; i < size; ++i)
            if (order->data()[i] < 0 || order->data()[i] >= units)
                throw nb::value_error("resample: a place of no unit");
    const Ranking ranking{order ? order->data() : nullptr, positive.data(), last.data(),
                          weight ? weight->data() : nullptr};
    std::vector<double> out(static_cast<std::size_t>(draws));
    without_gil([&] {
        for_draws(plan, key, first, draws, threads, [&](const std::uint32_t* often, std::int64_t draw) {
            out[static_cast<std::size_t>(draw)] = auc_of(ranking, units, often);
        });
    });
    return array_of(std::move(out));
}

// Binds Tango's score and limits of differences of two shares of the same rows.

double score(double only_a, double only_b, double n, double null) { return Discordant{only_a, only_b, n}.score(null); }

std::pair<double, double> limits(double only_a, double only_b, double n, double z) {
    const Limits found = tango_limits({only_a, only_b, n}, z);
    return {found.low, found.high};
}

std::pair<Array, Array> limits_of_each(const Doubles& only_a, const Doubles& only_b, const Doubles& n, double z) {
    const std::size_t size = n.shape(0);
    if (only_a.shape(0) != size || only_b.shape(0) != size)
        throw nb::value_error("tango_limits_of_each: arrays of different lengths");
    std::vector<double> low(size), high(size);
    without_gil([&] {
        for (std::size_t i = 0; i < size; ++i) {
            const Limits found = tango_limits({only_a.data()[i], only_b.data()[i], n.data()[i]}, z);
            low[i] = found.low;
            high[i] = found.high;
        }
    });
    return {array_of(std::move(low)), array_of(std::move(high))};
}

std::pair<double, double> tail(double odds, double a, double b, double log_beta) {
    const BetaTail found = beta_tail(odds, a, b, log_beta);
    return {found.below, found.slope};
}

}  // namespace

void bind_resample(nb::module_& m) {
    m.def("drawn_counts", &drawn_counts, nb::arg("rows").none(), nb::arg("starts"), nb::arg("units"),
          nb::arg("poisson"), nb::arg("key"), nb::arg("first"), nb::arg("draws"), nb::arg("threads") = 1,
          "How often each unit is drawn, (draws, units), when as many rows of each stratum are drawn with replacement\n"
          "as it has. Rows name their units (None: row i is unit i); starts are where the strata begin, and the end.");
    m.def(
        "drawn_auc", &drawn_auc, nb::arg("rows").none(), nb::arg("starts"), nb::arg("units"), nb::arg("poisson"),
        nb::arg("order").none(), nb::arg("positive"), nb::arg("last"), nb::arg("weight").none(), nb::arg("key"),
        nb::arg("first"), nb::arg("draws"), nb::arg("threads") = 1,
        "The ROC AUC of the same draws, NaN where one class is not drawn. Units stand in descending order of scores;\n"
        "`positive` and `last` (no later unit has this score) are 0 or 1.");
    m.def("tango_score", &score, nb::arg("only_a"), nb::arg("only_b"), nb::arg("n"), nb::arg("null"),
          "The standardised distance of (only_a - only_b) / n from `null`, by the variance under that hypothesis.");
    m.def("tango_limits", &limits, nb::arg("only_a"), nb::arg("only_b"), nb::arg("n"), nb::arg("z"),
          "The least and the greatest difference whose score is between -z and z; NaN where n is 0.");
    m.def("tango_limits_of_each", &limits_of_each, nb::arg("only_a"), nb::arg("only_b"), nb::arg("n"), nb::arg("z"),
          "The same of several, each with numbers of its own.");
    m.def("beta_tail", &tail, nb::arg("odds"), nb::arg("a"), nb::arg("b"), nb::arg("log_beta"),
          "I_x(a, b) at the log odds of x, and its slope by them.");
}

}  // namespace concordant::bind
