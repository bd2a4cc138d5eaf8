// The table of a window of consecutive labels, which widens to the labels that come and keeps what was counted.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "columns.hpp"
#include "memory.hpp"
#include "platform.hpp"
#include "threads.hpp"

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

// A block of labels of any type: their offsets from a first label, narrowed to one or two bytes, and their range.

inline constexpr std::int64_t widest_float_labels = 1024;
inline constexpr std::int32_t farthest_float = 1 << 30;  // float labels from here on are not for the window

// Offsets of a block's labels from `first`, narrowed; the result is the OR of all offsets (wrapped below `first`),
// so that one comparison tells whether every label lies in the window: span is a power of two.
template <class S, class Narrow>
CONCORDANT_CLONES std::uint64_t narrow_dense(const std::byte* data, std::int64_t count, std::uint64_t first,
                                             Narrow* out) {
    std::uint64_t seen = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        S value;
        std::memcpy(&value, data + i * static_cast<std::int64_t>(sizeof(S)), sizeof(S));
        const std::uint64_t offset = static_cast<std::uint64_t>(static_cast<std::int64_t>(value)) - first;
        seen |= offset;
        out[i] = static_cast<Narrow>(offset);
    }
    return seen;
}

// The same where labels take one or two bytes and the window starts at 0: no arithmetic beyond the label's width.
template <class S, class Narrow>
CONCORDANT_CLONES std::uint64_t narrow_small(const std::byte* data, std::int64_t count, Narrow* out) {
    S seen = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        S value;
        std::memcpy(&value, data + i * static_cast<std::int64_t>(sizeof(S)), sizeof(S));
        seen = static_cast<S>(seen | value);
        out[i] = static_cast<Narrow>(value);
    }
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(seen));
}

// Floats that are whole numbers are narrowed as these numbers; any other value gives an offset outside every window.
// Of numbers beyond 2^51 the bits of the sum tell nothing but that they are far away, which is enough.
template <class S, class Narrow>
CONCORDANT_CLONES std::uint64_t narrow_floats(const std::byte* data, std::int64_t stride, std::int64_t count,
                                              std::uint64_t first, Narrow* out) {
    std::uint64_t seen = 0, broken = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        S value;
        std::memcpy(&value, data + i * stride, sizeof(S));
        const double exact = value, sum = exact + rounding<double>;
        broken |= static_cast<std::uint64_t>(sum - rounding<double> != exact);  // true for NaN
        const std::uint64_t offset =
            std::bit_cast<std::uint64_t>(sum) - std::bit_cast<std::uint64_t>(rounding<double>) - first;
        seen |= offset;
        out[i] = static_cast<Narrow>(offset);
    }
    return broken ? ~std::uint64_t{0} : seen;
}

template <class S, class Narrow>
std::uint64_t narrow_float_block(const std::byte* data, std::int64_t stride, std::int64_t count, std::uint64_t first,
                                 Narrow* out) {
    constexpr auto size = static_cast<std::int64_t>(sizeof(S));
    return stride == size ? narrow_floats<S>(data, size, count, first, out)  // a stride known to the compiler
                          : narrow_floats<S>(data, stride, count, first, out);
}

template <class Narrow>
std::uint64_t narrow_block(const Column& column, std::int64_t row, std::int64_t count, std::int64_t first,
                           Narrow* out) {
    const std::byte* data = column.data + row * column.stride;
    const auto offset = static_cast<std::uint64_t>(first);
    const bool dense1 = column.stride == 1, dense2 = column.stride == 2, dense4 = column.stride == 4,
               dense8 = column.stride == 8;
    switch (column.type) {
        case Type::u8:
            if (dense1 && first == 0) return narrow_small<std::uint8_t>(data, count, out);
            if (dense1) return narrow_dense<std::uint8_t>(data, count, offset, out);
            break;
        case Type::i8:
            if (dense1 && first == 0) return narrow_small<std::int8_t>(data, count, out);
            if (dense1) return narrow_dense<std::int8_t>(data, count, offset, out);
            break;
        case Type::i16:
            if (dense2) return narrow_dense<std::int16_t>(data, count, offset, out);
            break;
        case Type::u16:
            if (dense2) return narrow_dense<std::uint16_t>(data, count, offset, out);
            break;
        case Type::i32:
            if (dense4) return narrow_dense<std::int32_t>(data, count, offset, out);
            break;
        case Type::u32:
            if (dense4) return narrow_dense<std::uint32_t>(data, count, offset, out);
            break;
        case Type::i64:
        case Type::u64:
            if (dense8) return narrow_dense<std::int64_t>(data, count, offset, out);
            break;
        case Type::f32: return narrow_float_block<float>(data, column.stride, count, offset, out);
        case Type::f64: return narrow_float_block<double>(data, column.stride, count, offset, out);
    }
    std::int64_t values[block_rows];
    read_block(column, row, count, values);
    return narrow_dense<std::int64_t>(reinterpret_cast<const std::byte*>(values), count, offset, out);
}

struct LabelRange {
    std::int64_t low;
    std::int64_t high;
};

template <class T>
CONCORDANT_CLONES LabelRange label_range(const T* labels, std::int64_t count) {
    T low = labels[0], high = labels[0];
    for (std::int64_t i = 1; i < count; ++i) {
        low = labels[i] < low ? labels[i] : low;
        high = labels[i] > high ? labels[i] : high;
    }
    return {low, high};
}

// The least and greatest label of a block; nothing for uint64 labels that int64 cannot hold, and for floats that are
// not whole or far from zero.
inline std::optional<LabelRange> block_range(const Column& column, std::int64_t row, std::int64_t count) {
    if (is_float(column)) {
        double floats[block_rows];
        std::int32_t whole[block_rows];
        read_block(column, row, count, floats);
        if (!floats_to_whole(floats, count, whole)) return std::nullopt;
        const LabelRange range = label_range(whole, count);
        return range.low > -farthest_float && range.high < farthest_float ? std::optional(range) : std::nullopt;
    }
    std::int64_t values[block_rows];
    values[0] = 0;  // a block has a row: the compiler cannot know
    const LabelRange range = label_range(whole_block(column, row, count, values), count);
    if (column.type == Type::u64 && range.low < 0) return std::nullopt;
    return range;
}

// The least and the greatest label of two columns.
struct Reach {
    std::int64_t low = std::numeric_limits<std::int64_t>::max();
    std::int64_t high = std::numeric_limits<std::int64_t>::min();
    bool readable = true;  // false for what is no label of 64 signed bits

    bool empty() const { return low > high; }
    std::uint64_t distance() const { return static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low); }

    void add(const std::optional<LabelRange>& block) {
        readable = readable && block;
        if (readable) merge(*this, {block->low, block->high});
    }
    friend void merge(Reach& into, const Reach& from) {
        into.readable = into.readable && from.readable;
        into.low = std::min(into.low, from.low);
        into.high = std::max(into.high, from.high);
    }
};

inline Reach reach_of(const Column& truth, const Column& prediction, int threads) {
    return over_parts(truth.size, threads, [&](std::int64_t first, std::int64_t last) {
        Reach reach;
        for (std::int64_t row = first; row < last && reach.readable; row += block_rows) {
            const std::int64_t count = std::min(block_rows, last - row);
            reach.add(block_range(truth, row, count));
            reach.add(block_range(prediction, row, count));
        }
        return reach;
    });
}

// The cells of a block of rows in a window of labels: narrowed to offsets and checked against the window with vector
// instructions.

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

// Counters that wait for each other are slow: where a row hits the counter of the row before, the sum is not stored
// yet. So rows in turn go to tables of their own, of small counters, which are added up now and then.

inline constexpr std::int64_t worth_pairing = 16384;  // rows; below, clearing the counters costs more than it saves
inline constexpr std::int64_t paired_span = 8;        // of a window whose rows are counted two at a time
inline constexpr std::int64_t least_spread = 512;     // rows that are spread over tables in turn ...
inline constexpr std::int64_t spread_cells = 4;       // ... of no more cells than rows

// Of a window of up to 8 labels a cell has 6 bits, so a pair of rows is one of 4096: half the increments.
CONCORDANT_CLONES inline void pair_up(const std::uint8_t* a, const std::uint8_t* b, std::int64_t pairs,
                                      std::uint16_t* out) {
    for (std::int64_t i = 0; i < pairs; ++i) {
        std::uint16_t x, y;  // two rows at once, the first in the low byte
        std::memcpy(&x, a + 2 * i, 2);
        std::memcpy(&y, b + 2 * i, 2);
        const auto cell = static_cast<std::uint16_t>(x << 3 | y);  // each byte holds a cell below 64
        out[i] = static_cast<std::uint16_t>((cell & 63) | (cell >> 8) << 6);
    }
}

// The rows that are not in the window's cells yet. Before the window moves they are unfolded into it.
class SpreadRows {
public:
    // Whether it saves time for so many rows and such a window, and whether then two rows are counted at a time.
    static bool pays(std::int64_t rows, std::int64_t span) {
        return span <= narrow_span && rows >= std::max(least_spread, spread_cells * span * span);
    }
    static bool pairs(std::int64_t rows, std::int64_t span) { return span <= paired_span && rows >= worth_pairing; }

    template <class Cell, class Fetch>
    void add_pairs(const std::uint8_t* a, const std::uint8_t* b, std::int64_t count, const Fetch& ahead, Cell* cells) {
        if (rows_ > most_paired) unfold(cells);
        make_room(paired_, 4096);
        std::uint16_t packed[block_rows / 2];
        const std::int64_t half = count / 2;
        pair_up(a, b, half, packed);
        add<2>(packed, half, 4096, ahead, paired_.data());
        if (count % 2) ++cells[a[count - 1] << 3 | b[count - 1]];
        rows_ += count;
    }

    template <class Cell, class Fetch>
    void add_cells(const std::uint8_t* a, const std::uint8_t* b, std::int64_t count, int shift, const Fetch& ahead,
                   Cell* cells) {
        if (rows_ > most_single) unfold(cells);
        make_room(single_, std::size_t{1} << (2 * shift));
        std::uint16_t at[block_rows];
        narrow_cells(a, b, count, shift, at);
        add<1>(at, count, std::size_t{1} << (2 * shift), ahead, single_.data());
        rows_ += count;
    }

    // Adds all to the cells of the window, which must be that of the rows.
    template <class Cell>
    void unfold(Cell* cells) {
        for (std::size_t cell = 0; cell + gap < single_.size() / tables; ++cell)
            cells[cell] += static_cast<Cell>(total(single_, cell));
        for (std::size_t pair = 0; pair + gap < paired_.size() / tables; ++pair) {
            const auto both = static_cast<Cell>(total(paired_, pair));
            cells[pair & 63] += both;
            cells[pair >> 6] += both;
        }
        single_.clear();
        std::fill(paired_.begin(), paired_.end(), 0);
        rows_ = 0;
    }

private:
    static constexpr std::size_t tables = 4;
    static constexpr std::size_t gap = 80;  // between tables: the processor takes addresses 4 KiB apart for one
    // Rows that the counters hold whatever they are: 16 bits, two rows at a time, and 32 bits.
    static constexpr std::int64_t most_paired = 2 * 4 * 0xFFFF - 2 * block_rows;
    static constexpr std::int64_t most_single = (std::int64_t{1} << 32) - 2 * block_rows;

    template <std::int64_t rows_each, class Counter, class Fetch>
    static void add(const std::uint16_t* at, std::int64_t count, std::size_t size, const Fetch& ahead, Counter* first) {
        const std::size_t stride = size + gap;
        Counter *second = first + stride, *third = second + stride, *fourth = third + stride;
        std::int64_t i = 0;
        for (; i + 3 < count; i += 4) {
            for (std::int64_t k = 0; k < rows_each; ++k) ahead.fetch(i / 4 * rows_each + k);
            const std::size_t w = at[i], x = at[i + 1], y = at[i + 2], z = at[i + 3];  // before a counter is written
            ++first[w];
            ++second[x];
            ++third[y];
            ++fourth[z];
        }
        for (; i < count; ++i) ++first[at[i]];
    }

    template <class Counter>
    static void make_room(std::vector<Counter>& counters, std::size_t size) {
        if (counters.size() != tables * (size + gap)) counters.assign(tables * (size + gap), 0);
    }

    template <class Counter>
    static std::int64_t total(const std::vector<Counter>& counters, std::size_t at) {
        std::int64_t sum = 0;
        for (; at < counters.size(); at += counters.size() / tables) sum += counters[at];
        return sum;
    }

    std::vector<std::uint16_t> paired_;  // the tables one after the other, made at the first use
    std::vector<std::uint32_t> single_;
    std::int64_t rows_ = 0;
};

}  // namespace concordant
