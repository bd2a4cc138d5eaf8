// What was counted in a window of labels: the table of those that occur, or of many labels and few rows the list of the
// cells that hold some.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "filled_cells.hpp"
#include "label_table.hpp"
#include "label_window.hpp"
#include "pages.hpp"
#include "weighed_window.hpp"
#include "weight_sums.hpp"

namespace concordant {

template <class Cell>
using NumberOf = std::conditional_t<std::is_integral_v<Cell>, std::int64_t, double>;

// The labels of a window that occur, by their places in it.
template <class Cell>
std::vector<std::size_t> kept_of(const Window<Cell>& window) {
    return occurring(window.cells.get(), static_cast<std::size_t>(window.labels),
                     static_cast<std::size_t>(window.span));
}

// What `of` gives of the cells of the labels `kept`.
template <class Number, class Cell, class Of>
ranked::Pages<Number> numbers_among(const Window<Cell>& window, const std::vector<std::size_t>& kept, const Of& of) {
    auto numbers = ranked::make_pages<Number>(kept.size() * kept.size());
    copy_kept(window.cells.get(), static_cast<std::size_t>(window.span), kept, numbers.get(), of);
    return numbers;
}

// The same of the cells that hold some.
template <class Number, class Cell, class Of>
ranked::Pages<Number> numbers_of(const FilledCells<Cell>& filled, const Cell* cells, const Of& of) {
    auto numbers = ranked::make_pages<Number>(filled.size);
    filled.each(cells, [&](std::size_t i, const Cell& cell) { numbers[i] = static_cast<Number>(of(cell)); });
    return numbers;
}

// Puts listed cells in the table, whose places are those of a window of `span` labels.
template <class Cell, class Number>
void take_places(FilledCells<Cell>&& filled, const std::vector<std::size_t>& kept, std::size_t span,
                 LabelTable<Number>& table) {
    if (kept.size() != kept.back() + 1) {  // there are labels without a row
        std::vector<std::int64_t> places(span);
        for (std::size_t place = 0; place < kept.size(); ++place)
            places[kept[place]] = static_cast<std::int64_t>(place);
        for (auto* codes : {filled.first.get(), filled.second.get()})
            for (std::size_t i = 0; i < filled.size; ++i) codes[i] = places[static_cast<std::size_t>(codes[i])];
    }
    table.size = filled.size;
    table.truth = std::move(filled.first);
    table.prediction = std::move(filled.second);
    table.listed = true;
}

template <class Cell, class Number>
void name_labels(const Window<Cell>& window, const std::vector<std::size_t>& kept, LabelTable<Number>& table) {
    table.labels.reserve(kept.size());
    for (const std::size_t i : kept) table.labels.push_back(window.first + static_cast<std::int64_t>(i));
}

inline bool is_listed(const std::vector<std::size_t>& kept, std::int64_t rows, Form form) {
    return form == Form::either && !table_pays(kept.size(), rows, form);
}

// Of so many rows, in the form that the caller can read.
template <class Cell>
LabelTable<NumberOf<Cell>> table_of_window(const Window<Cell>& window, std::int64_t rows, Form form) {
    using Number = NumberOf<Cell>;
    LabelTable<Number> table;
    const auto kept = kept_of(window);
    name_labels(window, kept, table);
    const auto sum = [](const Cell& cell) { return amount(cell); };
    constexpr bool squared = std::is_same_v<Cell, WeightSums>;
    if (!is_listed(kept, rows, form)) {
        table.cells = numbers_among<Number>(window, kept, sum);
        if constexpr (squared) table.squares = numbers_among<Number>(window, kept, square_of);
        return table;
    }
    const auto span = static_cast<std::size_t>(window.span);
    FilledCells<Cell> filled(window.cells.get(), span, span);
    table.cells = numbers_of<Number>(filled, window.cells.get(), sum);
    if constexpr (squared) table.squares = numbers_of<Number>(filled, window.cells.get(), square_of);
    take_places(std::move(filled), kept, span, table);
    return table;
}

// The same of sums and squares in windows of their own.
inline LabelTable<double> table_of_planes(WeighedPlanes&& planes, std::int64_t rows, Form form) {
    LabelTable<double> table;
    const auto kept = kept_of(planes.sums);
    name_labels(planes.sums, kept, table);
    const auto itself = [](double number) { return number; };
    const auto span = static_cast<std::size_t>(planes.sums.span);
    if (!is_listed(kept, rows, form)) {
        const bool whole = kept.size() == span;
        table.cells = whole ? std::move(planes.sums.cells) : numbers_among<double>(planes.sums, kept, itself);
        table.squares = whole ? std::move(planes.squares.cells) : numbers_among<double>(planes.squares, kept, itself);
        return table;
    }
    FilledCells<double> filled(planes.sums.cells.get(), span, span);
    table.cells = numbers_of<double>(filled, planes.sums.cells.get(), itself);
    table.squares = numbers_of<double>(filled, planes.squares.cells.get(), itself);
    take_places(std::move(filled), kept, span, table);
    return table;
}

}  // namespace concordant
