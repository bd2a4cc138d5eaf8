// Sums of two columns of whole labels, of their squares and of their squared differences: what quadratic kappa needs of
// them, in one reading and without a table. Whole numbers throughout, so that no order of adding matters.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "agreeing.hpp"
#include "clones.hpp"
#include "columns.hpp"
#include "threads.hpp"

namespace concordant {

struct SquareSums {
    std::int64_t first = 0, second = 0, squares = 0, apart = 0;  // sums of a, b, a^2 + b^2, (a - b)^2
    bool fit = true;  // false: a label is so far from 0 that the sums would not hold

    void add(const SquareSums& other) {
        first += other.first, second += other.second, squares += other.squares, apart += other.apart;
        fit = fit && other.fit;
    }
};

inline constexpr std::int64_t near_labels = 1 << 10;  // -1,024 to 1,023: a strip of squares fits 32 bits
inline constexpr std::int64_t far_labels_end = 1 << 20;
inline constexpr std::int64_t far_rows = 1 << 20;  // as many squares of differences of far labels fit 62 bits
inline constexpr std::int64_t sum_strip = 256;

// Labels in 16 bits; whether all of them are near.
template <class T>
CONCORDANT_CLONES bool narrowed(const T* labels, std::int64_t count, std::int16_t* out) {
    if constexpr (sizeof(T) == 1) {
        for (std::int64_t i = 0; i < count; ++i) out[i] = static_cast<std::int16_t>(labels[i]);
        return true;
    } else {
        std::uint64_t far = 0;
        for (std::int64_t i = 0; i < count; ++i) {
            far |= (static_cast<std::uint64_t>(labels[i]) + near_labels) & ~std::uint64_t{2 * near_labels - 1};
            out[i] = static_cast<std::int16_t>(labels[i]);
        }
        return far == 0;
    }
}

CONCORDANT_CLONES inline void add_near(const std::int16_t* a, const std::int16_t* b, std::int64_t count,
                                       SquareSums& sums) {
    for (std::int64_t row = 0; row < count; row += sum_strip) {
        const std::int64_t end = std::min(row + sum_strip, count);
        std::int32_t first = 0, second = 0, products = 0, apart = 0;
        for (std::int64_t i = row; i < end; ++i) {
            const auto between = static_cast<std::int16_t>(a[i] - b[i]);
            first += a[i];
            second += b[i];
            products += a[i] * b[i];
            apart += between * between;
        }
        sums.first += first;
        sums.second += second;
        sums.apart += apart;
        sums.squares += std::int64_t{apart} + 2 * std::int64_t{products};
    }
}

inline void add_far(const Column& a, const Column& b, std::int64_t row, std::int64_t count, SquareSums& sums) {
    std::int64_t left[block_rows], right[block_rows];
    read_block(a, row, count, left);
    read_block(b, row, count, right);
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t x = left[i], y = right[i];
        if (std::max(x, y) >= far_labels_end || std::min(x, y) < -far_labels_end || a.size > far_rows) {
            sums.fit = false;
            return;
        }
        sums.first += x;
        sums.second += y;
        sums.squares += x * x + y * y;
        sums.apart += (x - y) * (x - y);
    }
}

template <class T>
bool near_block(const Column& column, std::int64_t row, std::int64_t count, std::int16_t* out) {
    if (lies_as<T>(column)) return narrowed(reinterpret_cast<const T*>(column.data) + row, count, out);
    std::int64_t labels[block_rows];
    read_block(column, row, count, labels);
    return narrowed(labels, count, out);
}

inline bool near_labels_of(const Column& column, std::int64_t row, std::int64_t count, std::int16_t* out) {
    switch (column.type) {
        case Type::i8: return near_block<std::int8_t>(column, row, count, out);
        case Type::u8: return near_block<std::uint8_t>(column, row, count, out);
        case Type::i16: return near_block<std::int16_t>(column, row, count, out);
        case Type::u16: return near_block<std::uint16_t>(column, row, count, out);
        case Type::i32: return near_block<std::int32_t>(column, row, count, out);
        case Type::u32: return near_block<std::uint32_t>(column, row, count, out);
        default: return near_block<std::int64_t>(column, row, count, out);
    }
}

// The columns have one length and hold integers; those of uint64 are below 2^63, as int64 holds them.
inline SquareSums square_sums(const Column& a, const Column& b, int threads) {
    std::vector<SquareSums> found(static_cast<std::size_t>(std::max(threads, 1)));
    parallel(a.size, threads, [&](int part, std::int64_t begin, std::int64_t end) {
        SquareSums sums;
        std::int16_t left[block_rows], right[block_rows];
        for (std::int64_t row = begin; row < end && sums.fit; row += block_rows) {
            const std::int64_t count = std::min(block_rows, end - row);
            const bool near = near_labels_of(a, row, count, left) && near_labels_of(b, row, count, right);
            if (near)
                add_near(left, right, count, sums);
            else
                add_far(a, b, row, count, sums);
        }
        found[static_cast<std::size_t>(part)] = sums;
    });
    SquareSums all;
    for (const SquareSums& one : found) all.add(one);
    return all;
}

}  // namespace concordant
