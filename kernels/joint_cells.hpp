// Count rows of several columns of codes at once: the cells of their joint table that hold rows.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "columns.hpp"
#include "counts_ranged.hpp"
#include "listed_pairs.hpp"
#include "pages.hpp"

namespace concordant {

inline constexpr std::uint64_t most_joint_cells = std::uint64_t{1} << 31;

struct JointCells {
    std::vector<double> rows;                      // of each cell that holds some, in the order of the joint table
    std::vector<std::vector<std::int64_t>> codes;  // of each column
};

// size^columns; none if that is more than a joint table can have.
inline std::optional<std::uint64_t> cells_of_joint(std::uint64_t size, std::size_t columns) {
    std::uint64_t cells = 1;
    for (std::size_t column = 0; column < columns; ++column)
        if ((cells *= size) > most_joint_cells) return std::nullopt;
    return cells;
}

// The codes of a block, one column after the other, as places in the joint table; false if a code is none below size.
CONCORDANT_CLONES inline void next_column(std::uint32_t* at, const std::uint32_t* codes, std::int64_t count,
                                          std::uint32_t size) {
    for (std::int64_t i = 0; i < count; ++i) at[i] = at[i] * size + codes[i];
}

CONCORDANT_CLONES inline bool all_below(const std::uint32_t* codes, std::int64_t count, std::uint32_t size) {
    std::uint32_t most = 0;
    for (std::int64_t i = 0; i < count; ++i) most = codes[i] > most ? codes[i] : most;
    return most < size;
}

inline bool read_codes(const Column& column, std::int64_t row, std::int64_t count, std::uint32_t size,
                       std::uint32_t* out) {
    const std::uint64_t seen = narrow_block(column, row, count, std::int64_t{0}, out);
    return seen < std::bit_ceil(std::uint64_t{size}) && all_below(out, count, size);
}

// Calls give(at, count) for all blocks of rows [first, last): their places in the joint table of the columns.
template <class Give>
bool each_joint(const Column* columns, std::size_t number, std::uint32_t size, std::int64_t first, std::int64_t last,
                Give&& give) {
    std::uint32_t at[block_rows], codes[block_rows];
    for (std::int64_t row = first; row < last; row += block_rows) {
        const std::int64_t count = std::min(block_rows, last - row);
        if (!read_codes(columns[0], row, count, size, at)) return false;
        for (std::size_t column = 1; column < number; ++column) {
            if (!read_codes(columns[column], row, count, size, codes)) return false;
            next_column(at, codes, count, size);
        }
        give(at, row, count);
    }
    return true;
}

// The codes that a place in the joint table of some columns is made of.
inline void take_apart(std::uint32_t place, std::uint32_t size, std::size_t columns, std::size_t row,
                       JointCells& into) {
    for (std::size_t column = columns; column-- > 0; place /= size)
        into.codes[column][row] = static_cast<std::int64_t>(place % size);
}

// By the joint table: of few cells, or of many rows for each.
inline std::optional<JointCells> joint_cells_by_table(const std::vector<Column>& columns, std::uint32_t size,
                                                      std::uint64_t cells, int threads) {
    auto table = ranked::make_zeros<std::uint32_t>(cells);
    const bool far = cells > cells_in_cache;
    const bool inside = in_parts(
        columns[0].size, false, threads, static_cast<std::size_t>(cells), table.get(),
        [&](std::int64_t first, std::int64_t last, std::size_t, std::uint32_t* counters) {
            return each_joint(columns.data(), columns.size(), size, first, last,
                              [&](const std::uint32_t* at, std::int64_t, std::int64_t count) {
                                  add_block<std::uint32_t>(at, nullptr, count, far, counters, nullptr);
                              });
        });
    if (!inside) return std::nullopt;
    JointCells found;
    found.codes.resize(columns.size());
    const auto filled = static_cast<std::size_t>(cells) -
                        static_cast<std::size_t>(std::count(table.get(), table.get() + cells, std::uint32_t{0}));
    found.rows.reserve(filled);
    for (auto& codes : found.codes) codes.resize(filled);
    for (std::uint64_t cell = 0; cell < cells; ++cell) {
        if (table[cell] == 0) continue;
        take_apart(static_cast<std::uint32_t>(cell), size, columns.size(), found.rows.size(), found);
        found.rows.push_back(static_cast<double>(table[cell]));
    }
    return found;
}

// By putting the rows in the order of all columns but the last.
inline std::optional<JointCells> joint_cells_by_list(const std::vector<Column>& columns, std::uint32_t size,
                                                     std::uint64_t firsts) {
    const std::size_t others = columns.size() - 1;
    const std::int64_t rows = columns[0].size;
    PairLister lister(rows, static_cast<std::size_t>(firsts), size);
    bool readable = true;
    std::uint32_t usual[block_rows], last[block_rows];  // the last code is mostly the first one: models are right
    const auto add = [&](const std::uint32_t* at, std::int64_t row, std::int64_t count) {
        readable = readable && read_codes(columns[0], row, count, size, usual) &&
                   read_codes(columns[others], row, count, size, last);
        if (readable) lister.add(at, last, usual, count);
    };
    if (!each_joint(columns.data(), others, size, 0, rows, add) || !readable) return std::nullopt;
    ListedPairs pairs = lister.list();
    JointCells found;
    found.codes.resize(columns.size());
    for (std::size_t column = 0; column < others; ++column) found.codes[column].resize(pairs.rows.size());
    for (std::size_t row = 0; row < pairs.rows.size(); ++row)
        take_apart(static_cast<std::uint32_t>(pairs.first[row]), size, others, row, found);
    found.codes[others] = std::move(pairs.second);
    found.rows.assign(pairs.rows.begin(), pairs.rows.end());
    return found;
}

inline constexpr std::uint64_t small_table = std::uint64_t{1} << 16;  // cells that are always counted in a table
inline constexpr std::uint64_t table_cells_a_row = 2;

// The columns have one length and hold integers; none if a code is not one of 0 to size - 1. `firsts` are the cells of
// the joint table of all columns but the last.
inline std::optional<JointCells> joint_cells(const std::vector<Column>& columns, std::uint32_t size,
                                             std::uint64_t firsts, int threads) {
    const std::uint64_t cells = firsts * size;
    const auto rows = static_cast<std::uint64_t>(columns[0].size);
    if (columns.size() == 1 || cells <= std::max(small_table, table_cells_a_row * rows))
        return joint_cells_by_table(columns, size, cells, threads);
    return joint_cells_by_list(columns, size, firsts);
}

}  // namespace concordant
