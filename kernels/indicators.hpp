// Two matrices of 0 and 1, one column a label: how often both, either or none is 1, by label or by row. Dense matrices
// are narrowed to bytes block by block and checked on the way; of compressed sparse rows only what is stored is read.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <vector>

#include "columns.hpp"
#include "label_window.hpp"
#include "platform.hpp"

namespace concordant {

// Sums by label: ones of the truth, of the prediction, of both; and rows where all labels are right.
struct IndicatorSums {
    std::vector<std::int64_t> truth, prediction, both;
    std::int64_t right_rows = 0;
    bool bad = false;  // something else than 0 and 1 occurs, or a label is stored twice in a row

    explicit IndicatorSums(std::int64_t labels = 0)
        : truth(static_cast<std::size_t>(labels)), prediction(truth.size()), both(truth.size()) {}
};

inline void merge(IndicatorSums& into, const IndicatorSums& from) {
    for (std::size_t j = 0; j < from.truth.size(); ++j) {
        into.truth[j] += from.truth[j];
        into.prediction[j] += from.prediction[j];
        into.both[j] += from.both[j];
    }
    into.right_rows += from.right_rows;
    into.bad = into.bad || from.bad;
}

// -- dense ---------------------------------------------------------------------------------------------------------

// Matrices that lie in memory row after row: each is one long column.
struct DenseIndicators {
    Column truth, prediction;
    std::int64_t labels;
};

inline constexpr std::int64_t indicator_block = 4096;  // elements

inline bool narrow_bits(const Column& column, std::int64_t first, std::int64_t count, std::uint8_t* out) {
    std::uint64_t seen = 0;
    for (std::int64_t i = 0; i < count; i += block_rows)
        seen |= narrow_block(column, first + i, std::min(block_rows, count - i), 0, out + i);
    return seen <= 1;
}

// Add up strips of `width` elements; at most 255 strips fit in the counters.
CONCORDANT_CLONES inline void add_strips(const std::uint8_t* __restrict truth,
                                         const std::uint8_t* __restrict prediction, std::int64_t strips,
                                         std::int64_t width, std::uint8_t* __restrict a, std::uint8_t* __restrict b,
                                         std::uint8_t* __restrict both) {
    for (std::int64_t s = 0; s < strips; ++s, truth += width, prediction += width)
        for (std::int64_t j = 0; j < width; ++j) {
            a[j] = static_cast<std::uint8_t>(a[j] + truth[j]);
            b[j] = static_cast<std::uint8_t>(b[j] + prediction[j]);
            both[j] = static_cast<std::uint8_t>(both[j] + (truth[j] & prediction[j]));
        }
}

// Rows of few labels are added side by side, so that a strip fills the registers.
inline std::int64_t rows_of_strip(std::int64_t labels) {
    const std::int64_t rows = 32 / std::gcd(labels, std::int64_t{32});
    return rows * labels <= indicator_block / 2 ? rows : 1;
}

inline IndicatorSums sum_columns(const DenseIndicators& pair, std::int64_t first, std::int64_t last) {
    const std::int64_t labels = pair.labels, strip = rows_of_strip(labels), width = strip * labels;
    const std::int64_t strips = std::clamp<std::int64_t>(indicator_block / width, 1, 255), step = strips * strip;
    IndicatorSums total(labels);
    std::vector<std::uint8_t> truth(static_cast<std::size_t>(step * labels)), prediction(truth.size());
    std::vector<std::uint8_t> sums(static_cast<std::size_t>(3 * width));
    for (std::int64_t row = first; row < last; row += step) {
        const std::int64_t rows = std::min(step, last - row), count = rows * labels;
        if (!narrow_bits(pair.truth, row * labels, count, truth.data()) ||
            !narrow_bits(pair.prediction, row * labels, count, prediction.data())) {
            total.bad = true;
            return total;
        }
        for (std::int64_t i = 0; i < rows; ++i)
            total.right_rows += std::memcmp(truth.data() + i * labels, prediction.data() + i * labels,
                                            static_cast<std::size_t>(labels)) == 0;
        // The last strip may be cut short: zeros add nothing.
        std::fill(truth.begin() + count, truth.end(), std::uint8_t{0});
        std::fill(prediction.begin() + count, prediction.end(), std::uint8_t{0});
        std::fill(sums.begin(), sums.end(), std::uint8_t{0});
        add_strips(truth.data(), prediction.data(), (rows + strip - 1) / strip, width, sums.data(), sums.data() + width,
                   sums.data() + 2 * width);
        for (std::int64_t i = 0; i < width; ++i) {
            const auto label = static_cast<std::size_t>(i % labels), at = static_cast<std::size_t>(i);
            total.truth[label] += sums[at];
            total.prediction[label] += sums[at + static_cast<std::size_t>(width)];
            total.both[label] += sums[at + static_cast<std::size_t>(2 * width)];
        }
    }
    return total;
}

// The four cells of a row: true negatives, false positives, false negatives, true positives.
inline void write_cells(std::int64_t labels, std::int64_t truth, std::int64_t prediction, std::int64_t both,
                        std::int64_t* cells) {
    cells[0] = labels - truth - prediction + both;
    cells[1] = prediction - both;
    cells[2] = truth - both;
    cells[3] = both;
}

// The cells of rows [first, last); false if something else than 0 and 1 occurs.
inline bool sum_rows(const DenseIndicators& pair, std::int64_t first, std::int64_t last, std::int64_t* cells) {
    const std::int64_t labels = pair.labels, step = std::max<std::int64_t>(indicator_block / labels, 1);
    std::vector<std::uint8_t> truth(static_cast<std::size_t>(step * labels)), prediction(truth.size());
    for (std::int64_t row = first; row < last; row += step) {
        const std::int64_t rows = std::min(step, last - row), count = rows * labels;
        if (!narrow_bits(pair.truth, row * labels, count, truth.data()) ||
            !narrow_bits(pair.prediction, row * labels, count, prediction.data()))
            return false;
        for (std::int64_t i = 0; i < rows; ++i) {
            const std::uint8_t *a = truth.data() + i * labels, *b = prediction.data() + i * labels;
            std::int64_t of_a = 0, of_b = 0, both = 0;
            for (std::int64_t j = 0; j < labels; ++j) {
                of_a += a[j];
                of_b += b[j];
                both += a[j] & b[j];
            }
            write_cells(labels, of_a, of_b, both, cells + 4 * (row + i));
        }
    }
    return true;
}

// Sums of weights of any sign, by label: true negatives, false positives, false negatives, true positives.
struct WeightedCells {
    std::vector<double> cells;  // 4 a label, label by label
    bool bad = false;
};

inline void merge(WeightedCells& into, const WeightedCells& from) {
    into.cells.resize(from.cells.size());
    for (std::size_t i = 0; i < from.cells.size(); ++i) into.cells[i] += from.cells[i];
    into.bad = into.bad || from.bad;
}

inline void add_weight(const std::uint8_t* truth, const std::uint8_t* prediction, std::int64_t labels, double weight,
                       double* cells) {
    for (std::int64_t j = 0; j < labels; ++j) cells[4 * j + (truth[j] << 1 | prediction[j])] += weight;
}

inline WeightedCells weigh_columns(const DenseIndicators& pair, const Column& weight, std::int64_t first,
                                   std::int64_t last) {
    const std::int64_t labels = pair.labels;
    const std::int64_t step = std::clamp<std::int64_t>(indicator_block / labels, 1, block_rows);
    const auto width = static_cast<std::size_t>(labels);
    std::vector<std::uint8_t> truth(static_cast<std::size_t>(step) * width), prediction(truth.size());
    double weights[block_rows];
    WeightedCells out;
    out.cells.resize(4 * width);
    for (std::int64_t row = first; row < last; row += step) {
        const std::int64_t rows = std::min(step, last - row), count = rows * labels;
        if (!narrow_bits(pair.truth, row * labels, count, truth.data()) ||
            !narrow_bits(pair.prediction, row * labels, count, prediction.data())) {
            out.bad = true;
            return out;
        }
        read_block(weight, row, rows, weights);
        for (std::int64_t i = 0; i < rows; ++i)
            add_weight(truth.data() + i * labels, prediction.data() + i * labels, labels, weights[i], out.cells.data());
    }
    return out;
}

// -- dense, in any layout: one label after the other --------------------------------------------------------------

struct IndicatorMatrices {
    std::vector<Column> truth, prediction;  // one column a label
};

// The block of a label in both matrices; false if something else than 0 and 1 occurs.
inline bool narrow_label(const IndicatorMatrices& pair, std::size_t label, std::int64_t row, std::int64_t count,
                         std::uint8_t* truth, std::uint8_t* prediction) {
    return (narrow_block(pair.truth[label], row, count, 0, truth) |
            narrow_block(pair.prediction[label], row, count, 0, prediction)) <= 1;
}

// How many of up to block_rows rows are 1: in the truth, in the prediction, in both; `wrong` marks where they differ.
struct LabelOnes {
    std::int64_t truth, prediction, both;
};

CONCORDANT_CLONES inline LabelOnes ones_of(const std::uint8_t* truth, const std::uint8_t* prediction,
                                           std::int64_t count, std::uint8_t* wrong) {
    std::uint32_t a = 0, b = 0, both = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        a += truth[i];
        b += prediction[i];
        both += truth[i] & prediction[i];
        wrong[i] = static_cast<std::uint8_t>(wrong[i] | (truth[i] ^ prediction[i]));
    }
    return {a, b, both};
}

inline IndicatorSums sum_columns(const IndicatorMatrices& pair, std::int64_t first, std::int64_t last) {
    const std::size_t labels = pair.truth.size();
    IndicatorSums total(static_cast<std::int64_t>(labels));
    std::uint8_t truth[block_rows], prediction[block_rows], wrong[block_rows];
    for (std::int64_t row = first; row < last; row += block_rows) {
        const std::int64_t count = std::min(block_rows, last - row);
        std::fill_n(wrong, count, std::uint8_t{0});
        for (std::size_t label = 0; label < labels; ++label) {
            total.bad = !narrow_label(pair, label, row, count, truth, prediction);
            if (total.bad) return total;
            const LabelOnes ones = ones_of(truth, prediction, count, wrong);
            total.truth[label] += ones.truth;
            total.prediction[label] += ones.prediction;
            total.both[label] += ones.both;
        }
        total.right_rows += std::count(wrong, wrong + count, std::uint8_t{0});
    }
    return total;
}

inline WeightedCells weigh_columns(const IndicatorMatrices& pair, const Column& weight, std::int64_t first,
                                   std::int64_t last) {
    std::uint8_t truth[block_rows], prediction[block_rows];
    double weights[block_rows];
    WeightedCells out;
    out.cells.resize(4 * pair.truth.size());
    for (std::int64_t row = first; row < last; row += block_rows) {
        const std::int64_t count = std::min(block_rows, last - row);
        read_block(weight, row, count, weights);
        for (std::size_t label = 0; label < pair.truth.size(); ++label) {
            out.bad = !narrow_label(pair, label, row, count, truth, prediction);
            if (out.bad) return out;
            for (std::int64_t i = 0; i < count; ++i)
                out.cells[4 * label + static_cast<std::size_t>(truth[i] << 1 | prediction[i])] += weights[i];
        }
    }
    return out;
}

// -- compressed sparse rows ----------------------------------------------------------------------------------------

// One matrix: row i stores labels[starts[i]] to labels[starts[i + 1] - 1], each with a value that must be 1.
template <class Index>
struct StoredRows {
    const Index* starts;
    const Index* labels;
    Column values;
};

template <class Index>
bool all_ones(const StoredRows<Index>& rows, std::int64_t first, std::int64_t last) {
    std::uint8_t offsets[block_rows];
    std::uint64_t seen = 0;
    for (std::int64_t i = rows.starts[first]; i < rows.starts[last]; i += block_rows)
        seen |= narrow_block(rows.values, i, std::min<std::int64_t>(block_rows, rows.starts[last] - i), 1, offsets);
    return seen == 0;
}

// Rows [first, last): each label of the truth is marked with its row, and found by the prediction. `cells` may be null.
template <class Index>
IndicatorSums sum_stored(const StoredRows<Index>& truth, const StoredRows<Index>& prediction, std::int64_t labels,
                         std::int64_t first, std::int64_t last, std::int64_t* cells) {
    IndicatorSums total(labels);
    total.bad = !all_ones(truth, first, last) || !all_ones(prediction, first, last);
    std::vector<std::int64_t> in_truth(static_cast<std::size_t>(labels), -1), in_prediction(in_truth);
    bool repeated = false;
    for (std::int64_t row = first; row < last && !total.bad; ++row) {
        const std::int64_t of_truth = truth.starts[row + 1] - truth.starts[row];
        const std::int64_t of_prediction = prediction.starts[row + 1] - prediction.starts[row];
        for (std::int64_t i = truth.starts[row]; i < truth.starts[row + 1]; ++i) {
            const auto label = static_cast<std::size_t>(truth.labels[i]);
            if (label >= in_truth.size()) total.bad = true;
            if (total.bad) return total;
            repeated |= in_truth[label] == row;
            in_truth[label] = row;
            ++total.truth[label];
        }
        std::int64_t both = 0;
        for (std::int64_t i = prediction.starts[row]; i < prediction.starts[row + 1]; ++i) {
            const auto label = static_cast<std::size_t>(prediction.labels[i]);
            if (label >= in_truth.size()) total.bad = true;
            if (total.bad) return total;
            repeated |= in_prediction[label] == row;
            in_prediction[label] = row;
            const std::int64_t hit = in_truth[label] == row;
            ++total.prediction[label];
            total.both[label] += hit;
            both += hit;
        }
        total.right_rows += both == of_truth && both == of_prediction;
        if (cells != nullptr) write_cells(labels, of_truth, of_prediction, both, cells + 4 * row);
    }
    total.bad = total.bad || repeated;
    return total;
}

// The weights of the rows that store a label, in the last three cells; and how many rows store each label in the first.
template <class Index>
WeightedCells weigh_stored(const StoredRows<Index>& truth, const StoredRows<Index>& prediction, const Column& weight,
                           std::int64_t labels, std::int64_t first, std::int64_t last) {
    WeightedCells out;
    const auto width = static_cast<std::size_t>(labels);
    out.cells.resize(4 * width);
    out.bad = !all_ones(truth, first, last) || !all_ones(prediction, first, last);
    std::vector<std::int64_t> in_truth(width, -1), in_prediction(width, -1);
    double w = 0.0;
    for (std::int64_t row = first; row < last && !out.bad; ++row) {
        read_block(weight, row, 1, &w);
        for (std::int64_t i = truth.starts[row]; i < truth.starts[row + 1] && !out.bad; ++i) {
            const auto label = static_cast<std::size_t>(truth.labels[i]);
            out.bad = label >= width || in_truth[label] == row;
            if (!out.bad) in_truth[label] = row;
        }
        for (std::int64_t i = prediction.starts[row]; i < prediction.starts[row + 1] && !out.bad; ++i) {
            const auto label = static_cast<std::size_t>(prediction.labels[i]);
            out.bad = label >= width || in_prediction[label] == row;
            if (out.bad) break;
            in_prediction[label] = row;
            out.cells[4 * label] += 1.0;
            out.cells[4 * label + (in_truth[label] == row ? 3 : 1)] += w;
        }
        for (std::int64_t i = truth.starts[row]; i < truth.starts[row + 1] && !out.bad; ++i) {
            const auto label = static_cast<std::size_t>(truth.labels[i]);
            if (in_prediction[label] == row) continue;
            out.cells[4 * label] += 1.0;
            out.cells[4 * label + 2] += w;
        }
    }
    return out;
}

}  // namespace concordant
