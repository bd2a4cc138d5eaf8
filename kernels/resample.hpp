// Rows drawn with replacement, many times: how often each is drawn, and the ROC AUC of each draw.
// Draw d of a key has a stream of random numbers of its own, so that threads and batches change nothing.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "threads.hpp"

namespace concordant::resample {

// xoshiro256++ (Blackman & Vigna 2021, ACM Transactions on Mathematical Software 47:36), seeded by splitmix64 of the
// key and the number of the draw.
class Stream {
public:
    Stream(std::uint64_t key, std::uint64_t draw) {
        std::uint64_t seed = mixed(key) ^ mixed(draw * 0x9E3779B97F4A7C15u + 0x632BE59BD9B4E019u);
        for (auto& word : state_) {
            seed += 0x9E3779B97F4A7C15u;
            word = mixed(seed);
        }
    }

    std::uint64_t next() {
        const std::uint64_t out = std::rotl(state_[0] + state_[3], 23) + state_[0];
        const std::uint64_t shifted = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = std::rotl(state_[3], 45);
        return out;
    }

private:
    static std::uint64_t mixed(std::uint64_t z) {
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        return z ^ (z >> 31);
    }

    std::array<std::uint64_t, 4> state_;
};

// What is drawn: `rows` names the unit of each row (null: row i is unit i); stratum s is the rows from starts[s] to
// starts[s + 1], as many of which are drawn. Poisson: each row a Poisson(1) number of times instead.
struct Plan {
    const std::int64_t* rows = nullptr;
    std::vector<std::int64_t> starts;
    std::int64_t units = 0;
    bool poisson = false;
};

// Calls take(i) for `size` numbers below `size`, without bias (Lemire 2019, ACM Transactions on Modeling and Computer
// Simulation 29:3). Two 32-bit numbers come from one of 64.
template <class Take>
void draw_indices(Stream& random, std::uint32_t size, Take&& take) {
    const std::uint32_t threshold = (0u - size) % size;
    std::uint64_t pair = 0;
    bool second = false;
    const auto half = [&] {
        if (!second)
            pair = random.next();
        else
            pair >>= 32;
        second = !second;
        return pair & 0xFFFFFFFFu;
    };
    for (std::uint32_t left = size; left > 0; --left) {
        std::uint64_t product = half() * size;
        while (static_cast<std::uint32_t>(product) < threshold) product = half() * size;
        take(static_cast<std::uint32_t>(product >> 32));
    }
}

// P(X <= k) of Poisson(1) in units of 2^-64, for k = 0, 1, ...; the last holds all the rest.
inline constexpr std::array<double, 14> poisson_steps = {
    0.36787944117144233, 0.7357588823428847, 0.9196986029286058, 0.9810118431238462, 0.9963401531726563,
    0.9994058151824183,  0.9999167588507119, 0.9999897508033253, 0.999998874797402,  0.9999998885745217,
    0.9999999899522336,  0.9999999991683892, 0.9999999999364022, 0.9999999999954802};

inline std::uint32_t poisson(Stream& random) {
    const double u = static_cast<double>(random.next() >> 11) * 0x1p-53;
    std::uint32_t k = 0;
    while (k < poisson_steps.size() && u >= poisson_steps[k]) ++k;
    return k;
}

// How often each unit is drawn in one draw.
inline void count_draw(const Plan& plan, std::uint64_t key, std::uint64_t draw, std::uint32_t* often) {
    std::fill_n(often, static_cast<std::size_t>(plan.units), 0u);
    Stream random(key, draw);
    for (std::size_t s = 0; s + 1 < plan.starts.size(); ++s) {
        const std::int64_t first = plan.starts[s];
        const auto size = static_cast<std::uint32_t>(plan.starts[s + 1] - first);
        if (size == 0) continue;
        if (plan.poisson) {
            for (std::uint32_t i = 0; i < size; ++i)
                often[plan.rows != nullptr ? plan.rows[first + i] : first + i] += poisson(random);
        } else if (plan.rows != nullptr) {
            draw_indices(random, size, [&, rows = plan.rows + first](std::uint32_t i) { ++often[rows[i]]; });
        } else {
            draw_indices(random, size, [&, here = often + first](std::uint32_t i) { ++here[i]; });
        }
    }
}

// Units in descending order of their scores; ties end where `last` is set.
struct Ranking {
    const std::int64_t* order = nullptr;     // the unit at each place; null: unit i
    const std::uint8_t* positive = nullptr;  // by place
    const std::uint8_t* last = nullptr;      // by place: no later unit has this score
    const double* weight = nullptr;          // of a row of each unit; null: 1
};

// The AUC under the given numbers of rows; NaN where one class is not drawn. Sums of whole numbers are exact.
inline double auc_of(const Ranking& ranking, std::int64_t units, const std::uint32_t* often) {
    double above = 0, negatives = 0, wins = 0;  // positives above this score, all negatives, concordant pairs
    double tied_positive = 0, tied_negative = 0;
    for (std::int64_t i = 0; i < units; ++i) {
        const std::int64_t unit = ranking.order != nullptr ? ranking.order[i] : i;
        const double rows = static_cast<double>(often[unit]) * (ranking.weight != nullptr ? ranking.weight[unit] : 1.0);
        const double positive = ranking.positive[i];
        tied_positive += positive * rows;
        tied_negative += (1.0 - positive) * rows;
        if (ranking.last[i] == 0) continue;
        wins += tied_negative * (above + tied_positive / 2);
        above += tied_positive;
        negatives += tied_negative;
        tied_positive = tied_negative = 0;
    }
    return above > 0 && negatives > 0 ? wins / (above * negatives) : std::numeric_limits<double>::quiet_NaN();
}

// Calls work(counts, draw) for each draw; each thread has counts of its own.
template <class Work>
void for_draws(const Plan& plan, std::uint64_t key, std::int64_t first, std::int64_t draws, int threads, Work&& work) {
    parallel(draws, threads, [&](int, std::int64_t from, std::int64_t to) {
        std::vector<std::uint32_t> often(static_cast<std::size_t>(plan.units));
        for (std::int64_t draw = from; draw < to; ++draw) {
            count_draw(plan, key, static_cast<std::uint64_t>(first + draw), often.data());
            work(often.data(), draw);
        }
    });
}

}  // namespace concordant::resample
