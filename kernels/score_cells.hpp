// Whole scores of few possible values (8 bits, 16 bits, or wider ones close to each other): each value has a cell a
// class, nothing is sorted, and one reading of the rows counts them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "curve.hpp"
#include "machine.hpp"
#include "ordered.hpp"
#include "ranks.hpp"
#include "score_places.hpp"
#include "scored_rows.hpp"
#include "threads.hpp"

namespace concordant::ranked {

// How many cells are worth clearing and adding up. Weights have them anew for every chunk of rows.
template <class Cell>
struct CellLimits {
    static constexpr bool counted = !std::is_floating_point_v<Cell>;
    static constexpr std::uint64_t few = 512;                 // for any number of rows
    static constexpr std::uint64_t a_row = counted ? 14 : 2;  // of two classes 7 possible scores or 1
    static constexpr std::uint64_t most = counted ? (1 << 23) / sizeof(Cell) : 1 << 17;
};
inline constexpr std::size_t most_halved_cells = 4096;  // of more, rows in turn seldom fall into one cell
inline constexpr std::size_t near_cells = 1 << 16;      // of more, a cell is asked for before it is counted
inline constexpr std::int64_t cells_ahead = 16;         // rows

// Of how many possible scores each is worth a cell for each class.
template <class Cell>
std::uint64_t most_reach(std::size_t classes, std::int64_t rows) {
    using Limits = CellLimits<Cell>;
    return std::clamp<std::uint64_t>(Limits::a_row * static_cast<std::uint64_t>(rows), Limits::few, Limits::most) /
           classes;
}

// What each class has at each distance from the highest score: reach x classes.
template <class Key, class Cell>
struct ScoreCells : RowsSeen {
    ScoreReach<Key> scores;
    std::vector<Cell> cells;
    std::size_t half = 0;  // where the cells of every second row start while rows are counted; 0 for no such cells
};

// Rows in turn go to two halves of few cells, so that rows of one score do not wait for each other.
template <class Key, class Cell>
bool add_cells(const ScoredRows& rows, std::int64_t first, std::int64_t count, ScoreCells<Key, Cell>& out) {
    std::uint32_t at[block_size];
    double weights[block_size];
    if (!pair_cells(rows, first, count, out.scores, at)) {
        const auto present = any_cells(rows, first, count, out.scores, out, at, weights);
        if (!present) return false;
        count = *present;
    }
    Cell *even = out.cells.data(), *odd = even + out.half;
    if constexpr (std::is_floating_point_v<Cell>) {
        for (std::int64_t i = 0; i < count; ++i) even[at[i]] += weights[i];
    } else {
        std::int64_t i = 0;
        if (out.cells.size() > near_cells)
            for (; i + cells_ahead < count; ++i) {
                prefetch_to_write(even + at[i + cells_ahead]);
                ++even[at[i]];
            }
        for (; i + 3 < count; i += 4) {
            const std::uint32_t w = at[i], x = at[i + 1], y = at[i + 2], z = at[i + 3];  // before a cell is written
            ++even[w];
            ++odd[x];
            ++even[y];
            ++odd[z];
        }
        for (; i < count; ++i) ++even[at[i]];
    }
    return true;
}

template <class Key, class Cell>
void merge(ScoreCells<Key, Cell>& into, const ScoreCells<Key, Cell>& from) {
    if (into.bad_label == no_row) into.bad_label = from.bad_label;
    into.outside = into.outside || from.outside;
    for (std::size_t i = 0; i < from.cells.size(); ++i) into.cells[i] += from.cells[i];
}

// None if a score lies beyond. Weights are added up in chunks of the rows, which are the same for any number of
// threads.
template <class Key, class Cell>
std::optional<ScoreCells<Key, Cell>> score_cells(const ScoredRows& rows, const ScoreReach<Key>& scores, int threads) {
    const std::size_t once = static_cast<std::size_t>(scores.reach) * rows.values.size();
    const std::size_t half = !std::is_floating_point_v<Cell> && once <= most_halved_cells ? once : 0;
    const std::size_t size = once + half;
    const auto add_rows = [&](std::int64_t first, std::int64_t last, ScoreCells<Key, Cell>& out) {
        while (first < last && add_cells(rows, first, std::min(block_size, last - first), out)) first += block_size;
    };
    ScoreCells<Key, Cell> out{{}, scores, std::vector<Cell>(size), half};
    if constexpr (std::is_floating_point_v<Cell>) {
        ordered_chunks<ScoreCells<Key, Cell>>(
            rows.size(), threads,
            [&](std::int64_t first, std::int64_t last) {
                ScoreCells<Key, Cell> chunk{{}, scores, std::vector<Cell>(size), half};
                add_rows(first, last, chunk);
                return chunk;
            },
            [&](ScoreCells<Key, Cell>&& chunk) { merge(out, chunk); });
    } else {
        // A further thread has cells of its own, to be cleared and added up.
        const int adding = threads_for(rows.size(), threads, static_cast<std::int64_t>(size / 2));
        std::vector<ScoreCells<Key, Cell>> parts(static_cast<std::size_t>(adding - 1),
                                                 ScoreCells<Key, Cell>{{}, scores, {}, half});
        parallel(rows.size(), adding, [&](int part, std::int64_t first, std::int64_t last) {
            auto& mine = part == 0 ? out : parts[static_cast<std::size_t>(part - 1)];
            mine.cells.resize(size);
            add_rows(first, last, mine);
        });
        for (const auto& part : parts) merge(out, part);
    }
    if (out.outside) return std::nullopt;
    for (std::size_t i = 0; i < half; ++i) out.cells[i] += out.cells[half + i];
    out.cells.resize(once);
    return out;
}

// The same of scores whose range is not known; none also if they are not whole, or have too many possible values for so
// many rows.
template <class Key, class Cell>
std::optional<ScoreCells<Key, Cell>> score_cells(const ScoredRows& rows, int threads) {
    const auto scores = reach_within<Key>(rows, most_reach<Cell>(rows.values.size(), rows.size()), threads);
    return scores ? score_cells<Key, Cell>(rows, *scores, threads) : std::nullopt;
}

// AUC, and average precision, from the cells of two classes.
template <class Sums, class Key, class Cell>
Sums rank_cells(const ScoreCells<Key, Cell>& found) {
    Sums out;
    out.bad_label = found.bad_label;
    if (found.bad_label != no_row) return out;
    using Sum = std::conditional_t<std::is_floating_point_v<Cell>, Cell, std::int64_t>;
    Compensated precision, positives, negatives, concordant, tied;  // the last four for weights only
    for (std::size_t i = 0; i < found.cells.size(); i += 2) {
        const Sum lost = found.cells[i], gained = found.cells[i + 1];
        if (lost == Sum{0} && gained == Sum{0}) continue;
        if constexpr (std::is_floating_point_v<Cell>) {
            concordant.add(lost * positives.value());
            tied.add(lost * gained);
            positives.add(gained);
            negatives.add(lost);
            out.positives = positives.value();
            out.negatives = negatives.value();
        } else {
            out.concordant += product(lost, out.positives);
            out.tied += product(lost, gained);
            out.positives += gained;
            out.negatives += lost;
        }
        if constexpr (has_precision<Sums>) {
            ++out.distinct;
            if (gained != Sum{0})
                precision.add(static_cast<double>(gained) * static_cast<double>(out.positives) /
                              static_cast<double>(out.positives + out.negatives));
        }
    }
    if constexpr (std::is_floating_point_v<Cell>) {
        out.concordant = concordant.value();
        out.tied = tied.value();
    }
    if constexpr (has_precision<Sums>) out.precision = precision.value();
    return out;
}

// The curve from the cells.
template <class Key, class Cell>
CurveArrays<Cell> curve_of_cells(const ScoreCells<Key, Cell>& found, std::size_t classes, StoreScores store,
                                 std::size_t score_size) {
    CurveArrays<Cell> out;
    out.bad_label = found.bad_label;
    if (found.bad_label != no_row) return out;
    const auto keys = make_pages<std::uint64_t>(static_cast<std::size_t>(found.scores.reach));
    std::size_t size = 0;
    for (std::size_t i = 0; i < found.scores.reach; ++i) {  // nobody can foretell which scores occur: no branch
        Cell held{0};
        for (std::size_t k = 0; k < classes; ++k) held += found.cells[i * classes + k];
        keys[size] = found.scores.lowest + i;
        size += held != Cell{0} ? 1 : 0;
    }
    out.size = static_cast<std::int64_t>(size);
    out.scores = make_pages<std::byte>(size * score_size);
    out.table = make_pages<Cell>(size * classes);
    store(keys.get(), size, out.scores.get());
    for (std::size_t i = 0; i < size; ++i)
        std::copy_n(found.cells.data() + (keys[i] - found.scores.lowest) * classes, classes,
                    out.table.get() + i * classes);
    return out;
}

}  // namespace concordant::ranked
