// Cells in long form, added up in a table: each stands under the lowest bits of its key.
#pragma once

#include <algorithm>
#include <cstdint>

namespace concordant {

// Adds the rows of cells to `sums`, and widens `least` and `greatest` by their ranges. Tables
// hold `size` cells. Returns whether every key is within `size` after the mask; the others are not added.
inline bool add_cells(const std::int64_t* key, const std::int64_t* rows, const double* low, const double* high,
                      std::int64_t count, std::int64_t mask, std::int64_t size, std::int64_t* sums, double* least,
                      double* greatest) {
    bool inside = true;
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t place = key[i] & mask;
        if (place >= size) {
            inside = false;
            continue;
        }
        sums[place] += rows[i];
        least[place] = std::min(least[place], low[i]);
        greatest[place] = std::max(greatest[place], high[i]);
    }
    return inside;
}

}  // namespace concordant
