// The points of a curve where the step changes, and both ends: the others lie between these on a straight line, passed
// in equal steps.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "clones.hpp"
#include "columns.hpp"
#include "pages.hpp"
#include "threads.hpp"

namespace concordant::ranked {

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

}  // namespace concordant::ranked
