// Tables of labels, and lists of their cells, as arrays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "arrays.hpp"
#include "label_table.hpp"

namespace concordant::bind {

// The cells or the squares of a table, square or listed.
template <class Cell>
Array numbers_of(const LabelTable<Cell>& table, ranked::Pages<Cell>&& numbers) {
    if (table.listed) return owned_memory<Cell>(std::move(numbers), {table.size});
    return owned_memory<Cell>(std::move(numbers), {table.labels.size(), table.labels.size()});
}

// The places of listed cells in the truth and in the prediction; None of a table.
template <class Cell>
nb::object listed_places(LabelTable<Cell>& table) {
    if (!table.listed) return nb::none();
    return nb::make_tuple(owned_memory<std::int64_t>(std::move(table.truth), {table.size}),
                          owned_memory<std::int64_t>(std::move(table.prediction), {table.size}));
}

}  // namespace concordant::bind
