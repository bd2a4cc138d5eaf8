// Cut points that take a search: for the greatest mean F1, and for the greatest Matthews correlation.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <queue>
#include <utility>
#include <vector>

#include "cut_points.hpp"
#include "platform.hpp"

namespace concordant::cuts {

// Cut points with the greatest mean F1 of the classes. F1 of rating k depends on the interval of groups that it covers
// alone: 2 TP / (n_k + its weight). The best chain of K intervals is found over all pairs of their ends, O(m^2 K).
//
// A class that never occurs has F1 = 0 once it is predicted, and counts in the mean then: lambda is its price, and the
// greatest quotient sum / count is found by Dinkelbach's method (1967, Management Science 13:492).

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

// Cut points with the greatest Matthews correlation of several classes (Gorodkin's R_K).
//
// With the truth fixed it is x / sqrt(z) up to a constant: x = sum over rows of 1(a = b) - share of class b, which is
// additive, and z = 1 - sum of squared shares of the ratings. Where x > 0, x^2 / z = max over rho of rho (2 x - rho z),
// so the best cut points are among those of g(rho) = max 2 x - rho z. For one rho the square of a share is that of an
// interval of groups, and the best chain of intervals needs the upper envelope of lines: O(m K). As a maximum of lines
// g is convex: a chord bounds it between two rho, the crossing of the two lines shows where to look next (Eisner and
// Severance 1976, Journal of the ACM 23:619), and the search ends with a proof.

struct MatthewsCuts {
    std::vector<std::int64_t> places;  // empty: no cut points do better than chance
    double gap = 0;                    // how much larger x^2 / z could still be, relative
    int calls = 0;
};

template <class Cell>
class MatthewsSearch {
public:
    explicit MatthewsSearch(const Groups<Cell>& groups)
        : size_(static_cast<std::size_t>(groups.size) + 1), classes_(static_cast<std::size_t>(groups.classes)),
          share_(size_, 0.0), gain_(classes_, std::vector<double>(size_, 0.0)),
          from_(classes_, std::vector<std::uint32_t>(size_)) {
        std::vector<double> truth(classes_, 0.0);
        double total = 0;
        for (std::int64_t g = 0; g < groups.size; ++g)
            for (std::size_t a = 0; a < classes_; ++a) truth[a] += static_cast<double>(groups.row(g)[a]);
        for (const double each : truth) total += each;
        least_ = 1;
        for (std::size_t g = 0; g + 1 < size_; ++g) {
            const Cell* row = groups.row(static_cast<std::int64_t>(g));
            double weight = 0;
            for (std::size_t a = 0; a < classes_; ++a) weight += static_cast<double>(row[a]);
            share_[g + 1] = share_[g] + weight / total;
            least_ = std::min(least_, weight / total);
            for (std::size_t a = 0; a < classes_; ++a)
                gain_[a][g + 1] = gain_[a][g] + (static_cast<double>(row[a]) - truth[a] / total * weight) / total;
        }
    }

    MatthewsCuts search() {
        Rule start = best_at(0);
        if (!(start.x > rounding)) return out_;
        consider(start);
        // Only a rating of all rows alike has less than this z; from here on it is best, and its line is 0.
        const double end = 1 / std::sqrt(2 * least_ * (1 - least_));
        push({0, end, start, Rule{0, 0, {}}});
        while (!open_.empty() && out_.calls < most_calls) {
            const Span span = open_.top();
            if (span.bound <= best_ * (1 + tolerance)) break;
            open_.pop();
            split(span);
        }
        out_.gap = open_.empty() ? 0 : std::max(0.0, open_.top().bound / best_ - 1);
        return out_;
    }

private:
    static constexpr double rounding = 1e-14;
    static constexpr double tolerance = 1e-13;
    static constexpr int most_calls = 400;

    struct Rule {
        double x, z;
        std::vector<std::int64_t> places;
        double line(double rho) const { return 2 * x - rho * z; }
    };
    struct Span {
        double low, high;
        Rule at_low, at_high;
        double bound = 0;
        bool operator<(const Span& other) const { return bound < other.bound; }
    };
    struct Line {
        double slope, height;
        std::uint32_t place;
        double at(double x) const { return height + slope * x; }
    };

    void consider(const Rule& rule) {
        if (rule.x > 0 && rule.z > 0 && rule.x * rule.x / rule.z > best_) {
            best_ = rule.x * rule.x / rule.z;
            out_.places = rule.places;
        }
    }

    // The greatest rho times chord in the span.
    void push(Span span) {
        const double first = span.at_low.line(span.low), last = span.at_high.line(span.high);
        const double fall = (first - last) / (span.high - span.low), height = first + fall * span.low;
        const double top = fall > 0 ? std::clamp(height / (2 * fall), span.low, span.high) : span.high;
        span.bound = top * (height - fall * top);
        if (span.bound > best_ * (1 + tolerance)) open_.push(std::move(span));
    }

    void split(const Span& span) {
        const double flatter = span.at_low.z - span.at_high.z;
        if (!(flatter > 0)) return;  // one line all the way: both ends are known
        const double rho = 2 * (span.at_low.x - span.at_high.x) / flatter;
        if (!(rho > span.low && rho < span.high)) return;
        const Rule middle = best_at(rho);
        consider(middle);
        const double crossing = span.at_low.line(rho);
        if (middle.line(rho) <= crossing + rounding * (1 + std::abs(crossing))) return;  // nothing above the two lines
        push({span.low, rho, span.at_low, middle});
        push({rho, span.high, middle, span.at_high});
    }

    // The rule with the greatest 2 x - rho z.
    Rule best_at(double rho) {
        ++out_.calls;
        std::vector<double> before(size_), after(size_);
        for (std::size_t c = 0; c < size_; ++c) before[c] = 2 * gain_[0][c] + rho * share_[c] * share_[c];
        for (std::size_t k = 1; k < classes_; ++k) {
            next_level(before, after, k, rho);
            before.swap(after);
        }
        Rule rule{0, 1, std::vector<std::int64_t>(classes_ - 1)};
        std::size_t last = size_ - 1;
        for (std::size_t k = classes_; k-- > 0;) {
            const std::size_t first = k ? from_[k][last] : 0;
            const double share = share_[last] - share_[first];
            rule.x += gain_[k][last] - gain_[k][first];
            rule.z -= share * share;
            if (k) rule.places[k - 1] = static_cast<std::int64_t>(first);
            last = first;
        }
        if (first_only(rule.places)) rule.z = 0;
        return rule;
    }

    // Whether all rows get one rating, where z is 0 but for rounding.
    bool first_only(const std::vector<std::int64_t>& places) const {
        const auto end = static_cast<std::int64_t>(size_) - 1;
        return std::all_of(places.begin(), places.end(), [&](std::int64_t c) { return c == 0 || c == end; });
    }

    // Lines fall more steeply the later their place, and they are asked at rising shares: what a line at the end of the
    // stack has lost to the one before it, it has lost for good.
    void next_level(const std::vector<double>& before, std::vector<double>& after, std::size_t k, double rho) {
        lines_.clear();
        for (std::size_t c = 0; c < size_; ++c) {
            const double share = share_[c];
            add({-2 * rho * share, before[c] - 2 * gain_[k][c] + rho * share * share, static_cast<std::uint32_t>(c)},
                share);
            while (lines_.size() > 1 && lines_[lines_.size() - 2].at(share) >= lines_.back().at(share))
                lines_.pop_back();
            after[c] = lines_.back().at(share) + 2 * gain_[k][c] + rho * share * share;
            from_[k][c] = lines_.back().place;
        }
    }

    void add(const Line& line, double share) {
        if (!lines_.empty() && lines_.back().at(share) >= line.at(share)) return;  // it will never win
        while (lines_.size() > 1) {
            const Line& last = lines_.back();
            const Line& older = lines_[lines_.size() - 2];
            // Where `older` overtakes the new line, `last` must be above both to be needed.
            const double apart = older.slope - line.slope;
            if (apart > 0 &&
                (line.height - older.height) * (last.slope - line.slope) <= (line.height - last.height) * apart) {
                lines_.pop_back();
                continue;
            }
            break;
        }
        lines_.push_back(line);
    }

    std::size_t size_;
    std::size_t classes_;
    std::vector<double> share_;              // of the rows below each place
    std::vector<std::vector<double>> gain_;  // what rating them k adds to x
    std::vector<std::vector<std::uint32_t>> from_;
    std::vector<Line> lines_;
    double least_ = 1;
    double best_ = 0;
    std::priority_queue<Span> open_;
    MatthewsCuts out_;
};

}  // namespace concordant::cuts
