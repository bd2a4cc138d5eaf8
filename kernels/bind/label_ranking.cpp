// Quantities of rows of several labels: how well the scores of a row rank its relevant labels.
#include "label_ranking_rows.hpp"

#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>

#include <limits>
#include <tuple>
#include <variant>
#include <vector>

#include "arrays.hpp"

namespace concordant::bind {
namespace {

using namespace label_ranking;

using Stored = std::tuple<Array1, Array1, Array1>;
using TruthArrays = std::variant<Array2, Stored, Array1>;

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
    return {static_cast<const std::byte*>(array.data()), static_cast<std::int64_t>(array.shape(0)),
            static_cast<std::int64_t>(array.shape(1)), array.stride(0) * width, array.stride(1) * width,
            type_of(array.dtype())};
}

Truth truth_of(const TruthArrays& arrays) {
    if (const auto* dense = std::get_if<Array2>(&arrays)) return matrix(*dense);
    if (const auto* codes = std::get_if<Array1>(&arrays)) return Codes{column(*codes)};
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
    if (weights) {
        rows.weights = column(*weights);
        if (rows.weights->size != rows.scores.rows) throw nb::value_error("label ranking: weights of a different length");
    }
    return rows;
}

Task task_of(const std::string& quantity, const Rows& rows, std::int64_t k, const std::string& ties,
             const std::optional<Array1>& discounts) {
    Task task{quantity_named(quantity), ties_named(ties), k, {}, {}};
    if (task.quantity == Quantity::top_k && !std::holds_alternative<Codes>(rows.truth))
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
nb::tuple moments_tuple(const Task& task, const Rows& rows, int threads) {
    Part<Q> total;
    {
        nb::gil_scoped_release release;
        total = moments_of<Q>(task, rows, threads);
    }
    const Moments<Q>& m = total.moments;
    nb::object mean = nb::cast(owned(std::vector<double>(m.mean.begin(), m.mean.end()), {Q}));
    nb::object comoment = nb::cast(owned(std::vector<double>(m.comoment.begin(), m.comoment.end()), {Q, Q}));
    return nb::make_tuple(m.weight, m.squares, mean, comoment, total.found.bad_truth, total.found.bad_score,
                          total.found.infinite);
}

nb::tuple label_ranking_moments(const std::string& quantity, const TruthArrays& y_true, const Array2& y_score,
                                const std::optional<Array1>& weights, std::int64_t k, const std::string& ties,
                                const std::optional<Array1>& discounts, int threads) {
    const Rows rows = rows_from(y_true, y_score, weights);
    const Task task = task_of(quantity, rows, k, ties, discounts);
    return task.always_defined() ? moments_tuple<1>(task, rows, threads) : moments_tuple<2>(task, rows, threads);
}

nb::tuple label_ranking_values(const std::string& quantity, const TruthArrays& y_true, const Array2& y_score,
                               std::int64_t k, const std::string& ties, const std::optional<Array1>& discounts,
                               int threads) {
    const Rows rows = rows_from(y_true, y_score, std::nullopt);
    const Task task = task_of(quantity, rows, k, ties, discounts);
    std::vector<double> values(static_cast<std::size_t>(rows.scores.rows));
    Found found;
    {
        nb::gil_scoped_release release;
        found = values_of(task, rows, threads, values.data());
    }
    const std::size_t size = values.size();
    return nb::make_tuple(nb::cast(owned(std::move(values), {size})), found.bad_truth, found.bad_score, found.infinite);
}

}  // namespace

void bind_label_ranking(nb::module_& m) {
    constexpr const char* truth =
        "\nThe truth is a matrix, the compressed rows of a sparse one (starts, labels, gains; sorted, without zeros), "
        "or one code a row.";
    m.def("label_ranking_moments", &label_ranking_moments, nb::arg("quantity"), nb::arg("y_true"), nb::arg("y_score"),
          nb::arg("weights").none(), nb::arg("k") = 1, nb::arg("ties") = "expected", nb::arg("discounts").none() = nb::none(),
          nb::arg("threads") = 1,
          nb::sig("def label_ranking_moments(quantity: str, y_true: NDArray | tuple[NDArray, NDArray, NDArray], "
                  "y_score: NDArray, weights: NDArray | None, k: int = 1, ties: str = 'expected', "
                  "discounts: NDArray | None = None, threads: int = 1) "
                  "-> tuple[float, float, NDArray, NDArray, int, int, int]"),
          (std::string("Moments of a quantity of a row of several labels; where it can be undefined, also of the rows "
                       "where it is defined.") + truth +
           "\nReturns the weight, the sum of squared weights, means, co-moments, and the first row with a bad truth, "
           "a score that is NaN, an infinite score (-1: none).").c_str());
    m.def("label_ranking_values", &label_ranking_values, nb::arg("quantity"), nb::arg("y_true"), nb::arg("y_score"),
          nb::arg("k") = 1, nb::arg("ties") = "expected", nb::arg("discounts").none() = nb::none(), nb::arg("threads") = 1,
          nb::sig("def label_ranking_values(quantity: str, y_true: NDArray | tuple[NDArray, NDArray, NDArray], "
                  "y_score: NDArray, k: int = 1, ties: str = 'expected', discounts: NDArray | None = None, "
                  "threads: int = 1) -> tuple[NDArray, int, int, int]"),
          (std::string("The quantity of each row, NaN where it is undefined.") + truth +
           "\nReturns the values and the first row with a bad truth, a score that is NaN, an infinite score.").c_str());
}

}  // namespace concordant::bind
