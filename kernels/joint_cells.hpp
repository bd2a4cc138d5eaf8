// Count rows of several columns of codes at once: the cells of their joint table that hold rows.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "columns.hpp"
#include "counts_ranged.hpp"
#include "fetched_ahead.hpp"
#include "label_blocks.hpp"
#include "listed_pairs.hpp"
#include "pages.hpp"

namespace concordant {

inline constexpr std::uint64_t most_joint_cells = std::uint64_t{1} << 32;

struct JointCells {
    std::vector<double> rows;                      // of each cell that holds some, in the order of the joint table
    std::vector<std::vector<std::int64_t>> codes;  // of each column
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

// By the joint table, of few cells.
inline std::optional<JointCells> joint_cells_by_table(const std::vector<Column>& columns, std::uint32_t size,
                                                      std::uint64_t cells, int threads) {
    auto table = ranked::make_zeros<std::uint32_t>(cells);
    const bool far = cells > cells_in_cache;
    const bool inside =
        in_parts(columns[0].size, false, threads, static_cast<std::size_t>(cells), table.get(),
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
        auto rest = static_cast<std::uint32_t>(cell);
        for (std::size_t column = columns.size(); column-- > 0; rest /= size)
            found.codes[column][found.rows.size()] = static_cast<std::int64_t>(rest % size);
        found.rows.push_back(static_cast<double>(table[cell]));
    }
    return found;
}

// By putting the rows in the order of the first column. `others` are the cells of the joint table of the other columns.
inline std::optional<JointCells> joint_cells_by_list(const std::vector<Column>& columns, std::uint32_t size,
                                                     std::uint64_t others) {
    const std::int64_t rows = columns[0].size;
    PairLister lister(rows, size, static_cast<std::size_t>(others));
    bool readable = true;
    std::uint32_t first[block_rows], usual[block_rows];
    const auto add = [&](const std::uint32_t* rest, std::int64_t row, std::int64_t count) {
        readable = readable && read_codes(columns[0], row, count, size, first);
        if (!readable) return;
        std::copy(first, first + count, usual);  // mostly all columns say the same: models are right
        for (std::size_t column = 2; column < columns.size(); ++column) next_column(usual, first, count, size);
        lister.add(first, rest, usual, count, Nothing{});
    };
    if (!each_joint(columns.data() + 1, columns.size() - 1, size, 0, rows, add) || !readable) return std::nullopt;
    ListedPairs pairs = lister.list();
    JointCells found;
    found.codes.resize(columns.size());
    for (std::size_t column = 1; column < columns.size(); ++column) found.codes[column].resize(pairs.rows.size());
    for (std::size_t row = 0; row < pairs.rows.size(); ++row) {
        auto rest = static_cast<std::uint32_t>(pairs.second[row]);
        for (std::size_t column = columns.size(); column-- > 1; rest /= size)
            found.codes[column][row] = static_cast<std::int64_t>(rest % size);
    }
    found.codes[0] = std::move(pairs.first);
    found.rows.assign(pairs.rows.begin(), pairs.rows.end());
    return found;
}

// A table that is small, or has no more cells than there are rows, is sooner cleared and read than rows are sorted.
inline bool table_is_sooner(std::uint64_t cells, std::int64_t rows) {
    constexpr std::uint64_t small = std::uint64_t{1} << 12;
    return cells <= std::max(small, static_cast<std::uint64_t>(rows));
}

// The columns have one length and hold integers; none if a code is not one of 0 to size - 1. `others` are the cells of
// the joint table of all columns but the first.
inline std::optional<JointCells> joint_cells(const std::vector<Column>& columns, std::uint32_t size,
                                             std::uint64_t others, int threads) {
    const std::uint64_t cells = others * size;
    if (columns.size() == 1 || table_is_sooner(cells, columns[0].size))
        return joint_cells_by_table(columns, size, cells, threads);
    return joint_cells_by_list(columns, size, others);
}

}  // namespace concordant
