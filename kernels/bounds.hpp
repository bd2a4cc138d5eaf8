// What a check of numbers asks for, in one pass over memory: the least and the greatest, whether one is not a number,
// and, of a matrix of probabilities, by how much the worst row misses a sum of one.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
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

// Least and greatest of several lanes at once, which the compiler keeps in vectors: the order of comparisons of one
// lane is that of its numbers, so that nobody has to think of NaN, which is noted beside them.
template <class T>
CONCORDANT_CLONES Bounds bounds_of(const T* values, std::int64_t count) {
    using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
    constexpr int lanes = 128 / static_cast<int>(sizeof(T));
    constexpr T infinity = std::numeric_limits<T>::infinity();
    T low[lanes], high[lanes];
    Bits nan[lanes] = {};
    for (int lane = 0; lane < lanes; ++lane) low[lane] = infinity, high[lane] = -infinity;
    const auto add = [&](T value, int lane) {
        low[lane] = value < low[lane] ? value : low[lane];
        high[lane] = value > high[lane] ? value : high[lane];
        nan[lane] |= value == value ? Bits{0} : Bits{1};
    };
    std::int64_t i = 0;
    for (; i + lanes <= count; i += lanes)
        for (int lane = 0; lane < lanes; ++lane) add(values[i + lane], lane);
    for (int lane = 0; i < count; ++i, ++lane) add(values[i], lane);
    Bounds out;
    for (int lane = 0; lane < lanes; ++lane)
        merge(out, {static_cast<double>(low[lane]), static_cast<double>(high[lane]), 0.0, nan[lane] != 0});
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
