// Sorts small words by some of their bits, from the lowest digit to the highest: no comparison, so that nothing about
// the order has to be foreseen.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace concordant::ranked {

inline constexpr int most_digit_bits = 11;

// Sorts by the lowest `bits` bits; words that are equal in them stay in their order. `spare` has room for as many
// words; which of the two holds the sorted ones is what comes back.
inline const std::uint32_t* radix_sort(std::uint32_t* words, std::uint32_t* spare, std::size_t count, int bits) {
    const int digits = std::max(1, (bits + most_digit_bits - 1) / most_digit_bits);
    const int digit_bits = (bits + digits - 1) / digits;
    const std::size_t values = std::size_t{1} << digit_bits;
    const auto mask = static_cast<std::uint32_t>(values - 1);
    std::vector<std::uint32_t> counters(values);
    for (int digit = 0; digit < digits; ++digit) {
        const int shift = digit * digit_bits;
        std::uint32_t* const place = counters.data();
        std::fill_n(place, values, std::uint32_t{0});
        for (std::size_t i = 0; i < count; ++i) ++place[words[i] >> shift & mask];
        std::uint32_t start = 0;
        for (std::size_t value = 0; value < values; ++value) start += std::exchange(place[value], start);
        for (std::size_t i = 0; i < count; ++i) spare[place[words[i] >> shift & mask]++] = words[i];
        std::swap(words, spare);
    }
    return words;
}

}  // namespace concordant::ranked
