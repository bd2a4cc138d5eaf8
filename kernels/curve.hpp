// The curve itself: distinct scores in descending order with what each class has there, and the sum of two curves.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

#include "buckets.hpp"
#include "pages.hpp"

namespace concordant::ranked {

template <class Item>
using TableCell = std::conditional_t<std::is_same_v<Item, WeightedItem>, double, std::int64_t>;

template <class Cell>
struct CurveArrays {
    std::int64_t size = 0;
    Pages<std::byte> scores;  // of the type of the column
    Pages<Cell> table;        // size x classes
    std::int64_t bad_score = no_row;
    std::int64_t bad_label = no_row;
};

// Writes `count` scores of a column's type, given their keys.
using StoreScores = void (*)(const std::uint64_t* keys, std::size_t count, std::byte* out);

template <class Out>
void store_scores(const std::uint64_t* keys, std::size_t count, std::byte* out) {
    for (std::size_t i = 0; i < count; ++i) {
        const Out score = score_of_key<Out>(keys[i]);
        std::memcpy(out + i * sizeof(Out), &score, sizeof(Out));
    }
}

template <class Item>
CONCORDANT_CLONES std::int64_t count_distinct(const Item* items, std::size_t count, int class_bits) {
    std::int64_t distinct = count > 0;
    for (std::size_t i = 1; i < count; ++i) distinct += (word_of(items[i]) ^ word_of(items[i - 1])) >> class_bits != 0;
    return distinct;
}

// Writes the curve of one sorted bucket: its scores at `scores`, its table at `table`.
template <class Item>
void write_bucket(const Item* items, std::size_t count, const Plan<WordOf<Item>>& plan, std::size_t bucket,
                  std::size_t classes, StoreScores store, std::size_t score_size, std::byte* scores,
                  TableCell<Item>* table) {
    constexpr std::size_t most_keys = 256;
    std::uint64_t keys[most_keys];
    std::size_t pending = 0;
    const auto origin = static_cast<WordOf<Item>>(plan.lowest + plan.origins[bucket]);
    const auto code_mask = (WordOf<Item>{1} << plan.class_bits) - 1;
    for (std::size_t i = 0; i < count;) {
        const auto distance = word_of(items[i]) >> plan.class_bits;
        std::fill_n(table, classes, TableCell<Item>{0});
        do {
            if constexpr (std::is_same_v<Item, WeightedItem>)
                table[items[i].word & code_mask] += items[i].weight;
            else
                ++table[items[i] & code_mask];
            ++i;
        } while (i < count && word_of(items[i]) >> plan.class_bits == distance);
        table += classes;
        keys[pending++] = static_cast<WordOf<Item>>(origin + distance);
        if (pending == most_keys || i == count) {
            store(keys, pending, scores);
            scores += pending * score_size;
            pending = 0;
        }
    }
}

// Sorts every bucket; says where the distinct scores of each begin among all, and how many there are.
template <class Item>
std::int64_t sort_and_place(Buckets<Item>& buckets, int threads, std::vector<std::int64_t>& first) {
    first.resize(buckets.size());
    sort_buckets(buckets, threads, [&](std::size_t bucket) {
        first[bucket] = count_distinct(buckets.sorted(bucket), buckets.count(bucket), buckets.plan.class_bits);
    });
    std::int64_t size = 0;
    for (auto& each : first) size += std::exchange(each, size);
    return size;
}

template <class Item>
CurveArrays<TableCell<Item>> make_curve(const ScoredRows& rows, StoreScores store, std::size_t score_size,
                                        int threads) {
    Buckets<Item> buckets = make_buckets<Item>(rows, threads);
    CurveArrays<TableCell<Item>> out;
    out.bad_score = buckets.bad_score;
    out.bad_label = buckets.bad_label;
    if (buckets.size() == 0) return out;
    std::vector<std::int64_t> first;
    out.size = sort_and_place(buckets, threads, first);
    const std::size_t classes = rows.values.size();
    const auto size = static_cast<std::size_t>(out.size);
    out.scores = make_pages<std::byte>(size * score_size);
    out.table = make_pages<TableCell<Item>>(size * classes);
    for_buckets(buckets, threads, [&](int, std::size_t bucket) {
        const auto at = static_cast<std::size_t>(first[bucket]);
        write_bucket(buckets.sorted(bucket), buckets.count(bucket), buckets.plan, bucket, classes, store, score_size,
                     out.scores.get() + at * score_size, out.table.get() + at * classes);
    });
    return out;
}

// Distinct scores of two curves together.
template <class Score>
std::int64_t merged_size(const Score* a, std::int64_t a_size, const Score* b, std::int64_t b_size) {
    std::int64_t size = 0;
    for (std::int64_t i = 0, j = 0; i < a_size || j < b_size; ++size) {
        const bool from_a = j == b_size || (i < a_size && a[i] >= b[j]);
        const bool from_b = i == a_size || (j < b_size && b[j] >= a[i]);
        i += from_a;
        j += from_b;
    }
    return size;
}

// The sum of two curves, written where merged_size scores and rows of the table fit.
template <class Score, class Cell>
void merge_curves(const Score* a, const Cell* a_table, std::int64_t a_size, const Score* b, const Cell* b_table,
                  std::int64_t b_size, std::int64_t classes, Score* out, Cell* out_table) {
    for (std::int64_t i = 0, j = 0; i < a_size || j < b_size;) {
        const bool from_a = j == b_size || (i < a_size && a[i] >= b[j]);
        const bool from_b = i == a_size || (j < b_size && b[j] >= a[i]);
        *out++ = from_a ? a[i] : b[j];
        for (std::int64_t k = 0; k < classes; ++k)
            *out_table++ =
                (from_a ? a_table[i * classes + k] : Cell{0}) + (from_b ? b_table[j * classes + k] : Cell{0});
        i += from_a;
        j += from_b;
    }
}

}  // namespace concordant::ranked
