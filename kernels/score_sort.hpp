// Scores as unsigned integer keys, such that a smaller key is a higher score: ascending keys are descending scores.
// IEEE numbers sort like integers once the bits below the sign of positive numbers are inverted.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "columns.hpp"
#include "platform.hpp"

namespace concordant::ranked {

// Each type of score is read as one of six, with keys of 32 or 64 bits; small integers are read as int32.
template <class S>
using KeyOf = std::conditional_t<sizeof(S) == 4, std::uint32_t, std::uint64_t>;

template <class S>
constexpr KeyOf<S> key_of(S score) {
    using Key = KeyOf<S>;
    constexpr Key below_sign = static_cast<Key>(~Key{0}) >> 1;
    if constexpr (std::is_floating_point_v<S>) {
        const Key bits = std::bit_cast<Key>(score + S{0});  // -0.0 + 0.0 is 0.0: one key for both zeros
        const Key sign = Key{0} - (bits >> (8 * sizeof(Key) - 1));
        return bits ^ (~sign & below_sign);
    } else if constexpr (std::is_signed_v<S>) {
        return static_cast<Key>(score) ^ below_sign;
    } else {
        return static_cast<Key>(~score);
    }
}

template <class S>
constexpr S score_of(KeyOf<S> key) {
    using Key = KeyOf<S>;
    constexpr Key below_sign = static_cast<Key>(~Key{0}) >> 1;
    if constexpr (std::is_floating_point_v<S>) {
        const Key sign = Key{0} - (key >> (8 * sizeof(Key) - 1));
        return std::bit_cast<S>(key ^ (~sign & below_sign));
    } else if constexpr (std::is_signed_v<S>) {
        return static_cast<S>(key ^ below_sign);
    } else {
        return static_cast<S>(~key);
    }
}

// Keys of `count` scores; true if none of them is NaN.
template <class S, class Key>
CONCORDANT_CLONES bool convert_keys(const S* scores, std::int64_t count, Key* keys) {
    KeyOf<S> nans = 0;  // as wide as the scores: a bool would keep the loop from being vectorised
    for (std::int64_t i = 0; i < count; ++i) {
        nans |= static_cast<KeyOf<S>>(scores[i] != scores[i]);
        keys[i] = key_of(scores[i]);
    }
    return nans == 0;
}

template <class S, class Key>
bool read_keys_as(const Column& scores, std::int64_t first, std::int64_t count, Key* keys) {
    if constexpr (sizeof(KeyOf<S>) > sizeof(Key)) {
        return false;  // never asked: the word of a sort is as wide as the keys of its scores, or wider
    } else {
        const bool stored = !std::is_same_v<S, std::int32_t> || scores.type == Type::i32;
        if (stored && lies_as<S>(scores))
            return convert_keys(reinterpret_cast<const S*>(scores.data) + first, count, keys);
        S buffer[block_rows];
        read_block(scores, first, count, buffer);
        return convert_keys(buffer, count, keys);
    }
}

// Keys of rows [first, first + count), at most block_rows of them; true if none is NaN.
template <class Key>
bool read_keys(const Column& scores, std::int64_t first, std::int64_t count, Key* keys) {
    switch (scores.type) {
        case Type::f32: return read_keys_as<float>(scores, first, count, keys);
        case Type::f64: return read_keys_as<double>(scores, first, count, keys);
        case Type::i64: return read_keys_as<std::int64_t>(scores, first, count, keys);
        case Type::u64: return read_keys_as<std::uint64_t>(scores, first, count, keys);
        case Type::u32: return read_keys_as<std::uint32_t>(scores, first, count, keys);
        default: return read_keys_as<std::int32_t>(scores, first, count, keys);
    }
}

constexpr bool has_wide_keys(Type type) { return type == Type::f64 || type == Type::i64 || type == Type::u64; }

// Turns keys of scores of `type` back into scores of type Out, which is the type of the column.
template <class Out>
Out score_of_key(std::uint64_t key) {
    using Read = std::conditional_t<(sizeof(Out) < 4), std::int32_t, Out>;
    return static_cast<Out>(score_of<Read>(static_cast<KeyOf<Read>>(key)));
}

// Sorts a few thousand items in the cache, and stays fast for any number and any values: the range between the
// smallest and the largest is cut into about as many cells as there are items, the items are counted and moved into
// their cell, and the little that is left is an insertion sort. A cell that is still crowded is sorted the same way.
// Every level takes at least five more bits of the range, so n items never need more than 13 n steps of each kind.
//
// Measured for AUC with AP, ns a row, one thread / two, float64 unless said, on a Zen 5 with AVX-512, g++ 12:
//                                     1 M rows      10 M rows
//   buckets, then this: uniform       9.6 / 5.4     11.3 / 6.5     (float32 8.1 / 4.3 and 9.4 / 5.1)
//   a plain two-level bucket sort      20 / -         27 / -
//   of these the sums                 2.1            2.1
// Sorting bare keys alone, one thread: np.sort (AVX-512) 7.6 to 10; radix from the lowest 8 bits 7.6 and 11.5, from
// the lowest 11 bits 7.0 and 17.8; std::sort 58 and 67.
// Steps that paid, at 1 M / 10 M: huge pages 0.3 / 4, vectorised reading 4 / 3.5, no order among ties 1.4 / 5 where
// a few rows share a score, one round of bubble sort before the insertion sort 0.9 / 0.5, the prefetch for writing
// - / 1.2. No difference: half or twice as many cells, a second round of bubble sort, buckets of 1024 to 8192 rows.
// Measured for all thresholds of a ROC curve on a Zen 4 with AVX-512, g++ 12, old / new, ns a row: freed pages kept
// for the next call 18.5 / 13.6 at 1 M rows (10.1 / 7.3 with two threads) and 16.5 / 11.2 at 100,000; of 10 M rows
// nothing is kept: no difference. Labels read in the move only, not to count buckets: 13.5 / 12.8 at 1 M, with what
// guards the move against rows that change; at 10,000 rows 9.9 / 10.2.

// What is sorted: a word that holds key and class, alone or with the weight of the row.
struct WeightedItem {
    std::uint64_t word;
    double weight;
};

inline std::uint32_t word_of(std::uint32_t item) { return item; }
inline std::uint64_t word_of(std::uint64_t item) { return item; }
inline std::uint64_t word_of(const WeightedItem& item) { return item.word; }

template <class Item>
using WordOf = std::conditional_t<sizeof(Item) == 4, std::uint32_t, std::uint64_t>;

inline constexpr std::size_t few_items = 24;  // an insertion sort is faster
inline constexpr int most_cell_bits = 13;     // 32 KiB of counters
inline constexpr std::size_t most_levels = 13;

template <class Word>
struct WordRange {
    Word low;
    Word high;
};

template <class Item>
CONCORDANT_CLONES WordRange<WordOf<Item>> word_range(const Item* items, std::size_t count) {
    WordOf<Item> low = std::numeric_limits<WordOf<Item>>::max();
    WordOf<Item> high = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const WordOf<Item> word = word_of(items[i]);
        low = word < low ? word : low;
        high = word > high ? word : high;
    }
    return {low, high};
}

// Sorts `count` items from `from` into `to`; the two may be the same.
template <class Item>
void insertion_sort(const Item* from, Item* to, std::size_t count, int class_bits) {
    const WordOf<Item> codes = (WordOf<Item>{1} << class_bits) - 1;
    for (std::size_t i = 0; i < count; ++i) {
        const Item item = from[i];
        const WordOf<Item> last = word_of(item) | codes;  // nothing of the same key is greater
        std::size_t hole = i;
        while (hole > 0 && word_of(to[hole - 1]) > last) {
            to[hole] = to[hole - 1];
            --hole;
        }
        to[hole] = item;
    }
}

// One round of bubble sort from `from` into `to`, without branches: most cells hold no more than two items, and
// after it hardly any move is left for the insertion sort, whose branches would not be foreseen.
template <class Item>
void bubble_once(const Item* from, Item* to, std::size_t count) {
    Item greatest = from[0];
    for (std::size_t i = 1; i < count; ++i) {
        const Item item = from[i];
        const bool greater = word_of(item) > word_of(greatest);
        to[i - 1] = greater ? greatest : item;
        greatest = greater ? item : greatest;
    }
    to[count - 1] = greatest;
}

// Room for counters that sort_items needs for `count` items.
inline std::size_t counters_for(std::size_t count) {
    return most_levels * std::min(2 * count + 2, (std::size_t{1} << most_cell_bits) + 1);
}

// Sorts items by their keys. `spare` has room for as many items, `counters` for counters_for(count).
// Items of one key end up in an order that depends on nothing but the items and their order.
template <class Item>
void sort_items(Item* items, std::size_t count, int class_bits, Item* spare, std::uint32_t* counters) {
    using Word = WordOf<Item>;
    if (count <= few_items) return insertion_sort(items, items, count, class_bits);
    if (count > std::numeric_limits<std::uint32_t>::max()) {  // the counters would overflow
        std::stable_sort(items, items + count, [class_bits](const Item& a, const Item& b) {
            return word_of(a) >> class_bits < word_of(b) >> class_bits;
        });
        return;
    }
    const auto [lowest, highest] = word_range(items, count);
    const Word low = lowest >> class_bits;
    const Word range = (highest >> class_bits) - low;
    if (range == 0) return;
    const int cell_bits = std::min(static_cast<int>(std::bit_width(count)), most_cell_bits);
    const int shift = std::max(0, static_cast<int>(std::bit_width(range)) - cell_bits);
    const auto cells = static_cast<std::size_t>(range >> shift) + 1;
    const Word base = low << class_bits;
    const int drop = shift + class_bits;
    const auto cell_of = [base, drop](const Item& item) {
        return static_cast<std::size_t>((word_of(item) - base) >> drop);
    };

    std::fill_n(counters, cells, std::uint32_t{0});
    for (std::size_t i = 0; i < count; ++i) ++counters[cell_of(items[i])];
    std::uint32_t start = 0;
    std::uint32_t fullest = 0;
    for (std::size_t cell = 0; cell < cells; ++cell) {
        const std::uint32_t here = counters[cell];
        counters[cell] = start;
        start += here;
        fullest = std::max(fullest, here);
    }
    for (std::size_t i = 0; i < count; ++i) spare[counters[cell_of(items[i])]++] = items[i];
    if (shift == 0) {  // one key a cell
        std::copy(spare, spare + count, items);
        return;
    }
    if (fullest <= few_items) {
        bubble_once(spare, items, count);
        return insertion_sort(items, items, count, class_bits);
    }
    for (std::size_t cell = 0, first = 0; cell < cells; ++cell) {  // counters now hold the ends of the cells
        const std::size_t last = counters[cell];
        if (last - first > few_items) {
            sort_items(spare + first, last - first, class_bits, items + first, counters + cells);
            std::copy(spare + first, spare + last, items + first);
        } else {
            insertion_sort(spare + first, items + first, last - first, class_bits);
        }
        first = last;
    }
}

// The memory that one thread needs to sort up to `count` items, again and again.
template <class Item>
class SortSpace {
public:
    explicit SortSpace(std::size_t count)
        : spare_(new Item[count]), counters_(new std::uint32_t[counters_for(count)]) {}  // both not cleared

    void sort(Item* items, std::size_t count, int class_bits) {
        sort_items(items, count, class_bits, spare_.get(), counters_.get());
    }

private:
    std::unique_ptr<Item[]> spare_;
    std::unique_ptr<std::uint32_t[]> counters_;
};

// Sorts items by some bits of their words, from the lowest digit to the highest: no comparison, so that nothing about
// the order has to be foreseen, and items whose words are equal stay in their order.

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
