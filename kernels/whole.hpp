// Numbers that are whole and small become integers of one, two or four bytes, checked in the same pass.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "clones.hpp"
#include "columns.hpp"
#include "halves.hpp"

namespace concordant {

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

// Rows [first, last) of halves, a block of which becomes floats at once: a column of these would leave the cache.
template <class T>
bool narrow_halves(const std::uint16_t* halves, std::int64_t first, std::int64_t last, T* out) {
    for (std::int64_t row = first; row < last; row += block_rows) {
        const std::int64_t count = last - row < block_rows ? last - row : block_rows;
        float block[block_rows];
        floats_of_halves(halves + row, count, block);
        if (!floats_to_whole(block, count, out + row)) return false;
    }
    return true;
}

}  // namespace concordant
