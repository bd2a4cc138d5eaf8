// Rows of (score, class, weight), read block by block as keys, codes and weights. Rows of weight 0 are absent.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

#include "clones.hpp"
#include "columns.hpp"
#include "machine.hpp"
#include "keys.hpp"

namespace concordant::ranked {

struct ScoredRows {
    Column labels;
    Column scores;
    std::optional<Column> weights;
    std::vector<std::int64_t> values;  // of the classes: any two, or a range in ascending order

    std::int64_t size() const { return scores.size; }
};

// Rows that nobody else can write to.
class CopiedRows {
public:
    explicit CopiedRows(const ScoredRows& rows) : rows_(rows) {
        own(rows_.labels);
        own(rows_.scores);
        if (rows_.weights) own(*rows_.weights);
    }
    const ScoredRows& rows() const { return rows_; }

private:
    void own(Column& column) {
        const std::int64_t width = width_of(column.type);
        auto& copy = memory_.emplace_back(static_cast<std::size_t>(column.size * width));
        for (std::int64_t row = 0; row < column.size; ++row)
            std::memcpy(copy.data() + row * width, column.data + row * column.stride, static_cast<std::size_t>(width));
        column.data = copy.data();
        column.stride = width;
    }

    ScoredRows rows_;
    std::vector<std::vector<std::byte>> memory_;
};

inline constexpr std::int64_t block_size = 512;  // the block below takes 10 of the 32 KiB of a small first-level cache
static_assert(block_size <= block_rows);

template <class Key>
struct Block {
    std::int64_t count;  // of the rows that are present
    Key keys[block_size];
    std::uint32_t codes[block_size];
    double weights[block_size];
};

// Codes of two classes; true if every label is one of them.
CONCORDANT_CLONES inline bool convert_pair(const std::int64_t* labels, std::int64_t count, std::int64_t zero,
                                           std::int64_t one, std::uint32_t* codes) {
    std::uint64_t unknown = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        codes[i] = labels[i] == one;
        unknown |= static_cast<std::uint64_t>(labels[i] != zero) & static_cast<std::uint64_t>(labels[i] != one);
    }
    return unknown == 0;
}

// Codes of a range of classes that starts at `first`; true if every label is in it.
CONCORDANT_CLONES inline bool convert_range(const std::int64_t* labels, std::int64_t count, std::int64_t first,
                                            std::uint64_t classes, std::uint32_t* codes) {
    std::uint64_t unknown = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        const std::uint64_t code = static_cast<std::uint64_t>(labels[i]) - static_cast<std::uint64_t>(first);
        codes[i] = static_cast<std::uint32_t>(code);
        unknown |= static_cast<std::uint64_t>(code >= classes);
    }
    return unknown == 0;
}

// Asks for the block that follows: the processor's own prefetch loses the track between two blocks.
inline void prefetch_after(const Column& column, std::int64_t first, std::int64_t count) {
    const std::int64_t next = first + count;
    const std::int64_t bytes = std::min(count, column.size - next) * column.stride;  // <= 0: none, or backwards
    if (column.stride > 16) return;
    const std::byte* data = column.data + next * column.stride;
    for (std::int64_t at = 0; at < bytes; at += 64) prefetch(data + at);
}

inline bool read_codes(const ScoredRows& rows, std::int64_t first, std::int64_t count, std::uint32_t* codes) {
    std::int64_t buffer[block_size];
    const std::int64_t* labels = whole_block(rows.labels, first, count, buffer);
    prefetch_after(rows.labels, first, count);
    bool known = true;
    if (rows.labels.type == Type::u64 && rows.values.front() < 0)  // 2**64 - 1 was read as -1, but is not -1
        for (std::int64_t i = 0; i < count; ++i) known &= labels[i] >= 0;
    if (rows.values.size() == 2) return convert_pair(labels, count, rows.values[0], rows.values[1], codes) && known;
    return convert_range(labels, count, rows.values.front(), rows.values.size(), codes) && known;
}

inline constexpr std::int64_t no_row = -1;

// The slow look for the row that a check of a whole block found: absent rows are not blamed.
template <class Bad>
std::int64_t first_present(const ScoredRows& rows, std::int64_t first, std::int64_t count, Bad&& bad) {
    for (std::int64_t row = first; row < first + count; ++row) {
        double weight = 1;
        if (rows.weights) read_block(*rows.weights, row, 1, &weight);
        if (weight != 0 && bad(row)) return row;
    }
    return no_row;
}

inline std::int64_t first_nan(const ScoredRows& rows, std::int64_t first, std::int64_t count) {
    return first_present(rows, first, count, [&](std::int64_t row) {
        double score = 0;
        read_block(rows.scores, row, 1, &score);
        return score != score;
    });
}

inline std::int64_t first_unknown(const ScoredRows& rows, std::int64_t first, std::int64_t count) {
    return first_present(rows, first, count, [&](std::int64_t row) {
        std::uint32_t code = 0;
        return !read_codes(rows, row, 1, &code);
    });
}

// Reads the keys of rows [first, first + count) into the block; true if none is NaN.
template <class Key>
bool load_keys(const ScoredRows& rows, std::int64_t first, std::int64_t count, Block<Key>& block) {
    block.count = count;
    const bool ordered = read_keys(rows.scores, first, count, block.keys);
    prefetch_after(rows.scores, first, count);
    return ordered;
}

// Reads the codes of rows [first, first + count) into the block; true if every label is known.
template <class Key>
bool load_codes(const ScoredRows& rows, std::int64_t first, std::int64_t count, Block<Key>& block) {
    return read_codes(rows, first, count, block.codes);
}

// After both: reads the weights, if there are any, and moves the rows that are present to the front.
template <class Key>
void keep_present(const ScoredRows& rows, std::int64_t first, std::int64_t count, Block<Key>& block) {
    if (!rows.weights) return;
    double weights[block_size];
    read_block(*rows.weights, first, count, weights);
    block.count = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        block.keys[block.count] = block.keys[i];
        block.codes[block.count] = block.codes[i];
        block.weights[block.count] = weights[i];
        block.count += weights[i] != 0;
    }
}

}  // namespace concordant::ranked
