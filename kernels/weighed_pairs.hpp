// The table of weighted pairs of few labels, without the sums of squared weights, which values do without.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "columns.hpp"
#include "label_table.hpp"
#include "weighed_window.hpp"
#include "weight_sums.hpp"
#include "window_table.hpp"

namespace concordant {

struct WeighedPairs {
    LabelTable<double> table;  // without a label where they lie too far apart for a window, and where weights are none
    double total = 0;
};

inline WeighedPairs weigh_pairs(const Column& truth, const Column& prediction, const Column& weight, int threads) {
    WeighedPairs made;
    const std::int64_t widest = std::min(widest_sums(truth, prediction), few_weighed);
    const auto [window, given] = weigh_in_chunks<WeightSum>(truth, prediction, weight, widest, threads);
    if (window.too_wide) return made;
    made.table = table_of_window(window, truth.size, Form::table);
    const std::size_t size = made.table.labels.size();
    for (std::size_t cell = 0; cell < size * size; ++cell) made.total += made.table.cells[cell];
    return made;
}

}  // namespace concordant
