// The table of a window of consecutive labels, which widens to the labels that come and keeps what was counted.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace concordant {

inline constexpr std::int64_t widest_window = 1024;  // labels; its table is 8 MiB

// The widest window for so many rows: to clear a table of more cells takes longer than to count the rows.
inline std::int64_t widest_for(std::int64_t rows) {
    std::int64_t span = 16;
    while (span < widest_window && 4 * span * span <= rows) span *= 2;
    return span;
}

// The counts of a window of consecutive labels: cells[(truth - first) * span + (prediction - first)].
template <class Cell>
struct Window {
    std::int64_t widest = widest_window;
    std::int64_t first = 0;
    std::int64_t span = 0;  // a power of two, or 0 while nothing was counted
    std::vector<Cell> cells;
    std::vector<Cell> squares;  // sums of squared weights; empty for unweighted counts
    bool too_wide = false;
};

// A window that holds [low, high] and all of `old`; span 0 if there is none of at most old.widest labels.
template <class Cell>
std::pair<std::int64_t, std::int64_t> window_for(const Window<Cell>& old, std::int64_t low, std::int64_t high) {
    if (old.span > 0) {
        low = std::min(low, old.first);
        high = std::max(high, old.first + (old.span - 1));
    }
    if (low > std::numeric_limits<std::int64_t>::max() - old.widest) return {0, 0};  // first + span must fit
    if (low >= 0 && low < 8 && high < old.widest) low = 0;                           // the usual labels start at 0 or 1
    const std::uint64_t reach = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
    if (reach >= static_cast<std::uint64_t>(old.widest)) return {0, 0};
    return {low, static_cast<std::int64_t>(std::max<std::uint64_t>(std::bit_ceil(reach + 1), 8))};
}

template <class Cell>
void copy_cells(const std::vector<Cell>& from, std::int64_t from_span, std::int64_t shift, std::int64_t to_span,
                std::vector<Cell>& to) {
    for (std::int64_t i = 0; i < from_span; ++i)
        for (std::int64_t j = 0; j < from_span; ++j) {
            const Cell cell = from[static_cast<std::size_t>(i * from_span + j)];
            if (cell != Cell{0}) to[static_cast<std::size_t>((i + shift) * to_span + j + shift)] += cell;
        }
}

// Make room for labels [low, high]; false if no window is wide enough.
template <class Cell>
bool widen(Window<Cell>& window, std::int64_t low, std::int64_t high, bool weighted) {
    const auto [first, span] = window_for(window, low, high);
    if (span == 0) {
        window.too_wide = true;
        return false;
    }
    if (first == window.first && span == window.span) return true;
    Window<Cell> wider{window.widest, first, span, std::vector<Cell>(static_cast<std::size_t>(span * span)), {}, false};
    if (weighted) wider.squares.resize(wider.cells.size());
    if (window.span > 0) {
        copy_cells(window.cells, window.span, window.first - first, span, wider.cells);
        if (weighted) copy_cells(window.squares, window.span, window.first - first, span, wider.squares);
    }
    window = std::move(wider);
    return true;
}

template <class Cell>
void merge(Window<Cell>& into, const Window<Cell>& from) {
    into.too_wide = into.too_wide || from.too_wide;
    if (into.too_wide || from.span == 0) return;
    const bool weighted = !from.squares.empty();
    if (!widen(into, from.first, from.first + (from.span - 1), weighted)) return;
    copy_cells(from.cells, from.span, from.first - into.first, into.span, into.cells);
    if (weighted) copy_cells(from.squares, from.span, from.first - into.first, into.span, into.squares);
}

// Copies the cells of some consecutive labels, which are 0 where the window has none; false if another one is not.
template <class Cell>
bool copy_between(const Window<Cell>& window, std::int64_t low, std::int64_t labels, Cell* out) {
    const std::int64_t past = window.first + window.span;
    const std::int64_t begin = std::clamp<std::int64_t>(low, window.first, past) - window.first;
    const std::int64_t end = std::clamp<std::int64_t>(low + labels, window.first, past) - window.first;
    const auto empty = [](const Cell* from, const Cell* to) {
        return std::all_of(from, to, [](Cell cell) { return cell == Cell{0}; });
    };
    for (std::int64_t i = 0; i < window.span; ++i) {
        const Cell* row = window.cells.data() + i * window.span;
        const bool inside = begin <= i && i < end;
        if (!empty(row, row + (inside ? begin : window.span)) || !empty(row + end, row + window.span)) return false;
        const std::int64_t shift = window.first - low;
        if (inside) std::copy(row + begin, row + end, out + (i + shift) * labels + begin + shift);
    }
    return true;
}

template <class Cell>
bool is_inside(std::uint64_t seen, const Window<Cell>& window) {
    return seen < static_cast<std::uint64_t>(window.span);
}

inline int shift_of(std::int64_t span) { return std::countr_zero(static_cast<std::uint64_t>(span)); }

}  // namespace concordant
