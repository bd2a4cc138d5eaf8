// Cross-tabulate two columns of integer labels in one pass over memory.
// A block of rows is narrowed to offsets in a window of labels; then its cells are counted from the first-level cache.
// A block that leaves the window widens it and keeps what was counted. Labels that are too far apart for a window of so
// many rows go through sorted_pairs.hpp.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "columns.hpp"
#include "fetched_ahead.hpp"
#include "label_window.hpp"
#include "spread_rows.hpp"
#include "threads.hpp"
#include "window_rows.hpp"

namespace concordant {

// Counts a block in tables of its own; false if a label lies outside the window.
template <class Cell, class Fetch>
bool spread_block(const Column& truth, const Column& prediction, std::int64_t row, std::int64_t count,
                  const Fetch& ahead, std::int64_t rows, Window<Cell>& window, SpreadRows& spread) {
    std::uint8_t a[block_rows], b[block_rows];
    const std::uint64_t seen = narrow_pair(truth, prediction, row, count, window, a, b);
    if (seen >= static_cast<std::uint64_t>(window.span)) return false;
    if (seen <= 1 && truth.stride == 1 && prediction.stride == 1)
        spread.add_binary(a, b, count);
    else if (SpreadRows::pairs(rows, window.span))
        spread.add_pairs(a, b, count, ahead, window.cells.get());
    else
        spread.add_cells(a, b, count, shift_of(window.span), ahead, window.cells.get());
    return true;
}

// Counts a block in the window; false if a label lies outside.
template <class Cell, class Fetch>
bool count_block(const Column& truth, const Column& prediction, std::int64_t row, std::int64_t count,
                 const Fetch& ahead, Window<Cell>& window) {
    std::uint32_t at[block_rows + cells_ahead];
    if (!window_cells(truth, prediction, row, count, window, at)) return false;
    Cell* cells = window.cells.get();
    each_cell(
        at, count, is_far(window), ahead, [=](std::uint32_t cell) { prefetch_to_write(cells + cell); },
        [=](std::uint32_t cell, std::int64_t) { ++cells[cell]; });
    return true;
}

// Count rows [first, last), which a cell can hold. Stops early at labels too far apart for a window.
template <class Cell>
Window<Cell> count_rows(const Column& truth, const Column& prediction, std::int64_t widest, std::int64_t first,
                        std::int64_t last) {
    Window<Cell> window{widest};
    SpreadRows spread;
    std::int64_t row = first;
    const std::int64_t rows = last - row;
    const auto count_next = [&](std::int64_t count, const auto& ahead) {
        return SpreadRows::pays(rows, window.span)
                   ? spread_block(truth, prediction, row, count, ahead, rows, window, spread)
                   : count_block(truth, prediction, row, count, ahead, window);
    };
    const auto settle = [&] {
        if (window.is_wide())
            fold_diagonal(window);
        else if (window.span > 0)
            spread.unfold(window.cells.get(), shift_of(window.span));
    };
    while (row < last) {
        const std::int64_t count = std::min(block_rows, last - row), next = row + block_rows;
        const bool fetch = Ahead::pays(truth, prediction) && next + block_rows <= last;
        const bool inside = window.span > 0 &&
                            (fetch ? count_next(count, Ahead(truth, prediction, next)) : count_next(count, Nothing{}));
        if (inside) {
            row += count;
            continue;
        }
        settle();  // before the cells move
        if (!widen_to_rows(truth, prediction, row, last, window)) return window;
    }
    settle();
    return window;
}

inline constexpr std::int64_t most_counted = std::numeric_limits<std::uint32_t>::max();  // rows, in cells of 32 bits

// The most labels of a window for so many rows: there is more to clear and to read than to count in a wider one. Floats
// farther apart are no labels mostly.
inline std::int64_t widest_counts(const Column& truth, const Column& prediction) {
    constexpr std::int64_t in_cache = 1 << 17;
    const std::int64_t most = std::max(4 * truth.size, std::min(16 * truth.size, in_cache));
    const std::int64_t widest = widest_of_cells(most);
    return is_float(truth) || is_float(prediction) ? std::min(widest, widest_float_labels) : widest;
}

// The window of all rows. A second thread has one of its own, to be added: worth it for as many rows as cells.
template <class Cell>
Window<Cell> count_window(const Column& truth, const Column& prediction, std::int64_t widest, int threads) {
    if (threads > 1) {
        const std::int64_t span = span_at_a_glance(truth, prediction);
        if (truth.size < span * span) threads = 1;
    }
    std::vector<Window<Cell>> parts;
    for (int part = 0; part < std::max(threads, 1); ++part) parts.push_back(Window<Cell>{widest});
    parallel(truth.size, threads, [&](int part, std::int64_t first, std::int64_t last) {
        parts[static_cast<std::size_t>(part)] = count_rows<Cell>(truth, prediction, widest, first, last);
    });
    for (std::size_t part = 1; part < parts.size(); ++part) merge(parts[0], parts[part]);
    return std::move(parts[0]);
}

}  // namespace concordant
