// Rows grouped by their score, and what cut points make of them: the table of truth and rating.
//
// Cut points turn an ordered score into ratings 0..K-1. The place c_k of cut k (k = 1..K-1) is the number of groups of
// equal score, counted from the lowest, that are rated below k: c_1 <= c_2 <= ... <= c_{K-1}.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace concordant::cuts {

// The table of a curve: the weight of each class of the truth at each score, the highest score first.
template <class Cell>
struct Groups {
    const Cell* table;
    std::int64_t size;
    std::int64_t classes;

    // Of the g-th score, the lowest first.
    const Cell* row(std::int64_t g) const { return table + (size - 1 - g) * classes; }
};

// Adds up truth (rows) by rating (columns).
template <class Cell>
std::vector<Cell> table_at(const Groups<Cell>& groups, const std::int64_t* places) {
    const std::int64_t classes = groups.classes;
    std::vector<Cell> table(static_cast<std::size_t>(classes * classes), Cell{0});
    std::vector<Cell> sums(static_cast<std::size_t>(classes));
    std::int64_t first = 0;
    for (std::int64_t rating = 0; rating < classes; ++rating) {
        const std::int64_t last = rating + 1 < classes ? places[rating] : groups.size;
        sums.assign(sums.size(), Cell{0});
        for (std::int64_t g = first; g < last; ++g) {
            const Cell* row = groups.row(g);
            for (std::int64_t a = 0; a < classes; ++a) sums[static_cast<std::size_t>(a)] += row[a];
        }
        for (std::int64_t a = 0; a < classes; ++a)
            table[static_cast<std::size_t>(a * classes + rating)] = sums[static_cast<std::size_t>(a)];
        first = last;
    }
    return table;
}

}  // namespace concordant::cuts
