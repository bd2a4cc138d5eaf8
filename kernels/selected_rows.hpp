// Some rows of a block, a bit each, and what they hold, one after the other. Which rows these are cannot be foreseen,
// so nothing branches on it.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "clones.hpp"
#include "columns.hpp"
#include "machine.hpp"

namespace concordant {

inline constexpr std::int64_t word_rows = 64;
inline constexpr std::size_t block_words = static_cast<std::size_t>(block_rows / word_rows);
inline constexpr std::size_t selected_at_once = 4;  // what is written behind the last row is of no meaning

// Selects the rows of which is_one(row) is true.
template <class IsOne>
CONCORDANT_INLINE void select_rows(std::int64_t count, std::uint64_t* words, const IsOne& is_one) {
    for (std::int64_t begin = 0; begin < count; begin += word_rows) {
        const std::int64_t some = std::min(count - begin, word_rows);
        std::uint64_t word = 0;
        for (std::int64_t i = 0; i < some; ++i) word |= static_cast<std::uint64_t>(is_one(begin + i)) << i;
        *words++ = word;
    }
}

// Calls put(place, row) for the selected rows, one place after the other, and for up to `selected_at_once` places more;
// returns how many are selected.
template <class Put>
CONCORDANT_INLINE std::size_t list_selected(std::int64_t count, const std::uint64_t* words, const Put& put) {
    std::size_t size = 0;
    for (std::int64_t begin = 0; begin < count; begin += word_rows) {
        std::uint64_t left = *words++;
        const std::size_t end = size + static_cast<std::size_t>(std::popcount(left));
        for (; left != 0; size += selected_at_once)
            for (std::size_t i = 0; i < selected_at_once; ++i, left &= left - 1)
                put(size + i, begin + std::countr_zero(left) % word_rows);  // of no bit left, the first row
        size = end;
    }
    return size;
}

// Both codes of the selected rows as one number, the first above 32 bits of the second; how many they are.
CONCORDANT_CLONES inline std::size_t list_pairs(const std::uint32_t* a, const std::uint32_t* b, std::int64_t count,
                                                const std::uint64_t* words, std::uint64_t* pairs) {
    return list_selected(count, words, [=](std::size_t place, std::int64_t row) {
        pairs[place] = std::uint64_t{a[row]} << 32 | b[row];
    });
}

// The same with the weights of the rows.
CONCORDANT_CLONES inline std::size_t list_weighed(const std::uint32_t* a, const std::uint32_t* b, const double* weights,
                                                  std::int64_t count, const std::uint64_t* words, std::uint64_t* pairs,
                                                  double* out) {
    return list_selected(count, words, [=](std::size_t place, std::int64_t row) {
        pairs[place] = std::uint64_t{a[row]} << 32 | b[row];
        out[place] = weights[row];
    });
}

}  // namespace concordant
