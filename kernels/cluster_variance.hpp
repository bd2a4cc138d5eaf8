// The variance of a value from the sums of clusters, and its degrees of freedom.
//
// A cluster that holds much of the sample pulls the value towards itself, so that its own sum comes out too small: its
// square is divided by one less its share, which is the CR2 correction of Bell & McCaffrey (2002, Survey Methodology
// 28:169) where the value is a mean. The degrees of freedom are Satterthwaite's for rows that are alike in their
// cluster by the correlation that the sample shows (Pustejovsky & Tipton 2018, Journal of Business & Economic
// Statistics 36:672, section 2.3). They are G - 1 for G clusters of one size, and fewer where sizes differ.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "clones.hpp"

namespace concordant {

// The sums of the rows of clusters, for one value.
struct ClusterSums {
    const double* sums;   // of the influences
    const double* pull;   // of the exposures: the standard deviation of the influence of a row, up to a factor
    const double* apart;  // of the squared exposures
    const double* times;  // how many clusters are like this one
    std::size_t size;
};

// Over all clusters: the sum of `pull`, that of `apart`, and the variance of a row of exposure one.
struct Exposures {
    double pull;
    double apart;
    double scale;
};

struct ClusterVariance {
    double variance;  // of the sum of all
    double degrees;   // of freedom, with which it is known
    double second;    // the sums of the squares and of the fourth powers of the sums of clusters
    double fourth;
    double exposed;  // the sum of the squared `pull`
};

inline constexpr double whole_sample = 1e-12;  // a cluster that lacks less than this share of the sample is the sample
inline constexpr std::size_t cluster_lanes = 8;

// What the square of the sum of a cluster is multiplied with.
inline double cluster_correction(double share) {
    const double rest = 1 - share;
    return 1 / (rest <= whole_sample ? 1.0 : rest);
}

struct ClusterPowers {
    double corrected = 0;
    double second = 0;
    double fourth = 0;
    double together = 0;  // the squares of `pull`

    void add(const ClusterSums& given, std::size_t i, double per_pull) {
        const double square = given.sums[i] * given.sums[i], pull = given.pull[i], times = given.times[i];
        corrected += times * (square * cluster_correction(pull * per_pull));
        second += times * square;
        fourth += times * (square * square);
        together += times * (pull * pull);
    }
    ClusterPowers& operator+=(const ClusterPowers& other) {
        corrected += other.corrected;
        second += other.second;
        fourth += other.fourth;
        together += other.together;
        return *this;
    }
};

// What the covariance C of the corrected sums of clusters needs. The sum of a cluster, less its share of the sum of
// all, has the covariance q_g 1(g = h) - s_h q_g - s_g q_h + s_g s_h sum(q); sums of products take the place of the
// matrix.
struct ClusterTraces {
    double shares = 0;
    double mixed = 0;
    double expected = 0;
    double own = 0;
    double own_squares = 0;
    double less_squares = 0;
    double alone = 0;  // how many clusters are the sample

    // `alike` is the correlation in clusters, `per_total` one over the expected variance of the sum of all.
    void add(const ClusterSums& given, std::size_t i, double per_pull, double alike, double per_total) {
        const double pull = given.pull[i], apart = given.apart[i], times = given.times[i];
        const double share = pull * per_pull, factor = cluster_correction(share);
        const double q = (apart + alike * (pull * pull - apart)) * per_total;
        const double a = factor * share * share, b = factor * share * q, c = factor * q;
        const double less = a - 2 * b, both = c + less;
        shares += times * a;
        mixed += times * b;
        expected += times * (c * q);
        own += times * both;
        own_squares += times * (both * both);
        less_squares += times * (less * less);
        alone += share >= 1 - whole_sample ? times : 0.0;
    }
    ClusterTraces& operator+=(const ClusterTraces& other) {
        shares += other.shares;
        mixed += other.mixed;
        expected += other.expected;
        own += other.own;
        own_squares += other.own_squares;
        less_squares += other.less_squares;
        alone += other.alone;
        return *this;
    }

    // (trace C)^2 / sum C^2. Where one cluster is the sample nothing is known of how clusters differ: then it is G - 1,
    // and nothing is corrected.
    [[nodiscard]] double degrees(double clusters) const {
        const double found = own * own /
                             (shares * shares + 2 * shares * expected - 4 * shares * mixed + 2 * mixed * mixed -
                              less_squares + own_squares);
        return std::isfinite(found) && !(alone > 0) ? std::max(found, 1.0) : clusters - 1;
    }
};

// Adds all clusters to eight sums in turn, then these: an order that is always the same.
template <class Sums, class Add>
Sums in_lanes(std::size_t size, const Add& add) {
    Sums sums[cluster_lanes];
    std::size_t i = 0;
    for (; i + cluster_lanes <= size; i += cluster_lanes)
        for (std::size_t lane = 0; lane < cluster_lanes; ++lane) add(sums[lane], i + lane);
    for (; i < size; ++i) add(sums[i % cluster_lanes], i);
    for (std::size_t lane = 1; lane < cluster_lanes; ++lane) sums[0] += sums[lane];
    return sums[0];
}

CONCORDANT_CLONES inline ClusterPowers cluster_powers(const ClusterSums& given, double per_pull) {
    return in_lanes<ClusterPowers>(given.size,
                                   [&](ClusterPowers& sums, std::size_t i) { sums.add(given, i, per_pull); });
}

CONCORDANT_CLONES inline ClusterTraces cluster_traces(const ClusterSums& given, double per_pull, double alike,
                                                      double per_total) {
    return in_lanes<ClusterTraces>(
        given.size, [&](ClusterTraces& sums, std::size_t i) { sums.add(given, i, per_pull, alike, per_total); });
}

// The correlation in clusters under which the variance would be as found; between 0 and 1. It would be `together` if
// the rows of a cluster were one row, `apart` if they were independent.
inline double correlation_in_clusters(double found, double together, double apart) {
    const double more = together - apart;
    return more > 1e-12 * apart ? std::clamp((found - apart) / more, 0.0, 1.0) : 0.0;
}

inline ClusterVariance cluster_variance(const ClusterSums& given, const Exposures& all, std::size_t clusters) {
    const double per_pull = all.pull > 0 ? 1 / all.pull : 0.0;
    const ClusterPowers powers = cluster_powers(given, per_pull);
    const double alike = correlation_in_clusters(powers.corrected, powers.together * all.scale, all.apart * all.scale);
    const double total = all.apart + alike * (powers.together - all.apart);
    const ClusterTraces traces = cluster_traces(given, per_pull, alike, 1 / total);
    return {powers.corrected, traces.degrees(static_cast<double>(clusters)), powers.second, powers.fourth,
            powers.together};
}

}  // namespace concordant
