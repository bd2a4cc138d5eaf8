// AUC and average precision as sums over descending scores, without the curve itself.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "buckets.hpp"
#include "wide.hpp"

namespace concordant::ranked {

// A sum with the rounding error that it lost (Neumaier).
struct Compensated {
    double sum = 0;
    double lost = 0;

    void add(double x) {
        const double total = sum + x;
        lost += (sum < x ? sum : x) - (total - (sum < x ? x : sum));
        sum = total;
    }
    double value() const { return sum + lost; }
};

// What AUC needs. Amount counts rows or adds weights, Pairs is their product. Weights are not negative.
template <class Amount, class Pairs>
struct PairSums {
    Amount positives = 0;
    Amount negatives = 0;
    Pairs concordant{};  // pairs where the positive scores higher
    Pairs tied{};
    std::int64_t bad_score = no_row;
    std::int64_t bad_label = no_row;
};

// What average precision needs, too: a division for each threshold.
template <class Amount, class Pairs>
struct RankSums : PairSums<Amount, Pairs> {
    double precision = 0;  // sum over thresholds of the positives gained there times the precision reached
    std::int64_t distinct = 0;
};

using CountSums = RankSums<std::int64_t, Wide>;
using WeightSums = RankSums<double, double>;
using CountPairs = PairSums<std::int64_t, Wide>;
using WeightPairs = PairSums<double, double>;

template <class Sums>
inline constexpr bool has_precision = requires(Sums sums) { sums.precision; };

inline constexpr std::size_t plain_terms = 256;  // added plainly before the sum is compensated

template <class Item>
auto weight_of(const Item& item) {
    if constexpr (std::is_same_v<Item, WeightedItem>)
        return item.weight;
    else
        return std::int64_t{1};
}

inline double product(double a, double b) { return a * b; }

// The sums over one sorted bucket, below what the buckets of higher scores hold. Every item is taken for the last of
// its score, times 0 if it is not: where few rows share a score, a branch would not be foreseen (4 ns a
// row, not 2).
template <class Sums, class Item>
Sums rank_bucket(const Item* items, std::size_t count, int class_bits, const Sums& above) {
    using Amount = decltype(weight_of(*items));
    Amount positives_above = above.positives;  // of higher scores
    Amount negatives_above = above.negatives;
    Amount positives_here = 0;  // of this score, so far; no difference of sums, which would lose small weights
    Amount negatives_here = 0;
    auto concordant = above.concordant;  // 0; in variables of their own, which stay in registers
    auto tied = above.tied;
    std::int64_t distinct = 0;
    Compensated precision;
    for (std::size_t first = 0; first < count; first += plain_terms) {
        double terms = 0;
        for (std::size_t i = first; i < std::min(first + plain_terms, count); ++i) {
            const auto word = word_of(items[i]);
            const auto code = static_cast<Amount>(word & 1);
            positives_here += weight_of(items[i]) * code;
            negatives_here += weight_of(items[i]) * (1 - code);
            const bool last = i + 1 == count || (word_of(items[i + 1]) ^ word) >> class_bits != 0;
            const Amount gained = static_cast<Amount>(last) * positives_here;
            const Amount lost = static_cast<Amount>(last) * negatives_here;
            concordant += product(lost, positives_above);
            tied += product(lost, gained);
            if constexpr (has_precision<Sums>) {
                const Amount positives = positives_above + positives_here;
                terms += static_cast<double>(gained) * static_cast<double>(positives) /
                         static_cast<double>(positives + (negatives_above + negatives_here));
                distinct += last;
                negatives_above += lost;
            }
            positives_above += gained;
            positives_here -= gained;
            negatives_here -= lost;
        }
        precision.add(terms);
    }
    Sums sums;
    sums.concordant = concordant;
    sums.tied = tied;
    if constexpr (has_precision<Sums>) {
        sums.precision = precision.value();
        sums.distinct = distinct;
    }
    return sums;
}

// Adds up what the buckets found, in their order.
template <class Sums>
void total(const std::vector<Sums>& parts, Sums& out) {
    Compensated precision, concordant, tied;
    for (const Sums& part : parts) {
        if constexpr (has_precision<Sums>) {
            precision.add(part.precision);
            out.distinct += part.distinct;
        }
        if constexpr (std::is_same_v<decltype(out.tied), double>) {
            concordant.add(part.concordant);
            tied.add(part.tied);
        } else {
            out.concordant += part.concordant;
            out.tied += part.tied;
        }
    }
    if constexpr (has_precision<Sums>) out.precision = precision.value();
    if constexpr (std::is_same_v<decltype(out.tied), double>) {
        out.concordant = concordant.value();
        out.tied = tied.value();
    }
}

// Counted rows: how many of each class lie above a bucket was known before it was sorted.
template <class Sums, class Item>
Sums rank_counted(const ScoredRows& rows, int threads) {
    Buckets<Item> buckets = make_buckets<Item>(rows, threads);
    Sums out;
    out.bad_score = buckets.bad_score;
    out.bad_label = buckets.bad_label;
    if (buckets.size() == 0) return out;
    std::vector<Sums> parts(buckets.size());
    sort_buckets(buckets, threads, [&](std::size_t bucket) {
        Sums above;
        above.positives = buckets.positives[bucket];
        above.negatives = buckets.first[bucket] - above.positives;
        parts[bucket] = rank_bucket(buckets.sorted(bucket), buckets.count(bucket), buckets.plan.class_bits, above);
    });
    out.positives = buckets.positives.back();
    out.negatives = buckets.first.back() - out.positives;
    total(parts, out);
    return out;
}

// Weighted rows: the weights of each class are added up in sorted order first, to be the same for any threads.
template <class Sums>
Sums rank_weighted(const ScoredRows& rows, int threads) {
    Buckets<WeightedItem> buckets = make_buckets<WeightedItem>(rows, threads);
    Sums out;
    out.bad_score = buckets.bad_score;
    out.bad_label = buckets.bad_label;
    if (buckets.size() == 0) return out;
    std::vector<Sums> parts(buckets.size());
    sort_buckets(buckets, threads, [&](std::size_t bucket) {
        double sums[2] = {0, 0};
        const WeightedItem* items = buckets.sorted(bucket);
        for (std::size_t i = 0; i < buckets.count(bucket); ++i) sums[items[i].word & 1] += items[i].weight;
        parts[bucket].positives = sums[1];
        parts[bucket].negatives = sums[0];
    });
    Compensated positives, negatives;
    for (auto& part : parts) {  // from the weights in each bucket to the weights above it
        positives.add(std::exchange(part.positives, positives.value()));
        negatives.add(std::exchange(part.negatives, negatives.value()));
    }
    for_buckets(buckets, threads, [&](int, std::size_t bucket) {
        parts[bucket] =
            rank_bucket(buckets.sorted(bucket), buckets.count(bucket), buckets.plan.class_bits, parts[bucket]);
    });
    out.positives = positives.value();
    out.negatives = negatives.value();
    total(parts, out);
    return out;
}

}  // namespace concordant::ranked
