// Cross-tabulate two columns of integer labels in one pass over memory.
// A block of rows is narrowed to offsets in a window of labels; then its cells are counted from the first-level cache.
// A block that leaves the window widens it and keeps what was counted. Labels that are too far apart for a window of so
// many rows go through sorted_pairs.hpp.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "columns.hpp"
#include "label_table.hpp"
#include "label_window.hpp"
#include "memory.hpp"
#include "platform.hpp"
#include "sorted_pairs.hpp"
#include "threads.hpp"
#include "weighted_window.hpp"

namespace concordant {

// Counts a block in tables of its own; false if a label lies outside the window.
template <class Cell, class Fetch>
bool spread_block(const Column& truth, const Column& prediction, std::int64_t row, std::int64_t count,
                  const Fetch& ahead, std::int64_t rows, Window<Cell>& window, SpreadRows& spread) {
    std::uint8_t a[block_rows], b[block_rows];
    const std::uint64_t seen = narrow_pair(truth, prediction, row, count, window, a, b);
    if (seen >= static_cast<std::uint64_t>(window.span)) return false;
    if (SpreadRows::pairs(rows, window.span))
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
            spread.unfold(window.cells.get());
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
    return over_parts(truth.size, threads, [&](std::int64_t first, std::int64_t last) {
        return count_rows<Cell>(truth, prediction, widest, first, last);
    });
}

// Pairs of labels of few rows whose labels are bytes close to each other: all on the stack, with nothing to allocate
// and nothing to merge. What is read from the caller is read once, whoever writes to it meanwhile.

inline constexpr std::int64_t few_rows = 1 << 14;
inline constexpr std::size_t max_few_labels = 32;  // of a table on the stack

// The labels that occur, ascending, and the table of their pairs, row after row.
struct FewPairs {
    std::vector<std::int64_t> labels;
    std::vector<std::int64_t> cells;
};

// Writes labels as small numbers, and gives the bits that occur in any of them.
template <class T, class Narrow>
CONCORDANT_CLONES std::uint64_t narrow(const T* labels, std::int64_t count, Narrow* out) {
    T seen = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        const T label = labels[i];
        seen = static_cast<T>(seen | label);
        out[i] = static_cast<Narrow>(label);
    }
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(seen));
}

// The same of a column; false if some label is no byte.
inline bool read_bytes(const Column& column, std::uint8_t* out) {
    const auto as = [&]<class T>(T) {
        return narrow(reinterpret_cast<const T*>(column.data), column.size, out) <= 255;
    };
    if (column.type == Type::u8 && lies_as<std::uint8_t>(column)) {
        std::memcpy(out, column.data, static_cast<std::size_t>(column.size));
        return true;
    }
    if (column.type == Type::i8 && lies_as<std::int8_t>(column)) return as(std::int8_t{});
    if (column.type == Type::i32 && lies_as<std::int32_t>(column)) return as(std::int32_t{});
    if (column.type == Type::i64 && lies_as<std::int64_t>(column)) return as(std::int64_t{});
    std::uint64_t seen = 0;
    std::int64_t read[block_rows];
    for (std::int64_t row = 0; row < column.size; row += block_rows) {
        const std::int64_t count = std::min(block_rows, column.size - row);
        read_block(column, row, count, read);
        seen |= narrow(read, count, out + row);
    }
    return seen <= 255;
}

struct ByteRange {
    std::uint8_t low = 255;
    std::uint8_t high = 0;
};

CONCORDANT_CLONES inline ByteRange byte_range(const std::uint8_t* a, const std::uint8_t* b, std::int64_t count) {
    std::uint8_t low = 255, high = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        const std::uint8_t least = a[i] < b[i] ? a[i] : b[i], most = a[i] < b[i] ? b[i] : a[i];
        low = least < low ? least : low;
        high = most > high ? most : high;
    }
    return {low, high};
}

// Writes the cell of each pair, first the truth's label.
template <int Bits>
CONCORDANT_CLONES void write_pairs(const std::uint8_t* truth, const std::uint8_t* prediction, std::int64_t count,
                                   std::uint8_t low, std::uint16_t* out) {
    for (std::int64_t i = 0; i < count; ++i) {
        const auto first = static_cast<std::uint8_t>(truth[i] - low);
        const auto second = static_cast<std::uint8_t>(prediction[i] - low);
        out[i] = static_cast<std::uint16_t>(first << Bits | second);
    }
}

// The labels that occur in a table of counts of labels from `low` on, and their part of it.
template <class Cell>
FewPairs occurring_pairs(const Cell* cells, std::size_t width, std::int64_t low) {
    Cell rows[max_few_labels] = {}, columns[max_few_labels] = {};
    for (std::size_t i = 0; i < width; ++i)
        for (std::size_t j = 0; j < width; ++j) {
            rows[i] |= cells[i * width + j];
            columns[j] |= cells[i * width + j];
        }
    std::size_t kept[max_few_labels], size = 0;
    FewPairs out;
    for (std::size_t i = 0; i < width; ++i)
        if ((rows[i] | columns[i]) != 0) kept[size++] = i;
    out.labels.resize(size);
    out.cells.resize(size * size);
    for (std::size_t i = 0; i < size; ++i) {
        out.labels[i] = low + static_cast<std::int64_t>(kept[i]);
        for (std::size_t j = 0; j < size; ++j) out.cells[i * size + j] = cells[kept[i] * width + kept[j]];
    }
    return out;
}

// Rows in turn go to four tables, so that equal pairs need not wait for each other.
template <int Bits>
FewPairs pairs_of_bytes(const std::uint8_t* truth, const std::uint8_t* prediction, std::int64_t rows,
                        std::uint8_t low) {
    constexpr std::size_t width = std::size_t{1} << Bits, size = width * width;
    std::uint32_t cells[4][size] = {};
    std::uint16_t pairs[block_rows];
    for (std::int64_t row = 0; row < rows; row += block_rows) {
        const std::int64_t count = std::min(block_rows, rows - row);
        write_pairs<Bits>(truth + row, prediction + row, count, low, pairs);
        std::int64_t i = 0;
        for (; i + 4 <= count; i += 4)
            for (std::int64_t table = 0; table < 4; ++table) ++cells[table][pairs[i + table]];
        for (; i < count; ++i) ++cells[0][pairs[i]];
    }
    for (std::size_t cell = 0; cell < size; ++cell) cells[0][cell] += cells[1][cell] + cells[2][cell] + cells[3][cell];
    return occurring_pairs(cells[0], width, low);
}

// The pairs of two columns of as many whole numbers, 1 to `few_rows`; none of labels that are not bytes near each
// other.
inline std::optional<FewPairs> count_few(const Column& truth, const Column& prediction) {
    const std::int64_t rows = truth.size;
    std::uint8_t first[few_rows], second[few_rows];
    if (!read_bytes(truth, first) || !read_bytes(prediction, second)) return std::nullopt;
    const ByteRange range = byte_range(first, second, rows);
    const int reach = range.high - range.low;
    if (reach < 8) return pairs_of_bytes<3>(first, second, rows, range.low);
    if (reach < 32) return pairs_of_bytes<5>(first, second, rows, range.low);
    return std::nullopt;
}

// What was counted in a window of labels: the table of those that occur.

template <class Cell>
using NumberOf = std::conditional_t<std::is_integral_v<Cell>, std::int64_t, double>;

// Of so many rows.
template <class Cell>
LabelTable<NumberOf<Cell>> table_of_window(const Window<Cell>& window, std::int64_t rows) {
    using Number = NumberOf<Cell>;
    const auto span = static_cast<std::size_t>(window.span);
    const auto kept = occurring(window.cells.get(), static_cast<std::size_t>(window.labels), span);
    const auto among = [&](const auto& of) {
        auto numbers = ranked::make_pages<Number>(kept.size() * kept.size());
        copy_kept(window.cells.get(), span, kept, numbers.get(), of);
        return numbers;
    };
    LabelTable<Number> table;
    table.labels.reserve(kept.size());
    for (const std::size_t i : kept) table.labels.push_back(window.first + static_cast<std::int64_t>(i));
    table.cells = among([](const Cell& cell) { return amount(cell); });
    if constexpr (std::is_same_v<Cell, WeightSums>) table.squares = among(square_of);
    if (!table_pays(kept.size(), rows)) gather(table);
    return table;
}

// The table of pairs of labels that occur: counted in a window, or for labels too far apart for it by sorting rows.

// Labels too far apart for a window, and weights that nobody has checked.
template <class Cell>
LabelTable<Cell> tabulate_far(const Column& truth, const Column& prediction, const Column* weight, int threads) {
    threads = static_cast<int>(std::clamp<std::int64_t>(threads, 1, std::max<std::int64_t>(truth.size, 1)));
    GivenWeights given;
    if (weight != nullptr) given = given_weights(*weight, threads);
    LabelTable<Cell> table;
    if (given.are_weights()) table = tabulate_sorted<Cell>(truth, prediction, weight, threads);
    table.greatest = given.greatest();
    return table;
}

inline LabelTable<std::int64_t> tabulate_rows(const Column& truth, const Column& prediction, int threads) {
    const auto table = [&](const auto& window) {
        return window.too_wide ? tabulate_far<std::int64_t>(truth, prediction, nullptr, threads)
                               : table_of_window(window, truth.size);
    };
    const std::int64_t widest = widest_counts(truth, prediction);
    return truth.size <= most_counted ? table(count_window<std::uint32_t>(truth, prediction, widest, threads))
                                      : table(count_window<std::int64_t>(truth, prediction, widest, threads));
}

inline LabelTable<double> tabulate_weights(const Column& truth, const Column& prediction, const Column& weight,
                                           int threads) {
    const std::int64_t widest = widest_sums(truth, prediction);
    const bool few = widest <= few_weighted || span_at_a_glance(truth, prediction) <= few_weighted;
    const auto [window, given] = few ? weight_in_chunks(truth, prediction, weight, widest, threads)
                                     : weight_rows(truth, prediction, weight, widest, 0, truth.size);
    if (window.too_wide) return tabulate_far<double>(truth, prediction, &weight, threads);
    auto table = table_of_window(window, truth.size);
    table.greatest = given.greatest();
    return table;
}

}  // namespace concordant
