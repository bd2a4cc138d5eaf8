// A square table of the labels that occur, in ascending order: what every way of counting pairs of labels comes down to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "clones.hpp"
#include "pages.hpp"

namespace concordant {

inline constexpr std::size_t most_labels = 8192;  // the table is 512 MiB then: more labels are no categories

template <class Cell>
struct LabelTable {
    std::vector<std::int64_t> labels;
    ranked::Zeros<Cell> cells;    // labels x labels
    ranked::Zeros<Cell> squares;  // sums of squared weights; null for unweighted counts
    bool too_many = false;

    // Room for the table of the labels that were found.
    void make_room(bool weighted) {
        cells = ranked::make_zeros<Cell>(labels.size() * labels.size());
        if (weighted) squares = ranked::make_zeros<Cell>(labels.size() * labels.size());
    }
};

// Marks the columns of a row that hold something above zero; true if there is one.
template <class Cell>
CONCORDANT_CLONES bool mark_columns(const Cell* row, std::size_t columns, Cell* most) {
    Cell sum{0};
    for (std::size_t j = 0; j < columns; ++j) {
        most[j] = most[j] > row[j] ? most[j] : row[j];
        sum += row[j];
    }
    return sum > Cell{0};
}

// The labels of a square table that occur in the truth or in the prediction with a count or weight above zero.
template <class Cell>
std::vector<std::size_t> occurring(const Cell* cells, std::size_t labels) {
    std::vector<Cell> most(labels);
    std::vector<char> in_truth(labels);
    for (std::size_t i = 0; i < labels; ++i) in_truth[i] = mark_columns(cells + i * labels, labels, most.data());
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < labels; ++i)
        if (in_truth[i] || most[i] > Cell{0}) kept.push_back(i);
    return kept;
}

// Copies the rows and columns `kept` (ascending) of a table of `span` labels.
template <class Cell>
void copy_kept(const Cell* cells, std::size_t span, const std::vector<std::size_t>& kept, Cell* out) {
    const std::size_t size = kept.size();
    const bool together = size > 0 && kept.back() - kept.front() + 1 == size;
    for (const std::size_t i : kept) {
        const Cell* row = cells + i * span;
        if (together) std::memcpy(out, row + kept.front(), size * sizeof(Cell));
        else
            for (std::size_t j = 0; j < size; ++j) out[j] = row[kept[j]];
        out += size;
    }
}

}  // namespace concordant
