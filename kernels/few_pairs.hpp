// Pairs of labels of few rows whose labels are bytes close to each other: all on the stack, with nothing to allocate
// and nothing to merge. What is read from the caller is read once, whoever writes to it meanwhile.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

#include "clones.hpp"
#include "columns.hpp"

namespace concordant {

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

}  // namespace concordant
