// Cut points that maximise the quadratic weighted kappa. The mean truth is regressed on the score by pooling adjacent
// violators; the K - 1 cuts are then where the regression crosses thresholds, one binary search each, and the thresholds
// follow from kappa by Dinkelbach's method (1967, Management Science 13:492).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "cut_groups.hpp"

namespace concordant::cuts {

// Groups of equal regression.
struct MeanBlock {
    double weight;
    double sum;         // of weight times truth
    std::int64_t end;   // the group after the last one
};

// The lowest score first: the means rise from block to block. Rows counted by whole numbers give whole sums, which are
// exact below 2^53. The stack is memory that is touched only as deep as blocks pile up, which is not deep.
template <class Cell>
std::vector<MeanBlock> rising_means(const Groups<Cell>& groups, const double* values) {
    const std::unique_ptr<MeanBlock[]> stack(new MeanBlock[static_cast<std::size_t>(groups.size) + 1]);
    MeanBlock* top = stack.get();
    *top = {0, -1, 0};  // a mean of -inf: nothing is pooled with it
    for (std::int64_t g = 0; g < groups.size; ++g) {
        const Cell* row = groups.row(g);
        double weight = 0, sum = 0;
        for (std::int64_t a = 0; a < groups.classes; ++a) {
            const auto here = static_cast<double>(row[a]);
            weight += here;
            sum += here * values[a];
        }
        while (top->sum * weight >= sum * top->weight) {
            weight += top->weight;
            sum += top->sum;
            --top;
        }
        *++top = {weight, sum, g + 1};
    }
    return {stack.get() + 1, top + 1};
}

struct MeanCuts {
    std::vector<std::int64_t> places;  // blocks below each cut
    double kappa = 0;
    int steps = 0;
};

// `values` ascend; `squares` is the sum of weight times squared truth, which the blocks do not tell.
inline MeanCuts cut_means(const double* weights, const double* sums, std::int64_t size, const double* values,
                          std::int64_t classes, double squares) {
    const auto count = static_cast<std::size_t>(size);
    std::vector<double> means(count), weight_below(count + 1), sum_below(count + 1);
    for (std::size_t i = 0; i < count; ++i) {
        means[i] = sums[i] / weights[i];
        if (i > 0) means[i] = std::max(means[i], means[i - 1]);  // rounding may let equal means fall
        weight_below[i + 1] = weight_below[i] + weights[i];
        sum_below[i + 1] = sum_below[i] + sums[i];
    }
    const double total = weight_below[count], mean = sum_below[count] / total;
    const double spread = squares - mean * sum_below[count];  // total weight times the variance of the truth
    const auto cuts = static_cast<std::size_t>(classes - 1);
    MeanCuts best;
    best.places.assign(cuts, 0);
    std::vector<std::int64_t> places(cuts);
    for (double kappa = 0;; kappa = best.kappa) {
        ++best.steps;
        double observed = squares, expected = spread;
        std::size_t first = 0;
        for (std::size_t k = 0; k <= cuts; ++k) {
            std::size_t last = count;
            if (k < cuts) {  // tau = mean + kappa (h - mean), h half way between two categories
                const double tau = mean + kappa * ((values[k] + values[k + 1]) / 2 - mean);
                last = static_cast<std::size_t>(
                    std::lower_bound(means.begin() + static_cast<std::ptrdiff_t>(first), means.end(), tau) - means.begin());
                places[k] = static_cast<std::int64_t>(last);
            }
            const double weight = weight_below[last] - weight_below[first];
            observed += values[k] * (values[k] * weight - 2 * (sum_below[last] - sum_below[first]));
            expected += weight * (values[k] - mean) * (values[k] - mean);
            first = last;
        }
        const double reached = 1 - observed / expected;
        if (!(reached > best.kappa)) return best;
        best.kappa = reached;
        best.places = places;
    }
}

}  // namespace concordant::cuts
