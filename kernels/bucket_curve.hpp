// Scores in buckets of a fixed order-preserving key: the rows of each class in each bucket, and its least and greatest
// score. One reading of the rows; nothing is sorted, and the memory is that of the buckets, however many rows there
// are.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "columns.hpp"
#include "platform.hpp"
#include "score_buckets.hpp"
#include "threads.hpp"

namespace concordant::ranked {

// Octaves of 2^bits equal steps, and below 2^-octaves as many equal steps down to 0. Of probabilities the upper half
// mirrors the lower, so that scores near 1 are told apart as finely as those near 0. Real numbers have octaves up to
// 2^octaves, one bucket for what is larger, one for infinity, and the same for negative ones.
struct BucketKey {
    bool probability;
    int octaves;
    int bits;

    std::int64_t steps() const { return std::int64_t{1} << bits; }
    std::int64_t highest() const {
        return (probability ? 2 * octaves * steps() : (2 * octaves + 2) * steps()) + probability;
    }
    std::int64_t lowest() const { return probability ? 0 : -1 - highest(); }
    std::size_t size() const { return static_cast<std::size_t>(highest() - lowest() + 1); }
};

// The places of scores that are not NaN and, of probabilities, not outside [0, 1], counted from the lowest. Without
// branches: which half a score lies in is hard to foresee.
class BucketPlaces {
public:
    explicit BucketPlaces(const BucketKey& key)
        : probability_(key.probability), shift_(52 - key.bits),
          offset_(((std::int64_t{1023} - key.octaves) << key.bits) - key.steps()), top_(key.highest()),
          beyond_((2 * key.octaves + 1) * key.steps()), lowest_(key.lowest()), least_(std::ldexp(1.0, -key.octaves)),
          most_(std::ldexp(1.0, key.octaves)), scale_(std::ldexp(1.0, key.octaves + key.bits)) {}

    void of_block(const double* scores, std::int64_t count, std::uint32_t* places) const {
        if (probability_)
            of_probabilities(*this, scores, count, places);
        else
            of_reals(*this, scores, count, places);
    }

private:
    CONCORDANT_CLONES static void of_probabilities(const BucketPlaces& key, const double* scores, std::int64_t count,
                                                   std::uint32_t* places) {
        const BucketPlaces here = key;  // a copy: what is written to `places` cannot change it
        for (std::int64_t i = 0; i < count; ++i) {
            const bool upper = scores[i] > 0.5;
            const std::int64_t small = here.small(upper ? 1.0 - scores[i] : scores[i]);
            places[i] = static_cast<std::uint32_t>(upper ? here.top_ - small : small);
        }
    }

    CONCORDANT_CLONES static void of_reals(const BucketPlaces& key, const double* scores, std::int64_t count,
                                           std::uint32_t* places) {
        const BucketPlaces here = key;
        for (std::int64_t i = 0; i < count; ++i) {
            const double size = std::fabs(scores[i]);
            const std::int64_t large = size == std::numeric_limits<double>::infinity() ? here.top_ : here.beyond_;
            const std::int64_t place = size < here.most_ ? here.small(size) : large;
            places[i] = static_cast<std::uint32_t>((scores[i] < 0 ? -1 - place : place) - here.lowest_);
        }
    }

    CONCORDANT_INLINE std::int64_t small(double size) const {
        const bool linear = size < least_;  // fewer than 2^16 steps
        const auto steps = static_cast<std::int32_t>((linear ? size : 0.0) * scale_);
        const std::int64_t leading = static_cast<std::int64_t>(std::bit_cast<std::uint64_t>(size) >> shift_) - offset_;
        return linear ? steps : leading;
    }

    bool probability_;
    int shift_;
    std::int64_t offset_, top_, beyond_, lowest_;
    double least_, most_, scale_;
};

struct ScoreRange {
    double low, high;
};

// A place for every bucket, and a bit for each that holds a row: what was not touched needs no clearing.
class BucketTable {
public:
    void fit(std::size_t buckets, std::size_t classes) {
        if (ranges_.size() != buckets || classes_ != classes) {
            classes_ = classes;
            counts_.assign(buckets * classes, 0);
            ranges_.resize(buckets);
            used_.assign((buckets + 63) / 64, 0);
        }
    }

    void expect(std::size_t bucket) const {
        prefetch_to_write(&ranges_[bucket]);
        prefetch_to_write(&counts_[bucket * classes_]);
    }

    void add(std::size_t bucket, std::size_t code, double score, double /*weight*/) {
        use(bucket, score, score);
        ++counts_[bucket * classes_ + code];
    }

    void add(const BucketTable& other) {
        other.each([&](std::size_t bucket) {
            use(bucket, other.ranges_[bucket].low, other.ranges_[bucket].high);
            for (std::size_t code = 0; code < classes_; ++code)
                counts_[bucket * classes_ + code] += other.counts_[bucket * classes_ + code];
        });
    }

    void clear() {
        each([&](std::size_t bucket) { std::fill_n(counts_.begin() + at(bucket), classes_, 0); });
        std::fill(used_.begin(), used_.end(), 0);
    }

    // Calls with(bucket) for each that holds a row, the lowest first.
    template <class With>
    void each(With&& with) const {
        for (std::size_t word = 0; word < used_.size(); ++word)
            for (std::uint64_t left = used_[word]; left != 0; left &= left - 1)
                with(word * 64 + static_cast<std::size_t>(std::countr_zero(left)));
    }

    const ScoreRange& range(std::size_t bucket) const { return ranges_[bucket]; }
    const std::int64_t* counts(std::size_t bucket) const { return counts_.data() + at(bucket); }

private:
    std::ptrdiff_t at(std::size_t bucket) const { return static_cast<std::ptrdiff_t>(bucket * classes_); }

    void use(std::size_t bucket, double low, double high) {
        std::uint64_t& word = used_[bucket / 64];
        const std::uint64_t bit = std::uint64_t{1} << (bucket % 64);
        ScoreRange& range = ranges_[bucket];
        if ((word & bit) == 0) {
            word |= bit;
            range = {low, high};
        } else {
            range.low = std::min(range.low, low);
            range.high = std::max(range.high, high);
        }
    }

    std::size_t classes_ = 0;
    std::vector<std::int64_t> counts_;
    std::vector<ScoreRange> ranges_;
    std::vector<std::uint64_t> used_;
};

// A table of all buckets in the memory of a caller, who adds batch after batch: numbers of rows, or sums of weights, of
// each class, and ranges, with so many numbers from one bucket to the next. Rows are added in their order.
template <class Sum>
class BucketView {
public:
    BucketView(Sum* sums, std::int64_t sums_step, double* ranges, std::int64_t ranges_step)
        : sums_(sums), ranges_(ranges), sums_step_(sums_step), ranges_step_(ranges_step) {}

    void expect(std::size_t bucket) const {
        prefetch_to_write(sums(bucket));
        prefetch_to_write(range(bucket));
    }

    void add(std::size_t bucket, std::size_t code, double score, double weight) {
        sums(bucket)[code] += static_cast<Sum>(weight);
        double* ends = range(bucket);          // infinite, and its ends exchanged, where there is no row
        if (score < ends[0]) ends[0] = score;  // seldom: a bucket's ends are soon met
        if (score > ends[1]) ends[1] = score;
    }

private:
    Sum* sums(std::size_t bucket) const { return sums_ + static_cast<std::int64_t>(bucket) * sums_step_; }
    double* range(std::size_t bucket) const { return ranges_ + static_cast<std::int64_t>(bucket) * ranges_step_; }

    Sum* sums_;
    double* ranges_;
    std::int64_t sums_step_, ranges_step_;
};

// Buckets that hold rows, descending, with a count of each class.
template <class Count>
struct FoundBuckets {
    std::vector<std::int64_t> places;
    std::vector<Count> counts;
    std::vector<double> low, high;
    std::int64_t bad_score = no_row, bad_label = no_row, outside = no_row;
};
using BucketArrays = FoundBuckets<std::int64_t>;

struct ScoreFaults {
    bool nan, outside;  // of [0, 1]
};

// Makes -0.0 and 0.0 one zero, and says what is wrong in the block.
CONCORDANT_CLONES inline ScoreFaults one_zero(double* scores, std::int64_t count) {
    std::uint64_t nan = 0, outside = 0;  // as wide as the lanes: a bool would not be vectorised
    for (std::int64_t i = 0; i < count; ++i) {
        const double score = scores[i] + 0.0;
        scores[i] = score;
        nan |= score == score ? std::uint64_t{0} : 1;
        outside |= (score < 0.0 ? std::uint64_t{1} : 0) | (score > 1.0 ? std::uint64_t{1} : 0);
    }
    return {nan != 0, outside != 0};
}

// How many rows before it is counted the bucket of a row is asked for: tables are larger than the second-level cache.
inline constexpr std::int64_t rows_ahead = 32;

// Adds rows [first, last) to the table; stops at the first block that cannot be read. None has a weight of zero.
template <class Table>
void add_to_buckets(const ScoredRows& rows, const BucketKey& key, std::int64_t first, std::int64_t last, Table& table,
                    BucketArrays& out) {
    const BucketPlaces places(key);
    double scores[block_size], weights[block_size];
    std::uint32_t codes[block_size], place[block_size];
    std::fill_n(weights, block_size, 1.0);
    for (; first < last; first += block_size) {
        const std::int64_t count = std::min(block_size, last - first);
        read_block(rows.scores, first, count, scores);
        prefetch_after(rows.scores, first, count);
        if (rows.weights) read_block(*rows.weights, first, count, weights);
        const ScoreFaults faults = one_zero(scores, count);
        if (faults.nan) out.bad_score = first_nan(rows, first, count);
        if (!read_codes(rows, first, count, codes)) out.bad_label = first_unknown(rows, first, count);
        if (key.probability && faults.outside)
            out.outside = first + (std::find_if(scores, scores + count, [](double s) { return s < 0.0 || s > 1.0; }) -
                                   static_cast<double*>(scores));
        if (out.bad_score != no_row || out.bad_label != no_row || out.outside != no_row) return;
        places.of_block(scores, count, place);
        for (std::int64_t i = 0; i < std::min(rows_ahead, count); ++i) table.expect(place[i]);
        for (std::int64_t i = 0; i < count; ++i) {
            if (i + rows_ahead < count) table.expect(place[i + rows_ahead]);
            table.add(place[i], codes[i], scores[i], weights[i]);
        }
    }
}

inline void store_buckets(const BucketTable& table, const BucketKey& key, std::size_t classes, BucketArrays& out) {
    table.each([&](std::size_t bucket) {
        out.places.push_back(static_cast<std::int64_t>(bucket) + key.lowest());
        out.low.push_back(table.range(bucket).low);
        out.high.push_back(table.range(bucket).high);
    });
    for (auto* values : {&out.low, &out.high}) std::reverse(values->begin(), values->end());
    std::reverse(out.places.begin(), out.places.end());
    out.counts.reserve(out.places.size() * classes);
    for (const std::int64_t place : out.places) {
        const std::int64_t* counts = table.counts(static_cast<std::size_t>(place - key.lowest()));
        out.counts.insert(out.counts.end(), counts, counts + classes);
    }
}

inline constexpr std::size_t most_kept = std::size_t{1} << 20;  // buckets: some 32 MiB of two classes

inline BucketArrays bucket_curve(const ScoredRows& rows, const BucketKey& key, int threads) {
    // Kept from call to call: a stream of small batches would spend its time on fresh memory. It is cleared on the way
    // out, also of an exception.
    thread_local BucketTable kept;
    BucketTable once;
    struct Cleared {
        BucketTable& table;
        ~Cleared() { table.clear(); }
    } const cleared{key.size() <= most_kept ? kept : once};
    const std::size_t classes = rows.values.size();
    threads = static_cast<int>(std::clamp<std::int64_t>(threads, 1, std::max<std::int64_t>(rows.size(), 1)));
    std::vector<BucketTable> others(static_cast<std::size_t>(threads) - 1);
    std::vector<BucketArrays> parts(others.size() + 1);
    BucketTable& here = cleared.table;  // of the calling thread, whichever fills it
    parallel(rows.size(), threads, [&](int part, std::int64_t first, std::int64_t last) {
        BucketTable& mine = part == 0 ? here : others[static_cast<std::size_t>(part) - 1];
        mine.fit(key.size(), classes);
        add_to_buckets(rows, key, first, last, mine, parts[static_cast<std::size_t>(part)]);
    });
    BucketArrays out;
    for (const auto& part : parts) {  // the first row of each kind
        for (auto field : {&BucketArrays::bad_score, &BucketArrays::bad_label, &BucketArrays::outside})
            if (out.*field == no_row) out.*field = part.*field;
    }
    if (out.bad_score == no_row && out.bad_label == no_row && out.outside == no_row) {
        for (const auto& other : others) here.add(other);
        store_buckets(here, key, classes, out);
    }
    return out;
}

// Buckets of two states, each descending, as one: counts add, ranges join.
template <class Count>
struct BucketsOfState {
    const std::int64_t* places;
    const Count* counts;
    const double *low, *high;
    std::size_t size;
};

template <class Count>
FoundBuckets<Count> merge_buckets(const BucketsOfState<Count>& a, const BucketsOfState<Count>& b, std::size_t classes) {
    FoundBuckets<Count> out;
    const std::size_t most = a.size + b.size;
    out.places.resize(most);
    out.counts.resize(most * classes);
    out.low.resize(most);
    out.high.resize(most);
    std::size_t i = 0, j = 0, to = 0;
    const auto take = [&](const BucketsOfState<Count>& from, std::size_t at) {
        out.places[to] = from.places[at];
        out.low[to] = from.low[at];
        out.high[to] = from.high[at];
        std::copy_n(from.counts + at * classes, classes, out.counts.data() + to * classes);
    };
    for (; i < a.size || j < b.size; ++to) {
        const bool first = j == b.size || (i < a.size && a.places[i] >= b.places[j]);
        const bool both = first && j < b.size && a.places[i] == b.places[j];
        if (!first) {
            take(b, j++);
            continue;
        }
        take(a, i++);
        if (!both) continue;
        out.low[to] = std::min(out.low[to], b.low[j]);
        out.high[to] = std::max(out.high[to], b.high[j]);
        for (std::size_t code = 0; code < classes; ++code)
            out.counts[to * classes + code] += b.counts[j * classes + code];
        ++j;
    }
    out.places.resize(to);
    out.counts.resize(to * classes);
    out.low.resize(to);
    out.high.resize(to);
    return out;
}

}  // namespace concordant::ranked
