// Values of distributions and how a row of each cell moves them: in closed form, or by a complex step in each cell.
#pragma once

#include <cmath>
#include <complex>
#include <cstddef>
#include <numeric>
#include <vector>

namespace concordant::influences {

// The AUC of masses (2, T), those of negative rows first, at the highest score first. A positive row moves it by the
// share of negative rows below it (half of those with its score), a negative row by that of positive rows above it: the
// V10 and V01 of DeLong, DeLong & Clarke-Pearson (1988), Biometrics 44:837, by running sums of one order in the manner
// of Sun & Xu (2014), IEEE Signal Processing Letters 21:1389.
inline double auc(const double* masses, std::size_t scores, double* psi) {
    const double *negative = masses, *positive = masses + scores;
    const double n = std::accumulate(negative, positive, 0.0), m = std::accumulate(positive, positive + scores, 0.0);
    double passed = 0, found = 0, sum = 0;
    for (std::size_t t = 0; t < scores; ++t) {
        passed += negative[t];
        found += positive[t];
        psi[t] = (found - positive[t] / 2) / m;
        psi[scores + t] = 1 - (passed - negative[t] / 2) / n;
        sum += positive[t] * psi[scores + t];
    }
    const double value = sum / m, of_negative = (m + n) / n, of_positive = (m + n) / m;
    for (std::size_t t = 0; t < scores; ++t) {
        psi[t] = (psi[t] - value) * of_negative;
        psi[scores + t] = (psi[scores + t] - value) * of_positive;
    }
    return value;
}

// The average precision of masses (2, T), in the same order: a positive row moves it by the precision at its score and
// by what it adds to the precision at lower scores, a negative row by what it takes from there.
inline double average_precision(const double* masses, std::size_t scores, double* psi) {
    const double *negative = masses, *positive = masses + scores;
    std::vector<double> precision(scores), rows(scores);
    double found = 0, passed = 0, sum = 0;
    for (std::size_t t = 0; t < scores; ++t) {
        found += positive[t];
        passed += negative[t];
        rows[t] = found + passed;
        precision[t] = found / rows[t];
        sum += positive[t] * precision[t];
    }
    const double value = sum / found, of_all = (found + passed) / found;
    double lost = 0, gained = 0;
    for (std::size_t t = scores; t-- > 0;) {
        lost += positive[t] * precision[t] / rows[t];
        gained += positive[t] * (1 - precision[t]) / rows[t];
        psi[t] = -lost * of_all;
        psi[scores + t] = (precision[t] + gained - value) * of_all;
    }
    return value;
}

// The kappa of a table of shares (K, K) with the disagreements v (Fleiss, Cohen & Everitt 1969, Psychological Bulletin
// 72:323): psi_ij = (O / E (sum_l v_il c_l + sum_k r_k v_kj) - v_ij) / E - O / E, of the disagreement O that is
// observed and E, that by chance.
inline double kappa(const double* v, const double* shares, std::size_t labels, double* psi) {
    std::vector<double> rows(labels), columns(labels), of_row(labels), of_column(labels);
    double observed = 0, expected = 0;
    for (std::size_t i = 0, cell = 0; i < labels; ++i)
        for (std::size_t j = 0; j < labels; ++j, ++cell) {
            rows[i] += shares[cell];
            columns[j] += shares[cell];
            observed += shares[cell] * v[cell];
        }
    for (std::size_t i = 0, cell = 0; i < labels; ++i)
        for (std::size_t j = 0; j < labels; ++j, ++cell) {
            of_row[i] += v[cell] * columns[j];
            of_column[j] += v[cell] * rows[i];
            expected += v[cell] * rows[i] * columns[j];
        }
    const double share = observed / expected;
    for (std::size_t i = 0, cell = 0; i < labels; ++i)
        for (std::size_t j = 0; j < labels; ++j, ++cell)
            psi[cell] = (share * (of_row[i] + of_column[j]) - v[cell]) / expected - share;
    return 1 - share;
}

// Tables (B, cells), once for each cell, which holds `step` more: (cells, cells, B), the cell of the table first, then
// that with the step. The stack is last: formulas add up cells, and so all tables at once.
inline void stack(const double* tables, std::size_t size, std::size_t cells, double step, std::complex<double>* out) {
    for (std::size_t cell = 0; cell < cells; ++cell)
        for (std::size_t stepped = 0; stepped < cells; ++stepped)
            for (std::size_t table = 0; table < size; ++table)
                *out++ = {tables[table * cells + cell], cell == stepped ? step : 0.0};
}

// Slopes by numbers of rows as influences by the shares p of the cells, both (B, cells), of mean 0: those of tables
// with these totals, in turn. What is not finite moves nothing.
inline std::vector<double> of_slopes(const double* slopes, const double* p, std::size_t size, std::size_t cells,
                                     const double* totals, std::size_t many) {
    std::vector<double> psi(size * cells);
    for (std::size_t table = 0; table < size; ++table) {
        const std::size_t first = table * cells;
        double mean = 0;
        for (std::size_t cell = first; cell < first + cells; ++cell) {
            psi[cell] = std::isfinite(slopes[cell]) ? slopes[cell] * totals[table % many] : 0.0;
            mean += p[cell] * psi[cell];
        }
        for (std::size_t cell = first; cell < first + cells; ++cell) psi[cell] -= mean;
    }
    return psi;
}

}  // namespace concordant::influences
