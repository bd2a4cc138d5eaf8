// How many rows of two classes score at least each distinct score: the curve summed up as it is written, without
// its table. Counted rows only, because what lies above a bucket is known before it is sorted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "curve.hpp"

namespace concordant::ranked {

template <class Score>
struct RunningArrays {
    std::int64_t size = 0;    // distinct scores and one more
    Pages<Score> scores;      // +inf, then descending
    Pages<double> negatives;  // 0, then the running counts: exact up to 2^53 rows
    Pages<double> positives;
    std::int64_t bad_score = no_row;
    std::int64_t bad_label = no_row;
};

template <class Item, class Score>
void write_running(const Buckets<Item>& buckets, std::size_t bucket, Score* scores, double* negatives,
                   double* positives) {
    const Item* items = buckets.sorted(bucket);
    const std::size_t count = buckets.count(bucket);
    const int class_bits = buckets.plan.class_bits;
    const auto origin = static_cast<WordOf<Item>>(buckets.plan.lowest + buckets.plan.origins[bucket]);
    std::int64_t above = buckets.positives[bucket];
    std::int64_t rows = buckets.first[bucket];
    for (std::size_t i = 0; i < count;) {
        const auto distance = items[i] >> class_bits;
        do {
            above += static_cast<std::int64_t>(items[i] & 1);
            ++rows;
            ++i;
        } while (i < count && items[i] >> class_bits == distance);
        *scores++ = score_of_key<Score>(static_cast<std::uint64_t>(static_cast<WordOf<Item>>(origin + distance)));
        *positives++ = static_cast<double>(above);
        *negatives++ = static_cast<double>(rows - above);
    }
}

// Item is as wide as the keys of Score.
template <class Item, class Score>
RunningArrays<Score> make_running(const ScoredRows& rows, int threads) {
    Buckets<Item> buckets = make_buckets<Item>(rows, threads);
    RunningArrays<Score> out;
    out.bad_score = buckets.bad_score;
    out.bad_label = buckets.bad_label;
    std::vector<std::int64_t> first;
    const bool bad = out.bad_score != no_row || out.bad_label != no_row;
    out.size = 1 + (bad ? 0 : sort_and_place(buckets, threads, first));
    const auto size = static_cast<std::size_t>(out.size);
    out.scores = make_pages<Score>(size);
    out.negatives = make_pages<double>(size);
    out.positives = make_pages<double>(size);
    out.scores[0] = std::numeric_limits<Score>::infinity();
    out.negatives[0] = out.positives[0] = 0;
    if (bad) return out;
    for_buckets(buckets, threads, [&](int, std::size_t bucket) {
        const auto at = static_cast<std::size_t>(first[bucket]) + 1;
        write_running(buckets, bucket, out.scores.get() + at, out.negatives.get() + at, out.positives.get() + at);
    });
    return out;
}

}  // namespace concordant::ranked
