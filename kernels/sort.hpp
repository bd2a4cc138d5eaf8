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
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>

#include "clones.hpp"

namespace concordant::ranked {

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

}  // namespace concordant::ranked
