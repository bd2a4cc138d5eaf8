// How many rows of two classes score at least each distinct score: the curve summed up as it is written, without
// its table. Counted rows only, because what lies above a bucket is known before it is sorted.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
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

// Where a bucket of scores is written, and what each class has above it.
struct RunningPlace {
    std::int64_t rows;
    std::int64_t above;  // rows of the second class
    double* negatives;
    double* positives;
};

template <class Item, class Score>
void write_running(const Buckets<Item>& buckets, std::size_t bucket, Score* scores, RunningPlace place) {
    const Item* items = buckets.sorted(bucket);
    const std::size_t count = buckets.count(bucket);
    const int class_bits = buckets.plan.class_bits;
    const auto origin = static_cast<WordOf<Item>>(buckets.plan.lowest + buckets.plan.origins[bucket]);
    for (std::size_t i = 0; i < count;) {
        const auto distance = items[i] >> class_bits;
        do {
            place.above += static_cast<std::int64_t>(items[i] & 1);
            ++place.rows;
            ++i;
        } while (i < count && items[i] >> class_bits == distance);
        *scores++ = score_of_key<Score>(static_cast<std::uint64_t>(static_cast<WordOf<Item>>(origin + distance)));
        *place.positives++ = static_cast<double>(place.above);
        *place.negatives++ = static_cast<double>(place.rows - place.above);
    }
}

// The same where no two rows share a score: each score takes the place of its item.
template <class Item, class Score>
CONCORDANT_CLONES void write_apart(Item* items, std::size_t count, int class_bits, Item origin, RunningPlace place) {
    for (std::size_t i = 0; i < count; ++i) {
        place.above += static_cast<std::int64_t>(items[i] & 1);
        ++place.rows;
        place.positives[i] = static_cast<double>(place.above);
        place.negatives[i] = static_cast<double>(place.rows - place.above);
    }
    for (std::size_t i = 0; i < count; ++i) {
        const auto key = static_cast<Item>(origin + (items[i] >> class_bits));
        items[i] = std::bit_cast<Item>(score_of<Score>(key));
    }
}

CONCORDANT_CLONES inline void divide_all(double* numbers, std::size_t count, double by) {
    for (std::size_t i = 0; i < count; ++i) numbers[i] /= by;
}

// Memory of items that were overwritten by scores of the same width.
template <class Score, class Item>
Pages<Score> as_scores(Pages<Item>&& slots) {
    static_assert(sizeof(Score) == sizeof(Item));
    const FreePages free = slots.get_deleter();
    return Pages<Score>(reinterpret_cast<Score*>(slots.release()), free);
}

// Item is as wide as the keys of Score. As shares, what a class has is divided by all of it, while it is in the cache.
template <class Item, class Score>
RunningArrays<Score> make_running(const ScoredRows& rows, bool shares, int threads) {
    Buckets<Item> buckets = make_buckets<Item>(rows, threads);
    RunningArrays<Score> out;
    out.bad_score = buckets.bad_score;
    out.bad_label = buckets.bad_label;
    std::vector<std::int64_t> first;
    const bool bad = out.bad_score != no_row || out.bad_label != no_row;
    const std::int64_t distinct = bad ? 0 : sort_and_place(buckets, threads, first);
    const bool apart = distinct > 0 && distinct == buckets.first.back();
    out.size = 1 + distinct;
    const auto size = static_cast<std::size_t>(out.size);
    if (!apart) out.scores = make_pages<Score>(size);
    out.negatives = make_pages<double>(size);
    out.positives = make_pages<double>(size);
    const double positives = distinct > 0 ? static_cast<double>(buckets.positives.back()) : 0;
    const double negatives = distinct > 0 ? static_cast<double>(buckets.first.back()) - positives : 0;
    if (distinct > 0)
        for_buckets(buckets, threads, [&](int, std::size_t bucket) {
            const auto at = static_cast<std::size_t>(first[bucket]) + 1;
            const std::size_t here =
                static_cast<std::size_t>(bucket + 1 < first.size() ? first[bucket + 1] : distinct) + 1 - at;
            const RunningPlace place{buckets.first[bucket], buckets.positives[bucket], out.negatives.get() + at,
                                     out.positives.get() + at};
            if (apart)
                write_apart<Item, Score>(buckets.items(bucket), here, buckets.plan.class_bits,
                                         static_cast<Item>(buckets.plan.lowest + buckets.plan.origins[bucket]), place);
            else
                write_running(buckets, bucket, out.scores.get() + at, place);
            if (shares) divide_all(place.negatives, here, negatives);
            if (shares) divide_all(place.positives, here, positives);
        });
    if (apart) out.scores = as_scores<Score>(std::move(buckets.slots));
    out.scores[0] = std::numeric_limits<Score>::infinity();
    out.negatives[0] = out.positives[0] = 0;
    return out;
}

}  // namespace concordant::ranked
