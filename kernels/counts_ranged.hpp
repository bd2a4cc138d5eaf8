// Cross-tabulate labels of a range that is known from a first reading. Where a table of the whole range is worth it, a
// second reading counts into it, and if all labels of the range occur it is the answer. Else (few rows, or labels with
// wide gaps) the second reading marks the labels that occur, and a third counts into the table of these, or lists
// cells.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "counts_listed.hpp"
#include "label_blocks.hpp"
#include "label_offsets.hpp"
#include "label_table.hpp"
#include "label_window.hpp"
#include "threads.hpp"

namespace concordant {

// A table beyond the cache is asked for its cells some rows ahead.
inline constexpr std::size_t cells_in_cache = std::size_t{1} << 16;
inline constexpr std::int64_t rows_ahead = 16;

template <class Add>
void add_ahead(const std::uint32_t* at, std::int64_t count, const void* cells, std::size_t cell_size, bool far,
               Add&& add) {
    std::int64_t i = 0;
#if defined(__GNUC__)
    if (far)
        for (; i + rows_ahead < count; ++i) {
            __builtin_prefetch(static_cast<const std::byte*>(cells) + at[i + rows_ahead] * cell_size, 1);
            add(i);
        }
#else
    static_cast<void>(cells), static_cast<void>(cell_size), static_cast<void>(far);
#endif
    for (; i < count; ++i) add(i);
}

// Counts the rows of a block, or adds their weights, in the cells `at`.
template <class Cell>
void add_block(const std::uint32_t* at, const double* weights, std::int64_t count, bool far, Cell* cells,
               Cell* squares) {
    if (weights == nullptr)
        add_ahead(at, count, cells, sizeof(Cell), far, [=](std::int64_t i) { ++cells[at[i]]; });
    else
        add_ahead(at, count, cells, sizeof(Cell), far, [=](std::int64_t i) {
            cells[at[i]] += static_cast<Cell>(weights[i]);
            squares[at[i]] += static_cast<Cell>(weights[i] * weights[i]);
        });
}

// The cells of the offsets of a block, in place of the first ones; false if an offset is not below `range`. Those of
// rows that agree lie behind the table, one after the other: most rows are there, and few lines of the cache hold them.
CONCORDANT_CLONES inline bool offsets_to_cells(std::uint32_t* a, const std::uint32_t* b, std::int64_t count,
                                               std::uint32_t range) {
    std::uint32_t most = 0;
    const std::uint32_t behind = range * range;
    for (std::int64_t i = 0; i < count; ++i) {
        const std::uint32_t x = a[i], y = b[i], greater = x > y ? x : y;
        most = greater > most ? greater : most;
        a[i] = x == y ? behind + x : x * range + y;
    }
    return most < range;
}

// Puts what lies behind a table of `range` labels on its diagonal.
template <class Cell>
void fold_diagonal(Cell* cells, std::size_t range) {
    const Cell* behind = cells + range * range;
    for (std::size_t i = 0; i < range; ++i) cells[i * (range + 1)] = behind[i];
}

// A second thread has a table of its own, to be added: worth it for this many rows a cell.
inline constexpr std::size_t rows_a_cell = 2;

// Calls count(first, last, part, cells) for each part of the rows, which returns false if a label lies outside; adds
// up the tables of `size` cells. Weights are added in the order of the rows, whatever the number of threads.
template <class Cell, class Count>
bool in_parts(std::int64_t rows, bool weighted, int threads, std::size_t size, Cell* cells, Count&& count) {
    if (weighted || static_cast<std::size_t>(rows) < rows_a_cell * size) threads = 1;
    std::vector<ranked::Zeros<Cell>> others(static_cast<std::size_t>(threads));
    std::vector<char> inside(static_cast<std::size_t>(threads), 1);
    parallel(rows, threads, [&](int part, std::int64_t first, std::int64_t last) {
        const auto at = static_cast<std::size_t>(part);
        if (part > 0) others[at] = ranked::make_zeros<Cell>(size);
        inside[at] = count(first, last, at, part > 0 ? others[at].get() : cells);
    });
    for (std::size_t part = 1; part < others.size(); ++part)
        for (std::size_t i = 0; i < size; ++i) cells[i] += others[part][i];
    return std::all_of(inside.begin(), inside.end(), [](char in) { return in != 0; });
}

// -- the whole range -----------------------------------------------------------------------------------------------

// The table of the labels that occur, out of that of the whole range.
template <class Cell>
LabelTable<Cell> keep_occurring(LabelTable<Cell>&& whole, std::size_t range, std::int64_t low) {
    const std::vector<std::size_t> kept = occurring(whole.cells.get(), range);
    LabelTable<Cell> table;
    for (const std::size_t i : kept) table.labels.push_back(low + static_cast<std::int64_t>(i));
    if (kept.size() == range) {
        table.cells = std::move(whole.cells);
        table.squares = std::move(whole.squares);
        return table;
    }
    table.make_room(whole.squares != nullptr);
    copy_kept(whole.cells.get(), range, kept, table.cells.get());
    if (whole.squares) copy_kept(whole.squares.get(), range, kept, table.squares.get());
    return table;
}

template <class Cell>
std::optional<LabelTable<Cell>> count_range(const Offsets& offsets, std::size_t range, const Column* weight,
                                            int threads) {
    const std::size_t size = range * range + range;  // the diagonal apart
    LabelTable<Cell> whole;
    whole.cells = ranked::make_zeros<Cell>(size);
    if (weight != nullptr) whole.squares = ranked::make_zeros<Cell>(size);
    const bool far = size > cells_in_cache;
    const auto wide = static_cast<std::uint32_t>(range);
    const bool inside =
        in_parts(offsets.truth.size, weight != nullptr, threads, size, whole.cells.get(),
                 [&](std::int64_t first, std::int64_t last, std::size_t, Cell* cells) {
                     return each_offsets(
                         offsets, weight, first, last,
                         [&](std::uint32_t* a, const std::uint32_t* b, const double* weights, std::int64_t count) {
                             if (!offsets_to_cells(a, b, count, wide)) return false;
                             add_block(a, weights, count, far, cells, whole.squares.get());
                             return true;
                         });
                 });
    if (!inside) return std::nullopt;
    fold_diagonal(whole.cells.get(), range);
    if (whole.squares) fold_diagonal(whole.squares.get(), range);
    return keep_occurring(std::move(whole), range, offsets.low);
}

// -- the labels that occur -----------------------------------------------------------------------------------------

template <class Cell>
std::optional<LabelTable<Cell>> count_occurring(const Offsets& offsets, const Column* weight, int threads, Form form) {
    const std::int64_t rows = offsets.truth.size;
    if (surely_listed(offsets, weight, form)) return list_sums<Cell>(offsets, weight, form);
    std::vector<Marks> marks(static_cast<std::size_t>(threads), Marks(offsets.span));
    std::vector<char> inside(static_cast<std::size_t>(threads), 1);
    parallel(rows, threads, [&](int part, std::int64_t first, std::int64_t last) {
        const auto at = static_cast<std::size_t>(part);
        inside[at] =
            each_offsets(offsets, weight, first, last, [&](auto* a, auto* b, auto* weights, std::int64_t count) {
                mark_block(a, b, weights, count, marks[at].data());
                return true;
            });
    });
    if (std::find(inside.begin(), inside.end(), 0) != inside.end()) return std::nullopt;
    merge_marks(marks);
    LabelTable<Cell> table;
    const auto places = places_of(marks[0], offsets.low, table.labels);
    table.too_many = table.labels.size() > most_labels_of(form);
    if (table.too_many) table.labels.clear();
    if (table.too_many) return table;
    const std::size_t size = table.labels.size();
    if (form == Form::either && !table_pays(size, rows, form)) {
        if (lister_pays(offsets)) return list_sums<Cell>(offsets, weight, form);
        if (!list_rows(offsets, weight, places, table)) return std::nullopt;
        return table;
    }
    table.make_room(weight != nullptr);
    const bool far = size * size > cells_in_cache;
    const auto wide = static_cast<std::uint32_t>(size);
    const bool counted =
        in_parts(rows, weight != nullptr, threads, size * size, table.cells.get(),
                 [&](std::int64_t first, std::int64_t last, std::size_t, Cell* cells) {
                     return each_offsets(
                         offsets, weight, first, last,
                         [&](std::uint32_t* a, const std::uint32_t* b, const double* weights, std::int64_t count) {
                             for (std::int64_t i = 0; i < count; ++i) a[i] = places[a[i]] * wide + places[b[i]];
                             add_block(a, weights, count, far, cells, table.squares.get());
                             return true;
                         });
                 });
    if (!counted) return std::nullopt;
    return table;
}

// The same of labels from 0 on, if the first rows show so many that a table of all cannot pay: all of them need not be
// read to know the greatest.
template <class Cell>
std::optional<LabelTable<Cell>> list_at_a_glance(const Column& truth, const Column& prediction, const Column* weight,
                                                 Form form) {
    if (is_float(truth) || is_float(prediction) || truth.size < 2 * looked_at) return std::nullopt;
    Column first = truth, second = prediction;
    first.size = second.size = looked_at;
    const Reach reach = reach_of(first, second, 1);
    const bool near = reach.readable && reach.low >= 0 && reach.high < most_places(truth.size);
    const Offsets offsets{truth, prediction, 0, near ? std::bit_ceil(static_cast<std::size_t>(reach.high) + 1) : 0};
    return near && surely_listed(offsets, weight, form) ? list_sums<Cell>(offsets, weight, form) : std::nullopt;
}

// The table of all rows; none if the labels lie too far apart. `weight` may be null.
template <class Cell>
std::optional<LabelTable<Cell>> tabulate_range(const Column& truth, const Column& prediction, const Column* weight,
                                               int threads, Form form) {
    threads = static_cast<int>(std::clamp<std::int64_t>(threads, 1, std::max<std::int64_t>(truth.size, 1)));
    if (auto listed = list_at_a_glance<Cell>(truth, prediction, weight, form)) return listed;
    const Reach reach = reach_of(truth, prediction, threads);
    const bool floats = is_float(truth) || is_float(prediction);  // as far apart as in a window, not farther
    const std::int64_t most = floats ? widest_window : most_places(truth.size);
    const bool mixed = reach.low < 0 && (truth.type == Type::u64 || prediction.type == Type::u64);
    if (!reach.readable || reach.empty() || mixed || reach.distance() >= static_cast<std::uint64_t>(most))
        return std::nullopt;
    const std::size_t range = static_cast<std::size_t>(reach.distance()) + 1;
    const Offsets offsets{truth, prediction, reach.low, std::bit_ceil(range)};
    return table_pays(range, truth.size, form) ? count_range<Cell>(offsets, range, weight, threads)
                                               : count_occurring<Cell>(offsets, weight, threads, form);
}

}  // namespace concordant
