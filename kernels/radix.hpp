// Sorts items by some bits of their words, from the lowest digit to the highest: no comparison, so that nothing about
// the order has to be foreseen, and items whose words are equal stay in their order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "sort.hpp"

namespace concordant::ranked {

inline constexpr int most_digit_bits = 11;

// Sorts by the lowest `bits` bits. `spare` has room for as many items; which of the two holds the sorted ones is what
// comes back.
template <class Item>
Item* radix_sort(Item* items, Item* spare, std::size_t count, int bits) {
    const int digits = std::max(1, (bits + most_digit_bits - 1) / most_digit_bits);
    const int digit_bits = (bits + digits - 1) / digits;
    const std::size_t values = std::size_t{1} << digit_bits;
    std::vector<std::size_t> places(values);
    for (int digit = 0; digit < digits; ++digit) {
        const auto value_of = [=](const Item& item) {
            return static_cast<std::size_t>(word_of(item) >> (digit * digit_bits)) & (values - 1);
        };
        std::size_t* const place = places.data();
        std::fill_n(place, values, std::size_t{0});
        for (std::size_t i = 0; i < count; ++i) ++place[value_of(items[i])];
        std::size_t start = 0;
        for (std::size_t value = 0; value < values; ++value) start += std::exchange(place[value], start);
        for (std::size_t i = 0; i < count; ++i) spare[place[value_of(items[i])]++] = items[i];
        std::swap(items, spare);
    }
    return items;
}

}  // namespace concordant::ranked
