// Cross-tabulate two columns of integer labels in one pass over memory.
// A block of rows is narrowed to offsets in a small window of labels and checked against the window with vector
// instructions; then its cells are counted from the first-level cache. A block that leaves the window widens it
// and keeps what was counted. Labels that are too far apart for a window of so many rows go through counts_ranged.hpp.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "clones.hpp"
#include "columns.hpp"
#include "sliced_counts.hpp"

namespace concordant {

inline constexpr std::int64_t widest_window = 1024;  // labels; its table is 8 MiB

// The widest window for so many rows: to clear a table of more cells takes longer than to count the rows.
inline std::int64_t widest_for(std::int64_t rows) {
    std::int64_t span = 16;
    while (span < widest_window && 4 * span * span <= rows) span *= 2;
    return span;
}

inline constexpr float farthest_float = 0x1p30F;  // float labels from here on are not for the window

inline bool is_float(const Column& column) { return column.type == Type::f32 || column.type == Type::f64; }

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
template <class S, class Narrow>
CONCORDANT_CLONES std::uint64_t narrow_floats(const std::byte* data, std::int64_t stride, std::int64_t count,
                                              std::uint64_t first, Narrow* out) {
    std::uint64_t seen = 0, broken = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        S value;
        std::memcpy(&value, data + i * stride, sizeof(S));
        const S near = value > -farthest_float && value < farthest_float ? value : S{0};  // also for NaN
        const auto whole = static_cast<std::int32_t>(near);
        broken |= static_cast<S>(whole) != value;
        const std::uint64_t offset = static_cast<std::uint64_t>(std::int64_t{whole}) - first;
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

// Counters that wait for each other are slow: where a row hits the counter of the row before, the sum is not stored
// yet. So rows in turn go to tables of their own, of small counters, which are added up now and then.
inline constexpr std::int64_t worth_spreading = 16384;  // rows; below, clearing the counters costs more than it saves
inline constexpr std::int64_t paired_span = 8;          // of a window whose rows are counted two at a time
inline constexpr std::int64_t spread_span = 64;         // of a window that is spread over tables in turn

// The rows of the next block are asked for while this block is counted, so that the memory never rests: 0.6 ns a row
// in place of 0.9 for int64. One-byte and two-byte labels come fast enough without.
struct Ahead {
    const std::byte* truth;
    const std::byte* prediction;
    std::int64_t truth_step;  // bytes of four rows
    std::int64_t prediction_step;

    Ahead(const Column& a, const Column& b, std::int64_t row)
        : truth(a.data + row * a.stride), prediction(b.data + row * b.stride), truth_step(4 * a.stride),
          prediction_step(4 * b.stride) {}

    static bool pays(const Column& a, const Column& b) { return a.stride >= 4 && b.stride >= 4; }

    void fetch(std::int64_t four_rows) const {
#if defined(__GNUC__)
        __builtin_prefetch(truth + four_rows * truth_step);
        __builtin_prefetch(prediction + four_rows * prediction_step);
#else
        static_cast<void>(four_rows);
#endif
    }
};

struct Nothing {
    void fetch(std::int64_t) const {}
};

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

template <class Narrow>
CONCORDANT_CLONES void cells_of(const Narrow* a, const Narrow* b, std::int64_t count, int shift, std::uint16_t* out) {
    for (std::int64_t i = 0; i < count; ++i)
        out[i] =
            static_cast<std::uint16_t>(static_cast<std::uint32_t>(a[i]) << shift | static_cast<std::uint32_t>(b[i]));
}

// Of labels 0 and 1 three sums are enough: ones of the truth, of the prediction, of both. Eight rows are added at once.
struct Ones {
    std::int64_t truth = 0, prediction = 0, both = 0;
};

inline std::int64_t sum_bytes(std::uint64_t word) {
    constexpr std::uint64_t every_other = 0x00FF00FF00FF00FFULL, ones = 0x0001000100010001ULL;
    const std::uint64_t pairs = (word & every_other) + (word >> 8 & every_other);
    return static_cast<std::int64_t>(pairs * ones >> 48);  // at most 8 x 255: no carry is lost
}

CONCORDANT_CLONES inline void add_ones(const std::uint8_t* a, const std::uint8_t* b, std::int64_t count, Ones& ones) {
    constexpr std::int64_t strip = 8 * 128;  // 128 words of ones keep every byte below 255
    std::int64_t i = 0;
    while (i + 8 <= count) {
        const std::int64_t words = std::min(strip, count - i) / 8;
        std::uint64_t truth = 0, prediction = 0, both = 0;
        for (std::int64_t word = 0; word < words; ++word) {
            std::uint64_t x, y;
            std::memcpy(&x, a + i + 8 * word, 8);
            std::memcpy(&y, b + i + 8 * word, 8);
            truth += x;
            prediction += y;
            both += x & y;
        }
        ones.truth += sum_bytes(truth);
        ones.prediction += sum_bytes(prediction);
        ones.both += sum_bytes(both);
        i += 8 * words;
    }
    for (; i < count; ++i) {
        ones.truth += a[i];
        ones.prediction += b[i];
        ones.both += a[i] & b[i];
    }
}

// The rows that are not in the window's cells yet. Before the window moves they are unfolded into it.
class SpreadRows {
public:
    // Rows with labels 0 and 1 of a window that starts at 0.
    void add_binary(const std::uint8_t* a, const std::uint8_t* b, std::int64_t count) {
        add_ones(a, b, count, ones_);
        binary_ += count;
    }

    template <class Fetch>
    void add_pairs(const std::uint8_t* a, const std::uint8_t* b, std::int64_t count, const Fetch& ahead,
                   std::int64_t* cells) {
        if (rows_ > most_paired) unfold_tables(cells);
        make_room(paired_, 4096);
        std::uint16_t packed[block_rows / 2];
        const std::int64_t half = count / 2;
        pair_up(a, b, half, packed);
        add<2>(packed, half, 4096, ahead, paired_.data());
        if (count % 2) ++cells[a[count - 1] << 3 | b[count - 1]];
        rows_ += count;
    }

    template <class Narrow, class Fetch>
    void add_cells(const Narrow* a, const Narrow* b, std::int64_t count, int shift, const Fetch& ahead,
                   std::int64_t* cells) {
        if (rows_ > most_single) unfold_tables(cells);
        make_room(single_, std::size_t{1} << (2 * shift));
        std::uint16_t at[block_rows];
        cells_of(a, b, count, shift, at);
        add<1>(at, count, std::size_t{1} << (2 * shift), ahead, single_.data());
        rows_ += count;
    }

    // Adds all to the cells of a window of 2^shift labels, which must be that of the rows.
    void unfold(std::int64_t* cells, int shift) {
        const std::int64_t width = std::int64_t{1} << shift;
        if (binary_ > 0) {
            cells[0] += binary_ - ones_.truth - ones_.prediction + ones_.both;
            cells[1] += ones_.prediction - ones_.both;
            cells[width] += ones_.truth - ones_.both;
            cells[width + 1] += ones_.both;
        }
        binary_ = 0;
        ones_ = {};
        unfold_tables(cells);
    }

private:
    static constexpr std::size_t tables = 4;
    static constexpr std::size_t gap =
        80;  // counters between tables: the processor takes addresses 4 KiB apart for one
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

    void unfold_tables(std::int64_t* cells) {
        for (std::size_t cell = 0; cell + gap < single_.size() / tables; ++cell) cells[cell] += total(single_, cell);
        for (std::size_t pair = 0; pair + gap < paired_.size() / tables; ++pair) {
            const std::int64_t both = total(paired_, pair);
            cells[pair & 63] += both;
            cells[pair >> 6] += both;
        }
        single_.clear();
        std::fill(paired_.begin(), paired_.end(), 0);
        rows_ = 0;
    }

    Ones ones_;
    std::int64_t binary_ = 0;
    std::vector<std::uint16_t> paired_;  // the tables one after the other, made at the first use
    std::vector<std::uint32_t> single_;
    std::int64_t rows_ = 0;
};

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

struct LabelRange {
    std::int64_t low;
    std::int64_t high;
};

CONCORDANT_CLONES inline LabelRange label_range(const std::int64_t* labels, std::int64_t count) {
    std::int64_t low = labels[0], high = labels[0];
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
        read_block(column, row, count, floats);
        for (std::int64_t i = 0; i < count; ++i)
            if (!(std::abs(floats[i]) < double{farthest_float}) || std::trunc(floats[i]) != floats[i])
                return std::nullopt;
        const auto [low, high] = std::minmax_element(floats, floats + count);
        return LabelRange{static_cast<std::int64_t>(*low), static_cast<std::int64_t>(*high)};
    }
    std::int64_t values[block_rows];
    const LabelRange range = label_range(whole_block(column, row, count, values), count);
    if (column.type == Type::u64 && range.low < 0) return std::nullopt;
    return range;
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

template <class Cell>
bool is_inside(std::uint64_t seen, const Window<Cell>& window) {
    return seen < static_cast<std::uint64_t>(window.span);
}

inline int shift_of(std::int64_t span) { return std::countr_zero(static_cast<std::uint64_t>(span)); }

// Counts a block in tables of its own; false if a label lies outside the window.
template <class Fetch>
bool spread_block(const Column& truth, const Column& prediction, std::int64_t row, std::int64_t count,
                  const Fetch& ahead, Window<std::int64_t>& window, SpreadRows& spread) {
    std::uint8_t a[block_rows], b[block_rows];
    const std::uint64_t seen = narrow_pair(truth, prediction, row, count, window, a, b);
    if (!is_inside(seen, window)) return false;
    if (seen <= 1 && truth.stride == 1 && prediction.stride == 1)
        spread.add_binary(a, b, count);
    else if (window.span <= paired_span)
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
    bool small = true;
    while (small && last - row >= least_sliced) {
        const std::int64_t rows = last - row;
        small = rows >= sliced_rows ? sliced.add(truth.data + row, prediction.data + row, rows >= 2 * sliced_rows)
                                    : sliced.add_few(truth.data + row, prediction.data + row, rows);
        if (small) row += std::min(rows, sliced_rows);
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
    if (last - first >= least_sliced && SlicedCounts::reads(truth) && SlicedCounts::reads(prediction) &&
        slices_labels())
        count_sliced(truth, prediction, row, last, window);
    const bool spreads = last - row >= worth_spreading;
    while (row < last) {
        const std::int64_t count = std::min(block_rows, last - row), next = row + block_rows;
        const bool fetch = Ahead::pays(truth, prediction) && next + block_rows <= last;
        bool inside;
        if (window.span > spread_span || !spreads)
            inside = count_block(truth, prediction, row, count, window);
        else if (fetch)
            inside = spread_block(truth, prediction, row, count, Ahead(truth, prediction, next), window, spread);
        else
            inside = spread_block(truth, prediction, row, count, Nothing{}, window, spread);
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
        if (!is_inside(narrow_pair(truth, prediction, row, count, window, a, b), window)) {
            if (!widen_to_block(truth, prediction, row, count, window, true)) return window;
            narrow_pair(truth, prediction, row, count, window, a, b);
        }
        weigh_cells(a, b, weights, count, shift_of(window.span), window.cells.data(), window.squares.data());
    }
    return window;
}

}  // namespace concordant
