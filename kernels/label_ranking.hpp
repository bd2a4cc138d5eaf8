// How well the scores of one row rank its relevant labels. A row is either counted through, each relevant label
// against all labels (vectorised, best for few labels or few relevant ones), or sorted once; both visit the relevant
// labels with the number of labels above them, and a quantity is a sum over these visits.
//
// Tsoumakas, Katakis & Vlahavas 2010, Mining multi-label data (coverage, one-error, ranking loss,
// average precision); Jarvelin & Kekalainen 2002, ACM TOIS 20:422 (gains); McSherry & Najork 2008, ECIR, 414-421
// (gains and reciprocal ranks in the presence of ties).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "label_places.hpp"
#include "label_truth.hpp"

namespace concordant::label_ranking {

enum class Quantity : std::uint8_t {
    coverage,
    average_precision,
    ranking_loss,
    gain,
    normalized_gain,
    reciprocal_rank,
    one_error,
    top_k
};

// What counts where the decision falls among equal scores: the mean over their orders, the worst order, the best, or
// the order that puts the last label first (as a sort from behind does).
enum class Ties : std::uint8_t { expected, worst, best, last };

struct Task {
    Quantity quantity = Quantity::coverage;
    Ties ties = Ties::expected;
    std::int64_t k = 1;
    std::vector<double> discount;    // of each place, from the first
    std::vector<double> discounted;  // their sums: discounted[i] is the sum of the first i

    bool always_defined() const {
        return quantity == Quantity::coverage || quantity == Quantity::gain || quantity == Quantity::one_error ||
               quantity == Quantity::top_k;
    }
    Relevance relevance() const {
        if (quantity == Quantity::gain) return Relevance::any;
        return quantity == Quantity::normalized_gain ? Relevance::non_negative : Relevance::indicator;
    }
};

struct Value {
    double value = 0;
    bool defined = true;
};

template <class T>
CONCORDANT_INLINE Value coverage(Row<T>& row) {
    count_relevant(row);
    if (row.relevant == 0) return {0.0};  // nothing to cover
    return {static_cast<double>(count_at_least(row.scores, row.labels, extreme_relevant<false>(row)))};
}

template <class T>
CONCORDANT_INLINE Value average_precision(Row<T>& row, Space<T>& space) {
    list_relevant(row, space);
    const std::int64_t count = space.relevant.count;
    if (count == 0) return {0, false};
    const double sum = sum_visits<Look::at_relevant>(row, space, [](const Visit& v) {
        return static_cast<double>(v.relevant * v.relevant_at_least) / static_cast<double>(v.at_least);
    });
    return {sum / static_cast<double>(count)};
}

template <class T>
CONCORDANT_INLINE Value ranking_loss(Row<T>& row, Space<T>& space) {
    list_relevant(row, space);
    const std::int64_t count = space.relevant.count;
    if (count == 0 || count == row.labels) return {0, false};
    const double wrong = sum_visits<Look::at_relevant>(row, space, [](const Visit& v) {
        return static_cast<double>(v.relevant * (v.at_least - v.relevant_at_least));  // not relevant, and not lower
    });
    return {wrong / (static_cast<double>(count) * static_cast<double>(row.labels - count))};
}

// The mean discount of the places after the first `above`, up to `at_least`.
inline double mean_discount(const Task& task, std::int64_t above, std::int64_t at_least) {
    const auto first = static_cast<std::size_t>(above), last = static_cast<std::size_t>(at_least);
    if (last - first == 1) return task.discount[first];
    return (task.discounted[last] - task.discounted[first]) / static_cast<double>(last - first);
}

// Discounted cumulative gain: each gain times the discount of its place, or the mean one of the places of its tie.
template <class T>
CONCORDANT_INLINE double discounted_gain(const Task& task, const Row<T>& row, Space<T>& space) {
    if (task.ties != Ties::last)
        return sum_visits<Look::at_ties>(
            row, space, [&](const Visit& v) { return v.gain * mean_discount(task, v.above, v.at_least); });
    return sum_in_order(row, space, [&](std::int64_t place, double gain) {
        return gain * task.discount[static_cast<std::size_t>(place)];
    });
}

// Where the gains are small whole numbers, which is usual, they are counted; else sorted.
inline constexpr int counted_gains = 16;

template <class T>
double ideal_of_sorted(const Task& task, Space<T>& space) {
    const auto count = static_cast<std::size_t>(space.relevant.count);
    sort_values(space.relevant.gain.get(), space.relevant.count, space);
    double total = 0;
    for (std::size_t i = 0; i < count; ++i) total += task.discount[i] * ranked::score_of<double>(space.items[i].word);
    return total;
}

// The discounted gain of the best ranking: the greatest gain first.
template <class T>
CONCORDANT_INLINE double ideal_gain(const Task& task, Space<T>& space) {
    std::array<std::int64_t, counted_gains> times{};
    for (std::int64_t i = 0; i < space.relevant.count; ++i) {
        const double gain = space.relevant.gain[static_cast<std::size_t>(i)];
        const int whole = gain < counted_gains ? static_cast<int>(gain) : 0;
        if (static_cast<double>(whole) != gain) return ideal_of_sorted(task, space);
        ++times[static_cast<std::size_t>(whole)];
    }
    double total = 0;
    std::size_t place = 0;
    for (std::size_t gain = counted_gains; gain-- > 1;) {
        const std::size_t end = place + static_cast<std::size_t>(times[gain]);
        if (end > place) total += static_cast<double>(gain) * (task.discounted[end] - task.discounted[place]);
        place = end;
    }
    return total;
}

// Gains that are not negative cannot beat the best ranking, but the rounding of the two sums differs.
template <class T>
CONCORDANT_INLINE Value normalized_gain(const Task& task, const Row<T>& row, Space<T>& space) {
    if (space.relevant.count == 0) return {0, false};
    const double ideal = ideal_gain(task, space);
    if (!(ideal > 0)) return {0, false};
    return {std::min(discounted_gain(task, row, space) / ideal, 1.0)};
}

// The mean of 1 / (above + X), where X is the place of the first of `relevant` labels in a random order of `tied`.
inline double expected_reciprocal(std::int64_t above, std::int64_t tied, std::int64_t relevant) {
    double chance = static_cast<double>(relevant) / static_cast<double>(tied);  // that X is 1
    double sum = 0;
    for (std::int64_t place = 1; place <= tied - relevant + 1; ++place) {
        sum += chance / static_cast<double>(above + place);
        if (place < tied)
            chance *= static_cast<double>(tied - place - relevant + 1) / static_cast<double>(tied - place);
    }
    return sum;
}

template <class T>
CONCORDANT_INLINE Value reciprocal_rank(const Task& task, Row<T>& row) {
    count_relevant(row);
    if (row.relevant == 0) return {0, false};
    const T highest = extreme_relevant<true>(row);
    const std::int64_t above = count_above(row.scores, row.labels, highest);
    if (task.ties == Ties::best) return {1.0 / static_cast<double>(above + 1)};
    const std::int64_t tied = count_at_least(row.scores, row.labels, highest) - above;
    if (tied == 1) return {1.0 / static_cast<double>(above + 1)};
    const std::int64_t relevant = relevant_at_least(row, highest);
    if (task.ties == Ties::worst) return {1.0 / static_cast<double>(above + tied - relevant + 1)};
    return {expected_reciprocal(above, tied, relevant)};
}

template <class T>
CONCORDANT_INLINE Value one_error(const Task& task, const Row<T>& row) {
    const T highest = extreme_score<true>(row.scores, nullptr, row.labels);
    const std::int64_t tied = count_at_least(row.scores, row.labels, highest);
    const std::int64_t relevant = relevant_at_least(row, highest);
    if (task.ties == Ties::best) return {relevant > 0 ? 0.0 : 1.0};
    if (task.ties == Ties::worst) return {relevant == tied ? 0.0 : 1.0};
    return {static_cast<double>(tied - relevant) / static_cast<double>(tied)};
}

// Whether the one relevant label is among the first k.
template <class T>
CONCORDANT_INLINE Value top_k(const Task& task, const Row<T>& row) {
    const std::int64_t label = row.label[0];
    if (task.ties == Ties::last) return {before_label(row, label) < task.k ? 1.0 : 0.0};
    const std::int64_t above = count_above(row.scores, row.labels, row.scores[label]);
    if (task.ties == Ties::best) return {above < task.k ? 1.0 : 0.0};
    const std::int64_t tied = count_at_least(row.scores, row.labels, row.scores[label]) - above;
    if (task.ties == Ties::worst) return {above + tied <= task.k ? 1.0 : 0.0};
    const auto room = static_cast<double>(std::clamp<std::int64_t>(task.k - above, 0, tied));
    return {room / static_cast<double>(tied)};
}

template <class T>
CONCORDANT_INLINE Value value_of(const Task& task, Row<T>& row, Space<T>& space) {
    switch (task.quantity) {
        case Quantity::coverage: return coverage(row);
        case Quantity::average_precision: return average_precision(row, space);
        case Quantity::ranking_loss: return ranking_loss(row, space);
        case Quantity::gain: list_relevant(row, space); return {discounted_gain(task, row, space)};
        case Quantity::normalized_gain: list_relevant(row, space); return normalized_gain(task, row, space);
        case Quantity::reciprocal_rank: return reciprocal_rank(task, row);
        case Quantity::one_error: return one_error(task, row);
        case Quantity::top_k: return top_k(task, row);
    }
    return {};
}

// The quantities of `count` rows of scores that lie one after the other, with the gains of every label beside them,
// or (for one row, where `gains` is null) those of space.relevant.
template <class T>
CONCORDANT_CLONES void values_of_block(const Task& task, const T* scores, const double* gains, std::int64_t labels,
                                       std::int64_t count, Space<T>& space, Value* out) {
    for (std::int64_t i = 0; i < count; ++i) {
        Row<T> row{scores + i * labels, labels, nullptr, nullptr, 0};
        if (gains != nullptr)
            row.gains = gains + i * labels;
        else {
            row.label = space.relevant.label.get();
            row.relevant = space.relevant.count;
        }
        out[i] = value_of(task, row, space);
    }
}

}  // namespace concordant::label_ranking
