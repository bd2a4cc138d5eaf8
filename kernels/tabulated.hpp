// The table of pairs of labels that occur: counted in a window, or for labels too far apart for it over a range of
// places, or for those too far apart for both with a hash map.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "columns.hpp"
#include "counts.hpp"
#include "counts_mapped.hpp"
#include "counts_ranged.hpp"
#include "given_weights.hpp"
#include "label_blocks.hpp"
#include "label_table.hpp"
#include "weighed_window.hpp"
#include "weight_sums.hpp"
#include "window_table.hpp"

namespace concordant {

// Of weights that are checked. Floats among the labels may be no whole numbers: the caller must look closer.
template <class Cell>
LabelTable<Cell> tabulate_checked(const Column& truth, const Column& prediction, const Column* weight, int threads,
                                  Form form) {
    auto table = tabulate_range<Cell>(truth, prediction, weight, threads, form);
    if (table) return std::move(*table);
    if (!is_float(truth) && !is_float(prediction)) return tabulate_mapped<Cell>(truth, prediction, weight, form);
    LabelTable<Cell> none;
    none.too_many = true;
    return none;
}

// Labels too far apart for a window, and weights that nobody has checked.
template <class Cell>
LabelTable<Cell> tabulate_far(const Column& truth, const Column& prediction, const Column* weight, int threads,
                              Form form) {
    threads = static_cast<int>(std::clamp<std::int64_t>(threads, 1, std::max<std::int64_t>(truth.size, 1)));
    if (auto listed = list_at_a_glance<Cell>(truth, prediction, weight, threads, form)) return std::move(*listed);
    GivenWeights given;
    if (weight != nullptr) given = given_weights(*weight, threads);
    LabelTable<Cell> table;
    if (given.are_weights()) table = tabulate_checked<Cell>(truth, prediction, weight, threads, form);
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
    const auto far = [&] { return tabulate_far<double>(truth, prediction, &weight, threads, form); };
    const std::int64_t span = widest > few_weighed ? span_at_a_glance(truth, prediction) : 0;
    if (span > few_weighed) {
        auto planes = weigh_many(truth, prediction, weight, widest, span <= most_apart ? threads : 1);
        if (planes.sums.too_wide) return far();
        const double greatest = planes.given.greatest();
        auto table = table_of_planes(std::move(planes), truth.size, form);
        table.greatest = greatest;
        return table;
    }
    const auto [window, given] = weigh_in_chunks<WeightSums>(truth, prediction, weight, widest, threads);
    if (window.too_wide) return far();
    auto table = table_of_window(window, truth.size, form);
    table.greatest = given.greatest();
    return table;
}

}  // namespace concordant
