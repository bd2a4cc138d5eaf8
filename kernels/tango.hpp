// Tango's score of a difference of two shares of the same rows, and the differences whose score lies within limits
// (Tango 1998, Statistics in Medicine 17:891, eq. 8 and 11).
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace concordant {

// Of n rows the event happens to A alone in only_a, and to B alone in only_b.
struct Discordant {
    double only_a, only_b, n;

    double difference() const { return (only_a - only_b) / n; }

    // Of only_a - only_b where the difference is `null`; the share of rows with B alone by maximum likelihood then.
    // With most rows there, it would be what digits leave of a difference: then that with A alone is taken.
    double variance(double null) const {
        if (only_b > only_a) return Discordant{only_b, only_a, n}.variance(-null);
        const double p = -only_a - only_b + (2 * n - only_a + only_b) * null;
        const double root = p * p + 8 * n * only_b * null * (1 - null);
        const double q = (std::sqrt(std::max(root, 0.0)) - p) / (4 * n);
        return n * std::max(2 * q + null * (1 - null), 0.0);
    }

    double score(double null) const {
        const double distance = only_a - only_b - n * null, square = variance(null);
        if (square <= 1e-12 * std::max(1.0, distance * distance))
            return std::abs(distance) <= 1e-9 ? 0.0 : std::copysign(std::numeric_limits<double>::infinity(), distance);
        return distance / std::sqrt(square);
    }

    // The difference z standard errors away, with the error that it has itself: the fixed point of a function of little
    // slope, which Steffensen's steps find in a few rounds from about there.
    double at_distance(double z) const {
        constexpr int rounds = 5;
        const auto by = [&](double square) { return std::clamp(difference() + z / n * std::sqrt(square), -1.0, 1.0); };
        const auto away = [&](double null) { return by(variance(null)); };
        double null = by(only_a + only_b + z * z);
        for (int round = 0; round < rounds; ++round) {
            const double first = away(null), second = away(first), bend = second - 2 * first + null;
            null = bend != 0 ? second - (second - first) * (second - first) / bend : second;
        }
        return null;
    }
};

// Bisects for the number where holds(number) turns false between `low`, where it does, and `high`. Near `guess` only,
// if it turns there; the answer is the same.
template <class Holds>
double last_that_holds(const Holds& holds, double low, double high, double guess) {
    constexpr double near = 1e-12;  // rounding turns no condition over at this distance from its end
    constexpr int most = 80;
    double below = guess - near, above = guess + near;
    if (!(low < below && above < high && holds(below) && !holds(above))) {
        below = low;
        above = high;
    }
    for (int step = 0; step < most; ++step) {
        const double middle = (low + high) / 2;
        if (middle == low || middle == high) return middle;  // there is no number between
        if (middle < below || (middle <= above && holds(middle)))
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}

struct Limits {
    double low, high;
};

// The differences whose score is between -z and z; not numbers where there is no row.
inline Limits tango_limits(const Discordant& rows, double z) {
    if (!(rows.n > 0)) return {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()};
    const double middle = rows.difference();
    return {last_that_holds([&](double null) { return rows.score(null) > z; }, -1.0, middle, rows.at_distance(-z)),
            last_that_holds([&](double null) { return rows.score(null) >= -z; }, middle, 1.0, rows.at_distance(z))};
}

}  // namespace concordant
