// Cross-tabulate two columns of integer labels in one pass over memory.
// A block of rows is narrowed to offsets in a small window of labels and checked against the window with vector
// instructions; then its cells are counted from the first-level cache. A block that leaves the window widens it
// and keeps what was counted. Labels that are too far apart for a window of so many rows go through counts_ranged.hpp.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "columns.hpp"
#include "fetched_ahead.hpp"
#include "label_blocks.hpp"
#include "label_window.hpp"
#include "sliced_counts.hpp"
#include "spread_rows.hpp"

namespace concordant {

template <class Narrow>
void count_cells(const Narrow* a, const Narrow* b, std::int64_t count, int shift, std::int64_t* cells) {
    for (std::int64_t i = 0; i < count; ++i)
        ++cells[static_cast<std::size_t>(a[i]) << shift | static_cast<std::size_t>(b[i])];
}

template <class Narrow>
void weigh_cells(const Narrow* a, const Narrow* b, const double* weights, std::int64_t count, int shift, double* cells,
                 double* squares) {
    for (std::int64_t i = 0; i < count; ++i) {
        const std::size_t cell = static_cast<std::size_t>(a[i]) << shift | static_cast<std::size_t>(b[i]);
        cells[cell] += weights[i];
        squares[cell] += weights[i] * weights[i];
    }
}

// Make the window hold a block of both columns; false if no window can.
template <class Cell>
bool widen_to_block(const Column& truth, const Column& prediction, std::int64_t row, std::int64_t count,
                    Window<Cell>& window, bool weighted) {
    const auto a = block_range(truth, row, count), b = block_range(prediction, row, count);
    window.too_wide = !a || !b || !widen(window, std::min(a->low, b->low), std::max(a->high, b->high), weighted) ||
                      (window.first < 0 && (truth.type == Type::u64 || prediction.type == Type::u64));
    return !window.too_wide;
}

// Narrow a block of both columns to offsets in the window; the OR of all of them.
template <class Narrow, class Cell>
std::uint64_t narrow_pair(const Column& truth, const Column& prediction, std::int64_t row, std::int64_t count,
                          const Window<Cell>& window, Narrow* a, Narrow* b) {
    return narrow_block(truth, row, count, window.first, a) | narrow_block(prediction, row, count, window.first, b);
}

// Counts a block in tables of its own; false if a label lies outside the window.
template <class Fetch>
bool spread_block(const Column& truth, const Column& prediction, std::int64_t row, std::int64_t count,
                  const Fetch& ahead, bool pairs, Window<std::int64_t>& window, SpreadRows& spread) {
    std::uint8_t a[block_rows], b[block_rows];
    const std::uint64_t seen = narrow_pair(truth, prediction, row, count, window, a, b);
    if (!is_inside(seen, window)) return false;
    if (seen <= 1 && truth.stride == 1 && prediction.stride == 1)
        spread.add_binary(a, b, count);
    else if (pairs)
        spread.add_pairs(a, b, count, ahead, window.cells.data());
    else
        spread.add_cells(a, b, count, shift_of(window.span), ahead, window.cells.data());
    return true;
}

inline bool count_block(const Column& truth, const Column& prediction, std::int64_t row, std::int64_t count,
                        Window<std::int64_t>& window) {
    std::uint16_t a[block_rows], b[block_rows];
    const bool inside = is_inside(narrow_pair(truth, prediction, row, count, window, a, b), window);
    if (inside) count_cells(a, b, count, shift_of(window.span), window.cells.data());
    return inside;
}

// Counts chunks of rows from `row` on by the bits of their labels while these are small, and moves `row` behind them.
inline void count_sliced(const Column& truth, const Column& prediction, std::int64_t& row, std::int64_t last,
                         Window<std::int64_t>& window) {
    SlicedCounts sliced;
    const std::int64_t first = row;
    while (last - row >= least_sliced && sliced.add(truth, prediction, row, last)) {
    }
    if (row == first) return;
    constexpr auto labels = static_cast<std::int64_t>(sliced_labels);
    const auto& cells = sliced.cells();
    std::int64_t high = 0;
    for (std::int64_t cell = 0; cell < labels * labels; ++cell)
        if (cells[static_cast<std::size_t>(cell)] != 0) high = std::max({high, cell / labels, cell % labels});
    widen(window, 0, high, false);  // an empty window always finds room
    for (std::int64_t cell = 0; cell < labels * labels; ++cell)
        if (cells[static_cast<std::size_t>(cell)] != 0)
            window.cells[static_cast<std::size_t>(cell / labels * window.span + cell % labels)] =
                cells[static_cast<std::size_t>(cell)];
}

// Count rows [first, last). Stops early at labels too far apart for a window.
inline Window<std::int64_t> count_rows(const Column& truth, const Column& prediction, std::int64_t widest,
                                       std::int64_t first, std::int64_t last) {
    Window<std::int64_t> window;
    window.widest = widest;
    SpreadRows spread;
    std::int64_t row = first;
    if (SlicedCounts::pays(truth, prediction, last - first)) count_sliced(truth, prediction, row, last, window);
    const std::int64_t rows = last - row;
    while (row < last) {
        const std::int64_t count = std::min(block_rows, last - row), next = row + block_rows;
        const bool fetch = Ahead::pays(truth, prediction) && next + block_rows <= last;
        const bool pairs = SpreadRows::pairs(rows, window.span);
        bool inside = false;
        if (window.span > 0 && !SpreadRows::pays(rows, window.span))
            inside = count_block(truth, prediction, row, count, window);
        else if (window.span > 0 && fetch)
            inside = spread_block(truth, prediction, row, count, Ahead(truth, prediction, next), pairs, window, spread);
        else if (window.span > 0)
            inside = spread_block(truth, prediction, row, count, Nothing{}, pairs, window, spread);
        if (inside) {
            row += count;
            continue;
        }
        if (window.span > 0) spread.unfold(window.cells.data(), shift_of(window.span));  // before the cells move
        if (!widen_to_block(truth, prediction, row, count, window, false)) return window;
    }
    if (window.span > 0) spread.unfold(window.cells.data(), shift_of(window.span));
    return window;
}

// The same with weights (finite and not negative).
inline Window<double> weigh_rows(const Column& truth, const Column& prediction, const Column& weight,
                                 std::int64_t widest, std::int64_t first, std::int64_t last) {
    Window<double> window;
    window.widest = widest;
    std::uint16_t a[block_rows], b[block_rows];
    double weights[block_rows];
    for (std::int64_t row = first; row < last; row += block_rows) {
        const std::int64_t count = std::min(block_rows, last - row);
        read_block(weight, row, count, weights);
        if (window.span == 0 || !is_inside(narrow_pair(truth, prediction, row, count, window, a, b), window)) {
            if (!widen_to_block(truth, prediction, row, count, window, true)) return window;
            narrow_pair(truth, prediction, row, count, window, a, b);
        }
        weigh_cells(a, b, weights, count, shift_of(window.span), window.cells.data(), window.squares.data());
    }
    return window;
}

}  // namespace concordant
