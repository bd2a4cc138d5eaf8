// How many rows of two columns hold the same label: what accuracy needs of them, in one reading and without a table.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "clones.hpp"
#include "columns.hpp"
#include "threads.hpp"

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

}  // namespace concordant
