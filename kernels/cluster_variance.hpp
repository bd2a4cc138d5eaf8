// The variance of a value from the sums of clusters, and its degrees of freedom.
//
// A cluster that holds much of the sample pulls the value towards itself, so that its own sum comes out too small: its
// square is divided by one less its share, which is the CR2 correction of Bell & McCaffrey (2002, Survey Methodology
// 28:169) where the value is a mean. The degrees of freedom are Satterthwaite's for rows that are alike in their
// cluster by the correlation that the sample shows (Pustejovsky & Tipton 2018, Journal of Business & Economic
// Statistics 36:672, section 2.3). They are G - 1 for G clusters of one size, and fewer where sizes differ.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "clones.hpp"
#include "machine.hpp"

namespace concordant {

// The sums of the rows of clusters, for one value.
struct ClusterSums {
    const double* sums;   // of the influences
    const double* pull;   // of the exposures: the standard deviation of the influence of a row, up to a factor
    const double* apart;  // of the squared exposures
    double* times;        // how many clusters are like this one; as it was after a call
    std::size_t size;
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

// Adds numbers of all clusters to eight sums each in turn, then these: an order that is always the same.
template <std::size_t numbers, class Each>
CONCORDANT_INLINE std::array<double, numbers> in_lanes(std::size_t size, const Each& each) {
    double sums[numbers][cluster_lanes] = {};
    const auto add = [&](std::size_t i, std::size_t lane) {
        const std::array<double, numbers> found = each(i);
        for (std::size_t number = 0; number < numbers; ++number) sums[number][lane] += found[number];
    };
    std::size_t i = 0;
    for (; i + cluster_lanes <= size; i += cluster_lanes)
        for (std::size_t lane = 0; lane < cluster_lanes; ++lane) add(i + lane, lane);
    for (std::size_t lane = 0; i + lane < size; ++lane) add(i + lane, lane);
    std::array<double, numbers> total{};
    for (std::size_t number = 0; number < numbers; ++number)
        for (const double sum : sums[number]) total[number] += sum;
    return total;
}

// The sums of exposures, of their squares row by row, and of the squares of each cluster.
struct Exposures {
    double pull = 0;
    double apart = 0;
    double together = 0;

    // The variance of the sum of all, up to a factor, where rows of a cluster are alike by so much.
    [[nodiscard]] double expected(double alike) const { return apart + alike * (together - apart); }
};

CONCORDANT_CLONES inline Exposures exposures_of(const ClusterSums& given) {
    const auto [pull, apart, together] = in_lanes<3>(given.size, [&](std::size_t i) {
        const double of_cluster = given.pull[i], times = given.times[i];
        return std::array{times * of_cluster, times * given.apart[i], times * (of_cluster * of_cluster)};
    });
    return {pull, apart, together};
}

// What the square of the sum of a cluster is divided by, of which the others have this share.
inline double less_own_share(double others) { return others <= whole_sample ? 1.0 : others; }

struct ClusterPowers {
    double corrected;
    double second;
    double fourth;
};

CONCORDANT_CLONES inline ClusterPowers cluster_powers(const ClusterSums& given, double per_pull) {
    const auto [corrected, second, fourth] = in_lanes<3>(given.size, [&](std::size_t i) {
        const double square = given.sums[i] * given.sums[i], times = given.times[i];
        const double divided = square / less_own_share(1 - given.pull[i] * per_pull);
        return std::array{times * divided, times * square, times * (square * square)};
    });
    return {corrected, second, fourth};
}

// A cluster's share s of the exposures and q of the expected variance, d = s - q, and f = 1 / (1 - s). The sums of
// clusters, each less its share of the sum of all, have the covariance q_g 1(g = h) - q_g q_h + d_g d_h, and the
// corrected ones C that times the root of f_g f_h. Sums of products take the place of the matrix.
struct ClusterShare {
    double q = 0;
    double d = 0;
    double f = 0;
    double own = 0;  // on the diagonal of C

    ClusterShare() = default;
    // `s_of_others` and `q_of_others` are those of all other clusters: of small ones a difference from 1 has few
    // digits.
    ClusterShare(double expected, double apart, double s_of_others, double q_of_others)
        : q(expected), d(apart), f(1 / less_own_share(s_of_others)), own(f * (q * q_of_others + d * d)) {}
};

struct ClusterTraces {
    double own = 0;          // the trace of C
    double own_squares = 0;  // of the diagonal
    double dd = 0, dq = 0, qq = 0;
    double dd_squares = 0, dq_squares = 0, qq_squares = 0;
    double beside = 0;  // the squares in the row of the largest cluster, which is not among these, by its f
    double alone = 0;   // how many clusters are the sample
};

CONCORDANT_CLONES inline ClusterTraces cluster_traces(const ClusterSums& given, double per_pull, double alike,
                                                      double per_total, const ClusterShare& largest) {
    const auto found = in_lanes<10>(given.size, [&](std::size_t i) {
        const double pull = given.pull[i], apart = given.apart[i], times = given.times[i];
        const double s = pull * per_pull, q = (apart + alike * (pull * pull - apart)) * per_total;
        const ClusterShare one(q, s - q, 1 - s, 1 - q);
        const double dd = one.f * one.d * one.d, dq = one.f * one.d * q, qq = one.f * q * q;
        const double beside = largest.d * one.d - largest.q * q;
        return std::array{times * one.own,
                          times * (one.own * one.own),
                          times * dd,
                          times * dq,
                          times * qq,
                          times * (dd * dd),
                          times * (dq * dq),
                          times * (qq * qq),
                          times * (one.f * beside * beside),
                          s >= 1 - whole_sample ? times : 0.0};
    });
    return {found[0], found[1], found[2], found[3], found[4], found[5], found[6], found[7], found[8], found[9]};
}

// (trace C)^2 / sum C^2. The largest cluster is taken apart: where it is nearly the sample, all others leave few digits
// of it. Where it is the sample nothing is known of how clusters differ: then it is G - 1, and nothing is corrected.
inline double degrees_of(const ClusterTraces& others, const ClusterShare& largest, double clusters) {
    const double own = largest.own + others.own;
    const double squares = largest.own * largest.own + others.own_squares + 2 * largest.f * others.beside +
                           (others.dd * others.dd - others.dd_squares) -
                           2 * (others.dq * others.dq - others.dq_squares) +
                           (others.qq * others.qq - others.qq_squares);
    const double found = own * own / squares;
    return std::isfinite(found) && !(others.alone > 0) ? std::max(found, 1.0) : clusters - 1;
}

// The correlation in clusters under which the variance would be as found; between 0 and 1. It would be `together` if
// the rows of a cluster were one row, `apart` if they were independent.
inline double correlation_in_clusters(double found, double together, double apart) {
    const double more = together - apart;
    return more > 1e-12 * apart ? std::clamp((found - apart) / more, 0.0, 1.0) : 0.0;
}

// `scale` is the variance of a row of exposure one.
inline ClusterVariance cluster_variance(const ClusterSums& given, double scale, std::size_t clusters) {
    const std::size_t at = static_cast<std::size_t>(std::max_element(given.pull, given.pull + given.size) - given.pull);
    const bool apart = at < given.size && given.times[at] == 1;  // of several alike none is more than half the sample
    if (apart) given.times[at] = 0;
    const Exposures others = exposures_of(given);
    Exposures all = others;
    if (apart) {
        all.pull += given.pull[at];
        all.apart += given.apart[at];
        all.together += given.pull[at] * given.pull[at];
    }
    const double per_pull = all.pull > 0 ? 1 / all.pull : 0.0;
    ClusterPowers powers = cluster_powers(given, per_pull);
    if (apart) {
        const double square = given.sums[at] * given.sums[at];
        powers.corrected += square / less_own_share(all.pull > 0 ? others.pull * per_pull : 1.0);
        powers.second += square;
        powers.fourth += square * square;
    }
    const double alike = correlation_in_clusters(powers.corrected, all.together * scale, all.apart * scale);
    const double per_total = 1 / all.expected(alike);
    ClusterShare largest;
    if (apart) {
        const double own = given.apart[at] + alike * (given.pull[at] * given.pull[at] - given.apart[at]);
        const double s_of_others = others.pull * per_pull, q_of_others = others.expected(alike) * per_total;
        largest = {own * per_total, q_of_others - s_of_others, s_of_others, q_of_others};
    }
    ClusterTraces traces = cluster_traces(given, per_pull, alike, per_total, largest);
    if (apart) {
        given.times[at] = 1;
        traces.alone += all.pull > 0 && others.pull * per_pull <= whole_sample ? 1.0 : 0.0;
    }
    return {powers.corrected, degrees_of(traces, largest, static_cast<double>(clusters)), powers.second, powers.fourth,
            all.together};
}

}  // namespace concordant
