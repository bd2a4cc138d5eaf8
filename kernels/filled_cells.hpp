// The cells of a table that hold something, row after row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "listed_pairs.hpp"
#include "marked_cells.hpp"
#include "pages.hpp"

namespace concordant {

// Their places.
template <class Cell>
class FilledCells {
public:
    std::size_t size = 0;
    ranked::Pages<std::int64_t> first, second;

    FilledCells(const Cell* table, std::size_t firsts, std::size_t seconds) : seconds_(seconds) {
        MarkedCells cells(firsts, seconds);
        cells.mark_table(table);
        size = cells.count();
        first = ranked::make_pages<std::int64_t>(size + MarkedCells::slack);
        second = ranked::make_pages<std::int64_t>(size + MarkedCells::slack);
        cells.list(first.get(), second.get());
    }

    // Calls give(i, cell) for all of them in order, with the cells of that table or of another one like it.
    template <class Give>
    void each(const Cell* table, Give&& give) const {
        for (std::size_t i = 0; i < size; ++i)
            give(i, table[static_cast<std::size_t>(first[i]) * seconds_ + static_cast<std::size_t>(second[i])]);
    }

private:
    std::size_t seconds_;
};

template <class Count, class Cell>
ListedPairs<Count> filled_cells(const Cell* table, std::size_t firsts, std::size_t seconds) {
    FilledCells filled(table, firsts, seconds);
    ListedPairs<Count> out(0);
    out.size = filled.size;
    out.rows = ranked::make_pages<Count>(filled.size);
    filled.each(table, [&](std::size_t i, const Cell& cell) { out.rows[i] = static_cast<Count>(cell); });
    out.first = std::move(filled.first);
    out.second = std::move(filled.second);
    return out;
}

}  // namespace concordant
