// Sums of labels and probabilities in bins of the probability, in one pass and without a sort.
// Bin b holds edges[b - 1] <= p < edges[b], or edges[b - 1] < p <= edges[b]: which of the two the caller says.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "columns.hpp"
#include "losses.hpp"

namespace concordant {

// What one bin sums: the weight of negatives and of positives, of w p, and of w p (1 - p).
using BinSums = std::array<double, 4>;

struct BinTable {
    std::vector<BinSums> sums;
    std::int64_t bad_label = no_row;
    std::int64_t bad_value = no_row;

    bool bad() const { return bad_label != no_row || bad_value != no_row; }
};

inline void add(std::vector<BinSums>& into, const std::vector<BinSums>& from) {
    if (into.empty()) into.resize(from.size());
    for (std::size_t bin = 0; bin < from.size(); ++bin)
        for (std::size_t q = 0; q < 4; ++q) into[bin][q] += from[bin][q];
}

inline void merge(BinTable& into, const BinTable& from) {
    keep_first(into.bad_label, from.bad_label);
    keep_first(into.bad_value, from.bad_value);
    add(into.sums, from.sums);
}

// Finds the bin of a probability: a grid of cells says how many edges lie below the cell of p, and the few edges
// inside the cell are compared with p itself, so that the bin is exact.
class BinFinder {
public:
    BinFinder(std::span<const double> inner_edges, bool closed_left)
        : edges_(inner_edges.begin(), inner_edges.end()), first_(cells + 1), closed_left_(closed_left) {
        edges_.push_back(std::numeric_limits<double>::infinity());  // where every search ends
        std::size_t at = 0;
        for (std::size_t cell = 0; cell <= cells; ++cell) {
            while (edges_[at] * cells < static_cast<double>(cell)) ++at;
            first_[cell] = static_cast<std::int64_t>(at);
        }
    }

    std::size_t bins() const { return edges_.size(); }

    void find(const double* p, std::int64_t count, std::int64_t* bin) const {
        if (closed_left_)
            find_where(p, count, bin, [](double edge, double x) { return edge <= x; });
        else
            find_where(p, count, bin, [](double edge, double x) { return edge < x; });
    }

private:
    template <class Below>
    void find_where(const double* p, std::int64_t count, std::int64_t* bin, Below below) const {
        for (std::int64_t i = 0; i < count; ++i) {
            std::int64_t at = first_[static_cast<std::size_t>(p[i] * cells)];
            while (below(edges_[static_cast<std::size_t>(at)], p[i])) ++at;
            bin[i] = at;
        }
    }

    static constexpr std::size_t cells = 1024;  // a power of two: p * cells is exact
    std::vector<double> edges_;
    std::vector<std::int64_t> first_;
    bool closed_left_;
};

// Adds one block. Two tables take turns, so that neighbours in the same bin need not wait for each other.
inline void add_block(const double* happened, const double* p, const double* weights, const std::int64_t* bin,
                      std::int64_t count, std::vector<BinSums>& even, std::vector<BinSums>& odd) {
    const auto add_row = [&](std::int64_t i, std::vector<BinSums>& table) {
        const double w = weights == nullptr ? 1.0 : weights[i];
        BinSums& sums = table[static_cast<std::size_t>(bin[i])];
        const double positive = w * happened[i], probability = w * p[i];
        sums[0] += w - positive;
        sums[1] += positive;
        sums[2] += probability;
        sums[3] += probability * (1.0 - p[i]);
    };
    std::int64_t i = 0;
    for (; i + 1 < count; i += 2) {
        add_row(i, even);
        add_row(i + 1, odd);
    }
    if (i < count) add_row(i, even);
}

// The sums of rows [first, last).
inline BinTable bin_rows(const Column& labels, std::int64_t negative, std::int64_t positive, const Column& probability,
                         const Column* weight, const BinFinder& finder, std::int64_t first, std::int64_t last) {
    BinTable table;
    table.sums.resize(finder.bins());
    std::vector<BinSums> even(finder.bins()), odd(finder.bins());
    double happened[block_rows], p[block_rows], weights[block_rows];
    std::int64_t bin[block_rows];
    // Short partial sums keep the rounding small; with very many bins each of them is short anyway.
    const bool flush_often = finder.bins() * 16 <= static_cast<std::size_t>(block_rows);
    const auto flush = [&](std::vector<BinSums>& part) {
        add(table.sums, part);
        std::fill(part.begin(), part.end(), BinSums{});
    };
    for (std::int64_t row = first; row < last; row += block_rows) {
        const std::int64_t count = std::min(block_rows, last - row);
        const double* w = block_weights(weight, row, count, weights);
        if (!happened_block(labels, row, count, negative, positive, happened)) table.bad_label = row;
        read_block(probability, row, count, p);
        if (const std::int64_t bad = first_non_probability(p, count); bad != no_row) table.bad_value = row + bad;
        if (table.bad()) return table;
        finder.find(p, count, bin);
        add_block(happened, p, w, bin, count, even, odd);
        if (flush_often || row + count == last) {
            flush(even);
            flush(odd);
        }
    }
    return table;
}

}  // namespace concordant
