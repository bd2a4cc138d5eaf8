// Rows in clusters whose influences on the value of a class depend on which of their labels are this class: the truth,
// one prediction or two. What is summed are the rows of each class; clusters that hold none of them are alike where
// they weigh the same, and count together. So the values of all classes take as long as the rows, not as a table of
// clusters and classes.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cluster_variance.hpp"
#include "group_sums.hpp"
#include "kinds_of_rows.hpp"
#include "pages.hpp"
#include "threads.hpp"

namespace concordant {

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
