// Count pairs of labels that are too many, or lie too far apart, for a window: both codes of a row become one word, the
// words are sorted by their digits, and equal ones are counted. The sort is stable, so that the weights of a pair are
// added in the order of its rows.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "codes.hpp"
#include "columns.hpp"
#include "label_table.hpp"
#include "label_window.hpp"
#include "memory.hpp"
#include "score_sort.hpp"
#include "weighted_window.hpp"

namespace concordant {

using ranked::word_of;

// A row: both codes in one word, that of the truth in the higher bits; with its weight where rows have one.
template <class Cell>
using PairRow = std::conditional_t<std::is_floating_point_v<Cell>, ranked::WeightedItem, std::uint64_t>;

inline void put_row(std::uint64_t word, double, std::uint64_t& row) { row = word; }
inline void put_row(std::uint64_t word, double weight, ranked::WeightedItem& row) { row = {word, weight}; }
inline double weight_of(std::uint64_t) { return 1.0; }
inline double weight_of(const ranked::WeightedItem& row) { return row.weight; }

// What rows add up to: a count, or the sums of their weights.
template <class Cell>
using PairSums = std::conditional_t<std::is_floating_point_v<Cell>, WeightSums, std::int64_t>;

inline void add_if(bool there, double, std::int64_t& sums) { sums += there ? 1 : 0; }
inline void add_if(bool there, double weight, WeightSums& sums) { sums.add(there ? weight : 0.0); }

// Rows whose codes differ, as words of twice `bits` bits; what the others weigh, which are most of them mostly; and the
// label of each code, ascending.
template <class Cell>
struct CodedPairs {
    ranked::Pages<PairRow<Cell>> rows;
    std::size_t size = 0;
    int bits = 32;
    std::vector<PairSums<Cell>> agreeing;  // of each code
    std::vector<std::int64_t> labels;

    explicit CodedPairs(std::int64_t most) : rows(ranked::make_pages<PairRow<Cell>>(static_cast<std::size_t>(most))) {}

    // A row of weight 0 is absent.
    void add(std::uint64_t truth, std::uint64_t prediction, double weight) {
        put_row(truth << bits | prediction, weight, rows[size]);
        size += static_cast<std::size_t>(truth != prediction) & static_cast<std::size_t>(weight > 0);
        add_if(truth == prediction, weight, agreeing[truth]);
    }
};

// Codes are offsets from the lowest label. Nothing where memory that is written to meanwhile holds other labels.
template <class Cell>
std::optional<CodedPairs<Cell>> code_by_offset(const Column& truth, const Column& prediction, const Column* weight,
                                               const Reach& reach) {
    CodedPairs<Cell> coded(truth.size);
    coded.bits = std::max(1, static_cast<int>(std::bit_width(reach.distance())));
    coded.agreeing.resize(std::size_t{1} << coded.bits);
    std::uint32_t a[block_rows], b[block_rows];
    double weights[block_rows];
    std::fill(weights, weights + block_rows, 1.0);
    for (std::int64_t row = 0; row < truth.size; row += block_rows) {
        const std::int64_t count = std::min(block_rows, truth.size - row);
        const std::uint64_t seen =
            narrow_block(truth, row, count, reach.low, a) | narrow_block(prediction, row, count, reach.low, b);
        if (seen >> coded.bits != 0) return std::nullopt;
        if (weight != nullptr) read_block(*weight, row, count, weights);
        for (std::int64_t i = 0; i < count; ++i) coded.add(a[i], b[i], weights[i]);
    }
    for (std::uint64_t code = 0; code >> coded.bits == 0; ++code)  // those that do not occur may leave 64 bits
        coded.labels.push_back(static_cast<std::int64_t>(static_cast<std::uint64_t>(reach.low) + code));
    return coded;
}

// Labels that lie anywhere get their codes from a hash map. Nothing if they are more than `most`.
template <class Cell>
std::optional<CodedPairs<Cell>> code_by_hash(const Column& truth, const Column& prediction, const Column* weight,
                                             std::size_t most) {
    CodedPairs<Cell> coded(truth.size);
    LabelMap map;
    std::vector<std::int64_t> a(block_rows), b(block_rows);
    std::vector<double> weights(block_rows, 1.0);
    for (std::int64_t row = 0; row < truth.size; row += block_rows) {
        const std::int64_t count = std::min(block_rows, truth.size - row);
        read_block(truth, row, count, a.data());
        read_block(prediction, row, count, b.data());
        if (weight != nullptr) read_block(*weight, row, count, weights.data());
        for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
            if (!(weights[i] > 0)) continue;
            const std::uint32_t x = map.code(a[i]), y = map.code(b[i]);
            coded.agreeing.resize(map.labels().size());
            coded.add(x, y, weights[i]);
        }
        if (map.labels().size() > most) return std::nullopt;
    }
    const std::vector<std::int64_t>& labels = map.labels();
    std::vector<std::uint32_t> order(labels.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](auto i, auto j) { return labels[i] < labels[j]; });
    std::vector<std::uint64_t> place(labels.size());
    std::vector<PairSums<Cell>> agreeing;
    for (const std::uint32_t code : order) {
        place[code] = coded.labels.size();
        coded.labels.push_back(labels[code]);
        agreeing.push_back(coded.agreeing[code]);
    }
    coded.agreeing = std::move(agreeing);
    coded.bits = std::max(1, static_cast<int>(std::bit_width(labels.size())));
    for (std::size_t i = 0; i < coded.size; ++i) {
        const std::uint64_t word = word_of(coded.rows[i]);
        const std::uint64_t ascending = place[word >> 32] << coded.bits | place[static_cast<std::uint32_t>(word)];
        put_row(ascending, weight_of(coded.rows[i]), coded.rows[i]);
    }
    return coded;
}

// Calls give(word, first, last) for each run of equal words.
template <class Row, class Give>
void each_run(const Row* rows, std::size_t count, Give&& give) {
    for (std::size_t first = 0, last = 0; first < count; first = last) {
        const std::uint64_t word = word_of(rows[first]);
        while (last < count && word_of(rows[last]) == word) ++last;
        give(word, first, last);
    }
}

// The cells that hold rows, row after row of the table; places are codes still.
template <class Cell>
LabelTable<Cell> sorted_cells(CodedPairs<Cell>&& coded) {
    auto spare = ranked::make_pages<PairRow<Cell>>(coded.size);
    const PairRow<Cell>* rows = ranked::radix_sort(coded.rows.get(), spare.get(), coded.size, 2 * coded.bits);
    std::size_t most = 0;
    for (const PairSums<Cell>& sums : coded.agreeing) most += amount(sums) > 0 ? 1 : 0;
    each_run(rows, coded.size, [&](std::uint64_t, std::size_t, std::size_t) { ++most; });
    LabelTable<Cell> table;
    table.make_list(most, std::is_floating_point_v<Cell>);
    std::size_t cell = 0;
    const auto put = [&](std::uint64_t word, const PairSums<Cell>& sums) {
        table.truth[cell] = static_cast<std::int64_t>(word >> coded.bits);
        table.prediction[cell] = static_cast<std::int64_t>(word & ((std::uint64_t{1} << coded.bits) - 1));
        if constexpr (std::is_floating_point_v<Cell>) table.squares[cell] = sums.square;
        table.cells[cell++] = amount(sums);
    };
    std::uint64_t code = 0;  // the next that may have rows that agree
    const auto put_agreeing = [&](std::uint64_t end) {
        for (; code < coded.agreeing.size() && (code << coded.bits | code) < end; ++code)
            if (amount(coded.agreeing[code]) > 0) put(code << coded.bits | code, coded.agreeing[code]);
    };
    each_run(rows, coded.size, [&](std::uint64_t word, std::size_t first, std::size_t last) {
        put_agreeing(word);
        PairSums<Cell> sums{};
        for (std::size_t i = first; i < last; ++i) add_if(true, weight_of(rows[i]), sums);
        put(word, sums);
    });
    put_agreeing(std::numeric_limits<std::uint64_t>::max());
    return table;
}

// Puts places among the labels that occur, which the table gets, in place of codes.
template <class Cell>
void name_labels(const std::vector<std::int64_t>& labels, LabelTable<Cell>& table) {
    std::vector<std::uint8_t> occurs(labels.size());
    for (const auto* codes : {table.truth.get(), table.prediction.get()})
        for (std::size_t i = 0; i < table.size; ++i) occurs[static_cast<std::size_t>(codes[i])] = 1;
    std::vector<std::int64_t> place(labels.size());
    for (std::size_t code = 0; code < labels.size(); ++code) {
        place[code] = static_cast<std::int64_t>(table.labels.size());
        if (occurs[code] != 0) table.labels.push_back(labels[code]);
    }
    for (auto* codes : {table.truth.get(), table.prediction.get()})
        for (std::size_t i = 0; i < table.size; ++i) codes[i] = place[static_cast<std::size_t>(codes[i])];
}

inline constexpr std::int64_t widest_offsets = std::int64_t{1} << 20;

// From this range on a hash map is faster, for so many rows.
inline std::uint64_t most_offsets(std::int64_t rows) {
    return static_cast<std::uint64_t>(std::clamp<std::int64_t>(8 * rows, std::int64_t{1} << 14, widest_offsets));
}

// The table of all rows. `weight` may be null. Floats far apart are no labels, and ones that are not whole: too many.
template <class Cell>
LabelTable<Cell> tabulate_sorted(const Column& truth, const Column& prediction, const Column* weight, int threads) {
    const Reach reach = reach_of(truth, prediction, threads);
    if (reach.empty() && reach.readable) return {};
    const bool floats = is_float(truth) || is_float(prediction);
    std::optional<CodedPairs<Cell>> coded;
    if (reach.readable && reach.distance() < (floats ? widest_float_labels : most_offsets(truth.size)))
        coded = code_by_offset<Cell>(truth, prediction, weight, reach);
    if (!coded && !floats) coded = code_by_hash<Cell>(truth, prediction, weight, most_labels);
    LabelTable<Cell> table;
    table.too_many = !coded;
    if (!coded) return table;
    const std::vector<std::int64_t> labels = std::move(coded->labels);
    table = sorted_cells(std::move(*coded));
    name_labels(labels, table);
    const std::size_t size = table.labels.size();
    if (size > most_labels) {
        table = {};
        table.too_many = true;
    } else if (table_pays(size, truth.size)) {
        spread(table);
    }
    return table;
}

}  // namespace concordant
