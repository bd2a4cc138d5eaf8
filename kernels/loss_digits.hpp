// Sums of losses of probabilities that no order of the rows changes. Each loss of a row is rounded once, to a whole
// multiple of 2**-40, and kept as two digits, of which the lower has 24 bits: whole numbers that add without rounding.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "clones.hpp"
#include "columns.hpp"
#include "losses.hpp"

namespace concordant {

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
