// What two columns of labels tell about each other: the entropy of each, and the information that they share, in nats.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

namespace concordant {

struct Information {
    double truth, prediction, shared;
};

// A sum of positive numbers, or of negative ones, and what its additions have rounded away (Neumaier 1974, ZAMM 54:39).
struct ExactSum {
    double sum = 0, rest = 0;

    void add(double term) {
        const double next = sum + term;
        rest += std::abs(sum) >= std::abs(term) ? (sum - next) + term : (term - next) + sum;
        sum = next;
    }
    double value() const { return sum + rest; }
};

// `-sum p log p` of the shares. The logarithm of the largest, which can be close to 1, is taken of the sum of all
// others.
inline double entropy(std::vector<double> weights, double total) {
    if (total == 0) return 0;
    const auto largest = std::max_element(weights.begin(), weights.end());
    const double most = std::exchange(*largest, 0.0);
    ExactSum rest, sum;
    for (const double weight : weights) {
        rest.add(weight);
        if (weight > 0) sum.add(weight / total * std::log(weight / total));
    }
    sum.add(most / total * std::log1p(-rest.value() / total));
    return 0.0 - sum.value();  // not -0
}

// `(1 + d) log(1 + d) - d` to full precision. Near 0 it is `d^2 / (2 + d) + 2 (1 + d) (x^3/3 + x^5/5 + ...)` with
// `x = d / (2 + d)`, as `log(1 + d) = 2 artanh x`: up to 0.06 seven terms are enough.
inline double information_gain(double d) {
    if (d <= -1) return 1;  // rounding of a cell that is next to nothing
    const double x = d / (2 + d), square = x * x;
    if (std::abs(x) >= 0.06) return (1 + d) * std::log1p(d) - d;
    double series = 0;
    for (int power = 15; power > 1; power -= 2) series = series * square + 1.0 / power;
    return d * x + 2 * (1 + d) * x * square * series;
}

// Of a square table of counts or of sums of weights, row after row. The information `sum p log(p / (r c))` is added up
// of terms that are not negative: with `q = r c` and `d = p / q - 1` it is `sum q ((1 + d) log(1 + d) - d)`, as the
// `q d` add up to 0, so that nothing cancels where the columns are all but independent.
template <class Cell>
Information information(const Cell* cells, std::size_t labels) {
    std::vector<Cell> of_rows(labels), of_columns(labels);
    for (std::size_t i = 0; i < labels; ++i)
        for (std::size_t j = 0; j < labels; ++j) {
            of_rows[i] += cells[i * labels + j];
            of_columns[j] += cells[i * labels + j];
        }
    const std::vector<double> rows(of_rows.begin(), of_rows.end()), columns(of_columns.begin(), of_columns.end());
    const double n = static_cast<double>(std::accumulate(of_rows.begin(), of_rows.end(), Cell{0}));
    ExactSum shared;
    bool tells_truth = true, tells_prediction = true;  // one label of a column follows from that of the other
    for (std::size_t i = 0; i < labels; ++i)
        for (std::size_t j = 0; j < labels; ++j) {
            const double cell = static_cast<double>(cells[i * labels + j]), expected = rows[i] * columns[j];
            if (expected == 0) continue;
            tells_truth = tells_truth && (cell == 0 || cell == columns[j]);
            tells_prediction = tells_prediction && (cell == 0 || cell == rows[i]);
            // `cell n - expected` with one rounding: the error of a product is that of a fused multiplication.
            const double product = cell * n;
            const double error = std::fma(cell, n, -product) - std::fma(rows[i], columns[j], -expected);
            shared.add(rows[i] / n * (columns[j] / n) * information_gain(((product - expected) + error) / expected));
        }
    const double truth = entropy(rows, n), prediction = entropy(columns, n);
    if (tells_truth && tells_prediction) return {truth, truth, truth};
    if (tells_truth || tells_prediction) return {truth, prediction, tells_truth ? truth : prediction};
    return {truth, prediction, shared.value()};
}

}  // namespace concordant
