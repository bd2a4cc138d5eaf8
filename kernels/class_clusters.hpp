// Rows in clusters whose influences on the value of a class depend on which of their labels are this class: the truth,
// one prediction or two. What is summed are the rows of each class; clusters that hold none of them are alike where
// they weigh the same, and count together. So the values of all classes take as long as the rows, not as a table of
// clusters and classes.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "memory.hpp"
#include "platform.hpp"
#include "threads.hpp"

// The variance of a value from the sums of clusters, and its degrees of freedom.
//
// A cluster that holds much of the sample pulls the value towards itself, so that its own sum comes out too small: its
// square is divided by one less its share, which is the CR2 correction of Bell & McCaffrey (2002, Survey Methodology
// 28:169) where the value is a mean. The degrees of freedom are Satterthwaite's for rows that are alike in their
// cluster by the correlation that the sample shows (Pustejovsky & Tipton 2018, Journal of Business & Economic
// Statistics 36:672, section 2.3). They are G - 1 for G clusters of one size, and fewer where sizes differ.

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

// Sums over the rows of each group, of numbers that stand in a table.

// A row is in a group, has the numbers of a unit (without `unit`, its own), and weighs so much.
struct GroupedRows {
    const std::int64_t* group;
    const std::int64_t* unit;
    const double* weight;
    std::int64_t rows;
    std::int64_t groups;

    [[nodiscard]] std::int64_t unit_of(std::int64_t row) const { return unit == nullptr ? row : unit[row]; }

    // Whether every row is in one of the groups, and has the numbers of one of so many units.
    [[nodiscard]] bool fit(std::int64_t units) const {
        bool all = unit != nullptr || rows <= units;
        for (std::int64_t i = 0; i < rows; ++i) {
            all &= static_cast<std::uint64_t>(group[i]) < static_cast<std::uint64_t>(groups);
            if (unit != nullptr) all &= static_cast<std::uint64_t>(unit[i]) < static_cast<std::uint64_t>(units);
        }
        return all;
    }
};

// Some columns of a matrix that is stored row after row.
struct Columns {
    std::int64_t width;  // of the matrix
    std::int64_t first;
    std::int64_t last;
};

CONCORDANT_INLINE void add_rows(const GroupedRows& given, const double* table, const Columns& columns, double* sums) {
    for (std::int64_t i = 0; i < given.rows; ++i) {
        const double weight = given.weight[i];
        const double* const from = table + given.unit_of(i) * columns.width;
        double* const to = sums + given.group[i] * columns.width;
        for (std::int64_t j = columns.first; j < columns.last; ++j) to[j] += weight * from[j];
    }
}

CONCORDANT_CLONES inline void add_wide_rows(const GroupedRows& given, const double* table, const Columns& columns,
                                            double* sums) {
    add_rows(given, table, columns, sums);
}

// The compiler knows how many columns there are.
template <std::int64_t width>
void add_narrow_rows(const GroupedRows& given, const double* table, double* sums) {
    add_rows(given, table, {width, 0, width}, sums);
}

// `sums`, of as many rows as there are groups and as many columns as the table, is zero before. A thread has columns
// of its own, so that the sums do not depend on how many there are; of few columns each would wait for the same rows.
inline void group_sums(const GroupedRows& rows, const double* table, std::int64_t width, int threads, double* sums) {
    switch (width) {
        case 1: add_narrow_rows<1>(rows, table, sums); return;
        case 2: add_narrow_rows<2>(rows, table, sums); return;
        case 3: add_narrow_rows<3>(rows, table, sums); return;
        case 4: add_narrow_rows<4>(rows, table, sums); return;
        default:
            parallel(width, threads, [&](int, std::int64_t first, std::int64_t last) {
                add_wide_rows(rows, table, {width, first, last}, sums);
            });
    }
}

// The weight of each kind of rows for every class, by which of the labels of a row are the class: a bit for each label,
// the highest for the first.

inline constexpr std::size_t most_label_columns = 3;
inline constexpr std::size_t most_kinds = std::size_t{1} << most_label_columns;

// The labels of units, column by column; those of the truth first.
struct LabelColumns {
    std::array<const std::int64_t*, most_label_columns> of{};
    std::size_t size = 0;
    std::int64_t classes = 0;
};

// Numbers of a kind of rows and a class: (kinds, values) of some classes from `first` on.
struct KindTerms {
    const double* terms;
    std::int64_t values;

    [[nodiscard]] std::array<double, most_kinds> of(std::int64_t value, std::size_t kinds) const {
        std::array<double, most_kinds> found{};
        for (std::size_t kind = 0; kind < kinds; ++kind)
            found[kind] = terms[static_cast<std::int64_t>(kind) * values + value];
        return found;
    }
};

// A class that holds more than this share of the weight of a cluster leaves a rest that a difference would not know to
// the last digits.
inline constexpr double most_of_all = 0.5;

inline constexpr double exact_below = 9007199254740992.0;  // 2^53

class ClassClusters {
public:
    // The labels are classes, and the rows of groups and units that there are. `squares` are the squared weights.
    ClassClusters(const LabelColumns& labels, const GroupedRows& rows, const double* squares)
        : columns_(labels.size), classes_(static_cast<std::size_t>(labels.classes)),
          clusters_(static_cast<std::size_t>(rows.groups)) {
        put_in_order(labels, rows, squares);
        weigh();
        number_sizes();
        list_rows();
    }

    [[nodiscard]] std::size_t kinds() const { return std::size_t{1} << columns_; }
    [[nodiscard]] std::int64_t classes() const { return static_cast<std::int64_t>(classes_); }
    // About how many numbers the values of all classes rest on.
    [[nodiscard]] std::int64_t work() const {
        return static_cast<std::int64_t>(first_of_.back() + sizes_.size() * classes_);
    }

    // The variance of the value of each class from `first` on, by the influences of each kind of rows, their exposures
    // and the squared exposures; `scale` is the variance of a row of exposure one.
    void variances(std::int64_t first, const KindTerms& psi, const KindTerms& pull, const KindTerms& apart,
                   const double* scale, int threads, ClusterVariance* out) const {
        parallel(psi.values, threads, [&](int, std::int64_t begin, std::int64_t end) {
            Sums sums, pulls, squares, times;
            for (std::int64_t value = begin; value < end; ++value) {
                const std::array<Wanted, 3> wanted{Wanted{psi.of(value, kinds()), false, &sums},
                                                   Wanted{pull.of(value, kinds()), false, &pulls},
                                                   Wanted{apart.of(value, kinds()), true, &squares}};
                add_up(static_cast<std::uint32_t>(first + value), wanted, times);
                const ClusterSums given{sums.data(), pulls.data(), squares.data(), times.data(), times.size()};
                out[value] = cluster_variance(given, scale[value], clusters_);
            }
        });
    }

private:
    using Sums = std::vector<double>;

    struct Wanted {
        std::array<double, most_kinds> terms;
        bool squared;  // the weights
        Sums* sums;
    };

    struct Weight {
        double weight = 0;
        double square = 0;

        [[nodiscard]] double of(bool squared) const { return squared ? square : weight; }
        void add(const Weight& other) {
            weight += other.weight;
            square += other.square;
        }
        bool operator==(const Weight& other) const { return weight == other.weight && square == other.square; }
    };

    struct WeightHash {
        std::size_t operator()(const Weight& one) const {
            constexpr std::uint64_t odd = 0x9e3779b97f4a7c15U;
            const auto mixed =
                (std::bit_cast<std::uint64_t>(one.weight) * odd) ^ std::bit_cast<std::uint64_t>(one.square);
            return static_cast<std::size_t>((mixed * odd) >> 20U);
        }
    };

    struct Row {
        Weight weight;
        std::uint32_t cluster;
        std::array<std::uint32_t, most_label_columns> labels;
    };

    struct Listed {  // a row that has the class in some column
        Weight weight;
        std::uint32_t cluster;
        std::uint32_t kind;
    };

    // A bit for each column that has the label, the highest for the first; 0 of none.
    [[nodiscard]] std::uint32_t kind(const Row& row, std::uint32_t label) const {
        std::uint32_t found = 0;
        for (std::size_t column = 0; column < columns_; ++column)
            found = 2 * found + (row.labels[column] == label ? 1U : 0U);
        return found;
    }

    // Calls give(label, kind) for each label that a row has.
    template <class Give>
    void each_label(const Row& row, const Give& give) const {
        for (std::size_t column = 0; column < columns_; ++column) {
            const std::uint32_t label = row.labels[column], here = kind(row, label);
            if (here >> (columns_ - column) == 0) give(label, here);  // no column before this one has it
        }
    }

    // Rows in the order of their clusters.
    void put_in_order(const LabelColumns& labels, const GroupedRows& rows, const double* squares) {
        starts_.assign(clusters_ + 1, 0);
        for (std::int64_t row = 0; row < rows.rows; ++row) ++starts_[static_cast<std::size_t>(rows.group[row]) + 1];
        for (std::size_t cluster = 0; cluster < clusters_; ++cluster) starts_[cluster + 1] += starts_[cluster];
        auto next = starts_;
        rows_ = ranked::make_pages<Row>(starts_.back());
        for (std::int64_t i = 0; i < rows.rows; ++i) {
            const auto cluster = static_cast<std::size_t>(rows.group[i]);
            const std::int64_t unit = rows.unit_of(i);
            Row& row = rows_[next[cluster]++];
            row = {{rows.weight[i], squares[i]}, static_cast<std::uint32_t>(cluster), {}};
            for (std::size_t column = 0; column < columns_; ++column)
                row.labels[column] = static_cast<std::uint32_t>(labels.of[column][unit]);
        }
    }

    void weigh() {
        total_.resize(clusters_);
        Weight all;
        bool whole = true;
        for (std::size_t i = 0; i < starts_.back(); ++i) {
            const Weight& one = rows_[i].weight;
            total_[rows_[i].cluster].add(one);
            all.add(one);
            whole &= std::floor(one.weight) == one.weight && std::floor(one.square) == one.square;
        }
        whole_ = whole && all.weight < exact_below && all.square < exact_below;
    }

    // Clusters that weigh the same are of one size.
    void number_sizes() {
        std::unordered_map<Weight, std::uint32_t, WeightHash> known;
        size_of_.resize(clusters_);
        for (std::size_t cluster = 0; cluster < clusters_; ++cluster) {
            const auto [found, is_new] = known.try_emplace(total_[cluster], static_cast<std::uint32_t>(sizes_.size()));
            if (is_new) {
                sizes_.push_back(total_[cluster]);
                often_.push_back(0);
            }
            size_of_[cluster] = found->second;
            ++often_[found->second];
        }
    }

    // The rows of each class, those of one in the order of the clusters.
    void list_rows() {
        first_of_.assign(classes_ + 1, 0);
        for (std::size_t i = 0; i < starts_.back(); ++i)
            each_label(rows_[i], [&](std::uint32_t label, std::uint32_t) { ++first_of_[std::size_t{label} + 1]; });
        for (std::size_t label = 0; label < classes_; ++label) first_of_[label + 1] += first_of_[label];
        auto next = first_of_;
        listed_ = ranked::make_pages<Listed>(first_of_.back());
        for (std::size_t i = 0; i < starts_.back(); ++i) {
            const Row& row = rows_[i];
            each_label(row, [&](std::uint32_t label, std::uint32_t kind) {
                listed_[next[label]++] = {row.weight, row.cluster, kind};
            });
        }
    }

    // What the rows of other classes weigh in a cluster: what is left, or where that would be known to few digits,
    // added up.
    [[nodiscard]] Weight rest(std::size_t cluster, std::uint32_t label, const Weight& of_class) const {
        const Weight& all = total_[cluster];
        if (whole_ || (!(of_class.weight > most_of_all * all.weight) && !(of_class.square > most_of_all * all.square)))
            return {all.weight - of_class.weight, all.square - of_class.square};
        Weight found;
        for (auto at = starts_[cluster]; at < starts_[cluster + 1]; ++at)
            if (kind(rows_[at], label) == 0) found.add(rows_[at].weight);
        return found;
    }

    // The sums of the clusters for the value of a class. Of those without a row of it, one of each size, and how often.
    template <std::size_t numbers>
    void add_up(std::uint32_t label, const std::array<Wanted, numbers>& wanted, Sums& times) const {
        const std::size_t begin = first_of_[label], end = first_of_[std::size_t{label} + 1];
        const std::size_t most = end - begin + sizes_.size();
        for (const Wanted& one : wanted) one.sums->resize(most);
        times.resize(most);
        std::size_t size = 0;
        auto left = often_;
        for (auto at = begin; at < end; ++size) {
            const std::size_t cluster = listed_[at].cluster;
            std::array<double, numbers> sums{};
            Weight of_class;
            for (; at < end && listed_[at].cluster == cluster; ++at) {
                const Listed& row = listed_[at];
                of_class.add(row.weight);
                for (std::size_t i = 0; i < numbers; ++i)
                    sums[i] += row.weight.of(wanted[i].squared) * wanted[i].terms[row.kind];
            }
            const Weight others = rest(cluster, label, of_class);
            for (std::size_t i = 0; i < numbers; ++i) {
                const double other = others.of(wanted[i].squared);
                (*wanted[i].sums)[size] = sums[i] + (other > 0 ? other * wanted[i].terms[0] : 0.0);
            }
            times[size] = 1;
            --left[size_of_[cluster]];
        }
        bool moves = false;
        for (const Wanted& one : wanted) moves |= one.terms[0] != 0;
        for (std::size_t which = 0; moves && which < sizes_.size(); ++which) {
            if (left[which] == 0 || !(sizes_[which].weight > 0)) continue;
            for (const Wanted& one : wanted) (*one.sums)[size] = sizes_[which].of(one.squared) * one.terms[0];
            times[size++] = left[which];
        }
        for (const Wanted& one : wanted) one.sums->resize(size);
        times.resize(size);
    }

    std::size_t columns_, classes_, clusters_;
    ranked::Pages<Row> rows_;
    std::vector<std::size_t> starts_;  // of the clusters among the rows
    std::vector<Weight> total_, sizes_;
    bool whole_ = false;  // whether all weights are whole numbers, whose sums and differences are exact
    std::vector<std::uint32_t> size_of_;
    std::vector<double> often_;
    std::vector<std::size_t> first_of_;  // the rows of each class among those listed
    ranked::Pages<Listed> listed_;
};

}  // namespace concordant
