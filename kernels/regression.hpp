// Regressions of what happened on the score: isotonic and logistic.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "losses.hpp"
#include "platform.hpp"
#include "rank_sums.hpp"
#include "threads.hpp"

namespace concordant::ranked {

// Isotonic regression of what happened on the score: pool adjacent violators (Ayer et al. 1955, Annals of Mathematical
// Statistics 26:641), one pass with a stack. Steps of equal value are pooled as well, so that the steps are those of
// the convex hull of the running sums and do not depend on the order in which violators were met.

template <class Cell>
struct Step {
    Cell negatives;
    Cell positives;
    std::int64_t end;  // the row after its last one
};

// Whether the share of positives of a is at most that of b. Counts are compared exactly, in 128 bits.
template <class Cell>
bool no_more_positive(const Step<Cell>& a, const Step<Cell>& b) {
    return product(a.positives, b.negatives) <= product(b.positives, a.negatives);
}

// The table is that of a curve: negatives and positives at each score, the highest score first. The shares of
// positives of the steps fall from the first to the last.
template <class Cell>
std::vector<Step<Cell>> pooled(const Cell* table, std::int64_t size) {
    std::vector<Step<Cell>> steps;
    for (std::int64_t i = 0; i < size; ++i) {
        Step<Cell> step{table[2 * i], table[2 * i + 1], i + 1};
        while (!steps.empty() && no_more_positive(steps.back(), step)) {
            step.negatives += steps.back().negatives;
            step.positives += steps.back().positives;
            steps.pop_back();
        }
        steps.push_back(step);
    }
    return steps;
}

// The least loss for costs c of a false positive and 1 - c of a false negative, c from Beta(a, b): of the sides of a
// convex hull of the ROC curve. The corner between two of them is best for c between the shares of positives on them.
inline double expected_loss(const std::vector<Step<double>>& sides, double a, double b, double log_beta) {
    double fp = 0, fn = 0, loss = 0;
    double of_fp = a / (a + b), of_fn = b / (a + b);  // integrals of c u(c) and (1 - c) u(c) from 0 to the cost
    for (const auto& side : sides) fn += side.positives;
    for (std::size_t i = 0; i <= sides.size(); ++i) {
        const Step<double> side = i < sides.size() ? sides[i] : Step<double>{};  // the last cost is 0
        const double odds = std::log(side.positives / side.negatives);
        const BetaTail tail = side.positives > 0 ? beta_tail(odds, a, b, log_beta) : BetaTail{0, 0};
        const double next_fp = (a * tail.below - tail.slope) / (a + b);
        const double next_fn = (b * tail.below + tail.slope) / (a + b);
        loss += fp * (std::exchange(of_fp, next_fp) - next_fp) + fn * (std::exchange(of_fn, next_fn) - next_fn);
        fp += side.negatives;
        fn -= side.positives;
    }
    return loss;
}

// The H-measure of running counts of both classes, after a 0.
inline double h_measure(const double* fp, const double* tp, std::int64_t size, double a, double b, double log_beta) {
    std::vector<double> table;
    for (std::int64_t i = 1; i < size; ++i) table.insert(table.end(), {fp[i] - fp[i - 1], tp[i] - tp[i - 1]});
    const auto sides = pooled(table.data(), size - 1);
    if (sides.size() == 1) return 0;  // the diagonal
    return 1 - expected_loss(sides, a, b, log_beta) / expected_loss({{fp[size - 1], tp[size - 1], 1}}, a, b, log_beta);
}

}  // namespace concordant::ranked

// What Newton's method needs of a logistic regression on one column: the log likelihood of a line, its gradient, and
// its curvature. Blocks of a fixed size are summed in their order, so that the result does not depend on the threads.

namespace concordant {

struct LogisticSums {
    double surprise = 0;                             // minus the log likelihood
    double missing = 0, missing_x = 0;               // w (y - rate) times 1 and x
    double spread = 0, spread_x = 0, spread_xx = 0;  // w rate (1 - rate) times 1, x and x^2
};

inline void merge(LogisticSums& into, const LogisticSums& from) {
    into.surprise += from.surprise;
    into.missing += from.missing;
    into.missing_x += from.missing_x;
    into.spread += from.spread;
    into.spread_x += from.spread_x;
    into.spread_xx += from.spread_xx;
}

inline constexpr std::int64_t logistic_block = 1 << 12;

struct LogisticRows {
    const double* x;
    const double* negatives;
    const double* positives;
    std::int64_t size;
};

CONCORDANT_CLONES
inline LogisticSums logistic_block_sums(const LogisticRows& rows, std::int64_t first, double intercept, double slope) {
    const std::int64_t count = std::min(logistic_block, rows.size - first);
    const double *x = rows.x + first, *negatives = rows.negatives + first, *positives = rows.positives + first;
    double surprise[logistic_block], missing[logistic_block], spread[logistic_block];
    for (std::int64_t i = 0; i < count; ++i) {
        const double line = intercept + slope * x[i];
        const double small = exponential(line < 0 ? line : -line);  // e^-|line|
        const double above = line < 0 ? 0.0 : line, below = line < 0 ? -line : 0.0;
        const double all = negatives[i] + positives[i], total = 1.0 + small;
        const double rate = (line < 0 ? small : 1.0) / total;
        surprise[i] = all * logarithm(total) + positives[i] * below + negatives[i] * above;
        missing[i] = positives[i] - all * rate;
        spread[i] = all * (small / (total * total));
    }
    return {
        lane_sum(count, [&](std::int64_t i) { return surprise[i]; }),
        lane_sum(count, [&](std::int64_t i) { return missing[i]; }),
        lane_sum(count, [&](std::int64_t i) { return missing[i] * x[i]; }),
        lane_sum(count, [&](std::int64_t i) { return spread[i]; }),
        lane_sum(count, [&](std::int64_t i) { return spread[i] * x[i]; }),
        lane_sum(count, [&](std::int64_t i) { return spread[i] * x[i] * x[i]; }),
    };
}

inline LogisticSums logistic_sums(const LogisticRows& rows, double intercept, double slope, int threads) {
    LogisticSums sums{};
    ordered_chunks<LogisticSums>(
        rows.size, threads,
        [&](std::int64_t first, std::int64_t) { return logistic_block_sums(rows, first, intercept, slope); },
        [&](LogisticSums&& part) { merge(sums, part); }, logistic_block);
    return sums;
}

}  // namespace concordant
