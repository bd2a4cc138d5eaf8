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
#include "label_table.hpp"

namespace concordant {

inline constexpr std::int64_t few_rows = 1 << 14;

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
    bool seen[width] = {};
    for (std::size_t cell = 0; cell < size; ++cell) {
        cells[0][cell] += cells[1][cell] + cells[2][cell] + cells[3][cell];
        if (cells[0][cell] != 0) seen[cell / width] = seen[cell % width] = true;
    }
    FewPairs out;
    for (std::size_t i = 0; i < width; ++i)
        if (seen[i]) out.labels.push_back(low + static_cast<std::int64_t>(i));
    for (const std::int64_t i : out.labels)
        for (const std::int64_t j : out.labels)
            out.cells.push_back(
                cells[0][static_cast<std::size_t>(i - low) * width + static_cast<std::size_t>(j - low)]);
    return out;
}

inline constexpr std::size_t most_few_labels = 1 << 14;  // from 0 on, which may occur

// The labels of a column as numbers below `most_few_labels`; false if one is none.
inline bool read_numbers(const Column& column, std::uint16_t* out) {
    std::uint64_t seen = 0;
    std::int64_t read[block_rows];
    for (std::int64_t row = 0; row < column.size; row += block_rows) {
        const std::int64_t count = std::min(block_rows, column.size - row);
        const std::int64_t* labels = whole_block(column, row, count, read);
        seen |= narrow(labels, count, out + row);
    }
    return seen < most_few_labels;
}

// The same of numbers, whose labels are numbered as they occur; none of so many that their cells are to be listed.
inline std::optional<FewPairs> pairs_of_numbers(const Column& truth, const Column& prediction) {
    const std::int64_t rows = truth.size;
    std::uint16_t first[few_rows], second[few_rows], places[most_few_labels];
    if (!read_numbers(truth, first) || !read_numbers(prediction, second)) return std::nullopt;
    std::uint8_t seen[most_few_labels] = {};
    for (std::int64_t i = 0; i < rows; ++i) seen[first[i] % most_few_labels] = seen[second[i] % most_few_labels] = 1;
    FewPairs out;
    for (std::size_t word = 0; word < most_few_labels; word += 8) {
        std::uint64_t eight;
        std::memcpy(&eight, seen + word, 8);
        for (std::size_t label = word; eight != 0 && label < word + 8; ++label) {
            if (seen[label] == 0) continue;
            places[label] = static_cast<std::uint16_t>(out.labels.size());
            out.labels.push_back(static_cast<std::int64_t>(label));
        }
    }
    const std::size_t size = out.labels.size();
    if (!table_pays(size, rows, Form::either)) return std::nullopt;
    out.cells.resize(size * size);
    for (std::int64_t i = 0; i < rows; ++i)
        ++out.cells[places[first[i] % most_few_labels] * size + places[second[i] % most_few_labels]];
    return out;
}

// The pairs of two columns of as many whole numbers, 1 to `few_rows`; none of labels beyond small numbers, or of many.
inline std::optional<FewPairs> count_few(const Column& truth, const Column& prediction) {
    const std::int64_t rows = truth.size;
    std::uint8_t first[few_rows], second[few_rows];
    if (read_bytes(truth, first) && read_bytes(prediction, second)) {
        const ByteRange range = byte_range(first, second, rows);
        const int reach = range.high - range.low;
        if (reach < 8) return pairs_of_bytes<3>(first, second, rows, range.low);
        if (reach < 32) return pairs_of_bytes<5>(first, second, rows, range.low);
    }
    return pairs_of_numbers(truth, prediction);
}

}  // namespace concordant
