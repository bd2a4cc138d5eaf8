// The table of weighted pairs of labels without the sums of squared weights, which values do without. Each cell holds
// the sum that counts.hpp gives it, to the last bit: the same rows in the same order.
#pragma once

#include <algorithm>
#include <cstdint>

#include "columns.hpp"
#include "counts.hpp"
#include "ordered.hpp"

namespace concordant {

inline void add_weights(const std::uint16_t* a, const std::uint16_t* b, const double* weights, std::int64_t count,
                        int shift, double* cells) {
    for (std::int64_t i = 0; i < count; ++i)
        cells[static_cast<std::size_t>(a[i]) << shift | static_cast<std::size_t>(b[i])] += weights[i];
}

inline Window<double> weigh_chunk(const Column& truth, const Column& prediction, const Column& weight,
                                  std::int64_t widest, std::int64_t first, std::int64_t last) {
    Window<double> window;
    window.widest = widest;
    std::uint16_t a[block_rows], b[block_rows];
    double read[block_rows];
    for (std::int64_t row = first; row < last; row += block_rows) {
        const std::int64_t count = std::min(block_rows, last - row);
        const double* weights = dense_doubles(weight, row);
        if (weights == nullptr) {
            read_block(weight, row, count, read);
            weights = read;
        }
        if (!is_inside(narrow_pair(truth, prediction, row, count, window, a, b), window)) {
            if (!widen_to_block(truth, prediction, row, count, window, false)) return window;
            narrow_pair(truth, prediction, row, count, window, a, b);
        }
        add_weights(a, b, weights, count, shift_of(window.span), window.cells.data());
    }
    return window;
}

// The window of all rows; too wide where the labels lie too far apart for one.
inline Window<double> weigh_pairs(const Column& truth, const Column& prediction, const Column& weight, int threads) {
    const std::int64_t widest = widest_for(std::min(truth.size, chunk_rows) / 16);
    Window<double> total;
    total.widest = widest;
    ordered_chunks<Window<double>>(
        truth.size, threads,
        [&](std::int64_t first, std::int64_t last) {
            return weigh_chunk(truth, prediction, weight, widest, first, last);
        },
        [&](Window<double>&& chunk) { merge(total, chunk); });
    return total;
}

}  // namespace concordant
