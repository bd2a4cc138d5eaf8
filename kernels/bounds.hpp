// What a check of numbers asks for, in one pass over memory: the least and the greatest, whether one is not a number,
// and, of a matrix of probabilities, by how much the worst row misses a sum of one.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

#include "clones.hpp"
#include "columns.hpp"

namespace concordant {

struct Bounds {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();
    double worst_sum = 0.0;  // distance of a row sum from one
    bool nan = false;
};

inline void merge(Bounds& into, const Bounds& from) {
    into.low = std::min(into.low, from.low);
    into.high = std::max(into.high, from.high);
    into.worst_sum = std::max(into.worst_sum, from.worst_sum);
    into.nan = into.nan || from.nan;
}

// The bits of a float as an integer that is ordered as the floats are, with NaN beyond infinity on either side. Least
// and greatest integers are found several at a time, those of floats are not: the compiler has to think of NaN.
template <class Key>
inline Key ordered_key(Key bits) {
    return bits ^ ((bits < 0 ? Key{-1} : Key{0}) & std::numeric_limits<Key>::max());
}

template <class T, class Key>
CONCORDANT_CLONES void least_and_greatest(const T* values, std::int64_t count, Key* least, Key* greatest) {
    Key low = std::numeric_limits<Key>::max(), high = std::numeric_limits<Key>::min();
    for (std::int64_t i = 0; i < count; ++i) {
        Key bits;
        std::memcpy(&bits, values + i, sizeof(Key));
        const Key key = ordered_key(bits);
        low = key < low ? key : low;
        high = key > high ? key : high;
    }
    *least = low;
    *greatest = high;
}

template <class T>
Bounds bounds_of(const T* values, std::int64_t count) {
    using Key = std::conditional_t<sizeof(T) == 8, std::int64_t, std::int32_t>;
    Bounds out;
    if (count == 0) return out;
    Key low, high;
    least_and_greatest(values, count, &low, &high);
    out.low = std::bit_cast<T>(ordered_key(low));  // the key of a key are the bits
    out.high = std::bit_cast<T>(ordered_key(high));
    out.nan = std::isnan(out.low) || std::isnan(out.high);
    return out;
}

// By how much the row that misses a sum of one by most misses it; the rows lie one after the other.
CONCORDANT_CLONES inline double worst_sum(const double* values, std::int64_t rows, std::int64_t columns) {
    double worst = 0.0;
    for (std::int64_t i = 0; i < rows; ++i) {
        double sum = 0.0;
        for (std::int64_t k = 0; k < columns; ++k) sum += values[i * columns + k];
        worst = std::max(worst, std::abs(sum - 1.0));
    }
    return worst;
}

// Bounds of elements [first, last) of a column.
inline Bounds bounds_of_rows(const Column& column, std::int64_t first, std::int64_t last) {
    Bounds total;
    if (const double* dense = dense_doubles(column, first)) return bounds_of(dense, last - first);
    const std::byte* data = column.data + first * column.stride;
    if (column.type == Type::f32 && column.stride == 4 && reinterpret_cast<std::uintptr_t>(data) % 4 == 0)
        return bounds_of(reinterpret_cast<const float*>(data), last - first);
    double values[block_rows];
    for (std::int64_t row = first; row < last; row += block_rows) {
        const std::int64_t count = std::min(block_rows, last - row);
        read_block(column, row, count, values);
        merge(total, bounds_of(values, count));
    }
    return total;
}

// Bounds and sums of rows [first, last) of a matrix, given by its columns.
inline Bounds bounds_of_matrix(const std::vector<Column>& columns, std::int64_t first, std::int64_t last) {
    const auto width = static_cast<std::int64_t>(columns.size());
    const std::byte* data = columns[0].data;
    const bool packed = columns[0].type == Type::f64 && columns[0].stride == 8 * width &&
                        (width == 1 || columns[1].data - data == 8) && reinterpret_cast<std::uintptr_t>(data) % 8 == 0;
    Bounds total;
    double values[block_rows], sums[block_rows];
    const std::int64_t step = packed ? std::max<std::int64_t>(block_rows / width, 1) : block_rows;
    for (std::int64_t row = first; row < last; row += step) {
        const std::int64_t count = std::min(step, last - row);
        if (packed) {
            const double* here = reinterpret_cast<const double*>(data) + row * width;
            merge(total, bounds_of(here, count * width));
            total.worst_sum = std::max(total.worst_sum, worst_sum(here, count, width));
            continue;
        }
        std::fill(sums, sums + count, 0.0);
        for (const Column& column : columns) {
            read_block(column, row, count, values);
            merge(total, bounds_of(values, count));
            for (std::int64_t i = 0; i < count; ++i) sums[i] += values[i];
        }
        total.worst_sum = std::max(total.worst_sum, worst_sum(sums, count, 1));
    }
    return total;
}

}  // namespace concordant
