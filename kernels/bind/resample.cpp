// Binds the drawing of rows.
#include "resample.hpp"

#include "arrays.hpp"

namespace concordant::bind {
namespace {

using namespace resample;

using Rows = std::optional<nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>>;
using Starts = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Flags = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Numbers = std::optional<nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>>;

Plan plan_of(const Rows& rows, const Starts& starts, std::int64_t units, bool poisson) {
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

nb::object drawn_counts(const Rows& rows, const Starts& starts, std::int64_t units, bool poisson, std::uint64_t key,
                        std::int64_t first, std::int64_t draws, int threads) {
    const Plan plan = plan_of(rows, starts, units, poisson);
    if (draws < 0) throw nb::value_error("resample: a negative number of draws");
    std::vector<double> out(static_cast<std::size_t>(draws) * static_cast<std::size_t>(units));
    {
        nb::gil_scoped_release release;
        for_draws(plan, key, first, draws, threads, [&](const std::uint32_t* often, std::int64_t draw) {
            std::copy_n(often, static_cast<std::size_t>(units), out.data() + draw * units);
        });
    }
    return nb::cast(owned(std::move(out), {static_cast<std::size_t>(draws), static_cast<std::size_t>(units)}));
}

nb::object drawn_auc(const Rows& rows, const Starts& starts, std::int64_t units, bool poisson, const Rows& order,
                     const Flags& positive, const Flags& last, const Numbers& weight, std::uint64_t key,
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
    {
        nb::gil_scoped_release release;
        for_draws(plan, key, first, draws, threads, [&](const std::uint32_t* often, std::int64_t draw) {
            out[static_cast<std::size_t>(draw)] = auc_of(ranking, units, often);
        });
    }
    const std::size_t many = out.size();
    return nb::cast(owned(std::move(out), {many}));
}

}  // namespace

void bind_resample(nb::module_& m) {
    m.def("drawn_counts", &drawn_counts, nb::arg("rows").none(), nb::arg("starts"), nb::arg("units"),
          nb::arg("poisson"), nb::arg("key"), nb::arg("first"), nb::arg("draws"), nb::arg("threads") = 1,
          nb::sig("def drawn_counts(rows: NDArray | None, starts: NDArray, units: int, poisson: bool, key: int, "
                  "first: int, draws: int, threads: int = 1) -> NDArray"),
          "How often each unit is drawn, (draws, units), when as many rows of each stratum are drawn with replacement\n"
          "as it has. Rows name their units (None: row i is unit i); starts are where the strata begin, and the end.");
    m.def(
        "drawn_auc", &drawn_auc, nb::arg("rows").none(), nb::arg("starts"), nb::arg("units"), nb::arg("poisson"),
        nb::arg("order").none(), nb::arg("positive"), nb::arg("last"), nb::arg("weight").none(), nb::arg("key"),
        nb::arg("first"), nb::arg("draws"), nb::arg("threads") = 1,
        nb::sig("def drawn_auc(rows: NDArray | None, starts: NDArray, units: int, poisson: bool, "
                "order: NDArray | None, positive: NDArray, last: NDArray, weight: NDArray | None, key: int, "
                "first: int, draws: int, threads: int = 1) -> NDArray"),
        "The ROC AUC of the same draws, NaN where one class is not drawn. Units stand in descending order of scores;\n"
        "`positive` and `last` (no later unit has this score) are 0 or 1.");
}

}  // namespace concordant::bind
