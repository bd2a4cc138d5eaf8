// Isotonic regression of what happened on the score: pool adjacent violators (Ayer et al. 1955, Annals of Mathematical
// Statistics 26:641), one pass with a stack. Steps of equal value are pooled as well, so that the steps are those of
// the convex hull of the running sums and do not depend on the order in which violators were met.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ranks.hpp"

namespace concordant::ranked {

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

}  // namespace concordant::ranked
