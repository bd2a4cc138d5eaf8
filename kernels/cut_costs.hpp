// Cut points with the least total cost, where each pair of truth and rating has a price; and, by Dinkelbach's method
// (1967, Management Science 13:492), with the least quotient of cost and expected cost: every weighted kappa.
//
// Cut k at place c adds f_k(c) = sum of cost(g, k - 1) - cost(g, k) over the groups g < c. With c_1 <= ... <= c_{K-1}
// the least sum is found in one pass: best_k(c) = min(best_k(c - 1), f_k(c) + best_{k-1}(c)).
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "cut_groups.hpp"

namespace concordant::cuts {

// What a group adds to f_k by moving below cut k, for every group and cut, and its weight.
struct Gains {
    std::vector<double> by_cut;  // size x (K - 1)
    std::vector<double> weights;
};

template <class Cell>
Gains gains_of(const Groups<Cell>& groups, const double* costs) {
    const std::int64_t classes = groups.classes, cuts = classes - 1;
    std::vector<double> differences(static_cast<std::size_t>(classes * cuts));
    for (std::int64_t a = 0; a < classes; ++a)
        for (std::int64_t k = 0; k < cuts; ++k)
            differences[static_cast<std::size_t>(a * cuts + k)] = costs[a * classes + k] - costs[a * classes + k + 1];
    Gains gains;
    gains.by_cut.assign(static_cast<std::size_t>(groups.size * cuts), 0.0);
    gains.weights.assign(static_cast<std::size_t>(groups.size), 0.0);
    for (std::int64_t g = 0; g < groups.size; ++g) {
        double* out = gains.by_cut.data() + g * cuts;
        for (std::int64_t a = 0; a < classes; ++a) {
            const auto weight = static_cast<double>(groups.row(g)[a]);
            if (weight == 0) continue;  // most scores are those of one row
            gains.weights[static_cast<std::size_t>(g)] += weight;
            for (std::int64_t k = 0; k < cuts; ++k)
                out[k] += weight * differences[static_cast<std::size_t>(a * cuts + k)];
        }
    }
    return gains;
}

// Places of the least cost, each unit of weight costing `surcharge[k]` more above cut k than below it.
inline std::vector<std::int64_t> cheapest(const Gains& gains, const std::vector<double>& surcharge) {
    const std::size_t cuts = surcharge.size(), size = gains.weights.size();
    std::vector<double> sums(cuts, 0.0), best(cuts, 0.0);
    std::vector<std::uint8_t> improved((size + 1) * cuts, 0);
    for (std::size_t c = 1; c <= size; ++c) {
        const double weight = gains.weights[c - 1];
        const double* gain = gains.by_cut.data() + (c - 1) * cuts;
        std::uint8_t* better = improved.data() + c * cuts;
        double below = 0;
        for (std::size_t k = 0; k < cuts; ++k) {
            sums[k] += gain[k] - surcharge[k] * weight;
            const double here = sums[k] + below;
            better[k] = here < best[k];
            best[k] = better[k] ? here : best[k];
            below = best[k];
        }
    }
    std::vector<std::int64_t> places(cuts);
    std::size_t c = size;
    for (std::size_t k = cuts; k-- > 0;) {
        while (c > 0 && !improved[c * cuts + k]) --c;
        places[k] = static_cast<std::int64_t>(c);
    }
    return places;
}

struct CostCuts {
    std::vector<std::int64_t> places;
    int steps = 0;
};

// `chance` is what each rating costs by chance (the mean over the truth); null: the plain cost is minimised.
template <class Cell>
CostCuts cut_costs(const Groups<Cell>& groups, const double* costs, const double* chance, int threads) {
    const auto classes = static_cast<std::size_t>(groups.classes);
    const Gains gains = gains_of(groups, costs);
    std::vector<double> surcharge(classes - 1, 0.0);
    CostCuts best;
    if (!chance) {
        best.places = cheapest(gains, surcharge);
        best.steps = 1;
        return best;
    }
    for (double quotient = 1;;) {
        for (std::size_t k = 0; k + 1 < classes; ++k) surcharge[k] = quotient * (chance[k] - chance[k + 1]);
        std::vector<std::int64_t> places = cheapest(gains, surcharge);
        ++best.steps;
        const std::vector<Cell> table = table_at(groups, places.data(), threads);
        double observed = 0, expected = 0;
        for (std::size_t i = 0; i < table.size(); ++i) {
            observed += costs[i] * static_cast<double>(table[i]);
            expected += chance[i % classes] * static_cast<double>(table[i]);
        }
        const double reached = observed / expected;
        const bool lower = reached < quotient;
        if (lower || best.places.empty()) best.places = std::move(places);
        if (!lower) return best;
        quotient = reached;
    }
}

}  // namespace concordant::cuts
