// Losses of a row, reduced to moments block by block. Of probabilities: squared error (whose mean is the Brier score),
// surprise, -log of the probability given to what happened, in natural units (log loss), and the squared error of the
// cumulated probabilities of ordered classes (ranked probability score). Of decision values: hinge.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "columns.hpp"
#include "platform.hpp"

// Means and co-moments of row quantities in one pass, without cancellation: a block of rows is centred on its own
// mean, and blocks are merged by the pairwise update of Chan, Golub & LeVeque (1983, The American Statistician 37:242,
// eqs. 1.5a-b; with weights as in Pebay 2008, Sandia report SAND2008-6212, eqs. 2.1 and 3.12).

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

// The moments of one block of values[q][i], with weights or (null) without. Without Spread they are the weight and the
// means, the same to the last bit, and the rest means nothing.
template <int Q, bool Spread = true>
Moments<Q> block_moments(const std::array<const double*, Q>& values, const double* weights, std::int64_t count) {
    Moments<Q> block;
    block.weight = weights == nullptr ? static_cast<double>(count) : sum_of(weights, count);
    if (block.weight == 0) return block;
    if constexpr (Spread) block.squares = weights == nullptr ? block.weight : squares_of(weights, count);
    std::array<Centre, Q> centre;
    for (std::size_t q = 0; q < Q; ++q) {
        const double pivot = pivot_of(values[q], weights, count);
        const double sum =
            weights == nullptr ? sum_from(values[q], pivot, count) : dot_from(values[q], pivot, weights, count);
        centre[q] = {values[q], pivot, sum / block.weight};
        block.mean[q] = pivot + centre[q].step;
    }
    if constexpr (!Spread) return block;
    for (std::size_t p = 0; p < Q; ++p)
        for (std::size_t q = p; q < Q; ++q)
            block.comoment[p * Q + q] = block.comoment[q * Q + p] = weights == nullptr
                                                                        ? centred(centre[p], centre[q], count)
                                                                        : centred(centre[p], centre[q], weights, count);
    return block;
}

enum class Loss : std::uint8_t { squared, surprise, ranked, hinge };

CONCORDANT_CLONES inline void squared_losses(const double* happened, const double* p, std::int64_t count,
                                             double* loss) {
    for (std::int64_t i = 0; i < count; ++i) loss[i] = (p[i] - happened[i]) * (p[i] - happened[i]);
}

// -log p where it happened, else -log(1 - p), where the rounding of 1 - p is put back to first order: exact to the
// last digits also for small p. Without branches, because labels are hard to foresee.
CONCORDANT_CLONES inline void surprise_losses(const double* happened, const double* p, std::int64_t count,
                                              double* loss) {
    for (std::int64_t i = 0; i < count; ++i) {
        const bool yes = happened[i] != 0;
        const double rest = 1.0 - p[i];
        const double given = yes ? p[i] : rest;
        const double lost = yes ? 0.0 : (1.0 - rest) - p[i];
        const double correction = given > 0 ? lost / given : 0.0;
        loss[i] = 0.0 - (logarithm(given) + correction);  // log(0) is -inf
    }
}

// How far the decision value falls short of 1 on the right side of zero.
CONCORDANT_CLONES inline void hinge_losses(const double* happened, const double* decision, std::int64_t count,
                                           double* loss) {
    for (std::int64_t i = 0; i < count; ++i) {
        const double margin = (happened[i] + happened[i] - 1.0) * decision[i];
        loss[i] = margin < 1.0 ? 1.0 - margin : 0.0;
    }
}

inline void losses_of(Loss kind, const double* happened, const double* p, std::int64_t count, double* loss) {
    if (kind == Loss::hinge)
        hinge_losses(happened, p, count, loss);
    else if (kind == Loss::surprise)
        surprise_losses(happened, p, count, loss);
    else
        squared_losses(happened, p, count, loss);  // of two classes, ranked or not
}

// 1.0 where the label is `positive`, 0.0 where it is `negative`; false if some label is neither.
template <class S>
CONCORDANT_CLONES bool happened_dense(const std::byte* data, std::int64_t count, std::int64_t negative,
                                      std::int64_t positive, double* out) {
    std::uint64_t unknown = 0;  // an integer as wide as the lanes: a bool would not be vectorised
    for (std::int64_t i = 0; i < count; ++i) {
        S raw;
        std::memcpy(&raw, data + i * static_cast<std::int64_t>(sizeof(S)), sizeof(S));
        const auto value = static_cast<std::int64_t>(raw);
        unknown |= static_cast<std::uint64_t>(value ^ negative) & (value == positive ? 0 : ~std::uint64_t{0});
        out[i] = value == positive ? 1.0 : 0.0;
    }
    return unknown == 0;
}

inline bool happened_block(const Column& labels, std::int64_t row, std::int64_t count, std::int64_t negative,
                           std::int64_t positive, double* out) {
    const std::byte* data = labels.data + row * labels.stride;
    if (labels.type == Type::i64 && labels.stride == 8)
        return happened_dense<std::int64_t>(data, count, negative, positive, out);
    if (labels.type == Type::u8 && labels.stride == 1)
        return happened_dense<std::uint8_t>(data, count, negative, positive, out);
    std::int64_t values[block_rows];
    read_block(labels, row, count, values);
    return happened_dense<std::int64_t>(reinterpret_cast<const std::byte*>(values), count, negative, positive, out);
}

CONCORDANT_CLONES inline bool all_probabilities(const double* p, std::int64_t count) {
    std::uint64_t bad = 0;  // as wide as the lanes, see above
    for (std::int64_t i = 0; i < count; ++i)
        bad |= (p[i] >= 0 ? std::uint64_t{0} : 1) | (p[i] <= 1 ? std::uint64_t{0} : 1);  // both fail for NaN
    return bad == 0;
}

inline std::int64_t first_non_probability(const double* p, std::int64_t count) {
    if (all_probabilities(p, count)) return no_row;
    std::int64_t i = 0;
    while (p[i] >= 0 && p[i] <= 1) ++i;
    return i;
}

// The first value of a block that the loss does not take: decision values need only be finite.
inline std::int64_t first_bad(Loss kind, const double* p, std::int64_t count) {
    if (kind != Loss::hinge) return first_non_probability(p, count);
    bool finite = true;
    for (std::int64_t i = 0; i < count; ++i) finite &= std::isfinite(p[i]);
    if (finite) return no_row;
    std::int64_t i = 0;
    while (std::isfinite(p[i])) ++i;
    return i;
}

// A row of weight zero is absent, whatever its loss.
CONCORDANT_CLONES inline void silence(const double* weights, std::int64_t count, double* loss) {
    for (std::int64_t i = 0; i < count; ++i) loss[i] = weights[i] == 0 ? 0.0 : loss[i];
}

// Weights of a block where they lie, or in `buffer`; null for unweighted rows.
inline const double* block_weights(const Column* weight, std::int64_t row, std::int64_t count, double* buffer) {
    if (weight == nullptr) return nullptr;
    if (const double* dense = dense_doubles(*weight, row)) return dense;
    read_block(*weight, row, count, buffer);
    return buffer;
}

// Moments of the losses of one block: alone, or beside whether the positive class happened.
template <int Q, bool Spread = true>
Moments<Q> finished_block(double* loss, const double* happened, const double* weights, std::int64_t count) {
    if (weights != nullptr) silence(weights, count, loss);
    if constexpr (Q == 1)
        return block_moments<1, Spread>({loss}, weights, count);
    else
        return block_moments<2, Spread>({loss, happened}, weights, count);
}

// The first row with a label that is neither class, and with a value that the loss does not take.
struct OddRows {
    std::int64_t bad_label = no_row;
    std::int64_t bad_value = no_row;

    bool bad() const { return bad_label != no_row || bad_value != no_row; }
};

inline void merge(OddRows& into, const OddRows& from) {
    keep_first(into.bad_label, from.bad_label);
    keep_first(into.bad_value, from.bad_value);
}

inline constexpr std::int64_t loss_rows = 512;  // of a block: its four buffers take half of a first-level cache
static_assert(loss_rows <= block_rows);
inline constexpr std::int64_t squared_rows = 2048;   // of a block of squared errors, which are not kept
inline constexpr std::int64_t squares_ahead = 8192;  // bytes: beyond the page, which the processor does not foresee
inline constexpr std::int64_t lines_at_once = 4;     // of each column: more of them are under way at a time

// Calls give(row, count, happened, loss) for the blocks of rows [first, last), until a row is odd: labels against the
// probability of the positive class.
template <class Give>
OddRows each_binary_block(const Column& labels, std::int64_t negative, std::int64_t positive, const Column& probability,
                          Loss kind, std::int64_t first, std::int64_t last, Give&& give) {
    OddRows odd;
    double happened[loss_rows], read[loss_rows], loss[loss_rows];
    for (std::int64_t row = first; row < last; row += loss_rows) {
        const std::int64_t count = std::min(loss_rows, last - row);
        if (!happened_block(labels, row, count, negative, positive, happened)) odd.bad_label = row;
        const double* p = dense_doubles(probability, row);
        if (p == nullptr) {
            read_block(probability, row, count, read);
            p = read;
        }
        if (const std::int64_t bad = first_bad(kind, p, count); bad != no_row) odd.bad_value = row + bad;
        if (odd.bad()) break;
        losses_of(kind, happened, p, count, loss);
        give(row, count, happened, loss);
    }
    return odd;
}

// Sums of the squared errors of a block and of their squares, as distances from a pivot; whether a row is odd.
struct SquaredSums {
    double sum;
    double squares;
    bool odd;
};

inline double folded(const double* sums) {
    return ((sums[0] + sums[4]) + (sums[2] + sums[6])) + ((sums[1] + sums[5]) + (sums[3] + sums[7]));
}

// Labels that are 0 and 1 need no comparison; Spread asks for the sum of squares.
template <bool ZeroOne, bool Spread>
CONCORDANT_CLONES SquaredSums squared_sums(const std::byte* labels, const double* p, std::int64_t count,
                                           std::int64_t negative, std::int64_t positive, double pivot) {
    double sums[lanes] = {}, squares[lanes] = {}, least[lanes] = {}, most[lanes] = {};
    std::uint64_t seen[lanes] = {};
    const auto add = [&](std::int64_t i, int lane) {
        std::int64_t label;
        std::memcpy(&label, labels + 8 * i, 8);
        std::uint64_t code;
        if constexpr (ZeroOne)
            code = static_cast<std::uint64_t>(label);
        else
            code = label == positive ? 1 : label == negative ? 0 : 2;
        seen[lane] |= code;
        const double error = p[i] - std::bit_cast<double>((0 - code) & std::bit_cast<std::uint64_t>(1.0));
        const double loss = error * error - pivot;
        sums[lane] += loss;
        if constexpr (Spread) squares[lane] += loss * loss;
        least[lane] = p[i] < least[lane] ? p[i] : least[lane];
        most[lane] = p[i] > most[lane] ? p[i] : most[lane];
    };
    std::int64_t i = 0;
    const auto add_line = [&](std::int64_t at) {
        prefetch(labels + 8 * at + squares_ahead);
        prefetch(reinterpret_cast<const std::byte*>(p + at) + squares_ahead);
        for (int lane = 0; lane < lanes; ++lane) add(at + lane, lane);
    };
    constexpr std::int64_t at_once = lines_at_once * lanes;
    for (; i + at_once <= count; i += at_once)
        for (std::int64_t at = i; at < i + at_once; at += lanes) add_line(at);
    for (; i + lanes <= count; i += lanes) add_line(i);
    for (int lane = 0; i + lane < count; ++lane) add(i + lane, lane);
    const double sum = folded(sums);
    bool odd = std::isnan(sum);  // a probability is: it is neither less nor greater than any
    for (int lane = 0; lane < lanes; ++lane) odd = odd || seen[lane] > 1 || least[lane] < 0 || most[lane] > 1;
    return {sum, folded(squares), odd};
}

// The middle one of three numbers; any of them, or NaN, where one is NaN.
inline double middle(double a, double b, double c) { return std::max(std::min(a, b), std::min(std::max(a, b), c)); }

// The moments of a block of squared errors in one pass; false if a row is odd. The pivot is the loss of a row of the
// block, so that the square of the mean distance from it is no more than the spread times the number of rows: their
// difference keeps ten digits even where that row is far from all others, which the middle one of three hardly is, and
// is 0 where all are equal.
template <bool Spread>
bool squared_block(const Column& labels, std::int64_t negative, std::int64_t positive, const Column& probability,
                   std::int64_t row, std::int64_t count, Moments<1>& block) {
    std::int64_t read_labels[squared_rows];
    double read[squared_rows];
    const double* p = dense_doubles(probability, row);
    if (p == nullptr) {
        read_block(probability, row, count, read);
        p = read;
    }
    const std::byte* values = labels.data + row * labels.stride;
    if (labels.type != Type::i64 || labels.stride != 8) {
        read_block(labels, row, count, read_labels);
        values = reinterpret_cast<const std::byte*>(read_labels);
    }
    const auto loss_of = [&](std::int64_t i) {
        std::int64_t label;
        std::memcpy(&label, values + 8 * i, 8);
        const double error = p[i] - (label == positive ? 1.0 : 0.0);
        return error * error;
    };
    const double pivot = middle(loss_of(0), loss_of(count / 2), loss_of(count - 1));
    const SquaredSums sums = negative == 0 && positive == 1
                                 ? squared_sums<true, Spread>(values, p, count, negative, positive, pivot)
                                 : squared_sums<false, Spread>(values, p, count, negative, positive, pivot);
    if (sums.odd) return false;
    const double rows = static_cast<double>(count), step = sums.sum / rows;
    block.weight = block.squares = rows;
    block.mean[0] = pivot + step;
    if constexpr (Spread) block.comoment[0] = std::max(sums.squares - sums.sum * step, 0.0);
    return true;
}

// Moments of the losses of rows [first, last). With Q = 2 the second quantity is whether the positive class happened.
template <int Q, bool Spread>
Moments<Q> binary_losses(const Column& labels, std::int64_t negative, std::int64_t positive, const Column& probability,
                         const Column* weight, Loss kind, std::int64_t first, std::int64_t last) {
    Moments<Q> total;
    if constexpr (Q == 1)
        if (weight == nullptr && (kind == Loss::squared || kind == Loss::ranked))
            for (; first < last; first += std::min(squared_rows, last - first)) {
                Moments<1> block;
                const std::int64_t count = std::min(squared_rows, last - first);
                if (!squared_block<Spread>(labels, negative, positive, probability, first, count, block)) break;
                merge(total, block);
            }
    double weights[loss_rows];
    const OddRows odd = each_binary_block(
        labels, negative, positive, probability, kind, first, last,
        [&](std::int64_t row, std::int64_t count, const double* happened, double* loss) {
            merge(total, finished_block<Q, Spread>(loss, happened, block_weights(weight, row, count, weights), count));
        });
    total.bad_label = odd.bad_label;
    total.bad_value = odd.bad_value;
    return total;
}

// Sums of losses of probabilities that no order of the rows changes. Each loss of a row is rounded once, to a whole
// multiple of 2**-40, and kept as two digits, of which the lower has 24 bits: whole numbers that add without rounding.

inline constexpr int digit_sums = 5;  // the score, the squared loss and its square, the surprise and its square
inline constexpr int digit_cells = 2 * digit_sums + 1;  // of a class: two digits each, and the infinite surprises

CONCORDANT_CLONES inline void squares_of(const double* value, std::int64_t count, double* out) {
    for (std::int64_t i = 0; i < count; ++i) out[i] = value[i] * value[i];
}

// Of values from 0 to 2**20, so that the upper digit stays below 2**36.
CONCORDANT_CLONES inline void digits_of(const double* value, std::int64_t count, double* upper, double* lower) {
    for (std::int64_t i = 0; i < count; ++i) {
        const double whole = std::rint(value[i] * 0x1p40);
        upper[i] = std::floor(whole * 0x1p-24);
        lower[i] = whole - upper[i] * 0x1p24;
    }
}

// Adds the digits of rows to cells of shape (groups, 2, digit_cells); `group` is the place of each row, or null for the
// first. Sums stay in 64 bits up to 2**27 rows at once. Returns the first row with a label that is neither class or a
// score that is no probability, or `no_row`; nothing behind it is added then.
inline std::int64_t add_loss_digits(const std::int64_t* group, const Column& labels, const Column& scores,
                                    std::int64_t* cells) {
    double happened[loss_rows], value[digit_sums][loss_rows], upper[digit_sums][loss_rows],
        lower[digit_sums][loss_rows];
    for (std::int64_t row = 0; row < scores.size; row += loss_rows) {
        const std::int64_t count = std::min<std::int64_t>(loss_rows, scores.size - row);
        read_block(scores, row, count, value[0]);
        if (!happened_block(labels, row, count, 0, 1, happened) || !all_probabilities(value[0], count)) return row;
        squared_losses(happened, value[0], count, value[1]);
        surprise_losses(happened, value[0], count, value[3]);
        const double infinity = std::numeric_limits<double>::infinity();
        for (std::int64_t i = 0; i < count; ++i) {
            if (value[3][i] != infinity) continue;
            value[3][i] = 0;
            const std::int64_t place = group == nullptr ? 0 : group[row + i];
            ++cells[(2 * place + (happened[i] != 0)) * digit_cells + digit_cells - 1];
        }
        squares_of(value[1], count, value[2]);
        squares_of(value[3], count, value[4]);
        for (int k = 0; k < digit_sums; ++k) digits_of(value[k], count, upper[k], lower[k]);
        for (std::int64_t i = 0; i < count; ++i) {
            const std::int64_t place = group == nullptr ? 0 : group[row + i];
            std::int64_t* cell = cells + (2 * place + (happened[i] != 0)) * digit_cells;
            for (int k = 0; k < digit_sums; ++k) {
                cell[2 * k] += static_cast<std::int64_t>(upper[k][i]);
                cell[2 * k + 1] += static_cast<std::int64_t>(lower[k][i]);
            }
        }
    }
    return no_row;
}

}  // namespace concordant
