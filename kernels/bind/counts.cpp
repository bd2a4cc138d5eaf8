// Counts: the window, or for labels too far apart for it a range of places, or for those too far apart for both a hash
// map; merges the threads, and leaves out labels that never occur.
#include "counts.hpp"

#include <algorithm>
#include <bit>
#include <type_traits>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "counts_mapped.hpp"
#include "counts_ranged.hpp"
#include "label_table.hpp"
#include "ordered.hpp"
#include "square_sums.hpp"
#include "threads.hpp"

namespace concordant::bind {
namespace {

template <class Cell>
LabelTable<Cell> compact(const Window<Cell>& window) {
    LabelTable<Cell> table;
    const auto span = static_cast<std::size_t>(window.span);
    const auto kept = occurring(window.cells.data(), span);
    for (const std::size_t i : kept) table.labels.push_back(window.first + static_cast<std::int64_t>(i));
    table.make_room(!window.squares.empty());
    copy_kept(window.cells.data(), span, kept, table.cells.get());
    if (!window.squares.empty()) copy_kept(window.squares.data(), span, kept, table.squares.get());
    return table;
}

// Labels too far apart for a window. Floats among them may be no whole numbers: the caller must look closer.
template <class Cell>
LabelTable<Cell> far_labels(const Column& truth, const Column& prediction, const Column* weight, int threads,
                            Form form) {
    auto table = tabulate_range<Cell>(truth, prediction, weight, threads, form);
    if (table) return std::move(*table);
    if (!is_float(truth) && !is_float(prediction)) return tabulate_mapped<Cell>(truth, prediction, weight, form);
    LabelTable<Cell> none;
    none.too_many = true;
    return none;
}

Window<std::int64_t> count_window(const Column& truth, const Column& prediction, std::int64_t widest, int threads) {
    std::vector<Window<std::int64_t>> parts(static_cast<std::size_t>(std::max(threads, 1)));
    parallel(truth.size, threads, [&](int part, std::int64_t first, std::int64_t last) {
        parts[static_cast<std::size_t>(part)] = count_rows(truth, prediction, widest, first, last);
    });
    for (std::size_t part = 1; part < parts.size(); ++part) merge(parts[0], parts[part]);
    return std::move(parts[0]);
}

LabelTable<std::int64_t> tabulate_rows(const Column& truth, const Column& prediction, int threads, Form form) {
    const auto window = count_window(truth, prediction, widest_for(truth.size), threads);
    return window.too_wide ? far_labels<std::int64_t>(truth, prediction, nullptr, threads, form) : compact(window);
}

LabelTable<double> tabulate_weights(const Column& truth, const Column& prediction, const Column& weight, int threads,
                                    Form form) {
    // Each chunk has a window of its own, of two tables, and they are merged one by one.
    const std::int64_t widest = widest_for(std::min(truth.size, chunk_rows) / 16);
    Window<double> total;
    total.widest = widest;
    ordered_chunks<Window<double>>(
        truth.size, threads,
        [&](std::int64_t first, std::int64_t last) {
            return weigh_rows(truth, prediction, weight, widest, first, last);
        },
        [&](Window<double>&& chunk) { merge(total, chunk); });
    return total.too_wide ? far_labels<double>(truth, prediction, &weight, threads, form) : compact(total);
}

// Labels, cells, squares or None, whether there are too many labels, and of listed cells their places.
template <class Cell>
nb::tuple to_python(LabelTable<Cell>&& table, Form form) {
    const std::size_t size = table.labels.size();
    if (!table.cells) table.make_room(std::is_floating_point_v<Cell>);  // no label
    const std::size_t listed = table.size;
    const auto array = [&](ranked::Zeros<Cell>&& memory) {
        if (table.listed) return owned_memory<Cell>(std::move(memory), {listed});
        return owned_memory<Cell>(std::move(memory), {size, size});
    };
    nb::object squares = nb::none();
    if constexpr (std::is_floating_point_v<Cell>) {
        if (!table.squares) table.squares = ranked::make_zeros<Cell>(size * size);
        squares = array(std::move(table.squares));
    }
    nb::object labels = nb::cast(owned(std::move(table.labels), {size}));
    nb::object cells = array(std::move(table.cells));
    if (form == Form::table) return nb::make_tuple(labels, cells, squares, table.too_many);
    nb::object places = nb::none();
    if (table.listed)
        places = nb::make_tuple(owned_memory<std::int64_t>(std::move(table.truth), {listed}),
                                owned_memory<std::int64_t>(std::move(table.prediction), {listed}));
    return nb::make_tuple(labels, cells, squares, table.too_many, places);
}

nb::tuple counted(const Array1& y_true, const Array1& y_pred, const std::optional<Array1>& weights, int threads,
                  Form form) {
    const Column truth = column(y_true), prediction = column(y_pred);
    if (truth.size != prediction.size) throw nb::value_error("tabulate: arrays of different lengths");
    if (!weights) {
        LabelTable<std::int64_t> table;
        {
            nb::gil_scoped_release release;
            table = tabulate_rows(truth, prediction, threads, form);
        }
        return to_python(std::move(table), form);
    }
    const Column weight = column(*weights);
    if (weight.size != truth.size) throw nb::value_error("tabulate: weights of a different length");
    LabelTable<double> table;
    {
        nb::gil_scoped_release release;
        table = tabulate_weights(truth, prediction, weight, threads, form);
    }
    return to_python(std::move(table), form);
}

nb::tuple tabulate(const Array1& y_true, const Array1& y_pred, const std::optional<Array1>& weights, int threads) {
    return counted(y_true, y_pred, weights, threads, Form::table);
}

nb::tuple count_pairs(const Array1& y_true, const Array1& y_pred, const std::optional<Array1>& weights, int threads) {
    return counted(y_true, y_pred, weights, threads, Form::either);
}

nb::object count_between(const Array1& y_true, const Array1& y_pred, std::int64_t low, std::int64_t labels,
                         int threads) {
    const Column truth = column(y_true), prediction = column(y_pred);
    if (truth.size != prediction.size) throw nb::value_error("count_between: arrays of different lengths");
    if (labels < 1 || labels > widest_window / 4) throw nb::value_error("count_between: 1 to 256 labels");
    std::vector<std::int64_t> table(static_cast<std::size_t>(labels * labels));
    bool between = false;
    {
        nb::gil_scoped_release release;
        // Windows of these labels, each with a power of two of them, start at different ones: both of two are wider.
        const auto wide = static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(labels)));
        const auto window = count_window(truth, prediction, std::max<std::int64_t>(4 * wide, 16), threads);
        between = !window.too_wide && copy_between(window, low, labels, table.data());
    }
    if (!between) return nb::none();
    const auto size = static_cast<std::size_t>(labels);
    return array_of(std::move(table), {size, size});
}

SquareSums sums_of_squares(const Array1& y_true, const Array1& y_pred, int threads) {
    const Column truth = column(y_true), prediction = column(y_pred);
    if (truth.size != prediction.size) throw nb::value_error("square_sums: arrays of different lengths");
    if (is_float(truth) || is_float(prediction)) throw nb::type_error("square_sums: labels are integers");
    nb::gil_scoped_release release;
    return square_sums(truth, prediction, threads);
}

}  // namespace

void bind_counts(nb::module_& m) {
    m.def("count_between", &count_between, nb::arg("y_true"), nb::arg("y_pred"), nb::arg("low"), nb::arg("labels"),
          nb::arg("threads") = 1,
          nb::sig("def count_between(y_true: NDArray, y_pred: NDArray, low: int, labels: int, threads: int = 1) "
                  "-> NDArray | None"),
          "Cross-tabulate two columns of whole numbers: the table of so many consecutive labels, at most 256, from\n"
          "`low` on. None where a number is none of them.");
    nb::class_<SquareSums>(
        m, "SquareSums",
        "Sums of two columns of integers a and b: `first` of a, `second` of b, `squares` of a^2 + b^2,\n"
        "`apart` of (a - b)^2. Not `fit`: a number is too far from 0 for sums of 64 bits.")
        .def_ro("first", &SquareSums::first)
        .def_ro("second", &SquareSums::second)
        .def_ro("squares", &SquareSums::squares)
        .def_ro("apart", &SquareSums::apart)
        .def_ro("fit", &SquareSums::fit);
    m.def("square_sums", &sums_of_squares, nb::arg("y_true"), nb::arg("y_pred"), nb::arg("threads") = 1,
          nb::sig("def square_sums(y_true: NDArray, y_pred: NDArray, threads: int = 1) -> SquareSums"),
          "Sums, sums of squares and of squared differences of two columns of integers below 2**63.");
    m.def(
        "tabulate", &tabulate, nb::arg("y_true"), nb::arg("y_pred"), nb::arg("weights").none() = nb::none(),
        nb::arg("threads") = 1,
        nb::sig("def tabulate(y_true: NDArray, y_pred: NDArray, weights: NDArray | None = None, threads: int = 1) "
                "-> tuple[NDArray, NDArray, NDArray | None, bool]"),
        "Cross-tabulate two columns of integers, or of floats that are whole numbers: labels that occur (ascending),\n"
        "their table, the table of squared weights or None, and whether the labels are too many to tabulate (or\n"
        "floats that are not whole or far apart).");
    m.def("count_pairs", &count_pairs, nb::arg("y_true"), nb::arg("y_pred"), nb::arg("weights").none() = nb::none(),
          nb::arg("threads") = 1,
          nb::sig("def count_pairs(y_true: NDArray, y_pred: NDArray, weights: NDArray | None = None, threads: int = 1) "
                  "-> tuple[NDArray, NDArray, NDArray | None, bool, tuple[NDArray, NDArray] | None]"),
          "The same, but of many labels and few rows the cells that hold rows, row after row, in place of the table;\n"
          "then their places in the truth and in the prediction come last, else None.");
}

}  // namespace concordant::bind
