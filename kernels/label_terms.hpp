// Sums of a term of the true label, a term of the predicted one, and one more where both are the same: row by row.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>

#include "clones.hpp"
#include "threads.hpp"

namespace concordant {

struct LabelTerms {
    std::uint64_t size;  // labels
    const double* of_true;
    const double* of_predicted;
    const double* of_equal;
};

// Whether all of both are labels.
CONCORDANT_CLONES inline bool are_labels(const std::int64_t* truth, const std::int64_t* prediction, std::int64_t count,
                                         std::uint64_t size) {
    bool all = true;
    for (std::int64_t i = 0; i < count; ++i)
        all &= static_cast<std::uint64_t>(truth[i]) < size && static_cast<std::uint64_t>(prediction[i]) < size;
    return all;
}

// Without a branch: which rows are equal cannot be foreseen.
inline void add_terms(const LabelTerms& terms, const std::int64_t* truth, const std::int64_t* prediction,
                      std::int64_t count, double* out) {
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t t = truth[i], p = prediction[i];
        const std::uint64_t equal = std::bit_cast<std::uint64_t>(terms.of_equal[t]) & -std::uint64_t{t == p};
        out[i] = terms.of_true[t] + terms.of_predicted[p] + std::bit_cast<double>(equal);
    }
}

// False, and `out` is not filled, where a row has another label.
inline bool label_terms(const LabelTerms& terms, const std::int64_t* truth, const std::int64_t* prediction,
                        std::int64_t rows, int threads, double* out) {
    constexpr std::int64_t block = 1024;
    std::atomic<bool> all = true;
    parallel(rows, threads, [&](int, std::int64_t first, std::int64_t last) {
        for (; first < last; first += block) {
            const std::int64_t count = std::min(block, last - first);
            if (!are_labels(truth + first, prediction + first, count, terms.size)) {
                all = false;
                return;
            }
            add_terms(terms, truth + first, prediction + first, count, out + first);
        }
    });
    return all;
}

}  // namespace concordant
