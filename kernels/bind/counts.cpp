// Counts: choose the window or the mapped kernel, merge the threads, and leave out labels that never occur.
#include "counts.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "arrays.hpp"
#include "counts_mapped.hpp"
#include "ordered.hpp"
#include "threads.hpp"

namespace concordant::bind {
namespace {

// A square table with labels in ascending order: what both kernels come down to.
template <class Cell>
struct Table {
    std::vector<std::int64_t> labels;
    std::vector<Cell> cells;
    std::vector<Cell> squares;
    bool too_many = false;
};

// Keep the rows and columns `kept` of a table of `span` labels.
template <class Cell>
std::vector<Cell> select(const std::vector<Cell>& cells, std::size_t span, const std::vector<std::size_t>& kept) {
    std::vector<Cell> out;
    out.reserve(kept.size() * kept.size());
    for (const std::size_t i : kept)
        for (const std::size_t j : kept) out.push_back(cells[i * span + j]);
    return out;
}

// The labels that occur in the truth or in the prediction with a weight above zero.
template <class Cell>
std::vector<std::size_t> occurring(const std::vector<Cell>& cells, std::size_t stride, std::size_t labels) {
    std::vector<char> seen(labels);
    for (std::size_t i = 0; i < labels; ++i)
        for (std::size_t j = 0; j < labels; ++j)
            if (cells[i * stride + j] > Cell{0}) seen[i] = seen[j] = 1;
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < labels; ++i)
        if (seen[i]) kept.push_back(i);
    return kept;
}

template <class Cell>
Table<Cell> compact(const Window<Cell>& window) {
    Table<Cell> table;
    const auto span = static_cast<std::size_t>(window.span);
    const auto kept = occurring(window.cells, span, span);
    for (const std::size_t i : kept) table.labels.push_back(window.first + static_cast<std::int64_t>(i));
    table.cells = select(window.cells, span, kept);
    if (!window.squares.empty()) table.squares = select(window.squares, span, kept);
    return table;
}

template <class Cell>
Table<Cell> compact(const MappedTable<Cell>& mapped) {
    Table<Cell> table;
    table.too_many = mapped.too_many;
    if (table.too_many) return table;
    const auto& labels = mapped.map.labels();
    auto kept = occurring(mapped.cells, mapped.room, labels.size());
    std::sort(kept.begin(), kept.end(), [&](std::size_t i, std::size_t j) { return labels[i] < labels[j]; });
    for (const std::size_t i : kept) table.labels.push_back(labels[i]);
    table.cells = select(mapped.cells, mapped.room, kept);
    if (!mapped.squares.empty()) table.squares = select(mapped.squares, mapped.room, kept);
    return table;
}

// Labels too far apart for a window. Floats among them may be no whole numbers: the caller must look closer.
template <class Cell>
Table<Cell> far_labels(const Column& truth, const Column& prediction, const Column* weight) {
    if (!is_float(truth) && !is_float(prediction)) return compact(map_rows<Cell>(truth, prediction, weight));
    Table<Cell> table;
    table.too_many = true;
    return table;
}

Table<std::int64_t> tabulate_rows(const Column& truth, const Column& prediction, int threads) {
    std::vector<Window<std::int64_t>> parts(static_cast<std::size_t>(std::max(threads, 1)));
    parallel(truth.size, threads, [&](int part, std::int64_t first, std::int64_t last) {
        parts[static_cast<std::size_t>(part)] = count_rows(truth, prediction, first, last);
    });
    for (std::size_t part = 1; part < parts.size(); ++part) merge(parts[0], parts[part]);
    return parts[0].too_wide ? far_labels<std::int64_t>(truth, prediction, nullptr) : compact(parts[0]);
}

Table<double> tabulate_weights(const Column& truth, const Column& prediction, const Column& weight, int threads) {
    Window<double> total;
    ordered_chunks<Window<double>>(
        truth.size, threads,
        [&](std::int64_t first, std::int64_t last) { return weigh_rows(truth, prediction, weight, first, last); },
        [&](Window<double>&& chunk) { merge(total, chunk); });
    return total.too_wide ? far_labels<double>(truth, prediction, &weight) : compact(total);
}

template <class Cell>
nb::tuple to_python(Table<Cell>&& table) {
    const std::size_t size = table.labels.size();
    const bool weighted = std::is_floating_point_v<Cell>;
    nb::object squares = nb::none();
    if (weighted) {
        table.squares.resize(size * size);
        squares = nb::cast(owned(std::move(table.squares), {size, size}));
    }
    nb::object labels = nb::cast(owned(std::move(table.labels), {size}));
    nb::object cells = nb::cast(owned(std::move(table.cells), {size, size}));
    return nb::make_tuple(labels, cells, squares, table.too_many);
}

nb::tuple tabulate(const Array1& y_true, const Array1& y_pred, const std::optional<Array1>& weights, int threads) {
    const Column truth = column(y_true), prediction = column(y_pred);
    if (truth.size != prediction.size) throw nb::value_error("tabulate: arrays of different lengths");
    if (!weights) {
        Table<std::int64_t> table;
        {
            nb::gil_scoped_release release;
            table = tabulate_rows(truth, prediction, threads);
        }
        return to_python(std::move(table));
    }
    const Column weight = column(*weights);
    if (weight.size != truth.size) throw nb::value_error("tabulate: weights of a different length");
    Table<double> table;
    {
        nb::gil_scoped_release release;
        table = tabulate_weights(truth, prediction, weight, threads);
    }
    return to_python(std::move(table));
}

}  // namespace

void bind_counts(nb::module_& m) {
    m.def("tabulate", &tabulate, nb::arg("y_true"), nb::arg("y_pred"), nb::arg("weights").none() = nb::none(),
          nb::arg("threads") = 1,
          nb::sig("def tabulate(y_true: NDArray, y_pred: NDArray, weights: NDArray | None = None, threads: int = 1) "
                  "-> tuple[NDArray, NDArray, NDArray | None, bool]"),
          "Cross-tabulate two columns of integers, or of floats that are whole numbers: labels that occur (ascending),\n"
          "their table, the table of squared weights or None, and whether the labels are too many to tabulate (or\n"
          "floats that are not whole or far apart).");
}

}  // namespace concordant::bind
