// Means and co-moments of row quantities in one pass, without cancellation: a block of rows is centred on its own
// mean, and blocks are merged by the pairwise update of Chan, Golub & LeVeque (1983, The American Statistician 37:242,
// eqs. 1.5a-b; with weights as in Pebay 2008, Sandia report SAND2008-6212, eqs. 2.1 and 3.12).
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "clones.hpp"

namespace concordant {

inline constexpr std::int64_t no_row = -1;  // "no such row": every row is as it should be

// Q quantities a row: the weight, the sum of squared weights, means, and co-moments sum w (x - mean)(y - mean).
template <int Q>
struct Moments {
    double weight = 0;
    double squares = 0;
    std::array<double, Q> mean{};
    std::array<double, Q * Q> comoment{};
    std::int64_t bad_label = no_row;
    std::int64_t bad_value = no_row;
    double worst_sum = 0;  // the largest distance of a row of probabilities from a sum of one
    std::int64_t worst_row = no_row;

    bool bad() const { return bad_label != no_row || bad_value != no_row; }
};

inline void keep_first(std::int64_t& row, std::int64_t other) {
    if (other != no_row && (row == no_row || other < row)) row = other;
}

template <int Q>
void merge(Moments<Q>& into, const Moments<Q>& from) {
    keep_first(into.bad_label, from.bad_label);
    keep_first(into.bad_value, from.bad_value);
    if (from.worst_row != no_row && !(from.worst_sum <= into.worst_sum)) {
        into.worst_sum = from.worst_sum;
        into.worst_row = from.worst_row;
    }
    if (from.weight == 0) return;
    if (into.weight == 0) {  // exact, also where the square of a mean would overflow
        into.weight = from.weight;
        into.squares = from.squares;
        into.mean = from.mean;
        into.comoment = from.comoment;
        return;
    }
    const double weight = into.weight + from.weight;
    const double share = from.weight / weight;
    std::array<double, Q> step;
    for (std::size_t q = 0; q < Q; ++q) step[q] = from.mean[q] - into.mean[q];
    for (std::size_t p = 0; p < Q; ++p)
        for (std::size_t q = 0; q < Q; ++q)
            into.comoment[p * Q + q] += from.comoment[p * Q + q] + step[p] * step[q] * (into.weight * share);
    for (std::size_t q = 0; q < Q; ++q) {
        // An infinite loss stays infinite; inf - inf would make it NaN.
        into.mean[q] = std::isinf(into.mean[q]) ? into.mean[q] : into.mean[q] + step[q] * share;
    }
    into.squares += from.squares;
    into.weight = weight;
}

// Eight partial sums, so that the additions of a block do not wait for each other and can be vectorised; the order
// is fixed by the source, not by the machine.
inline constexpr int lanes = 8;

template <class Term>
inline double lane_sum(std::int64_t count, Term&& term) {
    double sums[lanes] = {};
    std::int64_t i = 0;
    for (; i + lanes <= count; i += lanes)
        for (int lane = 0; lane < lanes; ++lane) sums[lane] += term(i + lane);
    for (int lane = 0; i + lane < count; ++lane) sums[lane] += term(i + lane);
    return ((sums[0] + sums[4]) + (sums[2] + sums[6])) + ((sums[1] + sums[5]) + (sums[3] + sums[7]));
}

// Sums of distances from a pivot, a value of the block: they are exact where the values are close to each other, and
// zero where all are equal, so that a constant column has no spread at all.
CONCORDANT_CLONES inline double sum_from(const double* x, double pivot, std::int64_t count) {
    return lane_sum(count, [=](std::int64_t i) { return x[i] - pivot; });
}
CONCORDANT_CLONES inline double dot_from(const double* x, double pivot, const double* w, std::int64_t count) {
    return lane_sum(count, [=](std::int64_t i) { return (x[i] - pivot) * w[i]; });
}
CONCORDANT_CLONES inline double sum_of(const double* w, std::int64_t count) {
    return lane_sum(count, [=](std::int64_t i) { return w[i]; });
}
CONCORDANT_CLONES inline double squares_of(const double* w, std::int64_t count) {
    return lane_sum(count, [=](std::int64_t i) { return w[i] * w[i]; });
}

// One quantity of a block: its values, the pivot, and the distance of the mean from the pivot.
struct Centre {
    const double* x;
    double pivot;
    double step;
    double at(std::int64_t i) const { return (x[i] - pivot) - step; }
};

CONCORDANT_CLONES inline double centred(const Centre& a, const Centre& b, std::int64_t count) {
    return lane_sum(count, [=](std::int64_t i) { return a.at(i) * b.at(i); });
}
CONCORDANT_CLONES inline double centred(const Centre& a, const Centre& b, const double* w, std::int64_t count) {
    return lane_sum(count, [=](std::int64_t i) { return w[i] * (a.at(i) * b.at(i)); });
}

// The value of the first row that is present; 0 for an infinite one, from which nothing can be measured.
inline double pivot_of(const double* x, const double* weights, std::int64_t count) {
    std::int64_t i = 0;
    if (weights != nullptr)
        while (i + 1 < count && weights[i] == 0) ++i;
    return std::isfinite(x[i]) ? x[i] : 0.0;
}

// The moments of one block of values[q][i], with weights or (null) without.
template <int Q>
Moments<Q> block_moments(const std::array<const double*, Q>& values, const double* weights, std::int64_t count) {
    Moments<Q> block;
    block.weight = weights == nullptr ? static_cast<double>(count) : sum_of(weights, count);
    if (block.weight == 0) return block;
    block.squares = weights == nullptr ? block.weight : squares_of(weights, count);
    std::array<Centre, Q> centre;
    for (std::size_t q = 0; q < Q; ++q) {
        const double pivot = pivot_of(values[q], weights, count);
        const double sum =
            weights == nullptr ? sum_from(values[q], pivot, count) : dot_from(values[q], pivot, weights, count);
        centre[q] = {values[q], pivot, sum / block.weight};
        block.mean[q] = pivot + centre[q].step;
    }
    for (std::size_t p = 0; p < Q; ++p)
        for (std::size_t q = p; q < Q; ++q)
            block.comoment[p * Q + q] = block.comoment[q * Q + p] = weights == nullptr
                                                                        ? centred(centre[p], centre[q], count)
                                                                        : centred(centre[p], centre[q], weights, count);
    return block;
}

}  // namespace concordant
