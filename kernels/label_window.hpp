// The table of a window of consecutive labels, which widens to the labels that come and keeps what was counted.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "clones.hpp"
#include "pages.hpp"

namespace concordant {

// Of so few labels the span of a window is a power of two; of more it is as wide as its labels are.
inline constexpr std::int64_t narrow_span = 32;

// Rows of a wide window that agree are counted behind its table: most rows are there, and few lines of the cache hold
// them. Counts go to four places in turn, so that equal ones need not wait for each other; sums keep the order of rows.
template <class Cell>
inline constexpr std::int64_t diagonals = std::is_integral_v<Cell> ? 4 : 1;

template <class Cell>
std::int64_t cells_of_span(std::int64_t span) {
    return span * span + (span > narrow_span ? diagonals<Cell> * span : 0);
}

// The counts of a window of consecutive labels: cells[(truth - first) * span + (prediction - first)].
template <class Cell>
struct Window {
    std::int64_t widest;
    std::int64_t first = 0;
    std::int64_t span = 0;    // 0 while nothing was counted
    std::int64_t labels = 0;  // from the first on; those after them have no row
    int moves = 0;
    ranked::Pages<Cell> cells{};
    bool too_wide = false;

    bool is_wide() const { return span > narrow_span; }
    std::size_t bytes() const { return static_cast<std::size_t>(cells_of_span<Cell>(span)) * sizeof(Cell); }
};

// The widest window of so many cells.
inline std::int64_t widest_of_cells(std::int64_t cells) {
    constexpr std::int64_t least = 32, most = 4096;
    return std::clamp(static_cast<std::int64_t>(std::sqrt(static_cast<double>(cells))), least, most);
}

inline std::int64_t span_for(std::int64_t labels) {
    if (labels > narrow_span) return labels;
    return std::max<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(labels)), 8);
}

inline constexpr int most_moves = 8;  // of rows that are written to meanwhile; then a window takes all its room

// The first label and the span of a window that holds [low, high] and all of `old`; span 0 if there is none of at most
// old.widest labels.
template <class Cell>
std::pair<std::int64_t, std::int64_t> window_for(const Window<Cell>& old, std::int64_t low, std::int64_t high) {
    if (old.span > 0) {
        low = std::min(low, old.first);
        high = std::max(high, old.first + (old.labels - 1));
    }
    if (low > std::numeric_limits<std::int64_t>::max() - 2 * old.widest) return {0, 0};  // first + span must fit
    if (low >= 0 && low < 8 && high < old.widest) low = 0;  // the usual labels start at 0 or 1
    const std::uint64_t reach = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
    if (reach >= static_cast<std::uint64_t>(old.widest)) return {0, 0};
    return {low, old.moves < most_moves ? span_for(static_cast<std::int64_t>(reach) + 1) : span_for(old.widest)};
}

template <class Cell>
CONCORDANT_CLONES void add_cells(const Cell* from, std::int64_t count, Cell* to) {
    for (std::int64_t i = 0; i < count; ++i) to[i] += from[i];
}

template <class Cell>
void add_table(const Window<Cell>& from, Window<Cell>& to) {
    if (from.labels == 0) return;
    const std::int64_t shift = from.first - to.first;
    for (std::int64_t i = 0; i < from.labels; ++i)
        add_cells(from.cells.get() + i * from.span, from.labels, to.cells.get() + (i + shift) * to.span + shift);
    to.labels = std::max(to.labels, from.labels + shift);
}

// Puts what lies behind the table of a wide window on its diagonal, as it must be before the window is read or moves.
template <class Cell>
void fold_diagonal(Window<Cell>& window) {
    if (!window.is_wide()) return;
    Cell* behind = window.cells.get() + window.span * window.span;
    for (std::int64_t copy = 0; copy < diagonals<Cell>; ++copy)
        for (std::int64_t i = 0; i < window.span; ++i)
            window.cells[static_cast<std::size_t>(i * (window.span + 1))] += std::exchange(*behind++, Cell{});
}

// The same in the other direction, of sums, so that those of rows to come are added to those of the rows before.
template <class Cell>
void unfold_diagonal(Window<Cell>& window) {
    static_assert(diagonals<Cell> == 1);
    if (!window.is_wide()) return;
    Cell* behind = window.cells.get() + window.span * window.span;
    for (std::int64_t i = 0; i < window.labels; ++i)
        behind[i] += std::exchange(window.cells[static_cast<std::size_t>(i * (window.span + 1))], Cell{});
}

// Makes it the window of other labels, among which are all that were counted.
template <class Cell>
void move_to(Window<Cell>& window, std::int64_t first, std::int64_t span) {
    if (first == window.first && span == window.span) return;
    Window<Cell> moved{window.widest, first, span};
    moved.moves = window.moves + 1;
    moved.cells = ranked::make_zeros<Cell>(static_cast<std::size_t>(cells_of_span<Cell>(span)));
    moved.labels = moved.is_wide() ? 0 : span;  // of few it does not matter
    add_table(window, moved);
    window = std::move(moved);
}

// Make room for labels [low, high]; false if no window is wide enough.
template <class Cell>
bool widen(Window<Cell>& window, std::int64_t low, std::int64_t high) {
    const auto [first, span] = window_for(window, low, high);
    window.too_wide = span == 0;
    if (span > 0) move_to(window, first, span);
    return span > 0;
}

template <class Cell>
void merge(Window<Cell>& into, const Window<Cell>& from) {
    into.too_wide = into.too_wide || from.too_wide;
    if (into.too_wide || from.span == 0) return;
    const std::int64_t last = from.first + (from.labels - 1);
    const bool holds = into.span > 0 && into.first <= from.first && last < into.first + into.span;
    if (holds || widen(into, from.first, last)) add_table(from, into);
}

// Copies the cells of some consecutive labels, which are 0 where the window has none; false if another one is not.
template <class Cell, class Out>
bool copy_between(const Window<Cell>& window, std::int64_t low, std::int64_t labels, Out* out) {
    const std::int64_t past = window.first + window.span;
    const std::int64_t begin = std::clamp<std::int64_t>(low, window.first, past) - window.first;
    const std::int64_t end = std::clamp<std::int64_t>(low + labels, window.first, past) - window.first;
    const auto empty = [](const Cell* from, const Cell* to) {
        return std::all_of(from, to, [](Cell cell) { return cell == Cell{0}; });
    };
    for (std::int64_t i = 0; i < window.span; ++i) {
        const Cell* row = window.cells.get() + i * window.span;
        const bool inside = begin <= i && i < end;
        if (!empty(row, row + (inside ? begin : window.span)) || !empty(row + end, row + window.span)) return false;
        const std::int64_t shift = window.first - low;
        if (inside) std::copy(row + begin, row + end, out + (i + shift) * labels + begin + shift);
    }
    return true;
}

inline int shift_of(std::int64_t span) { return std::countr_zero(static_cast<std::uint64_t>(span)); }

}  // namespace concordant
