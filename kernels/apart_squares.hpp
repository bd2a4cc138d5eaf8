// Sums over a square table of chance times the square of a difference, row by row, where the difference is one number
// of the row less one of the column, less penalties: the table itself is never made.
#pragma once

#include <cmath>
#include <cstdint>

#include "clones.hpp"

namespace concordant {

// Penalties that follow from a value v of each label: (v[i] - v[j])^2, |v[i] - v[j]|, or 1 where that is at most
// `most`.
enum class Apart : std::uint8_t { none, squares, steps, within };

struct SquareTerms {
    std::int64_t size;
    const double* rows;     // x[i]
    const double* columns;  // y[j]
    Apart apart;
    const double* values;  // v; null where none follow from them
    const double* scales;  // s[i], which penalties of row i count
    double most;
    const double* matrix;  // and times m[i][j]; null for none
    double times;
    std::int64_t stride;    // of the matrix, in doubles from row to row
    const double* chances;  // 2 size - 1 of them: of the distance j - i, from 1 - size on
};

// sum over j of chance[j - i] (x[i] - y[j] - s[i] p[i][j] - times m[i][j])^2 with the penalties p of values, in an
// order that is always the same: eight sums in turn, then these.
template <Apart form, bool with_matrix>
CONCORDANT_CLONES double square_sum_of_row(const SquareTerms& terms, std::int64_t i) {
    constexpr std::int64_t lanes = 8;
    double sums[lanes] = {};
    constexpr bool with_values = form != Apart::none;
    const double x = terms.rows[i], v = with_values ? terms.values[i] : 0.0;
    const double scale = with_values ? terms.scales[i] : 0.0;
    const double* chance = terms.chances + (terms.size - 1 - i);
    const double* row = with_matrix ? terms.matrix + i * terms.stride : nullptr;
    const auto square = [&](std::int64_t j) {
        double apart = x - terms.columns[j];
        if constexpr (with_values) {
            const double between = v - terms.values[j];
            if constexpr (form == Apart::squares)
                apart -= scale * (between * between);
            else if constexpr (form == Apart::steps)
                apart -= scale * std::abs(between);
            else
                apart -= std::abs(between) <= terms.most ? scale : 0.0;
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

template <Apart form>
double square_sum_beside(const SquareTerms& terms, std::int64_t i) {
    return terms.matrix != nullptr ? square_sum_of_row<form, true>(terms, i) : square_sum_of_row<form, false>(terms, i);
}

inline double square_sum(const SquareTerms& terms, std::int64_t i) {
    switch (terms.apart) {
        case Apart::squares: return square_sum_beside<Apart::squares>(terms, i);
        case Apart::steps: return square_sum_beside<Apart::steps>(terms, i);
        case Apart::within: return square_sum_beside<Apart::within>(terms, i);
        default: return square_sum_beside<Apart::none>(terms, i);
    }
}

}  // namespace concordant
