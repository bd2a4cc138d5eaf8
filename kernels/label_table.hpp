// A square table of the labels that occur, in ascending order: what every way of counting pairs of labels comes down
// to. Of many labels and few rows it can be a list of the cells that hold rows.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "memory.hpp"
#include "platform.hpp"

namespace concordant {

inline constexpr std::size_t most_labels = std::size_t{1} << 20;  // that occur: more are no categories
inline constexpr std::size_t most_in_table = 8192;                // which is 512 MiB then
inline constexpr std::uint64_t always_table = 64;                 // labels, however few the rows

// Whether a table pays, which is to be cleared and read whole. A list takes some ten times as long for each row.
inline bool table_pays(std::uint64_t labels, std::int64_t rows) {
    if (labels > most_in_table) return false;
    constexpr std::uint64_t cells_a_row = 4;
    return labels <= always_table || labels * labels <= cells_a_row * static_cast<std::uint64_t>(rows);
}

template <class Cell>
struct LabelTable {
    std::vector<std::int64_t> labels;
    ranked::Pages<Cell> cells;                      // labels x labels, or those that are listed
    ranked::Pages<Cell> squares;                    // sums of squared weights; null for unweighted counts
    std::size_t size = 0;                           // of the list
    ranked::Pages<std::int64_t> truth, prediction;  // the places of the listed cells, row after row
    bool listed = false;
    bool too_many = false;
    double greatest = 0;  // weight; not a number where one is negative, infinite or none: then there are no labels

    // Room for the table of the labels that were found.
    void make_room(bool weighted) {
        cells = ranked::make_zeros<Cell>(labels.size() * labels.size());
        if (weighted) squares = ranked::make_zeros<Cell>(labels.size() * labels.size());
    }

    // Room for a list of so many cells.
    void make_list(std::size_t filled, bool weighted) {
        listed = true;
        size = filled;
        truth = ranked::make_pages<std::int64_t>(size);
        prediction = ranked::make_pages<std::int64_t>(size);
        cells = ranked::make_pages<Cell>(size);
        if (weighted) squares = ranked::make_pages<Cell>(size);
    }
};

// A list of cells becomes a table.
template <class Cell>
void spread(LabelTable<Cell>& table) {
    const std::size_t size = table.labels.size();
    LabelTable<Cell> square;
    square.labels = std::move(table.labels);
    square.make_room(table.squares != nullptr);
    for (std::size_t i = 0; i < table.size; ++i) {
        const std::size_t cell =
            static_cast<std::size_t>(table.truth[i]) * size + static_cast<std::size_t>(table.prediction[i]);
        square.cells[cell] = table.cells[i];
        if (table.squares != nullptr) square.squares[cell] = table.squares[i];
    }
    table = std::move(square);
}

// A table becomes the list of its cells that hold something.
template <class Cell>
void gather(LabelTable<Cell>& table) {
    const std::size_t size = table.labels.size(), cells = size * size;
    LabelTable<Cell> list;
    list.make_list(cells - static_cast<std::size_t>(std::count(table.cells.get(), table.cells.get() + cells, Cell{0})),
                   table.squares != nullptr);
    std::size_t filled = 0;
    for (std::size_t cell = 0; cell < cells; ++cell) {
        if (table.cells[cell] == Cell{0}) continue;
        list.truth[filled] = static_cast<std::int64_t>(cell / size);
        list.prediction[filled] = static_cast<std::int64_t>(cell % size);
        list.cells[filled] = table.cells[cell];
        if (table.squares != nullptr) list.squares[filled] = table.squares[cell];
        ++filled;
    }
    list.labels = std::move(table.labels);
    table = std::move(list);
}

// What a cell holds: a count or a sum of weights.
template <class Cell>
auto amount(const Cell& cell) {
    if constexpr (std::is_arithmetic_v<Cell>)
        return cell;
    else
        return cell.sum;
}
template <class Cell>
using Amount = decltype(amount(Cell{}));

// Marks the columns of a row that hold something above zero; true if there is one.
template <class Cell>
CONCORDANT_CLONES bool mark_columns(const Cell* row, std::size_t columns, Amount<Cell>* most) {
    Amount<Cell> sum{0};
    for (std::size_t j = 0; j < columns; ++j) {
        const Amount<Cell> here = amount(row[j]);
        most[j] = most[j] > here ? most[j] : here;
        sum = sum > here ? sum : here;
    }
    return sum > Amount<Cell>{0};
}

// Whether the row or the column of a label holds something.
template <class Cell>
bool occurs(const Cell* cells, std::size_t labels, std::size_t span, std::size_t label) {
    for (std::size_t j = 0; j < labels; ++j)
        if (amount(cells[label * span + j]) > 0 || amount(cells[j * span + label]) > 0) return true;
    return false;
}

// The first `labels` of a square table of `span` that occur in the truth or in the prediction with a count or weight
// above zero. Nearly all are on the diagonal mostly, and then the table, which may be large, need not be read whole.
template <class Cell>
std::vector<std::size_t> occurring(const Cell* cells, std::size_t labels, std::size_t span) {
    constexpr std::size_t a_column = 32;  // a column takes as long to read as so many rows
    std::vector<char> there(labels);
    std::size_t unknown = 0;
    for (std::size_t i = 0; i < labels; ++i) unknown += !(there[i] = amount(cells[i * (span + 1)]) > 0);
    if (a_column * unknown <= labels) {
        for (std::size_t i = 0; i < labels; ++i) there[i] = there[i] || occurs(cells, labels, span, i);
    } else {
        std::vector<Amount<Cell>> most(labels);
        for (std::size_t i = 0; i < labels; ++i) there[i] = mark_columns(cells + i * span, labels, most.data());
        for (std::size_t i = 0; i < labels; ++i) there[i] = there[i] || most[i] > 0;
    }
    std::vector<std::size_t> kept;
    kept.reserve(labels);
    for (std::size_t i = 0; i < labels; ++i)
        if (there[i]) kept.push_back(i);
    return kept;
}

template <class Cell, class Number, class Of>
CONCORDANT_CLONES void copy_numbers(const Cell* cells, std::size_t count, Number* out, Of of) {
    for (std::size_t j = 0; j < count; ++j) out[j] = static_cast<Number>(of(cells[j]));
}

// Copies the rows and columns `kept` (ascending) of a table of `span` labels, of each cell what `of` gives.
template <class Cell, class Number, class Of>
void copy_kept(const Cell* cells, std::size_t span, const std::vector<std::size_t>& kept, Number* out, Of of) {
    const std::size_t size = kept.size();
    const bool together = size > 0 && kept.back() - kept.front() + 1 == size;
    for (const std::size_t i : kept) {
        const Cell* row = cells + i * span;
        if (together)
            copy_numbers(row + kept.front(), size, out, of);
        else
            for (std::size_t j = 0; j < size; ++j) out[j] = static_cast<Number>(of(row[kept[j]]));
        out += size;
    }
}

}  // namespace concordant
