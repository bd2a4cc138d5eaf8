// Count rows of several columns of codes at once: the cells of their joint table that hold rows.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "columns.hpp"
#include "counts_ranged.hpp"
#include "fetched_ahead.hpp"
#include "filled_cells.hpp"
#include "label_blocks.hpp"
#include "listed_pairs.hpp"
#include "pages.hpp"

namespace concordant {

inline constexpr std::uint64_t most_joint_cells = std::uint64_t{1} << 32;

struct JointCells {
    std::size_t size = 0;
    ranked::Pages<double> rows;                      // of each cell that holds some, in the order of the joint table
    std::vector<ranked::Pages<std::int64_t>> codes;  // of each column
};

// Cells that are known by their codes of the first column and their places in the joint table of the others.
inline JointCells joint_of_pairs(ListedPairs<double>&& pairs, std::size_t columns, std::uint32_t size) {
    JointCells found;
    found.size = pairs.size;
    found.rows = std::move(pairs.rows);
    found.codes.push_back(std::move(pairs.first));
    if (columns == 2) found.codes.push_back(std::move(pairs.second));
    if (columns == 2) return found;
    for (std::size_t column = 1; column < columns; ++column)
        found.codes.push_back(ranked::make_pages<std::int64_t>(found.size));
    for (std::size_t cell = 0; cell < found.size; ++cell) {
        auto rest = static_cast<std::uint32_t>(pairs.second[cell]);
        for (std::size_t column = columns; column-- > 1; rest /= size)
            found.codes[column][cell] = static_cast<std::int64_t>(rest % size);
    }
    return found;
}

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
    const std::size_t firsts = columns.size() == 1 ? 1 : size;  // one column is that of the places
    auto pairs = filled_cells<double>(table.get(), firsts, static_cast<std::size_t>(cells) / firsts);
    if (columns.size() == 1) std::swap(pairs.first, pairs.second);
    return joint_of_pairs(std::move(pairs), columns.size(), size);
}

// By putting the rows in the order of the first column. `others` are the cells of the joint table of the other columns.
inline std::optional<JointCells> joint_cells_by_list(const std::vector<Column>& columns, std::uint32_t size,
                                                     std::uint64_t others) {
    std::uint32_t usual = 1;  // mostly all columns say the same: models are right
    for (std::size_t column = 2; column < columns.size(); ++column) usual = usual * size + 1;
    PairLister lister(columns[0].size, size, static_cast<std::size_t>(others), usual);
    bool readable = true;
    std::uint32_t first[block_rows];
    const auto add = [&](const std::uint32_t* rest, std::int64_t row, std::int64_t count) {
        readable = readable && read_codes(columns[0], row, count, size, first);
        if (readable) lister.add(first, rest, count, Nothing{});
    };
    const bool all = each_joint(columns.data() + 1, columns.size() - 1, size, 0, columns[0].size, add);
    if (!all || !readable) return std::nullopt;
    return joint_of_pairs(lister.list<double>(), columns.size(), size);
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
