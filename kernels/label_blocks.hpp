// A block of labels of any type: their offsets from a first label, narrowed to one or two bytes, and their range.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <vector>

#include "clones.hpp"
#include "columns.hpp"
#include "threads.hpp"
#include "whole.hpp"

namespace concordant {

inline constexpr std::int64_t widest_float_labels = 1024;
inline constexpr std::int32_t farthest_float = 1 << 30;  // float labels from here on are not for the window

inline bool is_float(const Column& column) { return column.type == Type::f32 || column.type == Type::f64; }

// Offsets of a block's labels from `first`, narrowed; the result is the OR of all offsets (wrapped below `first`),
// so that one comparison tells whether every label lies in the window: span is a power of two.
template <class S, class Narrow>
CONCORDANT_CLONES std::uint64_t narrow_dense(const std::byte* data, std::int64_t count, std::uint64_t first,
                                             Narrow* out) {
    std::uint64_t seen = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        S value;
        std::memcpy(&value, data + i * static_cast<std::int64_t>(sizeof(S)), sizeof(S));
        const std::uint64_t offset = static_cast<std::uint64_t>(static_cast<std::int64_t>(value)) - first;
        seen |= offset;
        out[i] = static_cast<Narrow>(offset);
    }
    return seen;
}

// The same where labels take one or two bytes and the window starts at 0: no arithmetic beyond the label's width.
template <class S, class Narrow>
CONCORDANT_CLONES std::uint64_t narrow_small(const std::byte* data, std::int64_t count, Narrow* out) {
    S seen = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        S value;
        std::memcpy(&value, data + i * static_cast<std::int64_t>(sizeof(S)), sizeof(S));
        seen = static_cast<S>(seen | value);
        out[i] = static_cast<Narrow>(value);
    }
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(seen));
}

// Floats that are whole numbers are narrowed as these numbers; any other value gives an offset outside every window.
// Of numbers beyond 2^51 the bits of the sum tell nothing but that they are far away, which is enough.
template <class S, class Narrow>
CONCORDANT_CLONES std::uint64_t narrow_floats(const std::byte* data, std::int64_t stride, std::int64_t count,
                                              std::uint64_t first, Narrow* out) {
    std::uint64_t seen = 0, broken = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        S value;
        std::memcpy(&value, data + i * stride, sizeof(S));
        const double exact = value, sum = exact + rounding<double>;
        broken |= static_cast<std::uint64_t>(sum - rounding<double> != exact);  // true for NaN
        const std::uint64_t offset =
            std::bit_cast<std::uint64_t>(sum) - std::bit_cast<std::uint64_t>(rounding<double>) - first;
        seen |= offset;
        out[i] = static_cast<Narrow>(offset);
    }
    return broken ? ~std::uint64_t{0} : seen;
}

template <class S, class Narrow>
std::uint64_t narrow_float_block(const std::byte* data, std::int64_t stride, std::int64_t count, std::uint64_t first,
                                 Narrow* out) {
    constexpr auto size = static_cast<std::int64_t>(sizeof(S));
    return stride == size ? narrow_floats<S>(data, size, count, first, out)  // a stride known to the compiler
                          : narrow_floats<S>(data, stride, count, first, out);
}

template <class Narrow>
std::uint64_t narrow_block(const Column& column, std::int64_t row, std::int64_t count, std::int64_t first,
                           Narrow* out) {
    const std::byte* data = column.data + row * column.stride;
    const auto offset = static_cast<std::uint64_t>(first);
    const bool dense1 = column.stride == 1, dense2 = column.stride == 2, dense4 = column.stride == 4,
               dense8 = column.stride == 8;
    switch (column.type) {
        case Type::u8:
            if (dense1 && first == 0) return narrow_small<std::uint8_t>(data, count, out);
            if (dense1) return narrow_dense<std::uint8_t>(data, count, offset, out);
            break;
        case Type::i8:
            if (dense1 && first == 0) return narrow_small<std::int8_t>(data, count, out);
            if (dense1) return narrow_dense<std::int8_t>(data, count, offset, out);
            break;
        case Type::i16:
            if (dense2) return narrow_dense<std::int16_t>(data, count, offset, out);
            break;
        case Type::u16:
            if (dense2) return narrow_dense<std::uint16_t>(data, count, offset, out);
            break;
        case Type::i32:
            if (dense4) return narrow_dense<std::int32_t>(data, count, offset, out);
            break;
        case Type::u32:
            if (dense4) return narrow_dense<std::uint32_t>(data, count, offset, out);
            break;
        case Type::i64:
        case Type::u64:
            if (dense8) return narrow_dense<std::int64_t>(data, count, offset, out);
            break;
        case Type::f32: return narrow_float_block<float>(data, column.stride, count, offset, out);
        case Type::f64: return narrow_float_block<double>(data, column.stride, count, offset, out);
    }
    std::int64_t values[block_rows];
    read_block(column, row, count, values);
    return narrow_dense<std::int64_t>(reinterpret_cast<const std::byte*>(values), count, offset, out);
}

struct LabelRange {
    std::int64_t low;
    std::int64_t high;
};

template <class T>
CONCORDANT_CLONES LabelRange label_range(const T* labels, std::int64_t count) {
    T low = labels[0], high = labels[0];
    for (std::int64_t i = 1; i < count; ++i) {
        low = labels[i] < low ? labels[i] : low;
        high = labels[i] > high ? labels[i] : high;
    }
    return {low, high};
}

// The least and greatest label of a block; nothing for uint64 labels that int64 cannot hold, and for floats that are
// not whole or far from zero.
inline std::optional<LabelRange> block_range(const Column& column, std::int64_t row, std::int64_t count) {
    if (is_float(column)) {
        double floats[block_rows];
        std::int32_t whole[block_rows];
        read_block(column, row, count, floats);
        if (!floats_to_whole(floats, count, whole)) return std::nullopt;
        const LabelRange range = label_range(whole, count);
        return range.low > -farthest_float && range.high < farthest_float ? std::optional(range) : std::nullopt;
    }
    std::int64_t values[block_rows];
    values[0] = 0;  // a block has a row: the compiler cannot know
    const LabelRange range = label_range(whole_block(column, row, count, values), count);
    if (column.type == Type::u64 && range.low < 0) return std::nullopt;
    return range;
}

// The least and the greatest label of two columns.
struct Reach {
    std::int64_t low = std::numeric_limits<std::int64_t>::max();
    std::int64_t high = std::numeric_limits<std::int64_t>::min();
    bool readable = true;  // false for what is no label of 64 signed bits

    bool empty() const { return low > high; }
    std::uint64_t distance() const { return static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low); }

    void add(const std::optional<LabelRange>& block) {
        readable = readable && block;
        if (readable) add(Reach{block->low, block->high});
    }
    void add(const Reach& other) {
        readable = readable && other.readable;
        low = std::min(low, other.low);
        high = std::max(high, other.high);
    }
};

inline Reach reach_of(const Column& truth, const Column& prediction, int threads) {
    std::vector<Reach> parts(static_cast<std::size_t>(threads));
    parallel(truth.size, threads, [&](int part, std::int64_t first, std::int64_t last) {
        Reach reach;
        for (std::int64_t row = first; row < last && reach.readable; row += block_rows) {
            const std::int64_t count = std::min(block_rows, last - row);
            reach.add(block_range(truth, row, count));
            reach.add(block_range(prediction, row, count));
        }
        parts[static_cast<std::size_t>(part)] = reach;
    });
    Reach all;
    for (const Reach& part : parts) all.add(part);
    return all;
}

}  // namespace concordant
