// Sums over the rows of each group: of numbers that stand in a table, or of one of four for each class.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "clones.hpp"
#include "threads.hpp"

namespace concordant {

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

CONCORDANT_CLONES inline void add_table_rows(const GroupedRows& given, const double* table, const Columns& columns,
                                             double* sums) {
    for (std::int64_t i = 0; i < given.rows; ++i) {
        const double weight = given.weight[i];
        const double* const from = table + given.unit_of(i) * columns.width;
        double* const to = sums + given.group[i] * columns.width;
        for (std::int64_t j = columns.first; j < columns.last; ++j) to[j] += weight * from[j];
    }
}

// `sums`, of as many rows as there are groups and as many columns as the table, is zero before. A thread has columns
// of its own, so that the sums do not depend on how many there are.
inline void group_sums(const GroupedRows& rows, const double* table, std::int64_t width, int threads, double* sums) {
    parallel(width, threads, [&](int, std::int64_t first, std::int64_t last) {
        add_table_rows(rows, table, {width, first, last}, sums);
    });
}

// The numbers of a class, one for each cell of the table of this class against all others; and the labels of units.
struct ClassTerms {
    std::int64_t classes;
    const double* neither;
    const double* predicted;  // but not true
    const double* true_only;
    const double* both;
    const std::int64_t* truth;
    const std::int64_t* prediction;
};

// A class that holds more than this share of the weight of a group leaves a rest that a difference would not know to
// twelve digits: it is added up. There are at most two of them, as a row has two labels.
inline constexpr double most_of_all = 1 - 1e-4;
inline constexpr std::size_t most_such = 2;

// Whether the labels of all rows are classes.
inline bool are_classes(const GroupedRows& rows, const ClassTerms& terms) {
    bool all = true;
    for (std::int64_t i = 0; i < rows.rows; ++i) {
        const std::int64_t unit = rows.unit_of(i);
        for (const std::int64_t label : {terms.truth[unit], terms.prediction[unit]})
            all &= static_cast<std::uint64_t>(label) < static_cast<std::uint64_t>(terms.classes);
    }
    return all;
}

// What the rows of a group weigh whose labels are both others than a class that holds nearly all of the group.
class SmallRests {
public:
    explicit SmallRests(std::size_t groups) : classes(groups * most_such, none), weights(classes.size()) {}

    void ask(std::size_t group, std::int64_t label) {
        const std::size_t place = group * most_such;
        classes[classes[place] == none ? place : place + 1] = label;
        asked = true;
    }

    void add_rows(const GroupedRows& rows, const ClassTerms& terms) {
        for (std::int64_t i = 0; asked && i < rows.rows; ++i) {
            const std::int64_t unit = rows.unit_of(i), t = terms.truth[unit], p = terms.prediction[unit];
            const auto place = static_cast<std::size_t>(rows.group[i]) * most_such;
            for (std::size_t one = place; one < place + most_such; ++one)
                if (t != classes[one] && p != classes[one]) weights[one] += rows.weight[i];
        }
    }

    [[nodiscard]] double of(std::size_t group, std::int64_t label) const {
        const std::size_t place = group * most_such;
        return weights[classes[place] == label ? place : place + 1];
    }

private:
    static constexpr std::int64_t none = -1;
    std::vector<std::int64_t> classes;
    std::vector<double> weights;
    bool asked = false;
};

// The same of the classes `first` to `last` - 1 for the rows of each group: (groups, last - first). Rows of other
// classes are not looked at one by one: what they add is the number of neither times the weight that is left.
inline void class_sums(const GroupedRows& rows, const ClassTerms& terms, std::int64_t first, std::int64_t last,
                       double* sums) {
    const auto width = static_cast<std::size_t>(last - first);
    std::vector<double> total(static_cast<std::size_t>(rows.groups)), of_class(total.size() * width);
    for (std::int64_t i = 0; i < rows.rows; ++i) {
        const std::int64_t unit = rows.unit_of(i), t = terms.truth[unit], p = terms.prediction[unit];
        const double weight = rows.weight[i];
        const auto start = static_cast<std::size_t>(rows.group[i]) * width;
        const auto add = [&](std::int64_t label, double term) {
            if (label < first || label >= last) return;
            const auto place = start + static_cast<std::size_t>(label - first);
            of_class[place] += weight;
            sums[place] += weight * term;
        };
        total[static_cast<std::size_t>(rows.group[i])] += weight;
        add(p, t == p ? terms.both[p] : terms.predicted[p]);
        if (t != p) add(t, terms.true_only[t]);
    }
    const auto is_small = [&](std::size_t group, std::size_t k) {
        return of_class[group * width + k] > most_of_all * total[group];
    };
    SmallRests small(total.size());
    for (std::size_t group = 0; group < total.size(); ++group)
        for (std::size_t k = 0; k < width; ++k)
            if (is_small(group, k)) small.ask(group, static_cast<std::int64_t>(k) + first);
    small.add_rows(rows, terms);
    for (std::size_t group = 0; group < total.size(); ++group)
        for (std::size_t k = 0; k < width; ++k) {
            const std::int64_t label = static_cast<std::int64_t>(k) + first;
            const double rest =
                is_small(group, k) ? small.of(group, label) : total[group] - of_class[group * width + k];
            if (rest > 0) sums[group * width + k] += rest * terms.neither[label];
        }
}

}  // namespace concordant
