// List the cells of two columns of labels that hold rows: of many labels and few rows nearly all cells are empty.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "fetched_ahead.hpp"
#include "given_weights.hpp"
#include "label_offsets.hpp"
#include "label_table.hpp"
#include "listed_cells.hpp"
#include "listed_pairs.hpp"
#include "threads.hpp"
#include "weighed_list.hpp"

namespace concordant {

// The places among the labels that occur, which the table gets.
inline std::vector<std::uint32_t> places_of(const Marks& marks, std::int64_t low, std::vector<std::int64_t>& labels) {
    std::vector<std::uint32_t> places(marks.size());
    for (std::size_t offset = 0; offset < marks.size(); ++offset)
        if (marks[offset] != 0) {
            places[offset] = static_cast<std::uint32_t>(labels.size());
            labels.push_back(low + static_cast<std::int64_t>(offset));
        }
    return places;
}

// The list of cells that hold rows.
template <class Cell>
bool list_rows(const Offsets& offsets, const Column* weight, const std::vector<std::uint32_t>& places,
               LabelTable<Cell>& table) {
    std::vector<RowOf<Cell>> rows;
    rows.reserve(static_cast<std::size_t>(offsets.truth.size));
    const bool inside = each_offsets(
        offsets, weight, 0, offsets.truth.size,
        [&](const std::uint32_t* a, const std::uint32_t* b, const double* weights, std::int64_t count) {
            for (std::int64_t i = 0; i < count; ++i)
                if (weights == nullptr || weights[i] > 0)
                    rows.push_back(row_of<Cell>(places[a[i]], places[b[i]], weights == nullptr ? 1.0 : weights[i]));
            return true;
        });
    if (inside) list_cells(std::move(rows), table);
    return inside;
}

// Rows at the beginning that may tell alone that there are too many labels for a table.
inline constexpr std::int64_t looked_at = 2 * block_rows;

// Whether rows are so many beside the range that sums for each of its labels are soon cleared.
inline bool lister_pays(const Offsets& offsets) {
    const auto rows = static_cast<std::uint64_t>(offsets.truth.size);
    return rows < std::numeric_limits<std::uint32_t>::max() && rows >= 2 * offsets.span;
}

// Whether some rows hold so many labels that a table of all does not pay. `weight` may be null.
inline bool surely_listed(const Offsets& offsets, const Column* weight, Form form) {
    const std::int64_t rows = offsets.truth.size;
    if (form != Form::either || !lister_pays(offsets) || table_pays(offsets.span, rows, form)) return false;
    Marks marks(offsets.span);
    each_offsets(offsets, weight, 0, std::min(rows, looked_at),
                 [&](auto* a, auto* b, const double* weights, std::int64_t count) {
                     mark_block(a, b, weights, count, marks.data());
                     return true;
                 });
    const auto labels = std::count(marks.begin(), marks.end(), std::uint8_t{1});
    return !table_pays(static_cast<std::uint64_t>(labels), rows, form);
}

// The labels of a listed table whose places are offsets still: those that its cells have. Of `known` offsets from 0 on
// each occurs, if that is not 0, and no other.
template <class Cell>
void take_labels(const Offsets& offsets, std::size_t known, Form form, LabelTable<Cell>& table) {
    Marks marks(known > 0 ? known : offsets.span, static_cast<std::uint8_t>(known > 0));
    if (known == 0) {
        for (std::size_t i = 0; i < table.size; ++i) marks[static_cast<std::size_t>(table.prediction[i])] = 1;
        for (std::size_t i = 0; i < table.size; ++i) marks[static_cast<std::size_t>(table.truth[i])] = 1;
    }
    const auto places = places_of(marks, offsets.low, table.labels);
    table.too_many = table.labels.size() > most_labels_of(form);
    if (table.too_many) table.labels.clear();
    table.listed = !table.labels.empty();
    if (!table.listed) return;
    const bool gaps = table.labels.back() - offsets.low + 1 != static_cast<std::int64_t>(table.labels.size());
    if (gaps)
        for (auto* codes : {table.truth.get(), table.prediction.get()})
            for (std::size_t i = 0; i < table.size; ++i) codes[i] = places[static_cast<std::size_t>(codes[i])];
}

// The list of cells that hold rows, of rows that count alike.
inline std::optional<LabelTable<std::int64_t>> list_counts(const Offsets& offsets, Form form) {
    const std::int64_t rows = offsets.truth.size;
    PairLister lister(rows, offsets.span, offsets.span, 1);
    std::uint32_t a[block_rows], b[block_rows];
    for (std::int64_t row = 0; row < rows; row += block_rows) {
        const std::int64_t count = std::min(block_rows, rows - row), next = row + block_rows;
        if (!offsets.read(row, count, a, b)) return std::nullopt;
        if (Ahead::pays(offsets.truth, offsets.prediction) && next + block_rows <= rows)
            lister.add(a, b, count, Ahead(offsets.truth, offsets.prediction, next));
        else
            lister.add(a, b, count, Nothing{});
    }
    ListedPairs<std::int64_t> pairs = lister.list<std::int64_t>();
    LabelTable<std::int64_t> table;
    table.size = pairs.size;
    table.truth = std::move(pairs.first);
    table.prediction = std::move(pairs.second);
    table.cells = std::move(pairs.rows);
    take_labels(offsets, lister.agreeing_codes(), form, table);
    return table;
}

// The same of weighted rows, and none at weights that are none. Of two threads one adds up the rows that agree, and one
// lists the others.
inline std::optional<LabelTable<double>> list_weights(const Offsets& offsets, const Column& weight, int threads,
                                                      Form form) {
    WeighedLister lister(offsets.truth.size, offsets.span);
    GivenWeights given;
    const auto add = [&](bool agreeing, bool others) {
        std::uint32_t a[block_rows], b[block_rows];
        double read[block_rows];
        for (std::int64_t row = 0; row < offsets.truth.size; row += block_rows) {
            const std::int64_t count = std::min(block_rows, offsets.truth.size - row);
            if (!offsets.read(row, count, a, b)) return false;
            const double* weights = doubles_of(weight, row, count, read);
            if (agreeing && !given.add(weights, count)) return false;
            if (agreeing) lister.add_agreeing(a, b, weights, count);
            if (others) lister.add_others(a, b, weights, count);
        }
        return true;
    };
    bool inside[2] = {true, true};
    if (threads > 1)
        parallel(2, 2, [&](int part, std::int64_t, std::int64_t) { inside[part] = add(part == 0, part == 1); });
    else
        inside[0] = add(true, true);
    if (!inside[0] || !inside[1]) return std::nullopt;
    WeighedList list = lister.list(std::min(threads, 2));
    LabelTable<double> table;
    table.size = list.size;
    table.truth = std::move(list.first);
    table.prediction = std::move(list.second);
    table.cells = std::move(list.cells);
    table.squares = std::move(list.squares);
    table.greatest = given.greatest();
    take_labels(offsets, lister.agreeing_codes(), form, table);
    return table;
}

template <class Cell>
std::optional<LabelTable<Cell>> list_sums(const Offsets& offsets, const Column* weight, int threads, Form form) {
    if constexpr (std::is_floating_point_v<Cell>)
        return list_weights(offsets, *weight, threads, form);
    else
        return list_counts(offsets, form);
}

}  // namespace concordant
