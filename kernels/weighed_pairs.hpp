// The table of weighted pairs of few labels, with or without the sums of squared weights, which values do without.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "columns.hpp"
#include "label_table.hpp"
#include "weighed_window.hpp"
#include "weight_sums.hpp"

namespace concordant {

// The labels that occur, their table and that of squares; no label where they lie too far apart for a window, and where
// weights are none.
struct WeighedPairs {
    std::vector<std::int64_t> labels;
    std::vector<double> cells, squares;
    double total = 0;
};

template <class Sums>
WeighedPairs weigh_pairs(const Column& truth, const Column& prediction, const Column& weight, int threads) {
    WeighedPairs made;
    const std::int64_t widest = std::min(widest_sums(truth, prediction), few_weighed);
    const auto window = weigh_in_chunks<Sums>(truth, prediction, weight, widest, threads);
    if (window.too_wide) return made;
    const Sums* cells = window.cells.get();
    const auto span = static_cast<std::size_t>(window.span);
    const auto kept = occurring(cells, static_cast<std::size_t>(window.labels), span);
    for (const std::size_t i : kept) made.labels.push_back(window.first + static_cast<std::int64_t>(i));
    made.cells.resize(kept.size() * kept.size());
    copy_kept(cells, span, kept, made.cells.data(), [](const Sums& cell) { return cell.sum; });
    if constexpr (Sums::squared) {
        made.squares.resize(made.cells.size());
        copy_kept(cells, span, kept, made.squares.data(), [](const Sums& cell) { return cell.square; });
    }
    for (const double cell : made.cells) made.total += cell;
    return made;
}

}  // namespace concordant
