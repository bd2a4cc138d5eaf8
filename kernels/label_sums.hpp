// How often each label occurs in the truth, in the prediction, and in both columns of one row: the margins and the
// diagonal of the table of pairs, without the table. Of many labels it would hold far more cells than there are rows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "columns.hpp"
#include "counts_ranged.hpp"
#include "threads.hpp"

namespace concordant {

struct LabelSums {
    std::vector<std::int64_t> labels, truth, prediction, both;  // of the labels that occur, ascending
};

inline constexpr std::int64_t most_summed_rows = std::int64_t{1} << 32;  // 32 bits hold each sum

// The sums of a range of labels. Rows of a truth and those that agree are two halves of one number: one addition each.
struct RangeSums {
    std::vector<std::uint64_t> truth_and_both;
    std::vector<std::uint32_t> prediction;

    explicit RangeSums(std::size_t range) : truth_and_both(range), prediction(range) {}

    void add(const std::uint32_t* a, const std::uint32_t* b, std::int64_t count) {
        std::uint64_t* of_truth = truth_and_both.data();
        std::uint32_t* of_prediction = prediction.data();
        for (std::int64_t i = 0; i < count; ++i) {
            of_truth[a[i]] += std::uint64_t{1} | std::uint64_t{a[i] == b[i]} << 32;
            ++of_prediction[b[i]];
        }
    }

    void merge(const RangeSums& other) {
        for (std::size_t i = 0; i < prediction.size(); ++i) {
            truth_and_both[i] += other.truth_and_both[i];
            prediction[i] += other.prediction[i];
        }
    }
};

// None where the labels lie too far apart, or rows are too many. The columns have one length and hold integers.
inline std::optional<LabelSums> label_sums(const Column& truth, const Column& prediction, int threads) {
    if (truth.size >= most_summed_rows) return std::nullopt;
    threads = static_cast<int>(std::clamp<std::int64_t>(threads, 1, std::max<std::int64_t>(truth.size, 1)));
    const Reach reach = reach_of(truth, prediction, threads);
    const bool mixed = reach.low < 0 && (truth.type == Type::u64 || prediction.type == Type::u64);
    if (!reach.readable || mixed) return std::nullopt;
    if (reach.empty()) return LabelSums{};
    if (reach.distance() >= static_cast<std::uint64_t>(most_places(truth.size))) return std::nullopt;
    const Offsets offsets{truth, prediction, reach.low, std::bit_ceil(static_cast<std::size_t>(reach.distance()) + 1)};
    std::vector<RangeSums> parts(static_cast<std::size_t>(threads), RangeSums(0));
    std::vector<char> inside(static_cast<std::size_t>(threads), 1);
    parallel(truth.size, threads, [&](int part, std::int64_t first, std::int64_t last) {
        const auto at = static_cast<std::size_t>(part);
        RangeSums sums(offsets.span);
        inside[at] = each_offsets(offsets, nullptr, first, last, [&](auto* a, auto* b, auto*, std::int64_t count) {
            sums.add(a, b, count);
            return true;
        });
        parts[at] = std::move(sums);
    });
    if (std::find(inside.begin(), inside.end(), 0) != inside.end()) return std::nullopt;
    for (std::size_t part = 1; part < parts.size(); ++part) parts[0].merge(parts[part]);
    LabelSums found;
    for (std::size_t i = 0; i < offsets.span; ++i) {
        const std::uint64_t rows = parts[0].truth_and_both[i];
        if (rows == 0 && parts[0].prediction[i] == 0) continue;
        found.labels.push_back(reach.low + static_cast<std::int64_t>(i));
        found.truth.push_back(static_cast<std::int64_t>(rows & 0xFFFFFFFFU));
        found.prediction.push_back(static_cast<std::int64_t>(parts[0].prediction[i]));
        found.both.push_back(static_cast<std::int64_t>(rows >> 32));
    }
    return found;
}

}  // namespace concordant
