// Cross-tabulate labels of a range that is known from a first reading. Where a table of the whole range is worth it, a
// second reading counts into it, and if all labels of the range occur it is the answer. Else (few rows, or labels with
// wide gaps) the second reading marks the labels that occur, and a third counts into the table of these, or lists
// cells.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "counts.hpp"
#include "label_table.hpp"
#include "listed_cells.hpp"
#include "listed_pairs.hpp"
#include "threads.hpp"

namespace concordant {

inline constexpr std::int64_t widest_places = std::int64_t{1} << 20;  // 3 MiB of marks and places, in the cache still

// From this range on a hash map is faster, for so many rows.
inline std::int64_t most_places(std::int64_t rows) {
    return std::clamp<std::int64_t>(8 * rows, widest_window, widest_places);
}

struct Reach {
    std::int64_t low = std::numeric_limits<std::int64_t>::max();
    std::int64_t high = std::numeric_limits<std::int64_t>::min();
    bool readable = true;  // false for what is no label of 64 signed bits

    bool empty() const { return low > high; }
    std::uint64_t distance() const { return static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low); }
};

inline void add_reach(Reach& into, const std::optional<LabelRange>& block) {
    into.readable = into.readable && block;
    if (!into.readable) return;
    into.low = std::min(into.low, block->low);
    into.high = std::max(into.high, block->high);
}

// First reading: the least and the greatest label.
inline Reach reach_of(const Column& truth, const Column& prediction, int threads) {
    std::vector<Reach> parts(static_cast<std::size_t>(threads));
    parallel(truth.size, threads, [&](int part, std::int64_t first, std::int64_t last) {
        Reach reach;
        for (std::int64_t row = first; row < last && reach.readable; row += block_rows) {
            const std::int64_t count = std::min(block_rows, last - row);
            add_reach(reach, block_range(truth, row, count));
            add_reach(reach, block_range(prediction, row, count));
        }
        parts[static_cast<std::size_t>(part)] = reach;
    });
    Reach all;
    for (const Reach& part : parts) {
        all.readable = all.readable && part.readable;
        all.low = std::min(all.low, part.low);
        all.high = std::max(all.high, part.high);
    }
    return all;
}

// Offsets of the labels from the lowest, as an index of `span` places: a power of two, so that one comparison tells of
// a whole block whether it is inside. It is not where the caller's memory was written to since the reading before.
struct Offsets {
    const Column& truth;
    const Column& prediction;
    std::int64_t low;
    std::size_t span;

    bool read(std::int64_t row, std::int64_t count, std::uint32_t* a, std::uint32_t* b) const {
        const std::uint64_t seen =
            narrow_block(truth, row, count, low, a) | narrow_block(prediction, row, count, low, b);
        return seen < span;
    }
};

CONCORDANT_CLONES inline bool all_present(const double* weights, std::int64_t count) {
    std::uint64_t absent = 0;  // as wide as the lanes: a bool would keep the loop from being vectorised
    for (std::int64_t i = 0; i < count; ++i) absent |= weights[i] > 0 ? std::uint64_t{0} : std::uint64_t{1};
    return absent == 0;
}

// Marks the labels of a block that occur with a weight above zero (null: all of them).
inline void mark_block(const std::uint32_t* a, const std::uint32_t* b, const double* weights, std::int64_t count,
                       std::uint8_t* marks) {
    if (weights == nullptr || all_present(weights, count))
        for (std::int64_t i = 0; i < count; ++i) marks[a[i]] = marks[b[i]] = 1;
    else
        for (std::int64_t i = 0; i < count; ++i) {
            const auto present = static_cast<std::uint8_t>(weights[i] > 0);
            marks[a[i]] |= present;
            marks[b[i]] |= present;
        }
}

// Calls give(a, b, weights, count) for the blocks of rows [first, last); false if a label lies outside, or give says
// so.
template <class Give>
bool each_offsets(const Offsets& offsets, const Column* weight, std::int64_t first, std::int64_t last, Give&& give) {
    std::uint32_t a[block_rows], b[block_rows];
    double weights[block_rows];
    for (std::int64_t row = first; row < last; row += block_rows) {
        const std::int64_t count = std::min(block_rows, last - row);
        if (!offsets.read(row, count, a, b)) return false;
        if (weight != nullptr) read_block(*weight, row, count, weights);
        if (!give(a, b, weight == nullptr ? nullptr : weights, count)) return false;
    }
    return true;
}

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

// The cells of the offsets of a block, in place of the first ones; false if one is none of range x range.
CONCORDANT_CLONES inline bool offsets_to_cells(std::uint32_t* a, const std::uint32_t* b, std::int64_t count,
                                               std::uint32_t range) {
    std::uint32_t most = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        a[i] = a[i] * range + b[i];
        most = a[i] > most ? a[i] : most;
    }
    return most < range * range;
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

using Marks = std::vector<std::uint8_t>;

inline void merge_marks(std::vector<Marks>& parts) {
    for (std::size_t part = 1; part < parts.size(); ++part)
        for (std::size_t i = 0; i < parts[part].size(); ++i) parts[0][i] |= parts[part][i];
}

// -- the whole range -----------------------------------------------------------------------------------------------

// The table of the labels that are marked, out of that of the whole range.
template <class Cell>
LabelTable<Cell> keep_marked(LabelTable<Cell>&& whole, std::size_t range, const Marks& marks, std::int64_t low) {
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < range; ++i)
        if (marks[i] != 0) kept.push_back(i);
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
    LabelTable<Cell> whole;
    whole.cells = ranked::make_zeros<Cell>(range * range);
    if (weight != nullptr) whole.squares = ranked::make_zeros<Cell>(range * range);
    std::vector<Marks> marks(static_cast<std::size_t>(threads), Marks(offsets.span));
    const bool far = range * range > cells_in_cache;
    const auto wide = static_cast<std::uint32_t>(range);
    const bool inside =
        in_parts(offsets.truth.size, weight != nullptr, threads, range * range, whole.cells.get(),
                 [&](std::int64_t first, std::int64_t last, std::size_t part, Cell* cells) {
                     return each_offsets(
                         offsets, weight, first, last,
                         [&](std::uint32_t* a, const std::uint32_t* b, const double* weights, std::int64_t count) {
                             mark_block(a, b, weights, count, marks[part].data());
                             if (!offsets_to_cells(a, b, count, wide)) return false;
                             add_block(a, weights, count, far, cells, whole.squares.get());
                             return true;
                         });
                 });
    if (!inside) return std::nullopt;
    merge_marks(marks);
    return keep_marked(std::move(whole), range, marks[0], offsets.low);
}

// -- the labels that occur -----------------------------------------------------------------------------------------

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

// Whether some rows hold so many labels that a table of all does not pay.
inline bool surely_listed(const Offsets& offsets, Form form) {
    const std::int64_t rows = offsets.truth.size;
    if (form != Form::either || !lister_pays(offsets) || table_pays(offsets.span, rows, form)) return false;
    Marks marks(offsets.span);
    each_offsets(offsets, nullptr, 0, std::min(rows, looked_at), [&](auto* a, auto* b, auto*, std::int64_t count) {
        mark_block(a, b, nullptr, count, marks.data());
        return true;
    });
    const auto labels = std::count(marks.begin(), marks.end(), std::uint8_t{1});
    return !table_pays(static_cast<std::uint64_t>(labels), rows, form);
}

// The list of cells that hold rows, of rows that count alike.
inline std::optional<LabelTable<std::int64_t>> list_counts(const Offsets& offsets, Form form) {
    const std::int64_t rows = offsets.truth.size;
    PairLister lister(rows, offsets.span, offsets.span);
    std::uint32_t a[block_rows], b[block_rows];
    for (std::int64_t row = 0; row < rows; row += block_rows) {
        const std::int64_t count = std::min(block_rows, rows - row), next = row + block_rows;
        if (!offsets.read(row, count, a, b)) return std::nullopt;
        if (Ahead::pays(offsets.truth, offsets.prediction) && next + block_rows <= rows)
            lister.add(a, b, a, count, Ahead(offsets.truth, offsets.prediction, next));
        else
            lister.add(a, b, a, count, Nothing{});
    }
    ListedPairs pairs = lister.list();
    Marks marks(offsets.span);
    for (const auto* codes : {&pairs.first, &pairs.second})
        for (const std::int64_t code : *codes) marks[static_cast<std::size_t>(code)] = 1;
    LabelTable<std::int64_t> table;
    const auto places = places_of(marks, offsets.low, table.labels);
    table.too_many = table.labels.size() > most_labels_of(form);
    if (table.too_many) table.labels.clear();
    if (table.too_many) return table;
    const bool gaps = table.labels.back() - offsets.low + 1 != static_cast<std::int64_t>(table.labels.size());
    if (gaps)
        for (auto* codes : {&pairs.first, &pairs.second})
            for (std::int64_t& code : *codes) code = places[static_cast<std::size_t>(code)];
    table.cells = ranked::make_zeros<std::int64_t>(pairs.rows.size());
    std::copy(pairs.rows.begin(), pairs.rows.end(), table.cells.get());
    table.truth = std::move(pairs.first);
    table.prediction = std::move(pairs.second);
    table.listed = true;
    return table;
}

template <class Cell>
std::optional<LabelTable<Cell>> count_occurring(const Offsets& offsets, const Column* weight, int threads, Form form) {
    const std::int64_t rows = offsets.truth.size;
    if constexpr (!std::is_floating_point_v<Cell>)
        if (surely_listed(offsets, form)) return list_counts(offsets, form);
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
        if constexpr (!std::is_floating_point_v<Cell>)
            if (lister_pays(offsets)) return list_counts(offsets, form);
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
inline std::optional<LabelTable<std::int64_t>> list_at_a_glance(const Column& truth, const Column& prediction,
                                                                Form form) {
    if (is_float(truth) || is_float(prediction) || truth.size < 2 * looked_at) return std::nullopt;
    Column first = truth, second = prediction;
    first.size = second.size = looked_at;
    const Reach reach = reach_of(first, second, 1);
    const bool near = reach.readable && reach.low >= 0 && reach.high < most_places(truth.size);
    const Offsets offsets{truth, prediction, 0, near ? std::bit_ceil(static_cast<std::size_t>(reach.high) + 1) : 0};
    return near && surely_listed(offsets, form) ? list_counts(offsets, form) : std::nullopt;
}

// The table of all rows; none if the labels lie too far apart. `weight` may be null.
template <class Cell>
std::optional<LabelTable<Cell>> tabulate_range(const Column& truth, const Column& prediction, const Column* weight,
                                               int threads, Form form) {
    threads = static_cast<int>(std::clamp<std::int64_t>(threads, 1, std::max<std::int64_t>(truth.size, 1)));
    if constexpr (!std::is_floating_point_v<Cell>)
        if (auto listed = list_at_a_glance(truth, prediction, form)) return listed;
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
