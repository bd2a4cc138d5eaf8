// Sums of two columns of whole labels, of their squares and of their squared differences: what quadratic kappa needs of
// them, in one reading and without a table. Whole numbers throughout, so that no order of adding matters.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

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

// Labels in fewer bits; whether all of them lie between -end and end - 1, a power of two.
template <std::int64_t end, class T, class Narrow>
CONCORDANT_CLONES bool narrowed(const T* labels, std::int64_t count, Narrow* out) {
    if constexpr (sizeof(T) == 1 || (sizeof(T) == 2 && end > 1 << 16)) {
        for (std::int64_t i = 0; i < count; ++i) out[i] = static_cast<Narrow>(labels[i]);
        return true;
    } else {
        std::uint64_t far = 0;
        for (std::int64_t i = 0; i < count; ++i) {
            far |= (static_cast<std::uint64_t>(labels[i]) + end) & ~std::uint64_t{2 * end - 1};
            out[i] = static_cast<Narrow>(labels[i]);
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

// The same of labels whose squares need 64 bits.
CONCORDANT_CLONES inline void add_far(const std::int32_t* a, const std::int32_t* b, std::int64_t count,
                                      SquareSums& sums) {
    std::int64_t first = 0, second = 0, products = 0, apart = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int32_t between = a[i] - b[i];
        first += a[i];
        second += b[i];
        products += std::int64_t{a[i]} * b[i];
        apart += std::int64_t{between} * between;
    }
    sums.first += first;
    sums.second += second;
    sums.apart += apart;
    sums.squares += apart + 2 * products;
}

template <std::int64_t end, class T, class Narrow>
bool narrowed_block(const Column& column, std::int64_t row, std::int64_t count, Narrow* out) {
    if (lies_as<T>(column)) return narrowed<end>(reinterpret_cast<const T*>(column.data) + row, count, out);
    std::int64_t labels[block_rows];
    read_block(column, row, count, labels);
    return narrowed<end>(labels, count, out);
}

template <std::int64_t end, class Narrow>
bool narrowed_labels(const Column& column, std::int64_t row, std::int64_t count, Narrow* out) {
    switch (column.type) {
        case Type::i8: return narrowed_block<end, std::int8_t>(column, row, count, out);
        case Type::u8: return narrowed_block<end, std::uint8_t>(column, row, count, out);
        case Type::i16: return narrowed_block<end, std::int16_t>(column, row, count, out);
        case Type::u16: return narrowed_block<end, std::uint16_t>(column, row, count, out);
        case Type::i32: return narrowed_block<end, std::int32_t>(column, row, count, out);
        case Type::u32: return narrowed_block<end, std::uint32_t>(column, row, count, out);
        default: return narrowed_block<end, std::int64_t>(column, row, count, out);
    }
}

inline bool add_near_block(const Column& a, const Column& b, std::int64_t row, std::int64_t count, SquareSums& sums) {
    std::int16_t left[block_rows], right[block_rows];
    const bool near =
        narrowed_labels<near_labels>(a, row, count, left) && narrowed_labels<near_labels>(b, row, count, right);
    if (near) add_near(left, right, count, sums);
    return near;
}

inline bool add_far_block(const Column& a, const Column& b, std::int64_t row, std::int64_t count, SquareSums& sums) {
    std::int32_t left[block_rows], right[block_rows];
    const bool fit = a.size <= far_rows && narrowed_labels<far_labels_end>(a, row, count, left) &&
                     narrowed_labels<far_labels_end>(b, row, count, right);
    if (fit) add_far(left, right, count, sums);
    return fit;
}

// The columns have one length and hold integers; those of uint64 are below 2^63, as int64 holds them.
inline SquareSums square_sums(const Column& a, const Column& b, int threads) {
    std::vector<SquareSums> found(static_cast<std::size_t>(std::max(threads, 1)));
    parallel(a.size, threads, [&](int part, std::int64_t begin, std::int64_t end) {
        SquareSums sums;
        bool near = true;  // so far: labels that are far once mostly are so again
        for (std::int64_t row = begin; row < end && sums.fit; row += block_rows) {
            const std::int64_t count = std::min(block_rows, end - row);
            near = near && add_near_block(a, b, row, count, sums);
            if (!near) sums.fit = add_far_block(a, b, row, count, sums);
        }
        found[static_cast<std::size_t>(part)] = sums;
    });
    SquareSums all;
    for (const SquareSums& one : found) all.add(one);
    return all;
}

}  // namespace concordant
