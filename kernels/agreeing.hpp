// How many rows of two columns hold the same label: what accuracy needs of them, in one reading and without a table.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numeric>
#include <type_traits>
#include <vector>

#include "clones.hpp"
#include "columns.hpp"
#include "label_blocks.hpp"
#include "threads.hpp"
#include "whole.hpp"

namespace concordant {

// Rows are added up in the type of the labels, so that a vector holds as many sums as labels: a strip fits a byte.
template <class T>
CONCORDANT_CLONES std::int64_t count_equal(const T* a, const T* b, std::int64_t count) {
    constexpr std::int64_t strip = 128;
    std::int64_t total = 0, row = 0;
    for (; row + strip <= count; row += strip) {
        T equal = 0;
        for (std::int64_t i = row; i < row + strip; ++i) equal = static_cast<T>(equal + (a[i] == b[i] ? 1 : 0));
        total += static_cast<std::int64_t>(equal);
    }
    for (; row < count; ++row) total += a[row] == b[row] ? 1 : 0;
    return total;
}

template <class T>
std::int64_t count_blocks(const Column& a, const Column& b, std::int64_t first, std::int64_t last) {
    if (lies_as<T>(a) && lies_as<T>(b))
        return count_equal(reinterpret_cast<const T*>(a.data) + first, reinterpret_cast<const T*>(b.data) + first,
                           last - first);
    T left[block_rows], right[block_rows];
    std::int64_t total = 0;
    for (std::int64_t row = first; row < last; row += block_rows) {
        const std::int64_t count = std::min(block_rows, last - row);
        read_block(a, row, count, left);
        read_block(b, row, count, right);
        total += count_equal(left, right, count);
    }
    return total;
}

// The columns have one length and hold integers; those of uint64 are below 2^63, as int64 holds them.
inline std::int64_t count_agreeing(const Column& a, const Column& b, int threads) {
    std::vector<std::int64_t> found(static_cast<std::size_t>(std::max(threads, 1)));
    parallel(a.size, threads, [&](int part, std::int64_t first, std::int64_t last) {
        auto& mine = found[static_cast<std::size_t>(part)];
        if (a.type != b.type) {
            mine = count_blocks<std::int64_t>(a, b, first, last);
            return;
        }
        switch (a.type) {
            case Type::i8:
            case Type::u8: mine = count_blocks<std::uint8_t>(a, b, first, last); break;
            case Type::i16:
            case Type::u16: mine = count_blocks<std::uint16_t>(a, b, first, last); break;
            case Type::i32:
            case Type::u32: mine = count_blocks<std::uint32_t>(a, b, first, last); break;
            default: mine = count_blocks<std::int64_t>(a, b, first, last);
        }
    });
    return std::accumulate(found.begin(), found.end(), std::int64_t{0});
}

// The same of floats that are whole numbers and not large; -1 if one is none.
template <class S>
CONCORDANT_CLONES std::int64_t count_equal_whole(const S* a, const S* b, std::int64_t count) {
    using Bits = std::conditional_t<sizeof(S) == 4, std::uint32_t, std::uint64_t>;
    constexpr S large = rounding<S> / 3;  // below, adding `rounding` leaves whole numbers as they are, and no others
    Bits equal = 0, broken = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        const S x = a[i], y = b[i];
        broken |= static_cast<Bits>((x + rounding<S>)-rounding<S> != x) | static_cast<Bits>(!(std::abs(x) < large));
        broken |= static_cast<Bits>((y + rounding<S>)-rounding<S> != y) | static_cast<Bits>(!(std::abs(y) < large));
        equal += static_cast<Bits>(x == y);
    }
    return broken != 0 ? -1 : static_cast<std::int64_t>(equal);
}

template <class S>
std::int64_t count_agreeing_floats(const Column& a, const Column& b, int threads) {
    std::vector<std::int64_t> found(static_cast<std::size_t>(std::max(threads, 1)));
    parallel(a.size, threads, [&](int part, std::int64_t first, std::int64_t last) {
        S left[block_rows], right[block_rows];
        auto& mine = found[static_cast<std::size_t>(part)];
        for (std::int64_t row = first; row < last; row += block_rows) {
            const std::int64_t count = std::min(block_rows, last - row);
            const S *x = left, *y = right;
            if (lies_as<S>(a))
                x = reinterpret_cast<const S*>(a.data) + row;
            else
                read_block(a, row, count, left);
            if (lies_as<S>(b))
                y = reinterpret_cast<const S*>(b.data) + row;
            else
                read_block(b, row, count, right);
            const std::int64_t equal = count_equal_whole(x, y, count);
            mine = equal < 0 ? -1 : mine + equal;
            if (mine < 0) return;
        }
    });
    if (std::find(found.begin(), found.end(), -1) != found.end()) return -1;
    return std::accumulate(found.begin(), found.end(), std::int64_t{0});
}

// How many labels are equal, where all lie from `low` on in a range of `width` further ones; -1 if one does not.
template <class T, class Distance = std::make_unsigned_t<T>>
CONCORDANT_CLONES std::int64_t count_equal_within(const T* a, const T* b, std::int64_t count, T low, Distance width) {
    constexpr std::int64_t strip = 64;
    std::int64_t total = 0;
    Distance outside = 0;
    const auto add = [&](std::int64_t row, T& equal) {
        const auto x = static_cast<Distance>(static_cast<Distance>(a[row]) - static_cast<Distance>(low));
        const auto y = static_cast<Distance>(static_cast<Distance>(b[row]) - static_cast<Distance>(low));
        outside = static_cast<Distance>(outside | (x > width ? 1 : 0) | (y > width ? 1 : 0));
        equal = static_cast<T>(equal + (a[row] == b[row] ? 1 : 0));
    };
    std::int64_t row = 0;
    for (; row + strip <= count; row += strip) {
        T equal = 0;
        for (std::int64_t i = row; i < row + strip; ++i) add(i, equal);
        total += static_cast<std::int64_t>(equal);
    }
    T rest = 0;
    for (; row < count; ++row) add(row, rest);
    return outside != 0 ? -1 : total + static_cast<std::int64_t>(rest);
}

template <class T>
std::int64_t count_blocks_within(const Column& a, const Column& b, LabelRange range, std::int64_t first,
                                 std::int64_t last) {
    using Limits = std::numeric_limits<T>;
    const auto low = static_cast<T>(std::clamp<std::int64_t>(range.low, Limits::min(), Limits::max()));
    const auto high = static_cast<T>(std::clamp<std::int64_t>(range.high, Limits::min(), Limits::max()));
    const bool none =
        range.low > range.high || low > range.high || high < range.low;  // no label of this type is inside
    if (first < last && none) return -1;
    using Distance = std::make_unsigned_t<T>;
    const auto width = static_cast<Distance>(static_cast<Distance>(high) - static_cast<Distance>(low));
    T left[block_rows], right[block_rows];
    std::int64_t total = 0;
    for (std::int64_t row = first; row < last; row += block_rows) {
        const std::int64_t count = std::min(block_rows, last - row);
        const T* x = lies_as<T>(a) ? reinterpret_cast<const T*>(a.data) + row : left;
        const T* y = lies_as<T>(b) ? reinterpret_cast<const T*>(b.data) + row : right;
        if (x == left) read_block(a, row, count, left);
        if (y == right) read_block(b, row, count, right);
        const std::int64_t equal = count_equal_within<T>(x, y, count, low, width);
        if (equal < 0) return -1;
        total += equal;
    }
    return total;
}

// How many rows agree of columns whose labels all lie in [low, high]; -1 if one does not.
inline std::int64_t count_agreeing_within(const Column& a, const Column& b, LabelRange range, int threads) {
    std::vector<std::int64_t> found(static_cast<std::size_t>(std::max(threads, 1)));
    parallel(a.size, threads, [&](int part, std::int64_t first, std::int64_t last) {
        auto& mine = found[static_cast<std::size_t>(part)];
        switch (a.type == b.type ? a.type : Type::i64) {
            case Type::i8: mine = count_blocks_within<std::int8_t>(a, b, range, first, last); break;
            case Type::u8: mine = count_blocks_within<std::uint8_t>(a, b, range, first, last); break;
            case Type::i16: mine = count_blocks_within<std::int16_t>(a, b, range, first, last); break;
            case Type::u16: mine = count_blocks_within<std::uint16_t>(a, b, range, first, last); break;
            case Type::i32: mine = count_blocks_within<std::int32_t>(a, b, range, first, last); break;
            case Type::u32: mine = count_blocks_within<std::uint32_t>(a, b, range, first, last); break;
            default: mine = count_blocks_within<std::int64_t>(a, b, range, first, last);
        }
    });
    if (std::find(found.begin(), found.end(), -1) != found.end()) return -1;
    return std::accumulate(found.begin(), found.end(), std::int64_t{0});
}

}  // namespace concordant
