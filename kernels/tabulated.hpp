// The table of pairs of labels that occur: counted in a window, or for labels too far apart for it by sorting rows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "columns.hpp"
#include "counts.hpp"
#include "given_weights.hpp"
#include "label_blocks.hpp"
#include "label_table.hpp"
#include "sorted_pairs.hpp"
#include "weighed_window.hpp"
#include "weight_sums.hpp"
#include "window_table.hpp"

namespace concordant {

// Labels too far apart for a window, and weights that nobody has checked.
template <class Cell>
LabelTable<Cell> tabulate_far(const Column& truth, const Column& prediction, const Column* weight, int threads,
                              Form form) {
    threads = static_cast<int>(std::clamp<std::int64_t>(threads, 1, std::max<std::int64_t>(truth.size, 1)));
    GivenWeights given;
    if (weight != nullptr) given = given_weights(*weight, threads);
    LabelTable<Cell> table;
    if (given.are_weights()) table = tabulate_sorted<Cell>(truth, prediction, weight, threads, form);
    table.greatest = given.greatest();
    return table;
}

inline LabelTable<std::int64_t> tabulate_rows(const Column& truth, const Column& prediction, int threads, Form form) {
    const auto table = [&](const auto& window) {
        return window.too_wide ? tabulate_far<std::int64_t>(truth, prediction, nullptr, threads, form)
                               : table_of_window(window, truth.size, form);
    };
    const std::int64_t widest = widest_counts(truth, prediction);
    return truth.size <= most_counted ? table(count_window<std::uint32_t>(truth, prediction, widest, threads))
                                      : table(count_window<std::int64_t>(truth, prediction, widest, threads));
}

inline LabelTable<double> tabulate_weights(const Column& truth, const Column& prediction, const Column& weight,
                                           int threads, Form form) {
    const std::int64_t widest = widest_sums(truth, prediction);
    const bool few = widest <= few_weighed || span_at_a_glance(truth, prediction) <= few_weighed;
    const auto [window, given] = few ? weigh_in_chunks(truth, prediction, weight, widest, threads)
                                     : weigh_rows(truth, prediction, weight, widest, 0, truth.size);
    if (window.too_wide) return tabulate_far<double>(truth, prediction, &weight, threads, form);
    auto table = table_of_window(window, truth.size, form);
    table.greatest = given.greatest();
    return table;
}

}  // namespace concordant
