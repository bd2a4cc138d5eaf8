// Whole scores that lie close to each other: how far they reach, and the cell of each row, which is twice the distance
// of its score from the highest and its class (of more classes than two, so many times the distance).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

#include "buckets.hpp"
#include "clones.hpp"
#include "scored_rows.hpp"

namespace concordant::ranked {

inline bool is_byte(Type type) { return type == Type::u8 || type == Type::i8; }
inline bool is_whole(Type type) { return type != Type::f32 && type != Type::f64; }

// The distances of scores from the highest: `reach` of them, from key `lowest` on.
template <class Key>
struct ScoreReach {
    Key lowest = 0;
    std::uint64_t reach = 0;
};

// The range of the keys of all rows.
template <class Key>
KeyRange<Key> range_of_keys(const ScoredRows& rows, int threads) {
    std::vector<KeyRange<Key>> ranges(static_cast<std::size_t>(threads));
    for_blocks(rows.size(), threads, [&](int part, std::int64_t first, std::int64_t count) {
        Key keys[block_size];
        read_keys(rows.scores, first, count, keys);
        ranges[static_cast<std::size_t>(part)].add(key_range(keys, count));
        return true;
    });
    KeyRange<Key> range;
    for (const auto& each : ranges) range.add(each);
    return range;
}

// A reading of the rows for the range of their scores, which bytes do not need; none where they are not whole, or reach
// beyond `most`. A sample says whether that reading has a point.
template <class Key>
std::optional<ScoreReach<Key>> reach_within(const ScoredRows& rows, std::uint64_t most, int threads) {
    if (!is_whole(rows.scores.type) || rows.size() == 0) return std::nullopt;
    if constexpr (sizeof(Key) == 4)
        if (is_byte(rows.scores.type)) {
            const std::int32_t highest = rows.scores.type == Type::u8 ? 255 : 127;
            return most < 256 ? std::nullopt : std::optional(ScoreReach<Key>{key_of(highest), 256});
        }
    const auto reach = [](const KeyRange<Key>& range) { return static_cast<std::uint64_t>(range.high - range.low); };
    const std::vector<Key> samples = sample_keys<Key>(rows);
    if (!samples.empty() && reach(key_range(samples.data(), static_cast<std::int64_t>(samples.size()))) >= most)
        return std::nullopt;
    const KeyRange<Key> range = range_of_keys<Key>(rows, threads);
    if (reach(range) >= most) return std::nullopt;
    return ScoreReach<Key>{range.low, reach(range) + 1};
}

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

// What stands in the way of counting rows.
struct RowsSeen {
    std::int64_t bad_label = no_row;
    bool outside = false;  // the caller's memory was written to since its range was read
};

// The cells of a block of any rows; how many of these are present, or none where a row has no cell.
template <class Key>
std::optional<std::int64_t> any_cells(const ScoredRows& rows, std::int64_t first, std::int64_t count,
                                      const ScoreReach<Key>& within, RowsSeen& seen, std::uint32_t* at,
                                      double* weights) {
    Block<Key> block;
    load_keys(rows, first, count, block);
    if (!load_codes(rows, first, count, block)) seen.bad_label = first_unknown(rows, first, count);
    if (seen.bad_label != no_row) return std::nullopt;
    keep_present(rows, first, count, block);
    const auto classes = static_cast<Key>(rows.values.size());
    seen.outside = !cells_of_block(block.keys, block.codes, block.count, within.lowest, classes,
                                   static_cast<Key>(within.reach * classes), at);
    if (seen.outside) return std::nullopt;
    if (rows.weights) std::copy_n(block.weights, block.count, weights);
    return block.count;
}

}  // namespace concordant::ranked
