// Derivatives of formulas of tables by a complex step in each cell, and the influences that they are.
#pragma once

#include <cmath>
#include <complex>
#include <cstddef>
#include <vector>

namespace concordant::complex_step {

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
inline std::vector<double> influences(const double* slopes, const double* p, std::size_t size, std::size_t cells,
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

}  // namespace concordant::complex_step
