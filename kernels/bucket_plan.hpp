// Where a score goes: a plan of buckets of about two thousand rows each, in descending order of score. Where the
// scores are dense is estimated from a few thousand of them; a bad estimate costs time, never the result.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "clones.hpp"
#include "scored_rows.hpp"

namespace concordant::ranked {

inline constexpr std::int64_t bucket_rows = 2048;   // 1024 to 8192 measure the same
inline constexpr std::int64_t most_buckets = 8192;  // wanted; with the sparse cells there may be up to three times more
inline constexpr int most_plan_bits = 11;
inline constexpr std::int64_t most_samples = 4096;

template <class Key>
struct KeyRange {
    Key low = std::numeric_limits<Key>::max();
    Key high = 0;

    void add(const KeyRange& other) {
        low = std::min(low, other.low);
        high = std::max(high, other.high);
    }
    bool empty() const { return low > high; }
};

template <class Key>
CONCORDANT_CLONES KeyRange<Key> key_range(const Key* keys, std::int64_t count) {
    Key low = std::numeric_limits<Key>::max();  // plain variables: members would keep the loop from being vectorised
    Key high = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        low = keys[i] < low ? keys[i] : low;
        high = keys[i] > high ? keys[i] : high;
    }
    return {low, high};
}

// The way from a key to its bucket. The distance of a key from the lowest is cut by its upper bits into cells, and
// each cell by the bits that follow into as many buckets (a power of two) as the sample asks for.
template <class Key>
struct Plan {
    struct Cell {
        std::uint32_t shift;  // bucket = (distance >> shift) - skip, modulo 2**32
        std::uint32_t skip;
    };
    Key lowest = 0;
    Key reach = 0;  // the greatest distance
    int cell_shift = 0;
    int class_bits = 1;
    std::vector<Cell> cells;
    std::vector<Key> origins;  // a lower bound of the distances in each bucket

    // A copy of what is needed to find a bucket: writes to other memory cannot change it, so it stays in registers.
    struct Finder {
        const Cell* cells;
        int cell_shift;

        std::uint32_t operator()(Key distance) const {
            const Cell cell = cells[static_cast<std::size_t>(distance >> cell_shift)];
            return static_cast<std::uint32_t>(distance >> cell.shift) - cell.skip;
        }
    };
    Finder finder() const { return {cells.data(), cell_shift}; }
    std::size_t buckets() const { return origins.size(); }
    // A word orders by distance, then class. Its upper bits may be lost: within a bucket they are known.
    Key word(Key distance, std::uint32_t code) const { return static_cast<Key>(distance << class_bits) | code; }
};

template <class Key>
Plan<Key> make_plan(const KeyRange<Key>& range, std::int64_t rows, int class_bits, const std::vector<Key>& samples) {
    constexpr int key_bits = std::numeric_limits<Key>::digits;
    const auto width = static_cast<int>(std::bit_width(static_cast<Key>(range.high - range.low)));
    const auto wanted = static_cast<std::uint64_t>(std::min(rows / bucket_rows, most_buckets));
    int cell_bits = wanted < 2 ? 0 : std::min(most_plan_bits, static_cast<int>(std::bit_width(wanted)) + 3);
    cell_bits = std::max(cell_bits, width + class_bits - key_bits);  // a word must keep what differs within a bucket

    Plan<Key> plan;
    plan.lowest = range.low;
    plan.reach = range.high - range.low;
    plan.class_bits = class_bits;
    plan.cell_shift = std::max(0, width - cell_bits);
    const auto cells = static_cast<std::size_t>(static_cast<Key>(range.high - range.low) >> plan.cell_shift) + 1;
    std::vector<std::uint64_t> sampled(cells);
    for (const Key key : samples)
        if (key >= range.low && key <= range.high)  // absent rows may have been sampled
            ++sampled[static_cast<std::size_t>(static_cast<Key>(key - range.low) >> plan.cell_shift)];
    plan.cells.reserve(cells);
    for (std::size_t cell = 0; cell < cells; ++cell) {
        const std::uint64_t here = sampled[cell] * wanted / std::max<std::size_t>(samples.size(), 1);
        const int bits = std::min(static_cast<int>(std::bit_width(here)), plan.cell_shift);
        const auto shift = static_cast<std::uint32_t>(plan.cell_shift - bits);
        const auto first = static_cast<std::uint32_t>(plan.origins.size());
        plan.cells.push_back({shift, (static_cast<std::uint32_t>(cell) << bits) - first});
        for (std::uint64_t part = 0; part < std::uint64_t{1} << bits; ++part)
            plan.origins.push_back(static_cast<Key>(((cell << bits) + part) << shift));
    }
    return plan;
}

// Keys of rows that are spread over the whole by a fixed rule.
template <class Key>
std::vector<Key> sample_keys(const ScoredRows& rows) {
    const std::int64_t size = rows.size() < 2 * bucket_rows ? 0 : std::min(rows.size() / 256, most_samples);
    std::vector<Key> keys(static_cast<std::size_t>(size));
    std::uint64_t scattered = 0;
    for (Key& key : keys) {
        scattered += 0x9E3779B97F4A7C15u;  // the golden ratio: low discrepancy, and no period that data might have
        read_keys(rows.scores, static_cast<std::int64_t>(scattered % static_cast<std::uint64_t>(rows.size())), 1, &key);
    }
    return keys;
}

}  // namespace concordant::ranked
