// The range of two columns of labels from a first reading, and their offsets from the lowest: an index of places.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "label_blocks.hpp"
#include "label_window.hpp"
#include "threads.hpp"

namespace concordant {

inline constexpr std::int64_t widest_places = std::int64_t{1} << 20;  // 3 MiB of marks and places, in the cache still

// From this range on a hash map is faster, for so many rows.
inline std::int64_t most_places(std::int64_t rows) {
    return std::clamp<std::int64_t>(8 * rows, widest_window, widest_places);
}

struct Reach {
    std::int64_t low = std::numeric_limits<std::int64_t>::max();
    std::int64_t high = std::numeric_limits<std::int64_t>::min();
    bool readable = true;  // false for what is no label of 64 signed bits

    bool empty() const { return low > high; }
    std::uint64_t distance() const { return static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low); }
};

inline void add_reach(Reach& into, const std::optional<LabelRange>& block) {
    into.readable = into.readable && block;
    if (!into.readable) return;
    into.low = std::min(into.low, block->low);
    into.high = std::max(into.high, block->high);
}

// First reading: the least and the greatest label.
inline Reach reach_of(const Column& truth, const Column& prediction, int threads) {
    std::vector<Reach> parts(static_cast<std::size_t>(threads));
    parallel(truth.size, threads, [&](int part, std::int64_t first, std::int64_t last) {
        Reach reach;
        for (std::int64_t row = first; row < last && reach.readable; row += block_rows) {
            const std::int64_t count = std::min(block_rows, last - row);
            add_reach(reach, block_range(truth, row, count));
            add_reach(reach, block_range(prediction, row, count));
        }
        parts[static_cast<std::size_t>(part)] = reach;
    });
    Reach all;
    for (const Reach& part : parts) {
        all.readable = all.readable && part.readable;
        all.low = std::min(all.low, part.low);
        all.high = std::max(all.high, part.high);
    }
    return all;
}

// Offsets of the labels from the lowest, as an index of `span` places: a power of two, so that one comparison tells of
// a whole block whether it is inside. It is not where the caller's memory was written to since the reading before.
struct Offsets {
    const Column& truth;
    const Column& prediction;
    std::int64_t low;
    std::size_t span;

    bool read(std::int64_t row, std::int64_t count, std::uint32_t* a, std::uint32_t* b) const {
        const std::uint64_t seen =
            narrow_block(truth, row, count, low, a) | narrow_block(prediction, row, count, low, b);
        return seen < span;
    }
};

CONCORDANT_CLONES inline bool all_present(const double* weights, std::int64_t count) {
    std::uint64_t absent = 0;  // as wide as the lanes: a bool would keep the loop from being vectorised
    for (std::int64_t i = 0; i < count; ++i) absent |= weights[i] > 0 ? std::uint64_t{0} : std::uint64_t{1};
    return absent == 0;
}

// Marks the labels of a block that occur with a weight above zero (null: all of them).
inline void mark_block(const std::uint32_t* a, const std::uint32_t* b, const double* weights, std::int64_t count,
                       std::uint8_t* marks) {
    if (weights == nullptr || all_present(weights, count))
        for (std::int64_t i = 0; i < count; ++i) marks[a[i]] = marks[b[i]] = 1;
    else
        for (std::int64_t i = 0; i < count; ++i) {
            const auto present = static_cast<std::uint8_t>(weights[i] > 0);
            marks[a[i]] |= present;
            marks[b[i]] |= present;
        }
}

// Calls give(a, b, weights, count) for the blocks of rows [first, last); false if a label lies outside, or give says
// so.
template <class Give>
bool each_offsets(const Offsets& offsets, const Column* weight, std::int64_t first, std::int64_t last, Give&& give) {
    std::uint32_t a[block_rows], b[block_rows];
    double weights[block_rows];
    for (std::int64_t row = first; row < last; row += block_rows) {
        const std::int64_t count = std::min(block_rows, last - row);
        if (!offsets.read(row, count, a, b)) return false;
        if (weight != nullptr) read_block(*weight, row, count, weights);
        if (!give(a, b, weight == nullptr ? nullptr : weights, count)) return false;
    }
    return true;
}

using Marks = std::vector<std::uint8_t>;

inline void merge_marks(std::vector<Marks>& parts) {
    for (std::size_t part = 1; part < parts.size(); ++part)
        for (std::size_t i = 0; i < parts[part].size(); ++i) parts[0][i] |= parts[part][i];
}

}  // namespace concordant
