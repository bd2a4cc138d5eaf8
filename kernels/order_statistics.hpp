// Order statistics of probabilities without sorting them: they are counted in cells of equal width, which keep their
// order, and only the cells that hold a wanted place are looked into. The caller's memory is read twice, and may be
// written to meanwhile: then values may be any of those that were there, but nothing is looked up with one that is no
// probability, and nothing is taken from a cell that lost its rows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "columns.hpp"
#include "threads.hpp"

namespace concordant {

inline constexpr std::int64_t selection_cells = 4096;  // a power of two: p * 4096 is exact, so equal p share a cell

struct SelectionCells {
    std::vector<std::int64_t> rows = std::vector<std::int64_t>(selection_cells + 1);  // the last cell holds p = 1
    std::int64_t bad_value = -1;  // a row whose number is no probability
};

inline bool is_probability(double p) { return p >= 0.0 && p <= 1.0; }  // not of NaN

inline std::size_t selection_cell(double p) { return static_cast<std::size_t>(p * double{selection_cells}); }

inline double lowest_of_cell(std::size_t cell) { return static_cast<double>(cell) / double{selection_cells}; }

inline SelectionCells count_selection(const Column& values, std::int64_t first, std::int64_t last) {
    SelectionCells out;
    double p[block_rows];
    for (std::int64_t row = first; row < last; row += block_rows) {
        const std::int64_t count = std::min(block_rows, last - row);
        read_block(values, row, count, p);
        for (std::int64_t i = 0; i < count; ++i) {
            if (!is_probability(p[i])) {
                out.bad_value = row + i;
                return out;
            }
            ++out.rows[selection_cell(p[i])];
        }
    }
    return out;
}

// The values of the wanted cells among rows [first, last), cell by cell. `place` holds the number of each wanted cell
// and -1 for the others.
inline std::vector<std::vector<double>> gather_selection(const Column& values, const std::vector<std::int32_t>& place,
                                                         std::size_t wanted, std::int64_t first, std::int64_t last) {
    std::vector<std::vector<double>> out(wanted);
    double p[block_rows];
    for (std::int64_t row = first; row < last; row += block_rows) {
        const std::int64_t count = std::min(block_rows, last - row);
        read_block(values, row, count, p);
        for (std::int64_t i = 0; i < count; ++i) {
            if (!is_probability(p[i])) continue;
            const std::int32_t cell = place[selection_cell(p[i])];
            if (cell >= 0) out[static_cast<std::size_t>(cell)].push_back(p[i]);
        }
    }
    return out;
}

// The values at `ranks` (0 is the least) in ascending order. Empty if a value lies outside 0 and 1; then `bad_value` is
// its row.
inline std::vector<double> order_statistics(const Column& values, const std::vector<std::int64_t>& ranks, int threads,
                                            std::int64_t& bad_value) {
    const auto parts = static_cast<std::size_t>(std::max(threads, 1));
    std::vector<SelectionCells> counted(parts);
    parallel(values.size, threads, [&](int part, std::int64_t first, std::int64_t last) {
        counted[static_cast<std::size_t>(part)] = count_selection(values, first, last);
    });
    bad_value = -1;
    for (const SelectionCells& part : counted)
        if (bad_value < 0) bad_value = part.bad_value;
    if (bad_value >= 0) return {};

    std::vector<std::int64_t> before(selection_cells + 2);  // rows in the cells below
    for (std::size_t cell = 0; cell <= selection_cells; ++cell) {
        before[cell + 1] = before[cell];
        for (const SelectionCells& part : counted) before[cell + 1] += part.rows[cell];
    }
    const auto cell_of = [&](std::int64_t rank) {
        return static_cast<std::size_t>(std::upper_bound(before.begin(), before.end(), rank) - before.begin() - 1);
    };
    std::vector<std::int32_t> place(selection_cells + 1, -1);
    std::size_t wanted = 0;
    for (const std::int64_t rank : ranks)
        if (place[cell_of(rank)] < 0) place[cell_of(rank)] = static_cast<std::int32_t>(wanted++);

    std::vector<std::vector<std::vector<double>>> gathered(parts);
    parallel(values.size, threads, [&](int part, std::int64_t first, std::int64_t last) {
        gathered[static_cast<std::size_t>(part)] = gather_selection(values, place, wanted, first, last);
    });
    for (std::size_t cell = 0; cell < wanted; ++cell) {
        std::vector<double>& all = gathered[0][cell];
        for (std::size_t part = 1; part < gathered.size(); ++part)
            if (!gathered[part].empty())
                all.insert(all.end(), gathered[part][cell].begin(), gathered[part][cell].end());
    }
    std::vector<double> out;
    out.reserve(ranks.size());
    for (const std::int64_t rank : ranks) {
        const std::size_t cell = cell_of(rank);
        std::vector<double>& inside = gathered[0][static_cast<std::size_t>(place[cell])];
        if (inside.empty()) inside.push_back(lowest_of_cell(cell));
        const auto last = static_cast<std::int64_t>(inside.size()) - 1;
        const auto here = inside.begin() + std::min(rank - before[cell], last);
        std::nth_element(inside.begin(), here, inside.end());
        out.push_back(*here);
    }
    return out;
}

}  // namespace concordant
