// Columns of labels, scores and weights as the rows that the kernels of ranked scores read.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "score_buckets.hpp"

namespace concordant::bind {

// A thread pays for its start from about this many rows on.
inline constexpr std::int64_t rows_per_thread = 131'072;

inline ranked::ScoredRows scored_rows(const Array1& y, std::vector<std::int64_t>&& values, const Array1& scores,
                                      const std::optional<Array1>& weights, std::size_t classes = 2) {
    const Column labels = column(y);
    ranked::ScoredRows rows{labels, column(scores, labels.size), column(weights, labels.size), std::move(values)};
    if (is_float(labels)) throw nb::type_error("y must hold integers or bool");
    if (rows.values.size() < classes) throw nb::value_error("values must hold two classes or more");
    return rows;
}

}  // namespace concordant::bind
