// Binds the search for cut points, and rows of labels that are drawn again.

#include <cstdint>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "cut_points.hpp"
#include "cut_points_searched.hpp"
#include "memory.hpp"

namespace concordant::bind {
namespace {

// Binds the search for cut points on an ordered score.

template <class Work>
auto with_groups(const Packed2& table, Work&& work) {
    const auto size = static_cast<std::int64_t>(table.shape(0)), classes = static_cast<std::int64_t>(table.shape(1));
    if (classes < 2) throw nb::value_error("cut points need two classes");
    if (table.dtype() == nb::dtype<std::int64_t>())
        return work(cuts::Groups<std::int64_t>{static_cast<const std::int64_t*>(table.data()), size, classes});
    if (table.dtype() == nb::dtype<double>())
        return work(cuts::Groups<double>{static_cast<const double*>(table.data()), size, classes});
    throw nb::type_error("tables hold int64 or float64");
}

struct Steps {
    Array ends, weights, sums;
};

struct KappaCuts {
    Array places;
    double kappa;
    std::int64_t steps;
};

struct CorrelationCuts {
    Array places;
    double gap;
    std::int64_t calls;
};

Array table_at(const Packed2& table, const Integers& places, int threads) {
    if (places.shape(0) + 1 != table.shape(1)) throw nb::value_error("one place less than classes is needed");
    std::int64_t last = 0;
    for (std::size_t k = 0; k < places.shape(0); ++k) {
        if (places(k) < last || places(k) > static_cast<std::int64_t>(table.shape(0)))
            throw nb::value_error("places must rise and lie within the table");
        last = places(k);
    }
    return with_groups(table, [&](const auto& groups) {
        return array_of(without_gil([&] { return cuts::table_at(groups, places.data(), threads); }),
                        {table.shape(1), table.shape(1)});
    });
}

Steps rising_means(const Packed2& table, const Doubles& values, int threads) {
    if (values.shape(0) != table.shape(1)) throw nb::value_error("one value a class is needed");
    const auto blocks = with_groups(table, [&](const auto& groups) {
        return without_gil([&] { return cuts::rising_means(groups, values.data(), threads); });
    });
    const std::size_t count = blocks.size();
    std::vector<std::int64_t> ends(count);
    std::vector<double> weights(count), sums(count);
    for (std::size_t i = 0; i < count; ++i) {
        ends[i] = blocks[i].end;
        weights[i] = blocks[i].weight;
        sums[i] = blocks[i].sum;
    }
    return {array_of(std::move(ends)), array_of(std::move(weights)), array_of(std::move(sums))};
}

KappaCuts cut_means(const Doubles& weights, const Doubles& sums, const Doubles& values, double squares) {
    if (weights.shape(0) != sums.shape(0)) throw nb::value_error("one sum a weight is needed");
    if (values.shape(0) < 2) throw nb::value_error("cut points need two classes");
    auto found = without_gil([&] {
        return cuts::cut_means(weights.data(), sums.data(), static_cast<std::int64_t>(weights.shape(0)), values.data(),
                               static_cast<std::int64_t>(values.shape(0)), squares);
    });
    return {array_of(std::move(found.places)), found.kappa, found.steps};
}

std::pair<Array, std::int64_t> cut_costs(const Packed2& table, const DoubleTable& costs,
                                         const std::optional<Doubles>& chance, int threads) {
    const std::size_t classes = table.shape(1);
    if (costs.shape(0) != classes || costs.shape(1) != classes || (chance && chance->shape(0) != classes))
        throw nb::value_error("costs and chance need one value a class");
    cuts::CostCuts found = with_groups(table, [&](const auto& groups) {
        return without_gil(
            [&] { return cuts::cut_costs(groups, costs.data(), chance ? chance->data() : nullptr, threads); });
    });
    return {array_of(std::move(found.places)), found.steps};
}

Array cut_f1(const Packed2& table) {
    return array_of(with_groups(
        table, [](const auto& groups) { return without_gil([&] { return cuts::F1Cuts(groups).places(); }); }));
}

CorrelationCuts cut_matthews(const Packed2& table) {
    if (table.shape(0) >= std::size_t{1} << 32) throw nb::value_error("more than 2**32 different scores");
    cuts::MatthewsCuts found = with_groups(
        table, [](const auto& groups) { return without_gil([&] { return cuts::MatthewsSearch(groups).search(); }); });
    return {array_of(std::move(found.places)), found.gap, found.calls};
}

}  // namespace

void bind_cut_points(nb::module_& m) {
    nb::class_<Steps>(m, "RisingMeans",
                      "Steps of an isotonic regression: the row after the last of each, its weight and sum.")
        .def_ro("ends", &Steps::ends)
        .def_ro("weights", &Steps::weights)
        .def_ro("sums", &Steps::sums);
    nb::class_<KappaCuts>(m, "MeanCuts", "Cut points, their quadratic kappa, and how many steps found them.")
        .def_ro("places", &KappaCuts::places)
        .def_ro("kappa", &KappaCuts::kappa)
        .def_ro("steps", &KappaCuts::steps);
    nb::class_<CorrelationCuts>(m, "MatthewsCuts",
                                "Cut points, how far from the best square they may be, and the calls made.")
        .def_ro("places", &CorrelationCuts::places)
        .def_ro("gap", &CorrelationCuts::gap)
        .def_ro("calls", &CorrelationCuts::calls);
    m.def("table_at_cuts", &table_at, nb::arg("table"), nb::arg("places"), nb::arg("threads"),
          "Truth by rating of a curve's table that is cut at these places, counted from the lowest score.");
    m.def("rising_means", &rising_means, nb::arg("table"), nb::arg("values"), nb::arg("threads"),
          "Isotonic regression of the truth on the score, the lowest score first.");
    m.def("cut_means", &cut_means, nb::arg("weights"), nb::arg("sums"), nb::arg("values"), nb::arg("squares"),
          "Cut points on rising means with the greatest quadratic kappa.");
    m.def("cut_costs", &cut_costs, nb::arg("table"), nb::arg("costs"), nb::arg("chance").none(), nb::arg("threads"),
          "Cut points with the least cost, or the least quotient of cost and cost by chance: (places, steps).");
    m.def("cut_f1", &cut_f1, nb::arg("table"), "Cut points with the greatest mean F1 of the classes that occur.");
    m.def("cut_matthews", &cut_matthews, nb::arg("table"),
          "Cut points with the greatest Matthews correlation, none if it is not above 0.");
}

}  // namespace concordant::bind
