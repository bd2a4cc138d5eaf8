// Sums over the rows of each group, of numbers that stand in a table.
#pragma once

#include <cstddef>
#include <cstdint>

#include "clones.hpp"
#include "machine.hpp"
#include "threads.hpp"

namespace concordant {

// A row is in a group, has the numbers of a unit (without `unit`, its own), and weighs so much.
struct GroupedRows {
    const std::int64_t* group;
    const std::int64_t* unit;
    const double* weight;
    std::int64_t rows;
    std::int64_t groups;

    [[nodiscard]] std::int64_t unit_of(std::int64_t row) const { return unit == nullptr ? row : unit[row]; }

    // Whether every row is in one of the groups, and has the numbers of one of so many units.
    [[nodiscard]] bool fit(std::int64_t units) const {
        bool all = unit != nullptr || rows <= units;
        for (std::int64_t i = 0; i < rows; ++i) {
            all &= static_cast<std::uint64_t>(group[i]) < static_cast<std::uint64_t>(groups);
            if (unit != nullptr) all &= static_cast<std::uint64_t>(unit[i]) < static_cast<std::uint64_t>(units);
        }
        return all;
    }
};

// Some columns of a matrix that is stored row after row.
struct Columns {
    std::int64_t width;  // of the matrix
    std::int64_t first;
    std::int64_t last;
};

CONCORDANT_INLINE void add_rows(const GroupedRows& given, const double* table, const Columns& columns, double* sums) {
    for (std::int64_t i = 0; i < given.rows; ++i) {
        const double weight = given.weight[i];
        const double* const from = table + given.unit_of(i) * columns.width;
        double* const to = sums + given.group[i] * columns.width;
        for (std::int64_t j = columns.first; j < columns.last; ++j) to[j] += weight * from[j];
    }
}

CONCORDANT_CLONES inline void add_wide_rows(const GroupedRows& given, const double* table, const Columns& columns,
                                            double* sums) {
    add_rows(given, table, columns, sums);
}

// The compiler knows how many columns there are.
template <std::int64_t width>
void add_narrow_rows(const GroupedRows& given, const double* table, double* sums) {
    add_rows(given, table, {width, 0, width}, sums);
}

// `sums`, of as many rows as there are groups and as many columns as the table, is zero before. A thread has columns
// of its own, so that the sums do not depend on how many there are; of few columns each would wait for the same rows.
inline void group_sums(const GroupedRows& rows, const double* table, std::int64_t width, int threads, double* sums) {
    switch (width) {
        case 1: add_narrow_rows<1>(rows, table, sums); return;
        case 2: add_narrow_rows<2>(rows, table, sums); return;
        case 3: add_narrow_rows<3>(rows, table, sums); return;
        case 4: add_narrow_rows<4>(rows, table, sums); return;
        default:
            parallel(width, threads, [&](int, std::int64_t first, std::int64_t last) {
                add_wide_rows(rows, table, {width, first, last}, sums);
            });
    }
}

}  // namespace concordant
