// The sums of weights beside those of their squares.
#pragma once

namespace concordant {

// What the rows of a cell add up to.
struct WeightSums {
    double sum = 0;
    double square = 0;

    void add(double weight) {
        sum += weight;
        square += weight * weight;
    }
    WeightSums& operator+=(const WeightSums& other) {
        sum += other.sum;
        square += other.square;
        return *this;
    }
    bool operator!=(const WeightSums& other) const { return sum != other.sum; }
};

inline constexpr auto square_of = [](const WeightSums& sums) { return sums.square; };

}  // namespace concordant
