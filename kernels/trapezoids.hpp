// The area under the lines between points, by trapezoids, and whether the points go to the right or to the left.
#pragma once

#include <algorithm>
#include <cstdint>

#include "clones.hpp"
#include "columns.hpp"
#include "moments.hpp"

namespace concordant {

struct Trapezoids {
    double area = 0.0;
    bool falls = false;  // some step goes to the left
    bool rises = false;  // some step does not (to the right, or of NaN)
};

inline void merge(Trapezoids& into, const Trapezoids& from) {
    into.area += from.area;
    into.falls = into.falls || from.falls;
    into.rises = into.rises || from.rises;
}

// Steps from each of `count` points to the next; count + 1 points can be read.
CONCORDANT_CLONES inline double area_of(const double* x, const double* y, std::int64_t count) {
    return lane_sum(count, [=](std::int64_t i) { return (x[i + 1] - x[i]) * (y[i + 1] + y[i]); }) / 2.0;
}

CONCORDANT_CLONES inline bool some_step_falls(const double* x, std::int64_t count) {
    std::int64_t falls = 0;
    for (std::int64_t i = 0; i < count; ++i) falls |= x[i + 1] < x[i] ? 1 : 0;
    return falls != 0;
}

CONCORDANT_CLONES inline bool some_step_rises(const double* x, std::int64_t count) {
    std::int64_t rises = 0;
    for (std::int64_t i = 0; i < count; ++i) rises |= x[i + 1] <= x[i] ? 0 : 1;
    return rises != 0;
}

// The steps that begin at points [first, last).
inline Trapezoids trapezoids(const Column& x, const Column& y, std::int64_t first, std::int64_t last) {
    Trapezoids total;
    double across[block_rows + 1], up[block_rows + 1];
    for (std::int64_t row = first; row < last; row += block_rows) {
        const std::int64_t count = std::min(block_rows, last - row);
        const double* a = dense_doubles(x, row);
        const double* b = dense_doubles(y, row);
        if (a == nullptr) read_block(x, row, count + 1, across);
        if (b == nullptr) read_block(y, row, count + 1, up);
        a = a == nullptr ? across : a;
        b = b == nullptr ? up : b;
        merge(total, {area_of(a, b, count), some_step_falls(a, count), some_step_rises(a, count)});
    }
    return total;
}

}  // namespace concordant
