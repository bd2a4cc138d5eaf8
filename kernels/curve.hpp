// Curves of two classes and more: their points, sums, corners, and running counts.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "columns.hpp"
#include "memory.hpp"
#include "platform.hpp"
#include "score_buckets.hpp"
#include "threads.hpp"

namespace concordant::ranked {

// The curve itself: distinct scores in descending order with what each class has there, and the sum of two curves.

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

// The points of a curve where the step changes, and both ends: the others lie between these on a straight line, passed
// in equal steps.

// Running counts of two classes at each threshold, after the 0 at the threshold +inf: count + 1 numbers each.
struct RunningPoints {
    const double* negatives;
    const double* positives;
    const double* thresholds;
    std::int64_t count;
};

struct Corners {
    std::int64_t size = 0;    // one more than there are corners
    Pages<double> negatives;  // 0, then shares of all of the class; NaN where it has nothing
    Pages<double> positives;
    Pages<double> thresholds;
};

// Whether both counts grow by as much after each of `count` points as before it; those beside them can be read.
CONCORDANT_CLONES inline void find_corners(const double* x, const double* y, std::int64_t count, std::uint8_t* corner) {
    for (std::int64_t i = 0; i < count; ++i) {
        const bool across = x[i + 1] - x[i] != x[i] - x[i - 1];
        const bool up = y[i + 1] - y[i] != y[i] - y[i - 1];
        corner[i] = static_cast<std::uint8_t>(across | up);
    }
}

// The same of points [first, first + count) of all, of which 1 is the first and the last has none behind it.
inline void corners_of_block(const RunningPoints& points, std::int64_t first, std::int64_t count,
                             std::uint8_t* corner) {
    const std::int64_t inner = std::min(count, points.count - first);
    find_corners(points.negatives + first, points.positives + first, inner, corner);
    if (first == 1) corner[0] = 1;
    if (inner < count) corner[count - 1] = 1;
}

// Calls give(part, first, count, corner) for the blocks of points.
template <class Give>
void for_corners(const RunningPoints& points, int threads, Give&& give) {
    parallel(points.count, threads, [&](int part, std::int64_t first, std::int64_t last) {
        std::uint8_t corner[block_rows];
        for (; first < last; first += block_rows) {
            const std::int64_t count = std::min(block_rows, last - first);
            corners_of_block(points, first + 1, count, corner);
            give(part, first, count, static_cast<const std::uint8_t*>(corner));
        }
    });
}

// Moves the values of corners to the front, without branches; what is behind them may be overwritten.
inline void keep_corners(const double* values, const std::uint8_t* corner, std::int64_t count, double* out) {
    for (std::int64_t i = 0; i < count; ++i) {
        *out = values[i];
        out += corner[i];
    }
}

CONCORDANT_CLONES inline void keep_shares(const double* values, std::int64_t count, double all, double* out) {
    for (std::int64_t i = 0; i < count; ++i) out[i] = values[i] / all;
}

inline Corners corners(const RunningPoints& points, int threads) {
    std::vector<std::int64_t> places(static_cast<std::size_t>(threads));  // of the first corner of each part
    for_corners(points, threads, [&](int part, std::int64_t, std::int64_t count, const std::uint8_t* corner) {
        std::int64_t kept = 0;
        for (std::int64_t i = 0; i < count; ++i) kept += corner[i];
        places[static_cast<std::size_t>(part)] += kept;
    });
    Corners out;
    out.size = 1;
    for (auto& place : places) out.size += std::exchange(place, out.size);
    const auto size = static_cast<std::size_t>(out.size);
    for (auto* each : {&out.negatives, &out.positives, &out.thresholds}) *each = make_pages<double>(size);
    const auto all_of = [&](const double* counts) {
        const double all = counts[points.count];
        return all > 0 ? all : std::numeric_limits<double>::quiet_NaN();
    };
    const double negatives = all_of(points.negatives), positives = all_of(points.positives);
    for_corners(points, threads, [&](int part, std::int64_t first, std::int64_t count, const std::uint8_t* corner) {
        double kept[block_rows];
        std::int64_t& place = places[static_cast<std::size_t>(part)];
        std::int64_t here = 0;
        for (std::int64_t i = 0; i < count; ++i) here += corner[i];
        keep_corners(points.negatives + first + 1, corner, count, kept);
        keep_shares(kept, here, negatives, out.negatives.get() + place);
        keep_corners(points.positives + first + 1, corner, count, kept);
        keep_shares(kept, here, positives, out.positives.get() + place);
        keep_corners(points.thresholds + first + 1, corner, count, kept);
        std::copy_n(kept, here, out.thresholds.get() + place);
        place += here;
    });
    out.negatives[0] = 0 / negatives;
    out.positives[0] = 0 / positives;
    out.thresholds[0] = points.thresholds[0];
    return out;
}

// How many rows of two classes score at least each distinct score: the curve summed up as it is written, without
// its table. Counted rows only, because what lies above a bucket is known before it is sorted.

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

// Memory of items that were overwritten by scores of the same width.
template <class Score, class Item>
Pages<Score> as_scores(Pages<Item>&& slots) {
    static_assert(sizeof(Score) == sizeof(Item));
    const FreePages free = slots.get_deleter();
    return Pages<Score>(reinterpret_cast<Score*>(slots.release()), free);
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
    const std::int64_t distinct = bad ? 0 : sort_and_place(buckets, threads, first);
    const bool apart = distinct > 0 && distinct == buckets.first.back();
    out.size = 1 + distinct;
    const auto size = static_cast<std::size_t>(out.size);
    if (!apart) out.scores = make_pages<Score>(size);
    out.negatives = make_pages<double>(size);
    out.positives = make_pages<double>(size);
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
        });
    if (apart) out.scores = as_scores<Score>(std::move(buckets.slots));
    out.scores[0] = std::numeric_limits<Score>::infinity();
    out.negatives[0] = out.positives[0] = 0;
    return out;
}

}  // namespace concordant::ranked
