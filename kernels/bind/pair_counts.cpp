// Binds counts of pairs of labels: of rows, of few rows, with weights, of several columns, and sums by cells.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "information.hpp"
#include "joint_pairs.hpp"
#include "label_sums.hpp"
#include "label_table.hpp"
#include "pair_counts.hpp"

namespace concordant::bind {
namespace {

// Binds the tables of pairs of labels, and the sums of their squares.

// Labels, cells, squares or None, whether there are too many labels; of listed cells their places, and the greatest
// weight.
using TableArrays =
    std::tuple<Array, Array, std::optional<Array>, bool, std::optional<std::pair<Array, Array>>, double>;

template <class Cell>
TableArrays to_python(LabelTable<Cell>&& table) {
    if (!table.cells) table.make_room(std::is_floating_point_v<Cell>);  // no label
    std::optional<Array> squares;
    if constexpr (std::is_floating_point_v<Cell>) squares = numbers_of(table, std::move(table.squares));
    Array cells = numbers_of(table, std::move(table.cells));
    return {array_of(std::move(table.labels)), cells, squares, table.too_many, listed_places(table), table.greatest};
}

TableArrays count_pairs(const Array1& y_true, const Array1& y_pred, const std::optional<Array1>& weights, int threads) {
    const Column truth = column(y_true), prediction = column(y_pred, truth.size);
    if (!weights) {
        auto table = without_gil([&] { return tabulate_rows(truth, prediction, threads); });
        return to_python(std::move(table));
    }
    const Column weight = column(*weights, truth.size);
    auto table = without_gil([&] { return tabulate_weights(truth, prediction, weight, threads); });
    return to_python(std::move(table));
}

std::optional<Array> count_between(const Array1& y_true, const Array1& y_pred, std::int64_t low, std::int64_t labels,
                                   int threads) {
    const Column truth = column(y_true), prediction = column(y_pred, truth.size);
    if (labels < 1 || labels > 256) throw nb::value_error("count_between: 1 to 256 labels");
    if (truth.size > most_counted) return std::nullopt;
    std::vector<std::int64_t> table(static_cast<std::size_t>(labels * labels));
    const bool between = without_gil([&] {
        // Windows of these labels start at different ones, and each is wider: both of two are wider still.
        const std::int64_t widest = std::max<std::int64_t>(4 * labels, 64);
        const auto window = count_window<std::uint32_t>(truth, prediction, widest, threads);
        return !window.too_wide && copy_between(window, low, labels, table.data());
    });
    if (!between) return std::nullopt;
    const auto size = static_cast<std::size_t>(labels);
    return array_of(std::move(table), {size, size});
}

SquareSums sums_of_squares(const Array1& y_true, const Array1& y_pred, int threads) {
    const Column truth = column(y_true), prediction = column(y_pred, truth.size);
    if (is_float(truth) || is_float(prediction)) throw nb::type_error("square_sums: labels are integers");
    nb::gil_scoped_release release;
    return square_sums(truth, prediction, threads);
}

// Binds what is counted or summed of few rows: one call for columns as a caller gave them, which nobody looked at.

nb::tuple names_of(const std::vector<std::int64_t>& labels, bool logical) {
    nb::object names = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(labels.size())));
    if (!names.is_valid()) throw nb::python_error();
    for (std::size_t i = 0; i < labels.size(); ++i) {
        nb::object name = logical ? nb::object(nb::bool_(labels[i] != 0)) : nb::object(nb::int_(labels[i]));
        PyTuple_SET_ITEM(names.ptr(), static_cast<Py_ssize_t>(i), name.release().ptr());
    }
    return nb::borrow<nb::tuple>(names);
}

constexpr std::int64_t glanced_rows = 1 << 15;  // of more, a second thread pays

// Whether two columns are of as many rows, not many but one at least, of whole numbers.
bool are_few(const PlainColumn& truth, const PlainColumn& prediction) {
    if (!truth || !prediction || truth->size != prediction->size) return false;
    return truth->size >= 1 && truth->size <= glanced_rows && is_plain_integer(truth->type) &&
           is_plain_integer(prediction->type);
}

// How often each label occurs in the truth, and in the prediction: the two margins of a table, (2, labels), as floats.
Array margins_of(const std::int64_t* cells, std::size_t labels) {
    std::vector<double> sums(2 * labels);
    for (std::size_t i = 0; i < labels; ++i)
        for (std::size_t j = 0; j < labels; ++j) {
            const auto rows = static_cast<double>(cells[i * labels + j]);
            sums[i] += rows;
            sums[labels + j] += rows;
        }
    return array_of(std::move(sums), {2, labels});
}

nb::object few_pairs(nb::handle y_true, nb::handle y_pred) {
    const PlainColumn truth(y_true), prediction(y_pred);
    if (!are_few(truth, prediction)) return nb::none();
    const bool logical = truth.is_bool() && prediction.is_bool();
    auto pairs = truth->size <= few_rows ? count_few(*truth, *prediction) : std::nullopt;
    if (pairs) {
        const std::size_t size = pairs->labels.size();
        const Array margins = margins_of(pairs->cells.data(), size);
        return nb::make_tuple(names_of(pairs->labels, logical), array_of(std::move(pairs->cells), {size, size}),
                              nb::none(), margins);
    }
    auto table = without_gil([&] { return tabulate_rows(*truth, *prediction, 1); });
    nb::object names = names_of(table.labels, logical), margins = nb::none();
    if (!table.listed) margins = margins_of(table.cells.get(), table.labels.size());
    Array cells = numbers_of(table, std::move(table.cells));
    return nb::make_tuple(names, cells, listed_places(table), margins);
}

// Whether columns of one length hold plain whole numbers: true if all of them hold bools, false if they hold others,
// None of any other columns.
nb::object plain_columns(const nb::args& columns) {
    bool logical = true;
    std::int64_t rows = -1;
    for (const nb::handle each : columns) {
        const PlainColumn column(each);
        if (!column || !is_plain_integer(column->type) || (rows >= 0 && column->size != rows)) return nb::none();
        rows = column->size;
        logical = logical && column.is_bool();
    }
    return nb::bool_(logical);
}

bool plain_scores(nb::handle y_true, nb::handle y_score) {
    const PlainColumn truth(y_true), scores(y_score);
    return truth && scores && is_plain_integer(truth->type) && truth->size == scores->size;
}

// Binds what two columns of labels tell about each other.

nb::object information_of(nb::handle table) {
    const auto counted = [&]<class Cell>(Cell) -> nb::object {
        nb::ndarray<nb::ro, const Cell, nb::ndim<2>, nb::c_contig, nb::device::cpu> cells;
        if (!nb::try_cast(table, cells, false) || cells.shape(0) != cells.shape(1)) return nb::none();
        const Information found = information(cells.data(), cells.shape(0));
        return nb::make_tuple(found.truth, found.prediction, found.shared);
    };
    nb::object found = counted(std::int64_t{});
    return found.is_none() ? counted(double{}) : found;
}

// Binds the counting of several columns of codes at once.

std::pair<Array, std::vector<Array>> cells_of_columns(const std::vector<Array1>& given, std::int64_t size,
                                                      int threads) {
    if (given.empty() || size < 1 || size > std::numeric_limits<std::int32_t>::max())
        throw nb::value_error("joint_cells: at least one column and one code");
    std::vector<Column> columns;
    columns.reserve(given.size());
    for (const Array1& one : given) columns.push_back(column(one));
    for (const Column& one : columns) {
        if (one.size != columns[0].size) throw nb::value_error("joint_cells: arrays of different lengths");
        if (is_float(one)) throw nb::type_error("joint_cells: codes are integers");
    }
    const auto others = cells_of_joint(static_cast<std::uint64_t>(size), columns.size() - 1);
    if (!others || columns[0].size >= std::numeric_limits<std::uint32_t>::max())
        throw nb::value_error("joint_cells: too many cells or rows");
    auto found = without_gil([&] { return joint_cells(columns, static_cast<std::uint32_t>(size), *others, threads); });
    if (!found) throw nb::index_error("joint_cells: a code that is not one of 0 to size - 1");
    std::vector<Array> places;
    const std::size_t cells = found->size;
    for (auto& one : found->codes) places.push_back(owned_memory<std::int64_t>(std::move(one), {cells}));
    return {owned_memory<double>(std::move(found->rows), {cells}), std::move(places)};
}

}  // namespace

void bind_pair_counts(nb::module_& m) {
    m.def("count_between", &count_between, nb::arg("y_true"), nb::arg("y_pred"), nb::arg("low"), nb::arg("labels"),
          nb::arg("threads") = 1,
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
          "Sums, sums of squares and of squared differences of two columns of integers below 2**63.");
    m.def(
        "count_pairs", &count_pairs, nb::arg("y_true"), nb::arg("y_pred"), nb::arg("weights").none() = nb::none(),
        nb::arg("threads") = 1,
        "Cross-tabulate two columns of integers, or of floats that are whole numbers: labels that occur (ascending),\n"
        "their table, the table of squared weights or None, and whether the labels are too many to tabulate (or\n"
        "floats that are not whole or far apart). Of many labels and few rows the cells that hold rows, row after\n"
        "row, stand in place of the table; then their places in the truth and in the prediction come next, else None.\n"
        "Last comes the greatest weight: 0 without weights, and NaN where one is negative, infinite or NaN, and then\n"
        "there are no labels.");
    m.def("few_pairs", &few_pairs, nb::arg("y_true").none(), nb::arg("y_pred").none(),
          nb::sig("def few_pairs(y_true: object, y_pred: object, /) "
                  "-> tuple[tuple[int, ...], NDArray, tuple[NDArray, NDArray] | None, NDArray | None] | None"),
          "The labels that occur in few rows of plain whole numbers, ascending, the table of their pairs, or of many\n"
          "labels the cells that hold rows, and their places then, and of a table its two margins as floats; None of\n"
          "anything else, which nobody need have looked at.");
    m.def(
        "plain_columns", &plain_columns, nb::sig("def plain_columns(*columns: object) -> bool | None"),
        "Whether columns of one length, arrays of whole numbers of a plain type, all hold bools; None where they are\n"
        "anything else.");
    m.def("plain_scores", &plain_scores, nb::arg("y_true").none(), nb::arg("y_score").none(),
          "Whether labels and scores are arrays of one length and plain types: whole numbers, and any numbers.");
    m.def("information", &information_of, nb::arg("table").none(),
          nb::sig("def information(table: object, /) -> tuple[float, float, float] | None"),
          "The entropies of truth and prediction of a square table of int64 or float64, and the information that they\n"
          "share, in nats: 0 of a table without rows. None of anything else.");
    m.def("joint_cells", &cells_of_columns, nb::arg("codes"), nb::arg("size"), nb::arg("threads") = 1,
          "The cells of the joint table of several columns of codes, each 0 to size - 1, that hold rows, in the order\n"
          "of the table: how many rows as floats, and the code of each column. The table of all columns but the first\n"
          "has at most 2**32 cells.");
}

}  // namespace concordant::bind
