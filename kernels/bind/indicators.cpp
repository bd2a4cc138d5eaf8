// Binds several labels a row: matrices of indicators, and labels that are ranked by scores.

#include <limits>
#include <nanobind/stl/variant.h>
#include <tuple>
#include <variant>
#include <vector>

#include "arrays.hpp"
#include "indicators.hpp"
#include "label_ranking.hpp"
#include "losses.hpp"
#include "threads.hpp"

namespace concordant::bind {
namespace {

// Binds the counts of two indicator matrices.

using Stored = std::tuple<Array1, Array1, Array1>;

bool lies_flat(const Array2& matrix) {
    const auto rows = static_cast<std::int64_t>(matrix.shape(0)), columns = static_cast<std::int64_t>(matrix.shape(1));
    return rows == 0 || ((columns == 1 || matrix.stride(1) == 1) && (rows == 1 || matrix.stride(0) == columns));
}

// A matrix that lies in memory row after row, as one long column.
Column flat(const Array2& matrix) {
    const auto rows = static_cast<std::int64_t>(matrix.shape(0)), columns = static_cast<std::int64_t>(matrix.shape(1));
    const auto size = static_cast<std::int64_t>(matrix.itemsize());
    if (!lies_flat(matrix)) throw nb::value_error("indicators: rows must lie one after the other in memory");
    return {static_cast<const std::byte*>(matrix.data()), rows * columns, size, type_of(matrix.dtype())};
}

void require_one_shape(const Array2& y_true, const Array2& y_pred) {
    if (y_true.shape(0) != y_pred.shape(0) || y_true.shape(1) != y_pred.shape(1) || y_true.shape(1) == 0)
        throw nb::value_error("indicators: matrices of different shapes, or without columns");
}

DenseIndicators dense(const Array2& y_true, const Array2& y_pred) {
    require_one_shape(y_true, y_pred);
    return {flat(y_true), flat(y_pred), static_cast<std::int64_t>(y_true.shape(1))};
}

template <class Sum>
IndicatorSums add_up(std::int64_t rows, int threads, Sum&& sum) {
    return without_gil([&] { return over_parts(rows, threads, sum); });
}

// One 2 x 2 table a label.
Array tables(const IndicatorSums& sums, std::int64_t rows) {
    std::vector<std::int64_t> cells(4 * sums.truth.size());
    for (std::size_t j = 0; j < sums.truth.size(); ++j)
        write_cells(rows, sums.truth[j], sums.prediction[j], sums.both[j], cells.data() + 4 * j);
    return array_of(std::move(cells), {sums.truth.size(), 2, 2});
}

template <class Weigh>
WeightedCells over_chunks(std::int64_t rows, int threads, Weigh&& weigh) {
    nb::gil_scoped_release release;
    WeightedCells total;
    ordered_chunks<WeightedCells>(rows, threads, weigh, [&](WeightedCells&& part) { merge(total, part); });
    return total;
}

// Tables, and of rows that are counted how many are equal; nothing of what is no matrix of indicators.
using Tables = std::optional<std::pair<Array, std::optional<std::int64_t>>>;

Tables weighted_tables(WeightedCells&& found, std::size_t labels) {
    if (found.bad) return std::nullopt;
    found.cells.resize(4 * labels);
    return std::pair(array_of(std::move(found.cells), {labels, 2, 2}), std::nullopt);
}

template <class Pair>
Tables sums_of_columns(const Pair& pair, std::int64_t rows, std::int64_t labels, int threads,
                       const std::optional<Array1>& weights) {
    if (weights) {
        const Column weight = column(*weights, rows);
        return weighted_tables(over_chunks(rows, threads,
                                           [&](std::int64_t first, std::int64_t last) {
                                               return weigh_columns(pair, weight, first, last);
                                           }),
                               static_cast<std::size_t>(labels));
    }
    const IndicatorSums sums =
        add_up(rows, threads, [&](std::int64_t first, std::int64_t last) { return sum_columns(pair, first, last); });
    if (sums.bad) return std::nullopt;
    return std::pair(tables(sums, rows), sums.right_rows);
}

Tables indicator_columns(const Array2& y_true, const Array2& y_pred, int threads,
                         const std::optional<Array1>& weights) {
    require_one_shape(y_true, y_pred);
    const auto rows = static_cast<std::int64_t>(y_true.shape(0)), labels = static_cast<std::int64_t>(y_true.shape(1));
    if (lies_flat(y_true) && lies_flat(y_pred))
        return sums_of_columns(dense(y_true, y_pred), rows, labels, threads, weights);
    return sums_of_columns(IndicatorMatrices{columns_of(y_true), columns_of(y_pred)}, rows, labels, threads, weights);
}

std::optional<Array> indicator_rows(const Array2& y_true, const Array2& y_pred, int threads) {
    const DenseIndicators pair = dense(y_true, y_pred);
    const auto rows = static_cast<std::int64_t>(y_true.shape(0));
    std::vector<std::int64_t> cells(static_cast<std::size_t>(4 * rows));
    const IndicatorSums sums = add_up(rows, threads, [&](std::int64_t first, std::int64_t last) {
        IndicatorSums part;
        part.bad = !sum_rows(pair, first, last, cells.data());
        return part;
    });
    if (sums.bad) return std::nullopt;
    return array_of(std::move(cells), {static_cast<std::size_t>(rows), 2, 2});
}

template <class Index>
StoredRows<Index> stored_rows(const Stored& arrays, std::int64_t rows) {
    const auto& [starts, labels, values] = arrays;
    const auto dense = [](const Array1& array) { return array.shape(0) < 2 || array.stride(0) == 1; };
    const auto* first = static_cast<const Index*>(starts.data());
    if (!dense(starts) || !dense(labels) || starts.dtype() != nb::dtype<Index>() ||
        labels.dtype() != nb::dtype<Index>())
        throw nb::type_error("indicators: indices of one type that lie one after the other are expected");
    if (static_cast<std::int64_t>(starts.shape(0)) != rows + 1 || labels.shape(0) != values.shape(0))
        throw nb::value_error("indicators: compressed rows are starts (n + 1), labels and values");
    for (std::int64_t row = 0; row < rows; ++row)
        if (first[row] > first[row + 1]) throw nb::value_error("indicators: the starts of rows fall");
    if (first[0] < 0 || first[rows] > static_cast<Index>(labels.shape(0)))
        throw nb::value_error("indicators: the starts of rows lie outside what is stored");
    return {first, static_cast<const Index*>(labels.data()), column(values)};
}

// The true negatives of a label are what the rows that store it leave of all weights, exactly nothing if all store it.
void add_not_stored(WeightedCells& found, const Column& weight) {
    double total = 0.0, weights[block_rows];
    for (std::int64_t row = 0; row < weight.size; row += block_rows) {
        const std::int64_t count = std::min(block_rows, weight.size - row);
        read_block(weight, row, count, weights);
        total += lane_sum(count, [&](std::int64_t i) { return weights[i]; });
    }
    for (std::size_t j = 0; 4 * j < found.cells.size(); ++j) {
        double* cells = found.cells.data() + 4 * j;
        const bool all = cells[0] == static_cast<double>(weight.size);
        cells[0] = all ? 0.0 : total - (cells[1] + cells[2] + cells[3]);
    }
}

template <class Index>
nb::object stored_sums(const Stored& y_true, const Stored& y_pred, std::int64_t labels, bool by_row, int threads,
                       const std::optional<Array1>& weights) {
    const auto rows = static_cast<std::int64_t>(std::get<0>(y_true).shape(0)) - 1;
    const auto truth = stored_rows<Index>(y_true, rows), prediction = stored_rows<Index>(y_pred, rows);
    if (weights) {
        const Column weight = column(*weights, rows);
        WeightedCells found = over_chunks(rows, threads, [&](std::int64_t first, std::int64_t last) {
            return weigh_stored(truth, prediction, weight, labels, first, last);
        });
        found.cells.resize(4 * static_cast<std::size_t>(labels));
        add_not_stored(found, weight);
        return nb::cast(weighted_tables(std::move(found), static_cast<std::size_t>(labels)));
    }
    std::vector<std::int64_t> cells(static_cast<std::size_t>(by_row ? 4 * rows : 0));
    const IndicatorSums sums = add_up(rows, threads, [&](std::int64_t first, std::int64_t last) {
        return sum_stored(truth, prediction, labels, first, last, by_row ? cells.data() : nullptr);
    });
    if (sums.bad) return nb::none();
    if (by_row) return array_of(std::move(cells), {static_cast<std::size_t>(rows), 2, 2});
    return nb::make_tuple(tables(sums, rows), sums.right_rows);
}

nb::object stored_indicators(const Stored& y_true, const Stored& y_pred, std::int64_t labels, bool by_row, int threads,
                             const std::optional<Array1>& weights) {
    if (labels < 0 || std::get<0>(y_true).shape(0) < 1 || std::get<0>(y_pred).shape(0) < 1)
        throw nb::value_error("indicators: compressed rows are starts (n + 1), labels and values");
    const auto sums = std::get<0>(y_true).dtype() == nb::dtype<std::int32_t>() ? &stored_sums<std::int32_t>
                                                                               : &stored_sums<std::int64_t>;
    return sums(y_true, y_pred, labels, by_row, threads, weights);
}

// Quantities of rows of several labels: how well the scores of a row rank its relevant labels.

using namespace label_ranking;

using TruthArrays = std::variant<Array2, Stored, Array1>;

struct RankingMoments {
    double weight, squares;
    Array mean, comoment;
    Found odd;
};

struct RankingValues {
    Array values;
    Found odd;
};

Quantity quantity_named(const std::string& name) {
    if (name == "coverage") return Quantity::coverage;
    if (name == "average precision") return Quantity::average_precision;
    if (name == "ranking loss") return Quantity::ranking_loss;
    if (name == "gain") return Quantity::gain;
    if (name == "normalized gain") return Quantity::normalized_gain;
    if (name == "reciprocal rank") return Quantity::reciprocal_rank;
    if (name == "one error") return Quantity::one_error;
    if (name == "top k") return Quantity::top_k;
    throw nb::value_error("label ranking: there is no such quantity");
}

Ties ties_named(const std::string& name) {
    if (name == "expected") return Ties::expected;
    if (name == "worst") return Ties::worst;
    if (name == "best") return Ties::best;
    if (name == "last") return Ties::last;
    throw nb::value_error("ties is 'expected', 'worst', 'best' or 'last'");
}

Matrix matrix(const Array2& array) {
    const auto width = static_cast<std::int64_t>(array.itemsize());
    return {static_cast<const std::byte*>(array.data()),
            static_cast<std::int64_t>(array.shape(0)),
            static_cast<std::int64_t>(array.shape(1)),
            array.stride(0) * width,
            array.stride(1) * width,
            type_of(array.dtype())};
}

Truth truth_of(const TruthArrays& arrays) {
    if (const auto* dense = std::get_if<Array2>(&arrays)) return matrix(*dense);
    if (const auto* codes = std::get_if<Array1>(&arrays)) return label_ranking::Codes{column(*codes)};
    const auto& [starts, labels, gains] = std::get<Stored>(arrays);
    if (starts.shape(0) == 0 || labels.shape(0) != gains.shape(0))
        throw nb::value_error("label ranking: compressed rows are starts (n + 1), labels and gains");
    return CompressedRows{column(starts), column(labels), column(gains)};
}

Rows rows_from(const TruthArrays& y_true, const Array2& y_score, const std::optional<Array1>& weights) {
    Rows rows{truth_of(y_true), matrix(y_score), std::nullopt};
    const auto* dense = std::get_if<Matrix>(&rows.truth);
    if (rows_of(rows.truth) != rows.scores.rows || (dense != nullptr && dense->labels != rows.scores.labels))
        throw nb::value_error("label ranking: truth and scores of different shapes");
    if (rows.scores.labels < 1 || rows.scores.labels > std::numeric_limits<std::int32_t>::max())
        throw nb::value_error("label ranking: at least one label, fewer than 2**31");
    rows.weights = column(weights, rows.scores.rows);
    return rows;
}

Task task_of(const std::string& quantity, const Rows& rows, std::int64_t k, const std::string& ties,
             const std::optional<Array1>& discounts) {
    Task task{quantity_named(quantity), ties_named(ties), k, {}, {}};
    if (task.quantity == Quantity::top_k && !std::holds_alternative<label_ranking::Codes>(rows.truth))
        throw nb::value_error("label ranking: top k takes one code a row");
    const bool gains = task.quantity == Quantity::gain || task.quantity == Quantity::normalized_gain;
    if (!gains) return task;
    const auto labels = static_cast<std::size_t>(rows.scores.labels);
    if (!discounts || discounts->shape(0) != labels)
        throw nb::value_error("label ranking: gains need one discount a place");
    task.discount.resize(labels);
    read_block(column(*discounts), 0, rows.scores.labels, task.discount.data());
    task.discounted.resize(labels + 1);
    for (std::size_t i = 0; i < labels; ++i) task.discounted[i + 1] = task.discounted[i] + task.discount[i];
    return task;
}

template <int Q>
RankingMoments moments_found(const Task& task, const Rows& rows, int threads) {
    auto total = without_gil([&] { return moments_of<Q>(task, rows, threads); });
    const Moments<Q>& m = total.moments;
    return {m.weight, m.squares, array_of(std::vector<double>(m.mean.begin(), m.mean.end())),
            array_of(std::vector<double>(m.comoment.begin(), m.comoment.end()), {Q, Q}), total.found};
}

RankingMoments label_ranking_moments(const std::string& quantity, const TruthArrays& y_true, const Array2& y_score,
                                     const std::optional<Array1>& weights, std::int64_t k, const std::string& ties,
                                     const std::optional<Array1>& discounts, int threads) {
    const Rows rows = rows_from(y_true, y_score, weights);
    const Task task = task_of(quantity, rows, k, ties, discounts);
    return task.always_defined() ? moments_found<1>(task, rows, threads) : moments_found<2>(task, rows, threads);
}

RankingValues label_ranking_values(const std::string& quantity, const TruthArrays& y_true, const Array2& y_score,
                                   std::int64_t k, const std::string& ties, const std::optional<Array1>& discounts,
                                   int threads) {
    const Rows rows = rows_from(y_true, y_score, std::nullopt);
    const Task task = task_of(quantity, rows, k, ties, discounts);
    std::vector<double> values(static_cast<std::size_t>(rows.scores.rows));
    auto found = without_gil([&] { return values_of(task, rows, threads, values.data()); });
    return {array_of(std::move(values)), found};
}

}  // namespace

void bind_indicators(nb::module_& m) {
    m.def("indicator_columns", &indicator_columns, nb::arg("y_true"), nb::arg("y_pred"), nb::arg("threads") = 1,
          nb::arg("weights").none() = nb::none(),
          "Of two matrices (n, L) one 2 x 2 table a column, shape (L, 2, 2), and the number of rows that are equal.\n"
          "With weights (finite, of any sign) the tables hold their sums, and there is no such number.\n"
          "None if something else than 0 and 1 occurs.");
    m.def("indicator_rows", &indicator_rows, nb::arg("y_true"), nb::arg("y_pred"), nb::arg("threads") = 1,
          "One 2 x 2 table a row, shape (n, 2, 2). None if something else than 0 and 1 occurs.");
    m.def("stored_indicators", &stored_indicators, nb::arg("y_true"), nb::arg("y_pred"), nb::arg("labels"),
          nb::arg("by_row"), nb::arg("threads") = 1, nb::arg("weights").none() = nb::none(),
          nb::sig("def stored_indicators(y_true: tuple[NDArray, NDArray, NDArray], "
                  "y_pred: tuple[NDArray, NDArray, NDArray], labels: int, by_row: bool, threads: int = 1, "
                  "weights: NDArray | None = None) -> _Any"),
          "The same of compressed sparse rows: (starts, labels, values), all starts and labels int32 or all int64.\n"
          "None also if a label is stored twice in a row.");
    nb::class_<Found>(
        m, "OddRows",
        "The first row of each kind that the kernel met; -1: none. A truth that the quantity does not take, a\n"
        "score that is NaN, and an infinite score, which is taken as it is.")
        .def_ro("truth", &Found::bad_truth)
        .def_ro("score", &Found::bad_score)
        .def_ro("infinite", &Found::infinite);
    nb::class_<RankingMoments>(m, "RankingMoments")
        .def_ro("weight", &RankingMoments::weight)
        .def_ro("squares", &RankingMoments::squares)
        .def_ro("mean", &RankingMoments::mean)
        .def_ro("comoment", &RankingMoments::comoment)
        .def_ro("odd", &RankingMoments::odd);
    nb::class_<RankingValues>(m, "RankingValues")
        .def_ro("values", &RankingValues::values)
        .def_ro("odd", &RankingValues::odd);
    constexpr const char* truth =
        "\nThe truth is a matrix, the compressed rows of a sparse one (starts, labels, gains; sorted, without zeros), "
        "or one code a row.";
    m.def("label_ranking_moments", &label_ranking_moments, nb::arg("quantity"), nb::arg("y_true"), nb::arg("y_score"),
          nb::arg("weights").none(), nb::arg("k") = 1, nb::arg("ties") = "expected",
          nb::arg("discounts").none() = nb::none(), nb::arg("threads") = 1,
          (std::string("Moments of a quantity of a row of several labels; where it can be undefined, also of the rows "
                       "where it is defined.") +
           truth)
              .c_str());
    m.def("label_ranking_values", &label_ranking_values, nb::arg("quantity"), nb::arg("y_true"), nb::arg("y_score"),
          nb::arg("k") = 1, nb::arg("ties") = "expected", nb::arg("discounts").none() = nb::none(),
          nb::arg("threads") = 1,
          (std::string("The quantity of each row, NaN where it is undefined.") + truth).c_str());
}

}  // namespace concordant::bind
