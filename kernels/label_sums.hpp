// How often each label occurs in the truth, in the prediction, and in both columns of one row: the margins and the
// diagonal of the table of pairs, without the table. Of many labels it would hold far more cells than there are rows.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "columns.hpp"
#include "fetched_ahead.hpp"
#include "label_blocks.hpp"
#include "sorted_pairs.hpp"
#include "threads.hpp"

namespace concordant {

struct LabelSums {
    std::vector<std::int64_t> labels, truth, prediction, both;  // of the labels that occur, ascending
};

inline constexpr std::int64_t most_summed_rows = std::int64_t{1} << 32;  // 32 bits hold each sum

// The sums of a range of labels from `low` on, which grows. Rows of a truth and those that agree are two halves of one
// number: one addition each.
class RangeSums {
public:
    RangeSums(std::int64_t low, std::uint64_t most) : low_(low), most_(most) {}

    std::int64_t low() const { return low_; }
    std::size_t size() const { return prediction_.size(); }

    // Whether all labels of a block lie in the range; then they are counted, while the next block is fetched.
    template <class Fetch>
    bool add(const Column& truth, const Column& prediction, std::int64_t row, std::int64_t count, const Fetch& ahead) {
        std::uint32_t a[block_rows], b[block_rows];
        const std::uint64_t seen =
            narrow_block(truth, row, count, low_, a) | narrow_block(prediction, row, count, low_, b);
        if (seen >= most_) return false;
        if (seen >= size()) grow(std::bit_ceil(static_cast<std::size_t>(seen) + 1));
        std::uint64_t* of_truth = truth_and_both_.data();
        std::uint32_t* of_prediction = prediction_.data();
        const auto count_row = [&](std::int64_t i) {
            of_truth[a[i]] += std::uint64_t{1} | std::uint64_t{a[i] == b[i]} << 32;
            ++of_prediction[b[i]];
        };
        std::int64_t i = 0;
        for (; i + 4 <= count; i += 4) {
            ahead.fetch(i / 4);
            count_row(i);
            count_row(i + 1);
            count_row(i + 2);
            count_row(i + 3);
        }
        for (; i < count; ++i) count_row(i);
        return true;
    }

    void merge(const RangeSums& other) {
        if (other.size() > size()) grow(other.size());
        for (std::size_t i = 0; i < other.size(); ++i) {
            truth_and_both_[i] += other.truth_and_both_[i];
            prediction_[i] += other.prediction_[i];
        }
    }

    LabelSums occurring() const {
        LabelSums found;
        for (auto* one : {&found.labels, &found.truth, &found.prediction, &found.both}) one->resize(size());
        std::size_t labels = 0;
        for (std::size_t i = 0; i < size(); ++i) {
            found.labels[labels] = low_ + static_cast<std::int64_t>(i);
            found.truth[labels] = static_cast<std::int64_t>(truth_and_both_[i] & 0xFFFFFFFFU);
            found.prediction[labels] = static_cast<std::int64_t>(prediction_[i]);
            found.both[labels] = static_cast<std::int64_t>(truth_and_both_[i] >> 32);
            labels += (truth_and_both_[i] | prediction_[i]) != 0 ? 1 : 0;
        }
        for (auto* one : {&found.labels, &found.truth, &found.prediction, &found.both}) one->resize(labels);
        return found;
    }

private:
    void grow(std::size_t size) {
        truth_and_both_.resize(size);
        prediction_.resize(size);
    }

    std::int64_t low_;
    std::uint64_t most_;
    std::vector<std::uint64_t> truth_and_both_;
    std::vector<std::uint32_t> prediction_;
};

// The sums of labels from `low` on; none if a label lies below or too far above.
inline std::optional<LabelSums> sums_from(const Column& truth, const Column& prediction, std::int64_t low,
                                          int threads) {
    const RangeSums none(low, most_offsets(truth.size));
    std::vector<RangeSums> parts(static_cast<std::size_t>(threads), none);
    std::vector<char> inside(static_cast<std::size_t>(threads), 1);
    parallel(truth.size, threads, [&](int part, std::int64_t first, std::int64_t last) {
        const auto at = static_cast<std::size_t>(part);
        RangeSums sums = none;
        for (std::int64_t row = first; row < last && inside[at]; row += block_rows) {
            const std::int64_t count = std::min(block_rows, last - row), next = row + block_rows;
            const bool fetch = Ahead::pays(truth, prediction) && next + block_rows <= last;
            inside[at] = fetch ? sums.add(truth, prediction, row, count, Ahead(truth, prediction, next))
                               : sums.add(truth, prediction, row, count, Nothing{});
        }
        parts[at] = std::move(sums);
    });
    if (std::find(inside.begin(), inside.end(), 0) != inside.end()) return std::nullopt;
    for (std::size_t part = 1; part < parts.size(); ++part) parts[0].merge(parts[part]);
    return parts[0].occurring();
}

// None where the labels lie too far apart, or rows are too many. The columns have one length and hold integers. Labels
// mostly start at 0: only others are read twice.
inline std::optional<LabelSums> label_sums(const Column& truth, const Column& prediction, int threads) {
    if (truth.size >= most_summed_rows) return std::nullopt;
    threads = static_cast<int>(std::clamp<std::int64_t>(threads, 1, std::max<std::int64_t>(truth.size, 1)));
    if (auto found = sums_from(truth, prediction, 0, threads)) return found;
    const Reach reach = reach_of(truth, prediction, threads);
    const bool mixed = reach.low < 0 && (truth.type == Type::u64 || prediction.type == Type::u64);
    if (!reach.readable || mixed || reach.low == 0 || reach.distance() >= most_offsets(truth.size)) return std::nullopt;
    return sums_from(truth, prediction, reach.low, threads);
}

}  // namespace concordant
