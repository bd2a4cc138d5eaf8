// The table of weighted pairs of labels, with or without the sums of squared weights, which values do without. Each
// cell holds the sums that counts.hpp gives it, to the last bit: the same rows in the same order. Both sums of a cell
// lie side by side, so that a row takes hardly longer with them than without.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include "clones.hpp"
#include "columns.hpp"
#include "counts.hpp"
#include "ordered.hpp"
#include "weight_sums.hpp"

namespace concordant {

// The cell of each row of a block, in place of its true label.
CONCORDANT_CLONES inline void join_labels(std::uint16_t* a, const std::uint16_t* b, std::int64_t count, int shift) {
    for (std::int64_t i = 0; i < count; ++i) a[i] = static_cast<std::uint16_t>(a[i] << shift | b[i]);
}

// Whether no weight is negative, infinite or not a number.
CONCORDANT_CLONES inline bool are_weights(const double* weights, std::int64_t count) {
    std::uint64_t bad = 0;
    for (std::int64_t i = 0; i < count; ++i)
        bad |= static_cast<std::uint64_t>(!(weights[i] >= 0)) |
               static_cast<std::uint64_t>(!(weights[i] <= std::numeric_limits<double>::max()));
    return bad == 0;
}

// Four cells are read at once: the processor has to wait for loads here, not for sums.
template <class Sums>
void add_weights(const std::uint16_t* at, const double* weights, std::int64_t count, Sums* cells) {
    std::int64_t i = 0;
    for (; i + 4 <= count; i += 4) {
        std::uint64_t four;
        std::memcpy(&four, at + i, sizeof(four));
        for (std::int64_t k = 0; k < 4; ++k) {
            const int place = static_cast<int>(std::endian::native == std::endian::little ? 16 * k : 48 - 16 * k);
            cells[four >> place & 0xffff].add(weights[i + k]);
        }
    }
    for (; i < count; ++i) cells[at[i]].add(weights[i]);
}

// Of a window of at most 256 labels, whose cells 16 bits can name. Stops at weights that are negative or not finite.
template <class Sums>
Window<Sums> weigh_chunk(const Column& truth, const Column& prediction, const Column& weight, std::int64_t widest,
                         std::int64_t first, std::int64_t last) {
    Window<Sums> window;
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
        if (!are_weights(weights, count)) {
            window.too_wide = true;
            return window;
        }
        if (window.span == 0 || !is_inside(narrow_pair(truth, prediction, row, count, window, a, b), window)) {
            if (!widen_to_block(truth, prediction, row, count, window, false)) return window;
            narrow_pair(truth, prediction, row, count, window, a, b);
        }
        join_labels(a, b, count, shift_of(window.span));
        add_weights(a, weights, count, window.cells.data());
    }
    return window;
}

// The labels that occur, their table and that of squares; no label where they lie too far apart for a window, and where
// weights are none.
struct WeighedPairs {
    std::vector<std::int64_t> labels;
    std::vector<double> cells, squares;
    double total = 0;
};

// Marks the columns of a row that hold a weight; whether there is one.
template <class Sums>
CONCORDANT_CLONES bool mark_weights(const Sums* row, std::size_t columns, std::uint64_t* held) {
    std::uint64_t some = 0;
    for (std::size_t j = 0; j < columns; ++j) {
        const std::uint64_t here = row[j].sum > 0 ? 1 : 0;
        held[j] |= here;
        some |= here;
    }
    return some != 0;
}

template <class Sums>
WeighedPairs compact(const Window<Sums>& window) {
    WeighedPairs made;
    const auto span = static_cast<std::size_t>(window.span);
    std::vector<std::uint64_t> held(span);
    for (std::size_t i = 0; i < span; ++i)
        if (mark_weights(window.cells.data() + i * span, span, held.data())) held[i] |= 2;
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < span; ++i)
        if (held[i] != 0) kept.push_back(i);
    for (const std::size_t i : kept) made.labels.push_back(window.first + static_cast<std::int64_t>(i));
    made.cells.resize(kept.size() * kept.size());
    if (Sums::squared) made.squares.resize(made.cells.size());
    std::size_t place = 0;
    for (const std::size_t i : kept)
        for (const std::size_t j : kept) {
            const Sums& cell = window.cells[i * span + j];
            made.cells[place] = cell.sum;
            if constexpr (Sums::squared) made.squares[place] = cell.square;
            ++place;
        }
    for (const double cell : made.cells) made.total += cell;
    return made;
}

template <class Sums>
WeighedPairs weigh_pairs(const Column& truth, const Column& prediction, const Column& weight, int threads) {
    // One chunk has one window; of several each has its own, and they are merged one by one.
    constexpr std::int64_t most = 128;
    const std::int64_t widest = std::min(widest_for(truth.size <= chunk_rows ? truth.size : chunk_rows / 16), most);
    Window<Sums> total;
    total.widest = widest;
    ordered_chunks<Window<Sums>>(
        truth.size, threads,
        [&](std::int64_t first, std::int64_t last) {
            return weigh_chunk<Sums>(truth, prediction, weight, widest, first, last);
        },
        [&](Window<Sums>&& chunk) { merge(total, chunk); });
    return total.too_wide ? WeighedPairs{} : compact(total);
}

}  // namespace concordant
