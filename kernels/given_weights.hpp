// What is seen of weights while they are read, before anybody has checked them: whether each is one, and the greatest.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

#include "clones.hpp"
#include "columns.hpp"
#include "threads.hpp"

namespace concordant {

// The bits of the greatest: those of numbers from 0 to infinity are in their order, and above them come those of what
// is negative or not a number. -0 + 0 is 0.
CONCORDANT_CLONES inline std::uint64_t greatest_bits(const double* weights, std::int64_t count) {
    std::uint64_t greatest = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        const auto bits = std::bit_cast<std::uint64_t>(weights[i] + 0.0);
        greatest = greatest > bits ? greatest : bits;
    }
    return greatest;
}

class GivenWeights {
public:
    // Whether none was negative, infinite or not a number.
    bool are_weights() const { return bits_ < std::bit_cast<std::uint64_t>(std::numeric_limits<double>::infinity()); }

    // 0 where there is none, and not a number where one is no weight.
    double greatest() const {
        return are_weights() ? std::bit_cast<double>(bits_) : std::numeric_limits<double>::quiet_NaN();
    }

    // Whether these, and all before, are weights.
    bool add(const double* weights, std::int64_t count) {
        bits_ = std::max(bits_, greatest_bits(weights, count));
        return are_weights();
    }

    void merge(const GivenWeights& other) { bits_ = std::max(bits_, other.bits_); }

private:
    std::uint64_t bits_ = 0;
};

// All of a column.
inline GivenWeights given_weights(const Column& weight, int threads) {
    std::vector<GivenWeights> parts(static_cast<std::size_t>(threads));
    parallel(weight.size, threads, [&](int part, std::int64_t first, std::int64_t last) {
        double read[block_rows];
        for (std::int64_t row = first; row < last; row += block_rows) {
            const std::int64_t count = std::min(block_rows, last - row);
            parts[static_cast<std::size_t>(part)].add(doubles_of(weight, row, count, read), count);
        }
    });
    GivenWeights all;
    for (const GivenWeights& part : parts) all.merge(part);
    return all;
}

}  // namespace concordant
