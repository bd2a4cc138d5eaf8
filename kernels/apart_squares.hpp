// Sums over a square table of chance times the square of a difference, row by row, where the difference is one number
// of the row less one of the column, less penalties: the table itself is never made.
#pragma once

#include <cstdint>
#include <cstdlib>

#include "clones.hpp"

namespace concordant {

struct SquareTerms {
    std::int64_t size;
    const double* rows;     // x[i]
    const double* columns;  // y[j]
    const double* values;   // penalties are scale (v[i] - v[j])^2; null for none
    double scale;
    const double* matrix;  // and times m[i][j]; null for none
    double times;
    std::int64_t stride;    // of the matrix, in doubles from row to row
    const double* chances;  // 2 size - 1 of them: of the distance j - i, from 1 - size on
};

// sum over j of chance[j - i] (x[i] - y[j] - scale (v[i] - v[j])^2 - times m[i][j])^2, in an order that is always the
// same: eight sums in turn, then these.
template <bool with_values, bool with_matrix>
CONCORDANT_CLONES double square_sum_of_row(const SquareTerms& terms, std::int64_t i) {
    constexpr std::int64_t lanes = 8;
    double sums[lanes] = {};
    const double x = terms.rows[i], v = with_values ? terms.values[i] : 0.0;
    const double* chance = terms.chances + (terms.size - 1 - i);
    const double* row = with_matrix ? terms.matrix + i * terms.stride : nullptr;
    const auto square = [&](std::int64_t j) {
        double apart = x - terms.columns[j];
        if constexpr (with_values) {
            const double between = v - terms.values[j];
            apart -= terms.scale * (between * between);
        }
        if constexpr (with_matrix) apart -= terms.times * row[j];
        return chance[j] * (apart * apart);
    };
    std::int64_t j = 0;
    for (; j + lanes <= terms.size; j += lanes)
        for (std::int64_t lane = 0; lane < lanes; ++lane) sums[lane] += square(j + lane);
    for (; j < terms.size; ++j) sums[j % lanes] += square(j);
    double total = 0;
    for (const double sum : sums) total += sum;
    return total;
}

inline double square_sum(const SquareTerms& terms, std::int64_t i) {
    if (terms.values != nullptr)
        return terms.matrix != nullptr ? square_sum_of_row<true, true>(terms, i)
                                       : square_sum_of_row<true, false>(terms, i);
    return terms.matrix != nullptr ? square_sum_of_row<false, true>(terms, i)
                                   : square_sum_of_row<false, false>(terms, i);
}

}  // namespace concordant
