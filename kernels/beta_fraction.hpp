// The continued fraction of the incomplete beta function (DLMF 8.17.22).
#pragma once

#include <cmath>

namespace concordant {

// What x is multiplied with in a step.
inline double beta_coefficient(int step, double a, double b) {
    const double m = step / 2;  // NOLINT(bugprone-integer-division): steps come in pairs
    if (step % 2 != 0) return -(a + m) / (a + 2 * m) * ((a + b + m) / (a + 2 * m + 1));
    return m / (a + 2 * m - 1) * ((b - m) / (a + 2 * m));
}

// 1 + d1 / (1 + d2 / (1 + ...)), evaluated forwards (Lentz 1976, Thompson & Barnett 1986).
inline double beta_fraction(double x, double a, double b, int steps) {
    constexpr double tiny = 1e-300, rounding = 1e-15;
    const auto not_zero = [](double number) { return number == 0 ? tiny : number; };
    double value = 1, numerator = 1, denominator = 0;
    for (int step = 1; step < steps; ++step) {
        const double d = beta_coefficient(step, a, b) * x;
        denominator = 1 / not_zero(1 + d * denominator);
        numerator = not_zero(1 + d / numerator);
        const double change = numerator * denominator;
        value *= change;
        if (std::abs(change - 1) < rounding) break;
    }
    return value;
}

}  // namespace concordant
