// What was counted in a window of labels: the table of those that occur.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "label_table.hpp"
#include "label_window.hpp"
#include "pages.hpp"
#include "weight_sums.hpp"

namespace concordant {

template <class Cell>
using NumberOf = std::conditional_t<std::is_integral_v<Cell>, std::int64_t, double>;

// Of so many rows, in the form that the caller can read.
template <class Cell>
LabelTable<NumberOf<Cell>> table_of_window(const Window<Cell>& window, std::int64_t rows, Form form) {
    using Number = NumberOf<Cell>;
    const auto span = static_cast<std::size_t>(window.span);
    const auto kept = occurring(window.cells.get(), static_cast<std::size_t>(window.labels), span);
    const auto among = [&](const auto& of) {
        auto numbers = ranked::make_pages<Number>(kept.size() * kept.size());
        copy_kept(window.cells.get(), span, kept, numbers.get(), of);
        return numbers;
    };
    LabelTable<Number> table;
    table.labels.reserve(kept.size());
    for (const std::size_t i : kept) table.labels.push_back(window.first + static_cast<std::int64_t>(i));
    table.cells = among([](const Cell& cell) { return amount(cell); });
    if constexpr (std::is_same_v<Cell, WeightSums>) table.squares = among(square_of);
    if (form == Form::either && !table_pays(kept.size(), rows, form)) gather(table);
    return table;
}

}  // namespace concordant
