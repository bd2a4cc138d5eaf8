// Count pairs of labels by sorting the rows: of many labels and few rows nearly all cells are empty, and none of these
// is touched. Both sorts are stable and the rows of a cell are added in their order, so that sums of weights do not
// depend on the number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "label_table.hpp"

namespace concordant {

// A row as the places of its two labels.
struct CountedRow {
    std::uint32_t truth, prediction;
};

struct WeighedRow {
    std::uint32_t truth, prediction;
    double weight;
};

template <class Cell>
using RowOf = std::conditional_t<std::is_floating_point_v<Cell>, WeighedRow, CountedRow>;

template <class Cell>
RowOf<Cell> row_of(std::uint32_t truth, std::uint32_t prediction, double weight) {
    if constexpr (std::is_floating_point_v<Cell>)
        return {truth, prediction, weight};
    else {
        static_cast<void>(weight);
        return {truth, prediction};
    }
}

// Copies rows in the order of a label, one of `labels`; rows with the same label keep theirs.
template <class Row>
void copy_by(std::uint32_t Row::* label, std::size_t labels, const std::vector<Row>& from, std::vector<Row>& to) {
    std::vector<std::size_t> next(labels + 1);
    for (const Row& row : from) ++next[row.*label + 1];
    for (std::size_t i = 1; i <= labels; ++i) next[i] += next[i - 1];
    for (const Row& row : from) to[next[row.*label]++] = row;
}

// Makes the table a list of the cells that hold these rows; its labels are known.
template <class Cell>
void list_cells(std::vector<RowOf<Cell>>&& rows, LabelTable<Cell>& table) {
    const std::size_t labels = table.labels.size();
    std::vector<RowOf<Cell>> sorted(rows.size());
    copy_by(&RowOf<Cell>::prediction, labels, rows, sorted);
    copy_by(&RowOf<Cell>::truth, labels, sorted, rows);
    const auto starts_cell = [&](std::size_t i) {
        return i == 0 || rows[i].truth != rows[i - 1].truth || rows[i].prediction != rows[i - 1].prediction;
    };
    std::size_t size = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) size += starts_cell(i);
    table.listed = true;
    table.truth = ranked::make_pages<std::int64_t>(size);
    table.prediction = ranked::make_pages<std::int64_t>(size);
    table.cells = ranked::make_zeros<Cell>(size);
    if constexpr (std::is_floating_point_v<Cell>) table.squares = ranked::make_zeros<Cell>(size);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (starts_cell(i)) {
            table.truth[table.size] = rows[i].truth;
            table.prediction[table.size++] = rows[i].prediction;
        }
        const std::size_t cell = table.size - 1;
        if constexpr (std::is_floating_point_v<Cell>) {
            table.cells[cell] += rows[i].weight;
            table.squares[cell] += rows[i].weight * rows[i].weight;
        } else {
            ++table.cells[cell];
        }
    }
}

}  // namespace concordant
