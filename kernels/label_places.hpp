// Where the relevant labels of a row stand in the order of its scores: by counting the labels above each of them, or
// by sorting the row.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <type_traits>
#include <vector>

#include "clones.hpp"
#include "keys.hpp"
#include "label_truth.hpp"
#include "machine.hpp"
#include "sort.hpp"

namespace concordant::label_ranking {

// One row: its scores, and either the gain of every label or (where `gains` is null) a list of the relevant ones.
template <class T>
struct Row {
    const T* scores;
    std::int64_t labels;
    const double* gains;
    const std::int32_t* label;
    std::int64_t relevant;  // how many; of rows with gains known once somebody has looked
};

// What one thread needs for one row at a time.
template <class T>
struct Space {
    explicit Space(std::int64_t labels)
        : relevant(labels), scores(new T[static_cast<std::size_t>(labels + bars)]),
          items(new ranked::WeightedItem[static_cast<std::size_t>(labels) + 1]),
          gain_of(static_cast<std::size_t>(labels)), sorting(static_cast<std::size_t>(labels)) {}

    static constexpr std::int64_t bars = 64 / sizeof(T);  // scores that are compared at once

    Relevant relevant;
    std::unique_ptr<T[]> scores;  // those of the relevant labels, filled up to a multiple of `bars`
    std::unique_ptr<ranked::WeightedItem[]> items;
    std::vector<double> gain_of;  // of every label, zero between two rows
    ranked::SortSpace<ranked::WeightedItem> sorting;
};

// Counters as wide as the scores, so that the loops are vectorised; there are fewer than 2^31 labels.
template <class T>
using Counter = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;

template <class T>
CONCORDANT_INLINE std::int64_t count_at_least(const T* scores, std::int64_t count, T bar) {
    Counter<T> found = 0;
    for (std::int64_t i = 0; i < count; ++i) found += scores[i] >= bar;
    return found;
}

template <class T>
CONCORDANT_INLINE std::int64_t count_above(const T* scores, std::int64_t count, T bar) {
    Counter<T> found = 0;
    for (std::int64_t i = 0; i < count; ++i) found += scores[i] > bar;
    return found;
}

template <class T>
constexpr T beyond(bool upwards) {
    using Limits = std::numeric_limits<T>;
    if constexpr (Limits::has_infinity)
        return upwards ? Limits::infinity() : -Limits::infinity();
    else
        return upwards ? Limits::max() : Limits::lowest();
}

#if CONCORDANT_GNU
// Vectors of 64 bytes of scores, the gains beside them, and what their comparisons give: 0 or -1. The compiler splits
// them into what the processor has. (It will not vectorise a minimum of floats by itself, because of NaN.)
template <class T>
struct Vectors {
    static constexpr std::int64_t size = Space<T>::bars;
    typedef T Scores __attribute__((vector_size(64)));
    typedef Counter<T> Marks __attribute__((vector_size(64)));
    typedef double Gains __attribute__((vector_size(64 / sizeof(T) * sizeof(double))));
};
#endif

// The highest (or lowest) score of the labels that `gains` marks; of all labels where it is null.
template <bool high, class T>
CONCORDANT_INLINE T extreme_score(const T* scores, const double* gains, std::int64_t count) {
    const T none = beyond<T>(!high);
    T extreme = none;
    std::int64_t i = 0;
#if CONCORDANT_GNU
    using V = Vectors<T>;
    if (count >= V::size) {
        typename V::Scores best = none - typename V::Scores{};
        for (; i + V::size <= count; i += V::size) {
            typename V::Scores score;
            std::memcpy(&score, scores + i, sizeof(score));
            if (gains != nullptr) {
                typename V::Gains gain;
                std::memcpy(&gain, gains + i, sizeof(gain));
                score = __builtin_convertvector(gain != 0, typename V::Marks) ? score : none - typename V::Scores{};
            }
            best = (high ? score > best : score < best) ? score : best;
        }
        for (std::int64_t lane = 0; lane < V::size; ++lane)
            extreme = (high ? best[lane] > extreme : best[lane] < extreme) ? best[lane] : extreme;
    }
#endif
    for (; i < count; ++i) {
        const T score = scores[i];
        const bool marked = gains == nullptr || gains[i] != 0;
        const bool beats = high ? score > extreme : score < extreme;
        extreme = (marked && beats) ? score : extreme;
    }
    return extreme;
}

// How many labels stand before `label` if the last of equal scores comes first.
template <class T>
CONCORDANT_INLINE std::int64_t before_label(const Row<T>& row, std::int64_t label) {
    return count_above(row.scores, label, row.scores[label]) +
           count_at_least(row.scores + label + 1, row.labels - label - 1, row.scores[label]);
}

// Counts the relevant labels where nobody has yet.
template <class T>
CONCORDANT_INLINE void count_relevant(Row<T>& row) {
    if (row.gains == nullptr) return;
    std::int64_t count = 0;
    for (std::int64_t j = 0; j < row.labels; ++j) count += row.gains[j] != 0;
    row.relevant = count;
}

// The highest (or lowest) score of a relevant label; meaningless if there is none.
template <bool high, class T>
CONCORDANT_INLINE T extreme_relevant(const Row<T>& row) {
    if (row.gains != nullptr) return extreme_score<high>(row.scores, row.gains, row.labels);
    T extreme = beyond<T>(!high);
    for (std::int64_t i = 0; i < row.relevant; ++i) {
        const T score = row.scores[row.label[i]];
        extreme = (high ? score > extreme : score < extreme) ? score : extreme;
    }
    return extreme;
}

template <class T>
CONCORDANT_INLINE std::int64_t relevant_at_least(const Row<T>& row, T bar) {
    Counter<T> found = 0;
    if (row.gains == nullptr) {
        for (std::int64_t i = 0; i < row.relevant; ++i) found += row.scores[row.label[i]] >= bar;
        return found;
    }
    for (std::int64_t j = 0; j < row.labels; ++j)
        found += static_cast<Counter<T>>(row.scores[j] >= bar) & static_cast<Counter<T>>(row.gains[j] != 0);
    return found;
}

// Lists the relevant labels with their gains and scores in the space. Without branches: which labels are relevant is
// hard to foresee.
template <class T>
CONCORDANT_INLINE void list_relevant(Row<T>& row, Space<T>& space) {
    Relevant& relevant = space.relevant;
    if (row.gains != nullptr) {
        std::int64_t count = 0;
        for (std::int64_t j = 0; j < row.labels; ++j) {
            relevant.label[static_cast<std::size_t>(count)] = static_cast<std::int32_t>(j);
            relevant.gain[static_cast<std::size_t>(count)] = row.gains[j];
            space.scores[static_cast<std::size_t>(count)] = row.scores[j];
            count += row.gains[j] != 0;
        }
        relevant.count = count;
    } else {
        for (std::size_t i = 0; i < static_cast<std::size_t>(relevant.count); ++i)
            space.scores[i] = row.scores[relevant.label[i]];
    }
    row.relevant = relevant.count;
    for (std::int64_t i = 0; i < Space<T>::bars; ++i)
        space.scores[static_cast<std::size_t>(relevant.count + i)] = T{};  // compared with the rest, and not used
}

// Relevant labels of equal score (all of them, or one at a time), and the labels that stand there or higher.
struct Visit {
    std::int64_t above = 0;              // labels of a higher score; where ties are looked at
    std::int64_t at_least = 0;           // labels of this score or a higher one
    std::int64_t relevant = 0;           // labels of this visit
    std::int64_t relevant_at_least = 0;  // where relevant labels are looked at
    double gain = 0;                     // of the labels of this visit
};

enum class Look : std::uint8_t { at_ties, at_relevant };

// How many of `count` scores are at least each bar, and above it: a vector of bars against one score after the other.
template <class T>
struct Bars {
    static constexpr std::int64_t size = Space<T>::bars;
    Counter<T> at_least[size];
    Counter<T> above[size];
};

template <bool above, class T>
CONCORDANT_INLINE Bars<T> count_bars(const T* scores, std::int64_t count, const T* bar) {
    Bars<T> out{};
#if CONCORDANT_GNU
    using Scores = typename Vectors<T>::Scores;
    using Counters = typename Vectors<T>::Marks;
    Scores bars;
    std::memcpy(&bars, bar, sizeof(bars));
    Counters at_least = {}, higher = {};
    for (std::int64_t i = 0; i < count; ++i) {
        const Scores score = scores[i] - Scores{};
        at_least -= score >= bars;  // a comparison that holds is -1
        if constexpr (above) higher -= score > bars;
    }
    std::memcpy(out.at_least, &at_least, sizeof(at_least));
    std::memcpy(out.above, &higher, sizeof(higher));
#else
    for (std::int64_t i = 0; i < count; ++i)
        for (std::int64_t k = 0; k < Bars<T>::size; ++k) {
            out.at_least[k] += scores[i] >= bar[k];
            if constexpr (above) out.above[k] += scores[i] > bar[k];
        }
#endif
    return out;
}

template <Look look, class T, class Sum>
CONCORDANT_INLINE double sum_counted(const Row<T>& row, Space<T>& space, Sum&& sum) {
    const Relevant& relevant = space.relevant;
    double total = 0;
    for (std::int64_t first = 0; first < relevant.count; first += Bars<T>::size) {
        const T* bar = space.scores.get() + first;
        const Bars<T> all = count_bars<look == Look::at_ties>(row.scores, row.labels, bar);
        Bars<T> ours;
        if constexpr (look == Look::at_relevant) ours = count_bars<false>(space.scores.get(), relevant.count, bar);
        for (std::int64_t i = 0; i < std::min(Bars<T>::size, relevant.count - first); ++i)
            total += sum(Visit{look == Look::at_ties ? all.above[i] : 0, all.at_least[i], 1,
                               look == Look::at_relevant ? ours.at_least[i] : 0,
                               relevant.gain[static_cast<std::size_t>(first + i)]});
    }
    return total;
}

// Sorts values, the greatest first, into the items of the space, with the place where each came from.
template <class V, class T>
void sort_values(const V* values, std::int64_t count, Space<T>& space) {
    for (std::int64_t j = 0; j < count; ++j)
        space.items[static_cast<std::size_t>(j)] = {ranked::key_of(values[j]), static_cast<double>(j)};
    space.sorting.sort(space.items.get(), static_cast<std::size_t>(count), 0);
}

// Sorts a row and calls each(first, last) for the runs of equal scores; space.gain_of then holds the gains.
template <class T, class Each>
void for_runs(const Row<T>& row, Space<T>& space, Each&& each) {
    const Relevant& relevant = space.relevant;
    const auto gain_of = [&](std::int64_t i) -> double& {
        return space.gain_of[static_cast<std::size_t>(relevant.label[static_cast<std::size_t>(i)])];
    };
    for (std::int64_t i = 0; i < relevant.count; ++i) gain_of(i) = relevant.gain[static_cast<std::size_t>(i)];
    sort_values(row.scores, row.labels, space);
    const ranked::WeightedItem* items = space.items.get();
    for (std::int64_t first = 0, last = 0; first < row.labels; first = last) {
        while (last < row.labels && items[last].word == items[first].word) ++last;
        each(first, last);
    }
    for (std::int64_t i = 0; i < relevant.count; ++i) gain_of(i) = 0;
}

template <class T, class Sum>
double sum_sorted(const Row<T>& row, Space<T>& space, Sum&& sum) {
    double total = 0;
    std::int64_t found = 0;
    for_runs(row, space, [&](std::int64_t first, std::int64_t last) {
        Visit visit{first, last, 0, 0, 0};
        for (auto i = static_cast<std::size_t>(first); i < static_cast<std::size_t>(last); ++i) {
            const double gain = space.gain_of[static_cast<std::size_t>(space.items[i].weight)];
            visit.relevant += gain != 0;
            visit.gain += gain;
        }
        if (visit.relevant == 0) return;
        visit.relevant_at_least = found += visit.relevant;
        total += sum(visit);
    });
    return total;
}

// Above this many relevant labels a sort is quicker than counting.
inline constexpr std::int64_t counted_labels = 192;

// The sum of sum(Visit) over the relevant labels.
template <Look look, class T, class Sum>
CONCORDANT_INLINE double sum_visits(const Row<T>& row, Space<T>& space, Sum&& sum) {
    if (space.relevant.count > counted_labels) return sum_sorted(row, space, sum);
    return sum_counted<look>(row, space, sum);
}

// The sum of sum(place, gain) over the relevant labels, where the last of equal scores comes first.
template <class T, class Sum>
CONCORDANT_INLINE double sum_in_order(const Row<T>& row, Space<T>& space, Sum&& sum) {
    const Relevant& relevant = space.relevant;
    double total = 0;
    if (relevant.count > counted_labels) {
        for_runs(row, space, [&](std::int64_t first, std::int64_t last) {
            const auto later_first = [](const auto& a, const auto& b) { return a.weight > b.weight; };
            if (last - first > 1) std::sort(space.items.get() + first, space.items.get() + last, later_first);
            for (std::int64_t i = first; i < last; ++i) {
                const auto label = static_cast<std::size_t>(space.items[static_cast<std::size_t>(i)].weight);
                total += sum(i, space.gain_of[label]);
            }
        });
        return total;
    }
    for (std::int64_t first = 0; first < relevant.count; first += Bars<T>::size) {
        const Bars<T> all = count_bars<true>(row.scores, row.labels, space.scores.get() + first);
        for (std::int64_t i = 0; i < std::min(Bars<T>::size, relevant.count - first); ++i) {
            const auto at = static_cast<std::size_t>(first + i);
            const bool alone = all.at_least[i] - all.above[i] == 1;
            total += sum(alone ? all.above[i] : before_label(row, relevant.label[at]), relevant.gain[at]);
        }
    }
    return total;
}

}  // namespace concordant::label_ranking
