// What the rows that hold the same label weigh, and all rows: what weighted accuracy needs of them, without a table.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>

#include "agreeing.hpp"
#include "clones.hpp"
#include "columns.hpp"
#include "ordered.hpp"

namespace concordant {

struct AgreeingWeight {
    double agreeing = 0;
    double total = 0;
    bool unknown = false;  // a weight is negative or NaN, or a label no whole number

    void add(const AgreeingWeight& other) {
        agreeing += other.agreeing;
        total += other.total;
        unknown = unknown || other.unknown;
    }
};

// Sums of every eighth row: a vector of them at a time, and the same sums on every processor.
struct WeightLanes {
    static constexpr std::int64_t lanes = 8;
    double sums[lanes] = {};

    void add(const double* values, std::int64_t count) {
        std::int64_t i = 0;
        for (; i + lanes <= count; i += lanes)
            for (std::int64_t lane = 0; lane < lanes; ++lane) sums[lane] += values[i + lane];
        for (std::int64_t lane = 0; i < count; ++i, ++lane) sums[lane] += values[i];
    }

    double sum() const {
        double all = 0;
        for (const double lane : sums) all += lane;
        return all;
    }
};

// The weights of agreeing rows are written down before they are added up: to compare and to add at once takes half as
// long again. An infinite weight shows in the total.
template <class T>
CONCORDANT_CLONES AgreeingWeight add_agreeing(const T* a, const T* b, const double* weights, std::int64_t count) {
    constexpr std::int64_t strip = 256;
    double agreeing[strip];
    WeightLanes right, all;
    std::uint64_t bad = 0;
    for (std::int64_t row = 0; row < count; row += strip) {
        const std::int64_t here = std::min(strip, count - row);
        for (std::int64_t i = 0; i < here; ++i) {
            const double weight = weights[row + i];
            agreeing[i] = a[row + i] == b[row + i] ? weight : 0.0;
            bad |= static_cast<std::uint64_t>(!(weight >= 0));
        }
        all.add(weights + row, here);
        right.add(agreeing, here);
    }
    return {right.sum(), all.sum(), bad != 0};
}

template <class T>
const T* dense_block(const Column& column, std::int64_t row, std::int64_t count, T* buffer) {
    if (lies_as<T>(column)) return reinterpret_cast<const T*>(column.data) + row;
    read_block(column, row, count, buffer);
    return buffer;
}

// Of labels that are read as T, those of floats only if they are whole numbers and not large.
template <class T>
AgreeingWeight agreeing_weight_as(const Column& a, const Column& b, const Column& weight, int threads) {
    AgreeingWeight sum;
    ordered_chunks<AgreeingWeight>(
        a.size, threads,
        [&](std::int64_t first, std::int64_t last) {
            AgreeingWeight chunk;
            T left[block_rows], right[block_rows];
            double read[block_rows];
            for (std::int64_t row = first; row < last && !chunk.unknown; row += block_rows) {
                const std::int64_t count = std::min(block_rows, last - row);
                const T *x = dense_block(a, row, count, left), *y = dense_block(b, row, count, right);
                const double* weights = dense_block(weight, row, count, read);
                AgreeingWeight block = add_agreeing(x, y, weights, count);
                if constexpr (std::is_floating_point_v<T>) block.unknown |= count_equal_whole(x, y, count) < 0;
                chunk.add(block);
            }
            return chunk;
        },
        [&](AgreeingWeight&& chunk) { sum.add(chunk); });
    return sum;
}

// The columns have one length. No result of weights that are none, of floats that are no labels, and of two types that
// no common one holds.
inline std::optional<AgreeingWeight> agreeing_weight(const Column& a, const Column& b, const Column& weight,
                                                     int threads) {
    const auto as = [&](auto kind) -> std::optional<AgreeingWeight> {
        const AgreeingWeight found = agreeing_weight_as<decltype(kind)>(a, b, weight, threads);
        const bool known = !found.unknown && found.total <= std::numeric_limits<double>::max();
        return known ? std::optional(found) : std::nullopt;
    };
    if (a.type != b.type) {
        const auto odd = [](Type type) { return type == Type::u64 || type == Type::f32 || type == Type::f64; };
        return odd(a.type) || odd(b.type) ? std::nullopt : as(std::int64_t{});
    }
    switch (a.type) {
        case Type::i8:
        case Type::u8: return as(std::uint8_t{});
        case Type::i16:
        case Type::u16: return as(std::uint16_t{});
        case Type::i32:
        case Type::u32: return as(std::uint32_t{});
        case Type::f32: return as(float{});
        case Type::f64: return as(double{});
        default: return as(std::int64_t{});
    }
}

}  // namespace concordant
