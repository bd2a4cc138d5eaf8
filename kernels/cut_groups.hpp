// Rows grouped by their score, and what cut points make of them: the table of truth and rating.
//
// Cut points turn an ordered score into ratings 0..K-1. The place c_k of cut k (k = 1..K-1) is the number of groups of
// equal score, counted from the lowest, that are rated below k: c_1 <= c_2 <= ... <= c_{K-1}.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "threads.hpp"

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

// The same pieces for any number of threads, so that sums of weights do not depend on it.
inline constexpr std::int64_t groups_per_piece = 16'384;

inline std::int64_t piece_count(std::int64_t size) { return (size + groups_per_piece - 1) / groups_per_piece; }

// Calls work(piece, first, last) for the groups of every piece.
template <class Work>
void for_pieces(std::int64_t size, int threads, Work&& work) {
    parallel(piece_count(size), threads, [&](int, std::int64_t piece, std::int64_t end) {
        for (; piece < end; ++piece)
            work(static_cast<std::size_t>(piece), piece * groups_per_piece,
                 std::min(size, (piece + 1) * groups_per_piece));
    });
}

// Adds up truth (rows) by rating (columns).
template <class Cell>
std::vector<Cell> table_at(const Groups<Cell>& groups, const std::int64_t* places, int threads) {
    const std::int64_t classes = groups.classes;
    const auto cells = static_cast<std::size_t>(classes * classes);
    std::vector<std::vector<Cell>> parts(static_cast<std::size_t>(piece_count(groups.size)));
    for_pieces(groups.size, threads, [&](std::size_t piece, std::int64_t first, std::int64_t end) {
        std::vector<Cell> by_rating(cells, Cell{0});
        for (std::int64_t rating = 0; rating < classes; ++rating) {
            const std::int64_t last = rating + 1 < classes ? std::clamp(places[rating], first, end) : end;
            Cell* sums = by_rating.data() + rating * classes;
            for (; first < last; ++first) {
                const Cell* row = groups.row(first);
                for (std::int64_t a = 0; a < classes; ++a) sums[a] += row[a];
            }
        }
        parts[piece] = std::move(by_rating);
    });
    std::vector<Cell> table(cells, Cell{0});
    for (const auto& part : parts)
        for (std::int64_t rating = 0; rating < classes; ++rating)
            for (std::int64_t a = 0; a < classes; ++a)
                table[static_cast<std::size_t>(a * classes + rating)] +=
                    part[static_cast<std::size_t>(rating * classes + a)];
    return table;
}

}  // namespace concordant::cuts
