// The mean of a loss of a row without its spread, which is all that a value needs. It is the mean of the moments of
// losses.hpp to the last bit: the blocks, the pivots and the merges are the same.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "columns.hpp"
#include "losses.hpp"
#include "moments.hpp"

namespace concordant {

struct MeanLoss {
    double weight = 0;
    double mean = 0;
    bool odd = false;  // a label or a value is not as it should be: the moments say which
};

inline void merge(MeanLoss& into, const MeanLoss& from) {
    into.odd = into.odd || from.odd;
    if (from.weight == 0) return;
    if (into.weight == 0) {
        into.weight = from.weight;
        into.mean = from.mean;
        return;
    }
    const double weight = into.weight + from.weight;
    const double share = from.weight / weight, step = from.mean - into.mean;
    into.mean = std::isinf(into.mean) ? into.mean : into.mean + step * share;
    into.weight = weight;
}

inline MeanLoss mean_of_block(const double* loss, const double* weights, std::int64_t count) {
    const double weight = weights == nullptr ? static_cast<double>(count) : sum_of(weights, count);
    if (weight == 0) return {};
    const double pivot = pivot_of(loss, weights, count);
    const double sum = weights == nullptr ? sum_from(loss, pivot, count) : dot_from(loss, pivot, weights, count);
    return {weight, pivot + sum / weight, false};
}

// Of rows [first, last): labels against the probability, or the decision value, of the positive class.
inline MeanLoss binary_mean_loss(const Column& labels, std::int64_t negative, std::int64_t positive,
                                 const Column& probability, const Column* weight, Loss kind, std::int64_t first,
                                 std::int64_t last) {
    MeanLoss total;
    if (weight == nullptr && (kind == Loss::squared || kind == Loss::ranked)) {
        for (; first < last && !total.odd; first += std::min(squared_rows, last - first)) {
            Moments<1> block;
            const std::int64_t count = std::min(squared_rows, last - first);
            total.odd = !squared_block<false>(labels, negative, positive, probability, first, count, block);
            if (!total.odd) merge(total, {block.weight, block.mean[0], false});
        }
        return total;
    }
    double weights[loss_rows];
    const OddRows odd = each_binary_block(labels, negative, positive, probability, kind, first, last,
                                          [&](std::int64_t row, std::int64_t count, const double*, double* loss) {
                                              const double* w = block_weights(weight, row, count, weights);
                                              if (w != nullptr) silence(w, count, loss);
                                              merge(total, mean_of_block(loss, w, count));
                                          });
    total.odd = odd.bad();
    return total;
}

}  // namespace concordant
