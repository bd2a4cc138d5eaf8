// Pairs of labels of few rows whose labels are bytes close to each other: all on the stack, with nothing to allocate
// and nothing to merge. What is read from the caller is read once, whoever writes to it meanwhile.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "clones.hpp"
#include "columns.hpp"

namespace concordant {

struct FewPairs {
    static constexpr std::int64_t most_rows = 1 << 14;
    static constexpr int most_bits = 5;

    std::uint8_t first = 0;  // label
    int bits = 0;            // of the number of a label, 3 or 5: the table has 2^bits x 2^bits cells
    std::array<std::uint32_t, std::size_t{1} << (2 * most_bits)> cells;

    std::size_t width() const { return std::size_t{1} << bits; }
    std::size_t size() const { return width() << bits; }
    std::uint32_t at(std::size_t truth, std::size_t prediction) const { return cells[truth << bits | prediction]; }

    // The labels that occur, as bits.
    std::uint32_t occurring() const {
        std::uint32_t seen = 0;
        for (std::size_t truth = 0; truth < width(); ++truth)
            for (std::size_t prediction = 0; prediction < width(); ++prediction)
                if (at(truth, prediction) != 0) seen |= std::uint32_t{1} << truth | std::uint32_t{1} << prediction;
        return seen;
    }
};

// Writes labels as bytes, and gives the bits that occur in any of them.
template <class T>
CONCORDANT_CLONES std::uint64_t narrow(const T* labels, std::int64_t count, std::uint8_t* out) {
    T seen = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        const T label = labels[i];
        seen = static_cast<T>(seen | label);
        out[i] = static_cast<std::uint8_t>(label);
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
void count_bytes(const std::uint8_t* truth, const std::uint8_t* prediction, std::int64_t rows, std::uint8_t low,
                 std::uint32_t* out) {
    constexpr std::size_t size = std::size_t{1} << (2 * Bits);
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
    for (std::size_t i = 0; i < size; ++i) out[i] = (cells[0][i] + cells[1][i]) + (cells[2][i] + cells[3][i]);
}

// Counts the pairs of two columns of as many whole numbers, 1 to `most_rows`; false if they are no bytes, or far apart.
inline bool count_few(const Column& truth, const Column& prediction, FewPairs& out) {
    const std::int64_t rows = truth.size;
    std::uint8_t first[FewPairs::most_rows], second[FewPairs::most_rows];
    if (!read_bytes(truth, first) || !read_bytes(prediction, second)) return false;
    const ByteRange range = byte_range(first, second, rows);
    const int reach = range.high - range.low;
    if (reach >> FewPairs::most_bits != 0) return false;
    out.first = range.low;
    out.bits = reach < 8 ? 3 : FewPairs::most_bits;
    (out.bits == 3 ? count_bytes<3> : count_bytes<5>)(first, second, rows, range.low, out.cells.data());
    return true;
}

}  // namespace concordant
