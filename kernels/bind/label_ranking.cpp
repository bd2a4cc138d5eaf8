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
        if (rows.weights->size != rows.scores.rows)
            throw nb::value_error("label ranking: weights of a different length");
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
RankingMoments moments_found(const Task& task, const Rows& rows, int threads) {
    Part<Q> total;
    {
        nb::gil_scoped_release release;
        total = moments_of<Q>(task, rows, threads);
    }
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
    Found found;
    {
        nb::gil_scoped_release release;
        found = values_of(task, rows, threads, values.data());
    }
    return {array_of(std::move(values)), found};
}

}  // namespace

void bind_label_ranking(nb::module_& m) {
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
          nb::sig("def label_ranking_moments(quantity: str, y_true: NDArray | tuple[NDArray, NDArray, NDArray], "
                  "y_score: NDArray, weights: NDArray | None, k: int = 1, ties: str = 'expected', "
                  "discounts: NDArray | None = None, threads: int = 1) "
                  "-> RankingMoments"),
          (std::string("Moments of a quantity of a row of several labels; where it can be undefined, also of the rows "
                       "where it is defined.") +
           truth)
              .c_str());
    m.def("label_ranking_values", &label_ranking_values, nb::arg("quantity"), nb::arg("y_true"), nb::arg("y_score"),
          nb::arg("k") = 1, nb::arg("ties") = "expected", nb::arg("discounts").none() = nb::none(),
          nb::arg("threads") = 1,
          nb::sig("def label_ranking_values(quantity: str, y_true: NDArray | tuple[NDArray, NDArray, NDArray], "
                  "y_score: NDArray, k: int = 1, ties: str = 'expected', discounts: NDArray | None = None, "
                  "threads: int = 1) -> RankingValues"),
          (std::string("The quantity of each row, NaN where it is undefined.") + truth).c_str());
}

}  // namespace concordant::bind
