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
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <type_traits>
#include <variant>
#include <vector>

#include "columns.hpp"
#include "losses.hpp"
#include "platform.hpp"
#include "score_sort.hpp"
#include "threads.hpp"

// The truth of a row of several labels: which labels are relevant, and how much. It comes as a dense matrix, as the
// compressed rows of a sparse one, or as one code a row (the class that happened is the one relevant label).

namespace concordant::label_ranking {

// What the relevance of a label may be: 0 or 1, a finite number of at least 0, any finite number.
enum class Relevance : std::uint8_t { indicator, non_negative, any };

inline constexpr double most_gain = std::numeric_limits<double>::max();

// The relevant labels of one row, ascending, with their gains; its owner has room for every label.
class Relevant {
public:
    explicit Relevant(std::int64_t labels)
        : label(new std::int32_t[static_cast<std::size_t>(labels) + 1]),
          gain(new double[static_cast<std::size_t>(labels) + 1]) {}  // not cleared

    std::unique_ptr<std::int32_t[]> label;
    std::unique_ptr<double[]> gain;
    std::int64_t count = 0;
};

struct Matrix {
    const std::byte* data = nullptr;
    std::int64_t rows = 0;
    std::int64_t labels = 0;
    std::int64_t row_stride = 0;  // in bytes, may be negative
    std::int64_t label_stride = 0;
    Type type = Type::f64;
};

struct CompressedRows {
    Column starts;  // n + 1
    Column labels;
    Column gains;
};

struct Codes {
    Column codes;
};

using Truth = std::variant<Matrix, CompressedRows, Codes>;

// Integers as wide as the lanes: a bool would keep the loops from being vectorised. Comparisons with NaN are false.
CONCORDANT_CLONES inline bool gains_are(Relevance allowed, const double* gain, std::int64_t count) {
    std::uint64_t bad = 0;
    if (allowed == Relevance::indicator) {
        for (std::int64_t i = 0; i < count; ++i)
            bad |= (gain[i] == 0 ? std::uint64_t{0} : 1) & (gain[i] == 1 ? std::uint64_t{0} : 1);
        return bad == 0;
    }
    const double lowest = allowed == Relevance::any ? std::numeric_limits<double>::lowest() : 0.0;
    for (std::int64_t i = 0; i < count; ++i)
        bad |= (gain[i] >= lowest ? std::uint64_t{0} : 1) | (gain[i] <= most_gain ? std::uint64_t{0} : 1);
    return bad == 0;
}

// Gains of rows [row, row + count) of a dense truth into `out`, one row after the other.
inline void read_gains(const Matrix& truth, std::int64_t row, std::int64_t count, double* out) {
    const std::byte* data = truth.data + row * truth.row_stride;
    if (truth.row_stride == truth.labels * truth.label_stride) {
        read_block(Column{data, count * truth.labels, truth.label_stride, truth.type}, 0, count * truth.labels, out);
        return;
    }
    for (std::int64_t i = 0; i < count; ++i)
        read_block(Column{data + i * truth.row_stride, truth.labels, truth.label_stride, truth.type}, 0, truth.labels,
                   out + i * truth.labels);
}

// Stored labels may be out of range, repeated or unsorted, and a stored gain may be zero: such a row is refused,
// because the caller has put the matrix in order.
inline bool read_stored(const CompressedRows& truth, std::int64_t row, std::int64_t labels, Relevant& out) {
    std::int64_t ends[2];
    read_block(truth.starts, row, 2, ends);
    out.count = ends[1] - ends[0];
    if (ends[0] < 0 || out.count < 0 || out.count > labels || ends[1] > truth.labels.size) return false;
    read_block(truth.labels, ends[0], out.count, out.label.get());
    read_block(truth.gains, ends[0], out.count, out.gain.get());
    std::int64_t before = -1;
    for (std::int64_t i = 0; i < out.count; ++i) {
        const std::int64_t label = out.label[static_cast<std::size_t>(i)];
        if (label <= before || label >= labels || out.gain[static_cast<std::size_t>(i)] == 0) return false;
        before = label;
    }
    return true;
}

inline bool read_code(const Codes& truth, std::int64_t row, std::int64_t labels, Relevant& out) {
    std::int64_t code;
    read_block(truth.codes, row, 1, &code);
    out.count = 1;
    out.label[0] = static_cast<std::int32_t>(code);
    out.gain[0] = 1;
    return code >= 0 && code < labels;
}

// The relevant labels of a row of a truth that is not dense; false if it is not what is allowed.
inline bool read_relevant(const Truth& truth, Relevance allowed, std::int64_t row, std::int64_t labels, Relevant& out) {
    if (const auto* codes = std::get_if<Codes>(&truth)) return read_code(*codes, row, labels, out);
    return read_stored(std::get<CompressedRows>(truth), row, labels, out) &&
           gains_are(allowed, out.gain.get(), out.count);
}

inline std::int64_t rows_of(const Truth& truth) {
    if (const auto* matrix = std::get_if<Matrix>(&truth)) return matrix->rows;
    if (const auto* stored = std::get_if<CompressedRows>(&truth)) return stored->starts.size - 1;
    return std::get<Codes>(truth).codes.size;
}

}  // namespace concordant::label_ranking

// Where the relevant labels of a row stand in the order of its scores: by counting the labels above each of them, or
// by sorting the row.

namespace concordant::label_ranking {

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

// One row: its scores, and those of its relevant labels.
template <class T>
struct Row {
    const T* scores;
    std::int64_t labels;
    Space<T>& space;

    std::int64_t relevant() const { return space.relevant.count; }
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

// The highest (or lowest) of some scores, one at least, in several lanes that the compiler keeps in vectors.
template <bool high, class T>
CONCORDANT_INLINE T extreme_score(const T* scores, std::int64_t count) {
    constexpr std::int64_t lanes = Space<T>::bars;
    T best[lanes];
    std::fill_n(best, lanes, scores[0]);
    const auto add = [&](T score, std::int64_t lane) {
        best[lane] = (high ? score > best[lane] : score < best[lane]) ? score : best[lane];
    };
    std::int64_t i = 0;
    for (; i + lanes <= count; i += lanes)
        for (std::int64_t lane = 0; lane < lanes; ++lane) add(scores[i + lane], lane);
    for (std::int64_t lane = 0; i < count; ++i, ++lane) add(scores[i], lane);
    for (std::int64_t lane = 1; lane < lanes; ++lane) add(best[lane], 0);
    return best[0];
}

// How many labels stand before `label` if the last of equal scores comes first.
template <class T>
CONCORDANT_INLINE std::int64_t before_label(const Row<T>& row, std::int64_t label) {
    return count_above(row.scores, label, row.scores[label]) +
           count_at_least(row.scores + label + 1, row.labels - label - 1, row.scores[label]);
}

// Lists the relevant labels of a row with their gains, given that of every label. Without branches: which labels are
// relevant is hard to foresee.
CONCORDANT_INLINE void list_relevant(const double* gains, std::int64_t labels, Relevant& relevant) {
    std::int64_t count = 0;
    for (std::int64_t j = 0; j < labels; ++j) {
        relevant.label[static_cast<std::size_t>(count)] = static_cast<std::int32_t>(j);
        relevant.gain[static_cast<std::size_t>(count)] = gains[j];
        count += gains[j] != 0;
    }
    relevant.count = count;
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
    constexpr std::int64_t size = Bars<T>::size;
    T bars[size];
    Counter<T> at_least[size] = {}, higher[size] = {};
    std::copy_n(bar, size, bars);
    for (std::int64_t i = 0; i < count; ++i) {
        const T score = scores[i];
        for (std::int64_t k = 0; k < size; ++k) at_least[k] += score >= bars[k];
        if constexpr (above)
            for (std::int64_t k = 0; k < size; ++k) higher[k] += score > bars[k];
    }
    Bars<T> out;
    std::copy_n(at_least, size, out.at_least);
    std::copy_n(higher, size, out.above);
    return out;
}

template <Look look, class T, class Sum>
CONCORDANT_INLINE double sum_counted(const Row<T>& row, Sum&& sum) {
    const Space<T>& space = row.space;
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
void for_runs(const Row<T>& row, Each&& each) {
    Space<T>& space = row.space;
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
double sum_sorted(const Row<T>& row, Sum&& sum) {
    const Space<T>& space = row.space;
    double total = 0;
    std::int64_t found = 0;
    for_runs(row, [&](std::int64_t first, std::int64_t last) {
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
CONCORDANT_INLINE double sum_visits(const Row<T>& row, Sum&& sum) {
    return row.relevant() > counted_labels ? sum_sorted(row, sum) : sum_counted<look>(row, sum);
}

// The sum of sum(place, gain) over the relevant labels, where the last of equal scores comes first.
template <class T, class Sum>
CONCORDANT_INLINE double sum_in_order(const Row<T>& row, Sum&& sum) {
    Space<T>& space = row.space;
    const Relevant& relevant = space.relevant;
    double total = 0;
    if (relevant.count > counted_labels) {
        for_runs(row, [&](std::int64_t first, std::int64_t last) {
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
CONCORDANT_INLINE Value coverage(const Row<T>& row) {
    if (row.relevant() == 0) return {0.0};  // nothing to cover
    const T lowest = extreme_score<false>(row.space.scores.get(), row.relevant());
    return {static_cast<double>(count_at_least(row.scores, row.labels, lowest))};
}

template <class T>
CONCORDANT_INLINE Value average_precision(const Row<T>& row) {
    if (row.relevant() == 0) return {0, false};
    const double sum = sum_visits<Look::at_relevant>(row, [](const Visit& v) {
        return static_cast<double>(v.relevant * v.relevant_at_least) / static_cast<double>(v.at_least);
    });
    return {sum / static_cast<double>(row.relevant())};
}

template <class T>
CONCORDANT_INLINE Value ranking_loss(const Row<T>& row) {
    const std::int64_t count = row.relevant();
    if (count == 0 || count == row.labels) return {0, false};
    const double wrong = sum_visits<Look::at_relevant>(row, [](const Visit& v) {
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
CONCORDANT_INLINE double discounted_gain(const Task& task, const Row<T>& row) {
    if (task.ties != Ties::last)
        return sum_visits<Look::at_ties>(
            row, [&](const Visit& v) { return v.gain * mean_discount(task, v.above, v.at_least); });
    return sum_in_order(
        row, [&](std::int64_t place, double gain) { return gain * task.discount[static_cast<std::size_t>(place)]; });
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
CONCORDANT_INLINE Value normalized_gain(const Task& task, const Row<T>& row) {
    if (row.relevant() == 0) return {0, false};
    const double ideal = ideal_gain(task, row.space);
    if (!(ideal > 0)) return {0, false};
    return {std::min(discounted_gain(task, row) / ideal, 1.0)};
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
CONCORDANT_INLINE Value reciprocal_rank(const Task& task, const Row<T>& row) {
    if (row.relevant() == 0) return {0, false};
    const T highest = extreme_score<true>(row.space.scores.get(), row.relevant());
    const std::int64_t above = count_above(row.scores, row.labels, highest);
    if (task.ties == Ties::best) return {1.0 / static_cast<double>(above + 1)};
    const std::int64_t tied = count_at_least(row.scores, row.labels, highest) - above;
    if (tied == 1) return {1.0 / static_cast<double>(above + 1)};
    const std::int64_t relevant = count_at_least(row.space.scores.get(), row.relevant(), highest);
    if (task.ties == Ties::worst) return {1.0 / static_cast<double>(above + tied - relevant + 1)};
    return {expected_reciprocal(above, tied, relevant)};
}

template <class T>
CONCORDANT_INLINE Value one_error(const Task& task, const Row<T>& row) {
    const T highest = extreme_score<true>(row.scores, row.labels);
    const std::int64_t tied = count_at_least(row.scores, row.labels, highest);
    const std::int64_t relevant = count_at_least(row.space.scores.get(), row.relevant(), highest);
    if (task.ties == Ties::best) return {relevant > 0 ? 0.0 : 1.0};
    if (task.ties == Ties::worst) return {relevant == tied ? 0.0 : 1.0};
    return {static_cast<double>(tied - relevant) / static_cast<double>(tied)};
}

// Whether the one relevant label is among the first k.
template <class T>
CONCORDANT_INLINE Value top_k(const Task& task, const Row<T>& row) {
    const std::int64_t label = row.space.relevant.label[0];
    if (task.ties == Ties::last) return {before_label(row, label) < task.k ? 1.0 : 0.0};
    const std::int64_t above = count_above(row.scores, row.labels, row.scores[label]);
    if (task.ties == Ties::best) return {above < task.k ? 1.0 : 0.0};
    const std::int64_t tied = count_at_least(row.scores, row.labels, row.scores[label]) - above;
    if (task.ties == Ties::worst) return {above + tied <= task.k ? 1.0 : 0.0};
    const auto room = static_cast<double>(std::clamp<std::int64_t>(task.k - above, 0, tied));
    return {room / static_cast<double>(tied)};
}

// The quantity of a row whose relevant labels are listed in the space.
template <class T>
CONCORDANT_CLONES Value value_of(const Task& task, const T* scores, std::int64_t labels, Space<T>& space) {
    const auto count = static_cast<std::size_t>(space.relevant.count);
    for (std::size_t i = 0; i < count; ++i) space.scores[i] = scores[space.relevant.label[i]];
    std::fill_n(space.scores.get() + count, Space<T>::bars, T{});  // compared with the rest, and not used
    const Row<T> row{scores, labels, space};
    switch (task.quantity) {
        case Quantity::coverage: return coverage(row);
        case Quantity::average_precision: return average_precision(row);
        case Quantity::ranking_loss: return ranking_loss(row);
        case Quantity::gain: return {discounted_gain(task, row)};
        case Quantity::normalized_gain: return normalized_gain(task, row);
        case Quantity::reciprocal_rank: return reciprocal_rank(task, row);
        case Quantity::one_error: return one_error(task, row);
        case Quantity::top_k: return top_k(task, row);
    }
    return {};
}

}  // namespace concordant::label_ranking

// The quantities of many rows of several labels: one value a row, or their moments. Rows are cut into chunks whose
// size depends on the number of labels alone, and moments are merged in the order of the chunks, so that the result
// does not depend on the number of threads.

namespace concordant::label_ranking {

struct Rows {
    Truth truth;
    Matrix scores;
    std::optional<Column> weights;
};

// The first row of each kind that the caller must look at: a truth that is not allowed, a score that is NaN (both end
// the work), a score that is infinite.
struct Found {
    std::int64_t bad_truth = no_row;
    std::int64_t bad_score = no_row;
    std::int64_t infinite = no_row;

    bool bad() const { return bad_truth != no_row || bad_score != no_row; }
    void merge(const Found& other) {
        keep_first(bad_truth, other.bad_truth);
        keep_first(bad_score, other.bad_score);
        keep_first(infinite, other.infinite);
    }
};

// NaN and infinities minus themselves are NaN.
template <class T>
CONCORDANT_CLONES bool all_finite(const T* scores, std::int64_t count) {
    Counter<T> odd = 0;
    for (std::int64_t i = 0; i < count; ++i) odd |= scores[i] - scores[i] == 0 ? 0 : 1;
    return odd == 0;
}

// Rows of scores one after the other: where they lie if they can be read there, else copied.
template <class T>
class ScoreReader {
public:
    ScoreReader(const Matrix& matrix, std::int64_t block)
        : matrix_(matrix), buffer_(static_cast<std::size_t>(matrix.labels * block)) {
        constexpr auto size = static_cast<std::int64_t>(sizeof(T));
        const auto address = reinterpret_cast<std::uintptr_t>(matrix.data);
        in_place_ = matrix.type == own_type() && address % alignof(T) == 0 && matrix.label_stride == size &&
                    (matrix.row_stride == matrix.labels * size || matrix.rows == 1);
    }

    const T* rows(std::int64_t row, std::int64_t count) {
        const std::byte* data = matrix_.data + row * matrix_.row_stride;
        if (in_place_) return reinterpret_cast<const T*>(data);
        for (std::int64_t i = 0; i < count; ++i)
            read_block(Column{data + i * matrix_.row_stride, matrix_.labels, matrix_.label_stride, matrix_.type}, 0,
                       matrix_.labels, buffer_.data() + i * matrix_.labels);
        return buffer_.data();
    }

private:
    static constexpr Type own_type() {
        if (std::is_same_v<T, float>) return Type::f32;
        if (std::is_same_v<T, std::int64_t>) return Type::i64;
        return std::is_same_v<T, std::uint64_t> ? Type::u64 : Type::f64;
    }

    const Matrix& matrix_;
    std::vector<T> buffer_;
    bool in_place_ = false;
};

template <class T>
void look_at_scores(const T* scores, std::int64_t labels, std::int64_t count, std::int64_t row, Found& found) {
    if constexpr (std::is_floating_point_v<T>) {
        if (all_finite(scores, labels * count)) return;
        for (std::int64_t i = 0; i < count; ++i, scores += labels) {
            if (all_finite(scores, labels)) continue;
            const bool nan = std::any_of(scores, scores + labels, [](T score) { return score != score; });
            keep_first(nan ? found.bad_score : found.infinite, row + i);
        }
    }
}

inline void look_at_gains(Relevance allowed, const double* gains, std::int64_t labels, std::int64_t count,
                          std::int64_t row, Found& found) {
    if (gains_are(allowed, gains, labels * count)) return;
    for (std::int64_t i = 0; i < count; ++i)
        if (!gains_are(allowed, gains + i * labels, labels)) keep_first(found.bad_truth, row + i);
}

// Rows of a block: about two thousand scores, so that they stay in the first-level cache.
inline std::int64_t rows_of_block(std::int64_t labels) { return std::clamp<std::int64_t>(2048 / labels, 1, 256); }

// Calls give(row, count, values) for the blocks of rows [first, last), until a row is bad.
template <class T, class Give>
Found each_block(const Task& task, const Rows& rows, std::int64_t first, std::int64_t last, Give&& give) {
    const std::int64_t labels = rows.scores.labels, block = rows_of_block(labels);
    const auto* dense = std::get_if<Matrix>(&rows.truth);
    Space<T> space(labels);
    ScoreReader<T> reader(rows.scores, block);
    std::vector<double> gains(static_cast<std::size_t>(dense == nullptr ? 0 : labels * block));
    std::vector<Value> values(static_cast<std::size_t>(block));
    Found found;
    for (std::int64_t row = first; row < last; row += block) {
        const std::int64_t count = std::min(block, last - row);
        const T* scores = reader.rows(row, count);
        look_at_scores(scores, labels, count, row, found);
        if (dense != nullptr) {
            read_gains(*dense, row, count, gains.data());
            look_at_gains(task.relevance(), gains.data(), labels, count, row, found);
        }
        for (std::int64_t i = 0; i < count && !found.bad(); ++i) {
            if (dense != nullptr)
                list_relevant(gains.data() + i * labels, labels, space.relevant);
            else if (!read_relevant(rows.truth, task.relevance(), row + i, labels, space.relevant)) {
                found.bad_truth = row + i;
                break;
            }
            values[static_cast<std::size_t>(i)] = value_of(task, scores + i * labels, labels, space);
        }
        if (found.bad()) break;
        give(row, count, values.data());
    }
    return found;
}

// Calls work(T) with the type in which the scores are compared: it holds each of them exactly.
template <class Work>
auto as_scores(Type type, Work&& work) {
    switch (type) {
        case Type::f64:
        case Type::i32:
        case Type::u32: return work(double{});
        case Type::i64: return work(std::int64_t{});
        case Type::u64: return work(std::uint64_t{});
        default: return work(float{});  // also integers of up to 16 bits
    }
}

template <int Q>
struct Part {
    Moments<Q> moments;
    Found found;
};

// Moments of rows [first, last), block by block: of the quantity alone, or (Q = 2) of the quantity, which counts as
// zero where it is undefined, and of the rows where it is defined.
template <int Q, class T>
Part<Q> part_moments(const Task& task, const Rows& rows, std::int64_t first, std::int64_t last) {
    Part<Q> part;
    std::array<std::array<double, 256>, Q> columns;  // 256: the most rows of a block
    std::array<double, 256> weights;
    part.found = each_block<T>(task, rows, first, last, [&](std::int64_t row, std::int64_t count, const Value* values) {
        for (auto i = std::size_t{0}; i < static_cast<std::size_t>(count); ++i) {
            columns[0][i] = values[i].value;
            if constexpr (Q == 2) columns[1][i] = values[i].defined ? 1.0 : 0.0;
        }
        if (rows.weights) read_block(*rows.weights, row, count, weights.data());
        std::array<const double*, Q> starts;
        for (std::size_t q = 0; q < Q; ++q) starts[q] = columns[q].data();
        merge(part.moments, block_moments<Q>(starts, rows.weights ? weights.data() : nullptr, count));
    });
    return part;
}

// About a quarter of a million scores a chunk, at least 64 rows.
inline std::int64_t rows_of_chunk(std::int64_t labels) {
    return std::max<std::int64_t>((std::int64_t{1} << 18) / std::max<std::int64_t>(labels, 1), 64);
}

template <int Q>
Part<Q> moments_of(const Task& task, const Rows& rows, int threads) {
    Part<Q> total;
    ordered_chunks<Part<Q>>(
        rows.scores.rows, threads,
        [&](std::int64_t first, std::int64_t last) {
            return as_scores(rows.scores.type, [&]<class T>(T) { return part_moments<Q, T>(task, rows, first, last); });
        },
        [&](Part<Q>&& part) {
            merge(total.moments, part.moments);
            total.found.merge(part.found);
        },
        rows_of_chunk(rows.scores.labels));
    return total;
}

// One value a row into `out`, NaN where it is undefined.
inline Found values_of(const Task& task, const Rows& rows, int threads, double* out) {
    Found total;
    const auto put = [out](std::int64_t row, std::int64_t count, const Value* values) {
        for (std::int64_t i = 0; i < count; ++i)
            out[row + i] = values[i].defined ? values[i].value : std::numeric_limits<double>::quiet_NaN();
    };
    ordered_chunks<Found>(
        rows.scores.rows, threads,
        [&](std::int64_t first, std::int64_t last) {
            return as_scores(rows.scores.type, [&]<class T>(T) { return each_block<T>(task, rows, first, last, put); });
        },
        [&](Found&& part) { total.merge(part); }, rows_of_chunk(rows.scores.labels));
    return total;
}

}  // namespace concordant::label_ranking
