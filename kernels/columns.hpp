// A column of numbers as the caller holds it: any integer or float type, any stride, read only.
// Kernels read it block by block into a small buffer of the type they compute in, so that no kernel is a
// template over the types of its inputs, strided input costs nothing extra, and nothing is copied whole.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

#include "platform.hpp"

namespace concordant {

enum class Type : std::uint8_t { i8, i16, i32, i64, u8, u16, u32, u64, f32, f64 };  // bool is u8

constexpr std::int64_t width_of(Type type) {  // in bytes
    switch (type) {
        case Type::i8:
        case Type::u8: return 1;
        case Type::i16:
        case Type::u16: return 2;
        case Type::i32:
        case Type::u32:
        case Type::f32: return 4;
        default: return 8;
    }
}

struct Column {
    const std::byte* data = nullptr;
    std::int64_t size = 0;
    std::int64_t stride = 0;  // in bytes, may be negative
    Type type = Type::f64;
};

inline bool is_float(const Column& column) { return column.type == Type::f32 || column.type == Type::f64; }

// Whether numbers of so many bytes lie one after the other.
template <class T>
bool lies_as(const Column& column) {
    const bool aligned = reinterpret_cast<std::uintptr_t>(column.data) % alignof(T) == 0;
    return column.stride == static_cast<std::int64_t>(sizeof(T)) && aligned;
}

// The doubles of a column from a row on where they lie one after the other; null where they have to be read.
inline const double* dense_doubles(const Column& column, std::int64_t row) {
    const std::byte* data = column.data + row * column.stride;
    const bool here = column.type == Type::f64 && column.stride == 8 && reinterpret_cast<std::uintptr_t>(data) % 8 == 0;
    return here ? reinterpret_cast<const double*>(data) : nullptr;
}

// Rows that one block holds: small enough that the buffers of a block stay in the first-level cache.
inline constexpr std::int64_t block_rows = 2048;

// Copy rows [first, first + count) of a column of S into `out`, converted to T.
template <class S, class T>
CONCORDANT_CLONES void copy_block(const std::byte* data, std::int64_t stride, std::int64_t count, T* out) {
    if (stride == static_cast<std::int64_t>(sizeof(S))) {
        for (std::int64_t i = 0; i < count; ++i) {
            S value;  // memcpy: the caller's buffer may be unaligned
            std::memcpy(&value, data + i * static_cast<std::int64_t>(sizeof(S)), sizeof(S));
            out[i] = static_cast<T>(value);
        }
    } else {
        const auto copy = [&](std::int64_t i) {
            S value;
            std::memcpy(&value, data + i * stride, sizeof(S));
            out[i] = static_cast<T>(value);
        };
        std::int64_t i = 0;
        for (; i + 4 <= count; i += 4)  // of one row a turn, the loop takes half as long again where it lies badly
            for (std::int64_t row = i; row < i + 4; ++row) copy(row);
        for (; i < count; ++i) copy(i);
    }
}

template <class T>
void read_block(const Column& column, std::int64_t first, std::int64_t count, T* out) {
    const std::byte* data = column.data + first * column.stride;
    switch (column.type) {
        case Type::i8: return copy_block<std::int8_t>(data, column.stride, count, out);
        case Type::i16: return copy_block<std::int16_t>(data, column.stride, count, out);
        case Type::i32: return copy_block<std::int32_t>(data, column.stride, count, out);
        case Type::i64: return copy_block<std::int64_t>(data, column.stride, count, out);
        case Type::u8: return copy_block<std::uint8_t>(data, column.stride, count, out);
        case Type::u16: return copy_block<std::uint16_t>(data, column.stride, count, out);
        case Type::u32: return copy_block<std::uint32_t>(data, column.stride, count, out);
        case Type::u64: return copy_block<std::uint64_t>(data, column.stride, count, out);
        case Type::f32: return copy_block<float>(data, column.stride, count, out);
        case Type::f64: return copy_block<double>(data, column.stride, count, out);
    }
}

// The whole numbers of a block as int64: where they lie, or read into `buffer`.
inline const std::int64_t* whole_block(const Column& column, std::int64_t row, std::int64_t count,
                                       std::int64_t* buffer) {
    if (column.type == Type::i64 && lies_as<std::int64_t>(column))
        return reinterpret_cast<const std::int64_t*>(column.data) + row;
    read_block(column, row, count, buffer);
    return buffer;
}

// The doubles of a block, as they lie or put into `room`.
inline const double* doubles_of(const Column& column, std::int64_t row, std::int64_t count, double* room) {
    if (const double* here = dense_doubles(column, row); here != nullptr) return here;
    read_block(column, row, count, room);
    return room;
}

// What a check of numbers asks for, in one pass over memory: the least and the greatest, whether one is not a number,
// and, of a matrix of probabilities, by how much the worst row misses a sum of one.

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

// Numbers that are whole and small become integers of one, two or four bytes, checked in the same pass.

// A float this large has no bits for fractions, so that adding it rounds to a whole number, which stands in the low
// bits of the sum: 1.5 times the power of two of the last bit.
template <class S>
inline constexpr S rounding = sizeof(S) == 4 ? S{0x1.8p23F} : static_cast<S>(0x1.8p52);

// Whether all of these are whole numbers that T holds; `out` holds them then. Each sum rounds in the type that it is
// in.
template <class S, class T>
CONCORDANT_CLONES bool floats_to_whole(const S* values, std::int64_t count, T* out) {
    using Sum = std::conditional_t<sizeof(S) == 4 && sizeof(T) <= 2, float, double>;
    using Bits = std::conditional_t<sizeof(Sum) == 4, std::uint32_t, std::uint64_t>;
    constexpr Bits half = Bits{1} << (8 * sizeof(T) - 1);  // numbers of T are from -half to half - 1
    Bits seen = 0, broken = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        const Sum value = static_cast<Sum>(values[i]);
        const Sum sum = value + rounding<Sum>;
        broken |= static_cast<Bits>(sum - rounding<Sum> != value);  // true for NaN; infinity is out of range
        const Bits whole = std::bit_cast<Bits>(sum) - std::bit_cast<Bits>(rounding<Sum>);
        seen |= whole + half;
        out[i] = static_cast<T>(whole);
    }
    return broken == 0 && seen < 2 * half;
}

template <class T>
CONCORDANT_CLONES bool unsigned_to_whole(const std::uint64_t* values, std::int64_t count, T* out) {
    std::uint64_t seen = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        seen |= values[i];
        out[i] = static_cast<T>(values[i]);
    }
    return seen < std::uint64_t{1} << (8 * sizeof(T) - 1);
}

// Rows [first, last) of a column of S; stops at the first block that T cannot hold.
template <class S, class T>
bool narrow_whole(const Column& column, std::int64_t first, std::int64_t last, T* out) {
    const bool dense = column.stride == static_cast<std::int64_t>(sizeof(S)) &&
                       reinterpret_cast<std::uintptr_t>(column.data) % alignof(S) == 0;
    for (std::int64_t row = first; row < last; row += block_rows) {
        const std::int64_t count = last - row < block_rows ? last - row : block_rows;
        S block[block_rows];
        const S* values = block;
        if (dense)
            values = reinterpret_cast<const S*>(column.data) + row;
        else
            read_block(column, row, count, block);
        bool whole;
        if constexpr (std::is_floating_point_v<S>)
            whole = floats_to_whole(values, count, out + row);
        else
            whole = unsigned_to_whole(values, count, out + row);
        if (!whole) return false;
    }
    return true;
}

}  // namespace concordant
