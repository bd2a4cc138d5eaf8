// The cells of a block of rows in a window of labels: narrowed to offsets and checked against the window with vector
// instructions.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "clones.hpp"
#include "columns.hpp"
#include "label_blocks.hpp"
#include "label_window.hpp"
#include "machine.hpp"

namespace concordant {

// A table beyond the cache is asked for its cells some rows ahead.
inline constexpr std::size_t bytes_in_cache = std::size_t{1} << 19;
inline constexpr std::int64_t cells_ahead = 64;

// The least and the greatest label of rows [first, last) of both columns; nothing if they lie `widest` or more apart,
// or some is no label.
inline std::optional<LabelRange> pair_range(const Column& truth, const Column& prediction, std::int64_t first,
                                            std::int64_t last, std::int64_t widest) {
    std::optional<LabelRange> all;
    for (std::int64_t row = first; row < last; row += block_rows) {
        const std::int64_t count = std::min(block_rows, last - row);
        const auto a = block_range(truth, row, count), b = block_range(prediction, row, count);
        if (!a || !b) return std::nullopt;
        const LabelRange both{std::min(a->low, b->low), std::max(a->high, b->high)};
        all = all ? LabelRange{std::min(all->low, both.low), std::max(all->high, both.high)} : both;
        if (static_cast<std::uint64_t>(all->high) - static_cast<std::uint64_t>(all->low) >=
            static_cast<std::uint64_t>(widest))
            return std::nullopt;
    }
    return all;
}

// The same of the first, the middle and the last block of many rows: mostly the range of all. Of few the first block.
inline std::optional<LabelRange> range_at_a_glance(const Column& truth, const Column& prediction, std::int64_t first,
                                                   std::int64_t last, std::int64_t widest) {
    const auto block = [&](std::int64_t row) {
        return pair_range(truth, prediction, row, std::min(row + block_rows, last), widest);
    };
    const std::int64_t rows = last - first;
    if (rows < 8 * block_rows) return block(first);
    const std::optional<LabelRange> blocks[] = {block(first), block(first + rows / 2), block(last - block_rows)};
    LabelRange all{std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()};
    for (const auto& range : blocks) {
        if (!range) return std::nullopt;
        all = {std::min(all.low, range->low), std::max(all.high, range->high)};
    }
    return all;
}

// Make the window hold the block of rows from `row` on and more of those before `last`: if it holds others already, all
// of them, so that it need not move again. False if no window can.
template <class Cell>
bool widen_to_rows(const Column& truth, const Column& prediction, std::int64_t row, std::int64_t last,
                   Window<Cell>& window) {
    const auto range = window.span == 0 ? range_at_a_glance(truth, prediction, row, last, window.widest)
                                        : pair_range(truth, prediction, row, last, window.widest);
    window.too_wide = !range || !widen(window, range->low, range->high) ||
                      (window.first < 0 && (truth.type == Type::u64 || prediction.type == Type::u64));
    return !window.too_wide;
}

// How wide the labels lie, as far as a glance tells; the most there is where a window cannot hold them.
inline std::int64_t span_at_a_glance(const Column& truth, const Column& prediction) {
    if (truth.size == 0) return 0;
    Window<std::uint8_t> looked{widest_of_cells(std::numeric_limits<std::int64_t>::max())};
    const auto range = range_at_a_glance(truth, prediction, 0, truth.size, looked.widest);
    const std::int64_t span = range ? window_for(looked, range->low, range->high).second : 0;
    return span > 0 ? span : looked.widest;
}

// Narrow a block of both columns to offsets in the window; the OR of all of them.
template <class Narrow, class Cell>
std::uint64_t narrow_pair(const Column& truth, const Column& prediction, std::int64_t row, std::int64_t count,
                          const Window<Cell>& window, Narrow* a, Narrow* b) {
    return narrow_block(truth, row, count, window.first, a) | narrow_block(prediction, row, count, window.first, b);
}

// The cells of offsets in a narrow window, whose span is 2^shift.
template <class Narrow, class Place>
CONCORDANT_CLONES void narrow_cells(const Narrow* a, const Narrow* b, std::int64_t count, int shift, Place* out) {
    for (std::int64_t i = 0; i < count; ++i)
        out[i] = static_cast<Place>(static_cast<std::uint32_t>(a[i]) << shift | static_cast<std::uint32_t>(b[i]));
}

// The cells of offsets in a wide window, those of rows that agree behind its table; the greatest offset.
template <std::uint32_t Diagonals>
CONCORDANT_CLONES std::uint16_t wide_cells(const std::uint16_t* a, const std::uint16_t* b, std::int64_t count,
                                           std::uint32_t span, std::uint32_t* out) {
    const std::uint32_t behind = span * span;
    std::uint16_t most = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        const std::uint16_t x = a[i], y = b[i], greater = x > y ? x : y;
        most = greater > most ? greater : most;
        const std::uint32_t copy = behind + static_cast<std::uint32_t>(i) % Diagonals * span;
        out[i] = x == y ? copy + x : std::uint32_t{x} * span + y;
    }
    return most;
}

// The cells of a block in the window, for `cells_ahead` more of which there is room; false if a label lies outside.
template <class Cell>
bool window_cells(const Column& truth, const Column& prediction, std::int64_t row, std::int64_t count,
                  Window<Cell>& window, std::uint32_t* out) {
    std::uint16_t a[block_rows], b[block_rows];
    const std::uint64_t seen = narrow_pair(truth, prediction, row, count, window, a, b);
    const auto span = static_cast<std::uint64_t>(window.span);
    std::fill(out + count, out + count + cells_ahead, 0U);
    if (!window.is_wide()) {
        narrow_cells(a, b, count, shift_of(window.span), out);
        return seen < span;
    }
    constexpr auto copies = static_cast<std::uint32_t>(diagonals<Cell>);
    if (seen >= std::bit_ceil(span)) return false;
    const std::uint16_t most = wide_cells<copies>(a, b, count, static_cast<std::uint32_t>(span), out);
    if (most >= span) return false;
    window.labels = std::max<std::int64_t>(window.labels, most + 1);
    return true;
}

// Calls add(cell, row) for the cells of a block, four rows at a time, while the next block is fetched; before that
// expect(cell) where they are far.
template <class Fetch, class Expect, class Add>
void each_cell(const std::uint32_t* at, std::int64_t count, bool far, const Fetch& ahead, const Expect& expect,
               const Add& add) {
    std::int64_t i = 0;
    for (; i + 4 <= count; i += 4) {
        ahead.fetch(i / 4);
        if (far)
            for (std::int64_t k = 0; k < 4; ++k) expect(at[i + cells_ahead + k]);
        const std::uint32_t w = at[i], x = at[i + 1], y = at[i + 2], z = at[i + 3];  // before a cell is written
        add(w, i);
        add(x, i + 1);
        add(y, i + 2);
        add(z, i + 3);
    }
    for (; i < count; ++i) add(at[i], i);
}

template <class Cell>
bool is_far(const Window<Cell>& window) {
    return window.bytes() > bytes_in_cache;
}

}  // namespace concordant
