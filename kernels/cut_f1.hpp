// Cut points with the greatest mean F1 of the classes. F1 of rating k depends on the interval of groups that it covers
// alone: 2 TP / (n_k + its weight). The best chain of K intervals is found over all pairs of their ends, O(m^2 K).
//
// A class that never occurs has F1 = 0 once it is predicted, and counts in the mean then: lambda is its price, and the
// greatest quotient sum / count is found by Dinkelbach's method (1967, Management Science 13:492).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "clones.hpp"
#include "cut_groups.hpp"

namespace concordant::cuts {

inline constexpr std::size_t lanes = 8;

// The greatest before[i] + 2 (hits - hits_at[i]) / (base - weight_at[i]) over i < size.
CONCORDANT_CLONES inline double greatest_f1(const double* before, const double* hits_at, const double* weight_at,
                                            std::size_t size, double hits, double base) {
    double best[lanes];
    std::fill_n(best, lanes, before[0]);
    std::size_t i = 0;
    for (; i + lanes <= size; i += lanes)
        for (std::size_t l = 0; l < lanes; ++l) {
            const double here = before[i + l] + 2 * (hits - hits_at[i + l]) / (base - weight_at[i + l]);
            best[l] = here > best[l] ? here : best[l];
        }
    for (; i < size; ++i) best[0] = std::max(best[0], before[i] + 2 * (hits - hits_at[i]) / (base - weight_at[i]));
    return *std::max_element(best, best + lanes);
}

inline std::size_t where_f1(const double* before, const double* hits_at, const double* weight_at, std::size_t size,
                            double hits, double base, double wanted) {
    for (std::size_t i = 0; i < size; ++i)
        if (before[i] + 2 * (hits - hits_at[i]) / (base - weight_at[i]) >= wanted) return i;
    return size - 1;
}

template <class Cell>
class F1Cuts {
public:
    explicit F1Cuts(const Groups<Cell>& groups)
        : size_(static_cast<std::size_t>(groups.size) + 1), classes_(static_cast<std::size_t>(groups.classes)),
          weight_(size_, 0.0), hits_(classes_, std::vector<double>(size_, 0.0)) {
        for (std::size_t g = 0; g + 1 < size_; ++g) {
            weight_[g + 1] = weight_[g];
            for (std::size_t k = 0; k < classes_; ++k) {
                const auto here = static_cast<double>(groups.row(static_cast<std::int64_t>(g))[k]);
                hits_[k][g + 1] = hits_[k][g] + here;
                weight_[g + 1] += here;
            }
        }
    }

    std::vector<std::int64_t> places() {
        std::size_t present = 0;
        for (const auto& hits : hits_) present += hits.back() > 0;
        std::vector<std::int64_t> best;
        if (present == 0) return std::vector<std::int64_t>(classes_ - 1, 0);
        double price = 0;
        for (bool first = true;; first = false) {
            std::vector<std::int64_t> found = chain(price);
            const double reached = mean(found, present);
            if (!first && !(reached > price)) return best;
            best = std::move(found);
            price = reached;
            if (present == classes_) return best;
        }
    }

private:
    double interval(std::size_t k, std::size_t first, std::size_t last) const {
        return 2 * (hits_[k][last] - hits_[k][first]) / (hits_[k].back() + (weight_[last] - weight_[first]));
    }

    double mean(const std::vector<std::int64_t>& places, std::size_t present) const {
        double sum = 0;
        std::size_t count = present, first = 0;
        for (std::size_t k = 0; k < classes_; ++k) {
            const std::size_t last = k + 1 < classes_ ? static_cast<std::size_t>(places[k]) : size_ - 1;
            if (hits_[k].back() > 0)
                sum += interval(k, first, last);
            else
                count += last > first;
            first = last;
        }
        return sum / static_cast<double>(count);
    }

    std::vector<std::int64_t> chain(double price) const {
        std::vector<double> before(size_), after(size_);
        std::vector<std::vector<double>> level(classes_);
        for (std::size_t c = 0; c < size_; ++c)
            before[c] = hits_[0].back() > 0 ? interval(0, 0, c) : (c > 0 ? -price : 0.0);
        level[0] = before;
        for (std::size_t k = 1; k < classes_; ++k) {
            const bool last = k + 1 == classes_;
            if (hits_[k].back() > 0) {
                for (std::size_t c = last ? size_ - 1 : 0; c < size_; ++c)
                    after[c] = greatest_f1(before.data(), hits_[k].data(), weight_.data(), c + 1, hits_[k][c],
                                           hits_[k].back() + weight_[c]);
            } else {
                double most = before[0];
                for (std::size_t c = 0; c < size_; ++c) {
                    after[c] = std::max(before[c], most - price);
                    most = std::max(most, before[c]);
                }
            }
            std::swap(before, after);
            level[k] = before;
        }
        return traced(level);
    }

    std::vector<std::int64_t> traced(const std::vector<std::vector<double>>& level) const {
        std::vector<std::int64_t> places(classes_ - 1);
        std::size_t c = size_ - 1;
        for (std::size_t k = classes_ - 1; k > 0; --k) {
            const auto& before = level[k - 1];
            std::size_t from = c;
            if (hits_[k].back() > 0) {
                from = where_f1(before.data(), hits_[k].data(), weight_.data(), c + 1, hits_[k][c],
                                hits_[k].back() + weight_[c], level[k][c]);
            } else if (level[k][c] > before[c]) {
                from = static_cast<std::size_t>(
                    std::max_element(before.begin(), before.begin() + static_cast<std::ptrdiff_t>(c)) - before.begin());
            }
            places[k - 1] = static_cast<std::int64_t>(from);
            c = from;
        }
        return places;
    }

    std::size_t size_;  // places: one more than groups
    std::size_t classes_;
    std::vector<double> weight_;             // below each place
    std::vector<std::vector<double>> hits_;  // of each class, below each place
};

}  // namespace concordant::cuts
