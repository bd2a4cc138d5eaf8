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

#include "buckets.hpp"
#include "clones.hpp"
#include "curve.hpp"
#include "machine.hpp"
#include "ordered.hpp"
#include "ranks.hpp"
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

inline bool is_byte(Type type) { return type == Type::u8 || type == Type::i8; }
inline bool is_whole(Type type) { return type != Type::f32 && type != Type::f64; }

// The distances of scores from the highest: `reach` of them, from key `lowest` on.
template <class Key>
struct ScoreReach {
    Key lowest = 0;
    std::uint64_t reach = 0;
};

// Whether so many possible scores are worth a cell for each class.
template <class Cell>
bool cells_pay(std::uint64_t reach, std::size_t classes, std::int64_t rows) {
    using Limits = CellLimits<Cell>;
    const std::uint64_t most =
        std::clamp<std::uint64_t>(Limits::a_row * static_cast<std::uint64_t>(rows), Limits::few, Limits::most);
    return reach <= most / classes;
}

// A reading of the rows for the range of their scores, which bytes do not need. A sample says whether it has a point.
template <class Key, class Cell>
std::optional<ScoreReach<Key>> reach_of_scores(const ScoredRows& rows, int threads) {
    if (!is_whole(rows.scores.type) || rows.size() == 0) return std::nullopt;
    const std::size_t classes = rows.values.size();
    if constexpr (sizeof(Key) == 4)
        if (is_byte(rows.scores.type)) {
            const std::int32_t highest = rows.scores.type == Type::u8 ? 255 : 127;
            if (!cells_pay<Cell>(256, classes, rows.size())) return std::nullopt;
            return ScoreReach<Key>{key_of(highest), 256};
        }
    const auto reach = [](const KeyRange<Key>& range) { return static_cast<std::uint64_t>(range.high - range.low); };
    const std::vector<Key> samples = sample_keys<Key>(rows);
    if (!samples.empty()) {
        const auto sampled = key_range(samples.data(), static_cast<std::int64_t>(samples.size()));
        if (!cells_pay<Cell>(reach(sampled), classes, rows.size())) return std::nullopt;
    }
    std::vector<KeyRange<Key>> ranges(static_cast<std::size_t>(threads));
    for_blocks(rows.size(), threads, [&](int part, std::int64_t first, std::int64_t count) {
        Key keys[block_size];
        read_keys(rows.scores, first, count, keys);
        ranges[static_cast<std::size_t>(part)].add(key_range(keys, count));
        return true;
    });
    KeyRange<Key> range;
    for (const auto& each : ranges) range.add(each);
    if (reach(range) >= CellLimits<Cell>::most || !cells_pay<Cell>(reach(range) + 1, classes, rows.size()))
        return std::nullopt;
    return ScoreReach<Key>{range.low, reach(range) + 1};
}

// What each class has at each distance from the highest score: reach x classes.
template <class Key, class Cell>
struct ScoreCells {
    ScoreReach<Key> scores;
    std::vector<Cell> cells;
    std::size_t half = 0;  // where the cells of every second row start while rows are counted; 0 for no such cells
    std::int64_t bad_label = no_row;
    bool outside = false;  // the caller's memory was written to since its range was read
};

// The cell of each row of a block; false if one is none of `count_cells`.
template <class Key>
CONCORDANT_CLONES bool cells_of_block(const Key* keys, const std::uint32_t* codes, std::int64_t count, Key lowest,
                                      Key classes, Key count_cells, std::uint32_t* cells) {
    Key outside = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        const Key distance = keys[i] - lowest;
        const Key cell = static_cast<Key>(distance * classes) + codes[i];
        outside |= static_cast<Key>(distance >= count_cells) | static_cast<Key>(cell >= count_cells);
        cells[i] = static_cast<std::uint32_t>(cell);
    }
    return outside == 0;
}

// The cells of scores of two classes, read where they lie; false if a label is of neither class, or a score beyond.
template <class Score, class Label, class Key>
CONCORDANT_CLONES bool cells_of_pair(const Score* scores, const Label* labels, std::int64_t count,
                                     const ScoreReach<Key>& within, Label zero, Label one, std::uint32_t* cells) {
    using Read = std::conditional_t<(sizeof(Score) < 4), std::int32_t, Score>;
    const Key lowest = within.lowest, reach = static_cast<Key>(within.reach);
    Label unknown = 0;
    Key outside = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        const Label label = labels[i];
        const Key distance = static_cast<Key>(key_of(static_cast<Read>(scores[i]))) - lowest;
        cells[i] = static_cast<std::uint32_t>(distance) << 1 | static_cast<std::uint32_t>(label == one);
        unknown |= static_cast<Label>(label != zero) & static_cast<Label>(label != one);
        outside |= static_cast<Key>(distance >= reach);
    }
    return unknown == 0 && outside == 0;
}

template <class Score, class Label, class Key>
bool pair_cells_as(const ScoredRows& rows, std::int64_t first, std::int64_t count, const ScoreReach<Key>& within,
                   std::uint32_t* cells) {
    const auto zero = static_cast<Label>(rows.values[0]), one = static_cast<Label>(rows.values[1]);
    if (!lies_as<Score>(rows.scores) || !lies_as<Label>(rows.labels)) return false;
    if (zero != rows.values[0] || one != rows.values[1]) return false;
    const auto* scores = reinterpret_cast<const Score*>(rows.scores.data) + first;
    const auto* labels = reinterpret_cast<const Label*>(rows.labels.data) + first;
    const bool known = cells_of_pair(scores, labels, count, within, zero, one, cells);
    prefetch_after(rows.scores, first, count);
    prefetch_after(rows.labels, first, count);
    return known;
}

template <class Score, class Key>
bool pair_cells_of(const ScoredRows& rows, std::int64_t first, std::int64_t count, const ScoreReach<Key>& within,
                   std::uint32_t* cells) {
    if (rows.labels.type == Type::i64) return pair_cells_as<Score, std::int64_t>(rows, first, count, within, cells);
    return rows.labels.type == Type::u8 && pair_cells_as<Score, std::uint8_t>(rows, first, count, within, cells);
}

// The same for a block of rows; false also where they are other rows, or lie otherwise.
template <class Key>
bool pair_cells(const ScoredRows& rows, std::int64_t first, std::int64_t count, const ScoreReach<Key>& within,
                std::uint32_t* cells) {
    if (rows.weights || rows.values.size() != 2) return false;
    if constexpr (sizeof(Key) == 8) {
        return rows.scores.type == Type::i64 && pair_cells_of<std::int64_t>(rows, first, count, within, cells);
    } else {
        switch (rows.scores.type) {
            case Type::u8: return pair_cells_of<std::uint8_t>(rows, first, count, within, cells);
            case Type::i8: return pair_cells_of<std::int8_t>(rows, first, count, within, cells);
            case Type::u16: return pair_cells_of<std::uint16_t>(rows, first, count, within, cells);
            case Type::i16: return pair_cells_of<std::int16_t>(rows, first, count, within, cells);
            case Type::i32: return pair_cells_of<std::int32_t>(rows, first, count, within, cells);
            default: return false;
        }
    }
}

// The cells of a block of any rows; how many of these are present, or none where a row has no cell.
template <class Key, class Cell>
std::optional<std::int64_t> any_cells(const ScoredRows& rows, std::int64_t first, std::int64_t count,
                                      ScoreCells<Key, Cell>& out, std::uint32_t* at, double* weights) {
    Block<Key> block;
    load_keys(rows, first, count, block);
    if (!load_codes(rows, first, count, block)) out.bad_label = first_unknown(rows, first, count);
    if (out.bad_label != no_row) return std::nullopt;
    keep_present(rows, first, count, block);
    const auto classes = static_cast<Key>(rows.values.size());
    out.outside = !cells_of_block(block.keys, block.codes, block.count, out.scores.lowest, classes,
                                  static_cast<Key>(out.scores.reach * classes), at);
    if (out.outside) return std::nullopt;
    if (rows.weights) std::copy_n(block.weights, block.count, weights);
    return block.count;
}

// Rows in turn go to two halves of few cells, so that rows of one score do not wait for each other.
template <class Key, class Cell>
bool add_cells(const ScoredRows& rows, std::int64_t first, std::int64_t count, ScoreCells<Key, Cell>& out) {
    std::uint32_t at[block_size];
    double weights[block_size];
    if (!pair_cells(rows, first, count, out.scores, at)) {
        const auto present = any_cells(rows, first, count, out, at, weights);
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

// None if the scores are not whole, or have too many possible values for so many rows. Weights are added up in chunks
// of the rows, which are the same for any number of threads.
template <class Key, class Cell>
std::optional<ScoreCells<Key, Cell>> score_cells(const ScoredRows& rows, int threads) {
    const auto scores = reach_of_scores<Key, Cell>(rows, threads);
    if (!scores) return std::nullopt;
    const std::size_t once = static_cast<std::size_t>(scores->reach) * rows.values.size();
    const std::size_t half = !std::is_floating_point_v<Cell> && once <= most_halved_cells ? once : 0;
    const std::size_t size = once + half;
    const auto add_rows = [&](std::int64_t first, std::int64_t last, ScoreCells<Key, Cell>& out) {
        while (first < last && add_cells(rows, first, std::min(block_size, last - first), out)) first += block_size;
    };
    ScoreCells<Key, Cell> out{*scores, std::vector<Cell>(size), half};
    if constexpr (std::is_floating_point_v<Cell>) {
        ordered_chunks<ScoreCells<Key, Cell>>(
            rows.size(), threads,
            [&](std::int64_t first, std::int64_t last) {
                ScoreCells<Key, Cell> chunk{*scores, std::vector<Cell>(size), half};
                add_rows(first, last, chunk);
                return chunk;
            },
            [&](ScoreCells<Key, Cell>&& chunk) { merge(out, chunk); });
    } else {
        // A further thread has cells of its own, to be cleared and added up.
        const int adding = threads_for(rows.size(), threads, static_cast<std::int64_t>(size / 2));
        std::vector<ScoreCells<Key, Cell>> parts(static_cast<std::size_t>(adding - 1),
                                                 ScoreCells<Key, Cell>{*scores, {}, half});
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

// AUC and average precision from the cells of two classes.
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
        ++out.distinct;
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
        if (gained != Sum{0})
            precision.add(static_cast<double>(gained) * static_cast<double>(out.positives) /
                          static_cast<double>(out.positives + out.negatives));
    }
    if constexpr (std::is_floating_point_v<Cell>) {
        out.concordant = concordant.value();
        out.tied = tied.value();
    }
    out.precision = precision.value();
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
