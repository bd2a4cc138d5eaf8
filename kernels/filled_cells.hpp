// The cells of a table that hold something, row after row.
#pragma once

#include <cstddef>

#include "listed_pairs.hpp"
#include "marked_cells.hpp"

namespace concordant {

template <class Count, class Cell>
ListedPairs<Count> filled_cells(const Cell* table, std::size_t firsts, std::size_t seconds) {
    MarkedCells cells(firsts, seconds);
    cells.mark_table(table);
    const std::size_t size = cells.count();
    ListedPairs<Count> out(size);
    out.size = size;
    cells.list(out.first.get(), out.second.get());
    for (std::size_t i = 0; i < size; ++i)
        out.rows[i] = static_cast<Count>(
            table[static_cast<std::size_t>(out.first[i]) * seconds + static_cast<std::size_t>(out.second[i])]);
    return out;
}

}  // namespace concordant
