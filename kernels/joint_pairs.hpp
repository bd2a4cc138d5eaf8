// Count rows of several columns of codes at once: the cells of their joint table that hold rows.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "columns.hpp"
#include "label_window.hpp"
#include "memory.hpp"
#include "platform.hpp"
#include "score_sort.hpp"
#include "sorted_pairs.hpp"
#include "threads.hpp"

namespace concordant {

inline constexpr std::uint64_t most_joint_cells = std::uint64_t{1} << 32;

struct JointCells {
    std::size_t size = 0;
    ranked::Pages<double> rows;                      // of each cell that holds some, in the order of the joint table
    std::vector<ranked::Pages<std::int64_t>> codes;  // of each column

    JointCells(std::size_t most, std::size_t columns) : rows(ranked::make_pages<double>(most)) {
        for (std::size_t column = 0; column < columns; ++column)
            codes.push_back(ranked::make_pages<std::int64_t>(most));
    }

    void add(std::uint64_t cell, std::uint64_t count, std::uint64_t labels) {
        for (std::size_t column = codes.size(); column-- > 0; cell /= labels)
            codes[column][size] = static_cast<std::int64_t>(cell % labels);
        rows[size++] = static_cast<double>(count);
    }
};

// size^columns; none if that is more than a joint table can have.
inline std::optional<std::uint64_t> cells_of_joint(std::uint64_t size, std::size_t columns) {
    std::uint64_t cells = 1;
    for (std::size_t column = 0; column < columns; ++column) {
        cells *= size;
        if (cells > most_joint_cells) return std::nullopt;
    }
    return cells;
}

// Codes of another column join the places of a block.
template <class Place>
CONCORDANT_CLONES void join_codes(Place* at, const std::uint32_t* codes, std::int64_t count, std::uint32_t size) {
    for (std::int64_t i = 0; i < count; ++i) at[i] = at[i] * size + codes[i];
}

template <class Place>
CONCORDANT_CLONES bool all_below(const Place* codes, std::int64_t count, Place size) {
    Place most = 0;
    for (std::int64_t i = 0; i < count; ++i) most = codes[i] > most ? codes[i] : most;
    return most < size;
}

// Reads codes of a block; false if one is not one of 0 to size - 1.
template <class Place>
bool read_codes(const Column& column, std::uint32_t size, std::int64_t row, std::int64_t count, Place* codes) {
    const std::uint64_t seen = narrow_block(column, row, count, std::int64_t{0}, codes);
    return seen < std::bit_ceil(std::uint64_t{size}) && all_below(codes, count, Place{size});
}

// Writes the places of rows in the joint table of the columns; false if a code is not one of 0 to size - 1.
template <class Place>
bool joint_places(const std::vector<Column>& columns, std::uint32_t size, std::int64_t row, std::int64_t count,
                  Place* at) {
    std::uint32_t codes[block_rows];
    if (!read_codes(columns[0], size, row, count, at)) return false;
    for (std::size_t column = 1; column < columns.size(); ++column) {
        if (!read_codes(columns[column], size, row, count, codes)) return false;
        join_codes(at, codes, count, size);
    }
    return true;
}

// By the joint table, of few cells. A second thread has a table of its own, worth it for two rows a cell.
inline std::optional<JointCells> joint_cells_by_table(const std::vector<Column>& columns, std::uint32_t size,
                                                      std::size_t cells, int threads) {
    const std::int64_t rows = columns[0].size;
    threads = static_cast<std::size_t>(rows) < 2 * cells ? 1 : std::max(threads, 1);
    std::vector<std::vector<std::uint32_t>> tables(static_cast<std::size_t>(threads));
    std::vector<char> inside(tables.size(), 1);
    parallel(rows, threads, [&](int part, std::int64_t first, std::int64_t last) {
        const auto mine = static_cast<std::size_t>(part);
        std::vector<std::uint32_t>& table = tables[mine];
        table.resize(cells);
        std::uint32_t at[block_rows];
        for (std::int64_t row = first; row < last; row += block_rows) {
            const std::int64_t count = std::min(block_rows, last - row);
            inside[mine] = joint_places(columns, size, row, count, at);
            if (!inside[mine]) return;
            std::uint32_t* const counters = table.data();
            for (std::int64_t i = 0; i < count; ++i) ++counters[at[i]];
        }
    });
    if (std::find(inside.begin(), inside.end(), 0) != inside.end()) return std::nullopt;
    std::vector<std::uint32_t>& all = tables[0];
    all.resize(cells);
    for (std::size_t part = 1; part < tables.size(); ++part)
        for (std::size_t cell = 0; cell < tables[part].size(); ++cell) all[cell] += tables[part][cell];
    JointCells found(cells - static_cast<std::size_t>(std::count(all.begin(), all.end(), 0U)), columns.size());
    for (std::size_t cell = 0; cell < cells; ++cell)
        if (all[cell] != 0) found.add(cell, all[cell], size);
    return found;
}

// By sorting the places of all rows.
inline std::optional<JointCells> joint_cells_by_sort(const std::vector<Column>& columns, std::uint32_t size,
                                                     std::uint64_t cells) {
    const auto rows = static_cast<std::size_t>(columns[0].size);
    auto words = ranked::make_pages<std::uint64_t>(rows), spare = ranked::make_pages<std::uint64_t>(rows);
    for (std::int64_t row = 0; row < columns[0].size; row += block_rows)
        if (!joint_places(columns, size, row, std::min(block_rows, columns[0].size - row), words.get() + row))
            return std::nullopt;
    const std::uint64_t* sorted =
        ranked::radix_sort(words.get(), spare.get(), rows, static_cast<int>(std::bit_width(cells - 1)));
    std::size_t filled = 0;
    each_run(sorted, rows, [&](std::uint64_t, std::size_t, std::size_t) { ++filled; });
    JointCells found(filled, columns.size());
    each_run(sorted, rows,
             [&](std::uint64_t cell, std::size_t first, std::size_t last) { found.add(cell, last - first, size); });
    return found;
}

// The columns have one length and hold integers; none if a code is not one of 0 to size - 1. `others` are the cells of
// the joint table of all columns but the first. A table that is small, or has no more cells than there are rows, is
// sooner cleared and read than rows are sorted.
inline std::optional<JointCells> joint_cells(const std::vector<Column>& columns, std::uint32_t size,
                                             std::uint64_t others, int threads) {
    constexpr std::uint64_t small = std::uint64_t{1} << 12;
    const std::uint64_t cells = others * size;
    if (cells <= std::max(small, static_cast<std::uint64_t>(columns[0].size)))
        return joint_cells_by_table(columns, size, static_cast<std::size_t>(cells), threads);
    return joint_cells_by_sort(columns, size, cells);
}

}  // namespace concordant
