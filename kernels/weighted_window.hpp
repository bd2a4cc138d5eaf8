// Weighted rows of labels: the weights as they are read, their sums, and the window that holds these.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "columns.hpp"
#include "label_window.hpp"
#include "memory.hpp"
#include "platform.hpp"
#include "threads.hpp"

namespace concordant {

// What is seen of weights while they are read, before anybody has checked them: whether each is one, and the greatest.

// The bits of the greatest: those of numbers from 0 to infinity are in their order, and above them come those of what
// is negative or not a number. -0 + 0 is 0.
CONCORDANT_CLONES inline std::uint64_t greatest_bits(const double* weights, std::int64_t count) {
    std::uint64_t greatest = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        const auto bits = std::bit_cast<std::uint64_t>(weights[i] + 0.0);
        greatest = greatest > bits ? greatest : bits;
    }
    return greatest;
}

class GivenWeights {
public:
    // Whether none was negative, infinite or not a number.
    bool are_weights() const { return bits_ < std::bit_cast<std::uint64_t>(std::numeric_limits<double>::infinity()); }

    // 0 where there is none, and not a number where one is no weight.
    double greatest() const {
        return are_weights() ? std::bit_cast<double>(bits_) : std::numeric_limits<double>::quiet_NaN();
    }

    // Whether these, and all before, are weights.
    bool add(const double* weights, std::int64_t count) {
        bits_ = std::max(bits_, greatest_bits(weights, count));
        return are_weights();
    }

    friend void merge(GivenWeights& into, const GivenWeights& from) { into.bits_ = std::max(into.bits_, from.bits_); }

private:
    std::uint64_t bits_ = 0;
};

// All of a column.
inline GivenWeights given_weights(const Column& weight, int threads) {
    return over_parts(weight.size, threads, [&](std::int64_t first, std::int64_t last) {
        GivenWeights given;
        double read[block_rows];
        for (std::int64_t row = first; row < last; row += block_rows) {
            const std::int64_t count = std::min(block_rows, last - row);
            given.add(doubles_of(weight, row, count, read), count);
        }
        return given;
    });
}

// The sums of weights beside those of their squares.

// What the rows of a cell add up to.
struct WeightSums {
    double sum = 0;
    double square = 0;

    void add(double weight) {
        sum += weight;
        square += weight * weight;
    }
    WeightSums& operator+=(const WeightSums& other) {
        sum += other.sum;
        square += other.square;
        return *this;
    }
    bool operator!=(const WeightSums& other) const { return sum != other.sum; }
};

inline constexpr auto square_of = [](const WeightSums& sums) { return sums.square; };

// Add weighted rows of labels up in a window: both sums of a cell lie side by side, so that a row takes hardly longer
// with its square than without.

inline constexpr std::int64_t few_weighted = 128;  // labels, so that windows of chunks are soon merged

// The most labels of a window of sums for so many rows: there is more to clear and to read than to add in a wider one.
inline std::int64_t widest_sums(const Column& truth, const Column& prediction) {
    constexpr std::int64_t most = 1 << 22;
    const std::int64_t widest = widest_of_cells(std::min(4 * truth.size, most));
    return is_float(truth) || is_float(prediction) ? std::min(widest, widest_float_labels) : widest;
}

// Calls add(weights, at, count, ahead) for blocks of rows whose cells lie in the window, which make_room(row) moves
// where they do not. Stops where it cannot, and at weights that are none: then the window is too wide as well.
template <class Cell, class MakeRoom, class Add>
GivenWeights each_weighted_block(const Column& truth, const Column& prediction, const Column& weight,
                                 std::int64_t first, std::int64_t last, Window<Cell>& window, const MakeRoom& make_room,
                                 const Add& add) {
    GivenWeights given;
    std::uint32_t at[block_rows + cells_ahead];
    double read[block_rows];
    for (std::int64_t row = first; row < last; row += block_rows) {
        const std::int64_t count = std::min(block_rows, last - row), next = row + block_rows;
        const double* weights = doubles_of(weight, row, count, read);
        window.too_wide = !given.add(weights, count);
        while (!window.too_wide && (window.span == 0 || !window_cells(truth, prediction, row, count, window, at)))
            make_room(row);
        if (window.too_wide) return given;
        if (Ahead::pays(truth, prediction) && next + block_rows <= last)
            add(weights, at, count, Ahead(truth, prediction, next));
        else
            add(weights, at, count, Nothing{});
    }
    return given;
}

struct WeightedWindow {
    Window<WeightSums> window;
    GivenWeights given{};  // as far as they were read
};

inline WeightedWindow weight_rows(const Column& truth, const Column& prediction, const Column& weight,
                                  std::int64_t widest, std::int64_t first, std::int64_t last) {
    WeightedWindow made{{widest}};
    Window<WeightSums>& window = made.window;
    made.given = each_weighted_block(
        truth, prediction, weight, first, last, window,
        [&](std::int64_t row) {
            fold_diagonal(window);
            if (widen_to_rows(truth, prediction, row, last, window)) unfold_diagonal(window);
        },
        [&](const double* weights, const std::uint32_t* at, std::int64_t count, const auto& ahead) {
            WeightSums* cells = window.cells.get();
            each_cell(
                at, count, is_far(window), ahead, [=](std::uint32_t cell) { prefetch_to_write(cells + cell); },
                [=](std::uint32_t cell, std::int64_t i) { cells[cell].add(weights[i]); });
        });
    fold_diagonal(window);
    return made;
}

// Each chunk of rows has a window of its own, and they are merged one by one.
inline WeightedWindow weight_in_chunks(const Column& truth, const Column& prediction, const Column& weight,
                                       std::int64_t widest, int threads) {
    WeightedWindow all{{widest}};
    Window<WeightSums>& total = all.window;
    ordered_chunks<WeightedWindow>(
        truth.size, threads,
        [&](std::int64_t first, std::int64_t last) {
            return weight_rows(truth, prediction, weight, widest, first, last);
        },
        [&](WeightedWindow&& chunk) {
            merge(all.given, chunk.given);
            if (total.span == 0 && !total.too_wide)
                total = std::move(chunk.window);
            else
                merge(total, chunk.window);
        });
    return all;
}

}  // namespace concordant
