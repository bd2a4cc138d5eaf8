// Cross-tabulate labels too far apart for a window: a first reading finds their range, a second marks those that occur,
// and a third counts into the table of these, or lists cells.
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

// A second thread has a table of its own, to be added: worth it for this many rows a cell.
inline constexpr std::size_t rows_a_cell = 2;

// Calls count(first, last, part, cells) for each part of the rows, which returns false if a label lies outside; adds
// up the tables of `size` cells. Weights are added in the order of the rows, whatever the number of threads.
template <class Cell, class Count>
bool in_parts(std::int64_t rows, bool weighted, int threads, std::size_t size, Cell* cells, Count&& count) {
    if (weighted || static_cast<std::size_t>(rows) < rows_a_cell * size) threads = 1;
    std::vector<ranked::Pages<Cell>> others(static_cast<std::size_t>(threads));
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

template <class Cell>
std::optional<LabelTable<Cell>> count_occurring(const Offsets& offsets, const Column* weight, int threads, Form form) {
    const std::int64_t rows = offsets.truth.size;
    if (surely_listed(offsets, weight, form)) return list_sums<Cell>(offsets, weight, threads, form);
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
        if (lister_pays(offsets)) return list_sums<Cell>(offsets, weight, threads, form);
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
                                                 int threads, Form form) {
    if (is_float(truth) || is_float(prediction) || truth.size < 2 * looked_at) return std::nullopt;
    Column first = truth, second = prediction;
    first.size = second.size = looked_at;
    const Reach reach = reach_of(first, second, 1);
    const bool near = reach.readable && reach.low >= 0 && reach.high < most_places(truth.size);
    const Offsets offsets{truth, prediction, 0, near ? std::bit_ceil(static_cast<std::size_t>(reach.high) + 1) : 0};
    return near && surely_listed(offsets, weight, form) ? list_sums<Cell>(offsets, weight, threads, form)
                                                        : std::nullopt;
}

// The table of all rows; none if the labels lie too far apart. `weight` may be null.
template <class Cell>
std::optional<LabelTable<Cell>> tabulate_range(const Column& truth, const Column& prediction, const Column* weight,
                                               int threads, Form form) {
    const Reach reach = reach_of(truth, prediction, threads);
    const bool floats = is_float(truth) || is_float(prediction);  // as far apart as in a window, not farther
    const std::int64_t most = floats ? widest_window : most_places(truth.size);
    const bool mixed = reach.low < 0 && (truth.type == Type::u64 || prediction.type == Type::u64);
    if (!reach.readable || reach.empty() || mixed || reach.distance() >= static_cast<std::uint64_t>(most))
        return std::nullopt;
    const std::size_t range = static_cast<std::size_t>(reach.distance()) + 1;
    const Offsets offsets{truth, prediction, reach.low, std::bit_ceil(range)};
    return count_occurring<Cell>(offsets, weight, threads, form);
}

}  // namespace concordant
