// Binds the tables of pairs of labels, and the sums of their squares.
#include "counts.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "label_table.hpp"
#include "square_sums.hpp"
#include "tables_out.hpp"
#include "tabulated.hpp"

namespace concordant::bind {
namespace {

// Labels, cells, squares or None, whether there are too many labels; of listed cells their places, and the greatest
// weight.
template <class Cell>
nb::tuple to_python(LabelTable<Cell>&& table, Form form) {
    if (!table.cells) table.make_room(std::is_floating_point_v<Cell>);  // no label
    nb::object squares = nb::none();
    if constexpr (std::is_floating_point_v<Cell>) squares = numbers_of(table, std::move(table.squares));
    nb::object cells = numbers_of(table, std::move(table.cells)), places = listed_places(table);
    nb::object labels = array_of(std::move(table.labels));
    if (form == Form::table) return nb::make_tuple(labels, cells, squares, table.too_many);
    return nb::make_tuple(labels, cells, squares, table.too_many, places, table.greatest);
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
    if (labels < 1 || labels > 256) throw nb::value_error("count_between: 1 to 256 labels");
    if (truth.size > most_counted) return nb::none();
    std::vector<std::int64_t> table(static_cast<std::size_t>(labels * labels));
    bool between = false;
    {
        nb::gil_scoped_release release;
        // Windows of these labels start at different ones, and each is wider: both of two are wider still.
        const std::int64_t widest = std::max<std::int64_t>(4 * labels, 64);
        const auto window = count_window<std::uint32_t>(truth, prediction, widest, threads);
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
        "floats that are not whole or far apart). No labels where a weight is negative, infinite or NaN.");
    m.def("count_pairs", &count_pairs, nb::arg("y_true"), nb::arg("y_pred"), nb::arg("weights").none() = nb::none(),
          nb::arg("threads") = 1,
          nb::sig("def count_pairs(y_true: NDArray, y_pred: NDArray, weights: NDArray | None = None, threads: int = 1) "
                  "-> tuple[NDArray, NDArray, NDArray | None, bool, tuple[NDArray, NDArray] | None, float]"),
          "The same, but of many labels and few rows the cells that hold rows, row after row, in place of the table;\n"
          "then their places in the truth and in the prediction come next, else None. Last comes the greatest weight:\n"
          "0 without weights, and NaN where one is negative, infinite or NaN, and then there are no labels.");
}

}  // namespace concordant::bind
