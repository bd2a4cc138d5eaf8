// Profiles of a matrix of ratings, a row a unit and a column a rater: how often each row occurs.
// A row becomes a number with one digit a rater: the label from the least one on, and the greatest digit for a missing
// rating (NaN). Few raters of few labels have few such numbers, which are counted in a table, a table a thread.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "columns.hpp"
#include "platform.hpp"
#include "threads.hpp"

namespace concordant {

// The least and the greatest rating; not `whole` if one is no whole number of 32 bits; `missing` if one is NaN.
struct RatingRange {
    std::int64_t low = std::numeric_limits<std::int64_t>::max();
    std::int64_t high = std::numeric_limits<std::int64_t>::min();
    bool whole = true;
    bool missing = false;

    friend void merge(RatingRange& into, const RatingRange& from) {
        into.low = std::min(into.low, from.low);
        into.high = std::max(into.high, from.high);
        into.whole = into.whole && from.whole;
        into.missing = into.missing || from.missing;
    }
};

template <class T>
CONCORDANT_CLONES void range_of_block(const T* values, std::int64_t count, RatingRange& range) {
    if constexpr (std::is_integral_v<T>) {
        T low = values[0], high = values[0];
        for (std::int64_t i = 1; i < count; ++i) {
            low = std::min(low, values[i]);
            high = std::max(high, values[i]);
        }
        merge(range, {static_cast<std::int64_t>(low), static_cast<std::int64_t>(high), true, false});
    } else {
        std::int64_t known = 0;
        while (known < count && values[known] != values[known]) ++known;
        range.missing = range.missing || known > 0;
        if (known == count) return;
        const T fill = values[known];  // in the place of missing ratings, it moves neither end
        std::int32_t whole[block_rows];
        int other = 0, missing = 0;
        for (std::int64_t i = 0; i < count; ++i) {
            const T value = values[i] == values[i] ? values[i] : fill;
            const bool fits = (value >= T(-2147483648.0)) & (value < T(2147483648.0));
            whole[i] = static_cast<std::int32_t>(fits ? value : T(0));
            other |= static_cast<T>(whole[i]) != value;
            missing |= values[i] != values[i];
        }
        if (other) {
            range.whole = false;
            return;
        }
        range.missing = range.missing || missing;
        range_of_block(whole, count, range);
    }
}

// Digits of one rater, pushed to the numbers of the rows.
template <class T>
CONCORDANT_CLONES void push_digits(const T* values, std::int64_t count, std::int64_t low, std::uint32_t base,
                                   std::uint32_t* numbers) {
    if constexpr (std::is_integral_v<T>) {
        using U = std::make_unsigned_t<T>;
        const U from = static_cast<U>(low);  // differences of unsigned numbers cannot overflow
        for (std::int64_t i = 0; i < count; ++i)
            numbers[i] =
                numbers[i] * base + static_cast<std::uint32_t>(static_cast<U>(static_cast<U>(values[i]) - from));
    } else {
        const T from = static_cast<T>(low);
        for (std::int64_t i = 0; i < count; ++i) {
            const bool gone = values[i] != values[i];
            const auto digit = static_cast<std::int32_t>(gone ? T(0) : values[i] - from);
            numbers[i] = numbers[i] * base + (gone ? base - 1 : static_cast<std::uint32_t>(digit));
        }
    }
}

// The columns of a matrix, one a rater, of one type and length.
using RatingColumns = std::vector<Column>;

template <class T>
RatingRange range_of_ratings(const RatingColumns& raters, int threads) {
    const std::int64_t rows = raters.front().size;
    return over_parts(rows, threads, [&](std::int64_t first, std::int64_t last) {
        T block[block_rows];
        RatingRange range;
        for (std::int64_t row = first; row < last && range.whole; row += block_rows) {
            const std::int64_t count = std::min(block_rows, last - row);
            for (const Column& rater : raters) {
                read_block(rater, row, count, block);
                range_of_block(block, count, range);
            }
        }
        return range;
    });
}

// How many rows have each number, base^raters of them.
template <class T>
std::vector<std::int64_t> profile_table(const RatingColumns& raters, std::int64_t low, std::uint32_t base,
                                        std::size_t size, int threads) {
    const std::int64_t rows = raters.front().size;
    const int parts = std::max(threads, 1);
    std::vector<std::vector<std::int64_t>> tables(static_cast<std::size_t>(parts));
    parallel(rows, parts, [&](int part, std::int64_t first, std::int64_t last) {
        auto& table = tables[static_cast<std::size_t>(part)];
        table.assign(size, 0);
        T block[block_rows];
        std::uint32_t numbers[block_rows];
        for (std::int64_t row = first; row < last; row += block_rows) {
            const std::int64_t count = std::min(block_rows, last - row);
            std::fill(numbers, numbers + count, 0u);
            for (const Column& rater : raters) {
                read_block(rater, row, count, block);
                push_digits(block, count, low, base, numbers);
            }
            if (*std::max_element(numbers, numbers + count) >= size)  // the ratings are not those that were looked at
                throw std::out_of_range("count_profiles: a rating beyond the base");
            for (std::int64_t i = 0; i < count; ++i) ++table[numbers[i]];
        }
    });
    std::vector<std::int64_t> total = std::move(tables.front());
    if (total.empty()) total.assign(size, 0);
    for (std::size_t part = 1; part < tables.size(); ++part)
        for (std::size_t i = 0; i < tables[part].size(); ++i) total[i] += tables[part][i];
    return total;
}

}  // namespace concordant
