// Numbers that are whole and small become integers of one, two or four bytes, checked in the same pass.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "clones.hpp"
#include "columns.hpp"

namespace concordant {

// 2^52 + 2^51: a double this large has no bits for fractions, so that adding it rounds to a whole number, which stands
// in the low bits of the sum.
inline constexpr double rounding = 0x1.8p52;

// Whether all of these are whole numbers that T holds; `out` holds them then.
template <class S, class T>
CONCORDANT_CLONES bool to_whole(const S* values, std::int64_t count, T* out) {
    constexpr std::uint64_t half = std::uint64_t{1} << (8 * sizeof(T) - 1);  // numbers of T are from -half to half - 1
    std::uint64_t seen = 0, broken = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        if constexpr (std::is_floating_point_v<S>) {
            const double value = values[i];
            const double sum = value + rounding;
            broken |= std::uint64_t{sum - rounding != value};  // true for NaN; infinity is out of range
            const std::uint64_t whole = std::bit_cast<std::uint64_t>(sum) - std::bit_cast<std::uint64_t>(rounding);
            seen |= whole + half;
            out[i] = static_cast<T>(whole);
        } else {
            seen |= values[i];
            out[i] = static_cast<T>(values[i]);
        }
    }
    return broken == 0 && seen < (std::is_floating_point_v<S> ? 2 * half : half);
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
        if (dense) values = reinterpret_cast<const S*>(column.data) + row;
        else read_block(column, row, count, block);
        if (!to_whole(values, count, out + row)) return false;
    }
    return true;
}

}  // namespace concordant
