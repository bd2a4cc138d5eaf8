// Cross-tabulate labels that lie anywhere: a hash map finds the labels that occur, and the place of each. A label is
// never used as an index.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <type_traits>
#include <utility>
#include <vector>

#include "columns.hpp"
#include "label_table.hpp"
#include "listed_cells.hpp"
#include "probed_slots.hpp"

namespace concordant {

// Distinct int64 labels in the order they came.
class LabelMap {
public:
    // The code of a label; a new label gets the next one.
    std::uint32_t code(std::int64_t label) {
        const std::uint32_t known =
            slots_.find(hash(label), [&](std::uint32_t code) { return labels_[code] == label; });
        if (known != ProbedSlots::none) return known;
        labels_.push_back(label);
        slots_.add([&](std::uint32_t code) { return hash(labels_[code]); });
        return static_cast<std::uint32_t>(labels_.size() - 1);
    }

    const std::vector<std::int64_t>& labels() const { return labels_; }

private:
    static std::uint64_t hash(std::int64_t label) { return hash_number(static_cast<std::uint64_t>(label)); }

    std::vector<std::int64_t> labels_;
    ProbedSlots slots_;
};

// Calls give(truth, prediction, weight) for each row of a weight above zero, until it returns false.
template <class Give>
bool each_present(const Column& truth, const Column& prediction, const Column* weight, Give&& give) {
    std::vector<std::int64_t> a(block_rows), b(block_rows);
    std::vector<double> weights(block_rows, 1.0);
    for (std::int64_t row = 0; row < truth.size; row += block_rows) {
        const std::int64_t count = std::min(block_rows, truth.size - row);
        read_block(truth, row, count, a.data());
        read_block(prediction, row, count, b.data());
        if (weight != nullptr) read_block(*weight, row, count, weights.data());
        for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
            if (weights[i] > 0 && !give(a[i], b[i], weights[i])) return false;
    }
    return true;
}

// The places of the codes of a map, in ascending order of the labels, which the table gets.
inline std::vector<std::uint32_t> sorted_places(const LabelMap& map, std::vector<std::int64_t>& labels) {
    const auto& found = map.labels();
    std::vector<std::uint32_t> order(found.size()), places(found.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](std::uint32_t i, std::uint32_t j) { return found[i] < found[j]; });
    for (std::size_t place = 0; place < order.size(); ++place) {
        places[order[place]] = static_cast<std::uint32_t>(place);
        labels.push_back(found[order[place]]);
    }
    return places;
}

// Count all rows in order (one thread: this is the path of rare labels). `weight` may be null.
template <class Cell>
LabelTable<Cell> tabulate_mapped(const Column& truth, const Column& prediction, const Column* weight, Form form) {
    LabelTable<Cell> table;
    LabelMap map;
    std::vector<RowOf<Cell>> rows;
    rows.reserve(static_cast<std::size_t>(truth.size));
    table.too_many = !each_present(truth, prediction, weight, [&](std::int64_t a, std::int64_t b, double w) {
        const std::uint32_t i = map.code(a), j = map.code(b);
        rows.push_back(row_of<Cell>(i, j, w));
        return map.labels().size() <= most_labels_of(form);
    });
    if (table.too_many) return table;
    const auto places = sorted_places(map, table.labels);
    for (auto& row : rows) {
        row.truth = places[row.truth];
        row.prediction = places[row.prediction];
    }
    const std::size_t size = places.size();
    if (form == Form::either && !table_pays(size, truth.size, form)) {
        list_cells(std::move(rows), table);
        return table;
    }
    table.make_room(weight != nullptr);
    for (const auto& row : rows) {
        const std::size_t cell = row.truth * size + row.prediction;
        if constexpr (std::is_floating_point_v<Cell>) {
            table.cells[cell] += row.weight;
            table.squares[cell] += row.weight * row.weight;
        } else {
            ++table.cells[cell];
        }
    }
    return table;
}

}  // namespace concordant
