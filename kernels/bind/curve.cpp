// Binds the kernels of ranked scores that give curves: the curve, its running counts, and the sum of two curves.
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "curve.hpp"
#include "running.hpp"
#include "score_cells.hpp"
#include "scored.hpp"

namespace concordant::bind {

namespace {

using ranked::CurveArrays;
using ranked::Pages;
using ranked::ScoredRows;
using ranked::WeightedItem;

struct CurveRows {
    Array scores, weights;
    std::int64_t bad_score, bad_label;
};

struct RunningRows {
    Array thresholds, negatives, positives;
    std::int64_t bad_score, bad_label;
};

// Calls with(Score{}) for the type of a column.
template <class With>
auto with_type(Type type, With&& with) {
    switch (type) {
        case Type::i8: return with(std::int8_t{});
        case Type::i16: return with(std::int16_t{});
        case Type::i32: return with(std::int32_t{});
        case Type::i64: return with(std::int64_t{});
        case Type::u8: return with(std::uint8_t{});
        case Type::u16: return with(std::uint16_t{});
        case Type::u32: return with(std::uint32_t{});
        case Type::u64: return with(std::uint64_t{});
        case Type::f32: return with(float{});
        default: return with(double{});
    }
}

template <class Item>
CurveRows curve_of(const ScoredRows& rows, int threads) {
    const auto store = with_type(
        rows.scores.type, [](auto score) -> ranked::StoreScores { return &ranked::store_scores<decltype(score)>; });
    const std::size_t score_size = with_type(rows.scores.type, [](auto score) { return sizeof(score); });
    using Cell = ranked::TableCell<Item>;
    CurveArrays<Cell> curve;
    {
        nb::gil_scoped_release release;
        const std::size_t classes = rows.values.size();
        const bool wide = ranked::has_wide_keys(rows.scores.type);
        const auto made = [&](const auto& cells) {
            if (cells) curve = ranked::curve_of_cells(*cells, classes, store, score_size);
            return cells.has_value();
        };
        const bool few = wide ? made(ranked::score_cells<std::uint64_t, Cell>(rows, threads))
                              : made(ranked::score_cells<std::uint32_t, Cell>(rows, threads));
        if (!few) curve = ranked::make_curve<Item>(rows, store, score_size, threads);
    }
    const auto size = static_cast<std::size_t>(curve.size);
    Array distinct = with_type(
        rows.scores.type, [&](auto score) { return owned_memory<decltype(score)>(std::move(curve.scores), {size}); });
    Array table = owned_memory<ranked::TableCell<Item>>(std::move(curve.table), {size, rows.values.size()});
    return {std::move(distinct), std::move(table), curve.bad_score, curve.bad_label};
}

CurveRows curve(const Array1& y, std::vector<std::int64_t> values, const Array1& scores,
                const std::optional<Array1>& weights, int threads, std::int64_t rows_each) {
    const ScoredRows rows = scored_rows(y, std::move(values), scores, weights);
    threads = threads_for(rows.size(), threads, rows_each);
    if (weights) return curve_of<WeightedItem>(rows, threads);
    if (rows.values.size() > 2 || ranked::has_wide_keys(rows.scores.type))
        return curve_of<std::uint64_t>(rows, threads);
    return curve_of<std::uint32_t>(rows, threads);
}

template <class Item, class Score>
RunningRows running_of(const ScoredRows& rows, bool shares, int threads) {
    ranked::RunningArrays<Score> found;
    {
        nb::gil_scoped_release release;
        found = ranked::make_running<Item, Score>(rows, shares, threads);
    }
    const auto size = static_cast<std::size_t>(found.size);
    return {owned_memory<Score>(std::move(found.scores), {size}),
            owned_memory<double>(std::move(found.negatives), {size}),
            owned_memory<double>(std::move(found.positives), {size}), found.bad_score, found.bad_label};
}

RunningRows running_curve(const Array1& y, std::int64_t negative, std::int64_t positive, const Array1& scores,
                          int threads, std::int64_t rows_each, bool shares) {
    const ScoredRows rows = scored_rows(y, {negative, positive}, scores, std::nullopt);
    threads = threads_for(rows.size(), threads, rows_each);
    if (rows.scores.type == Type::f32) return running_of<std::uint32_t, float>(rows, shares, threads);
    if (rows.scores.type == Type::f64) return running_of<std::uint64_t, double>(rows, shares, threads);
    throw nb::type_error("running_curve takes float32 and float64 scores");
}

using Packed1 = nb::ndarray<nb::ro, nb::ndim<1>, nb::device::cpu, nb::c_contig>;
using Packed2 = nb::ndarray<nb::ro, nb::ndim<2>, nb::device::cpu, nb::c_contig>;

template <class Score, class Cell>
nb::tuple merge_typed(const Packed1& a, const Packed2& a_table, const Packed1& b, const Packed2& b_table) {
    const auto* a_scores = static_cast<const Score*>(a.data());
    const auto* b_scores = static_cast<const Score*>(b.data());
    const auto a_size = static_cast<std::int64_t>(a.shape(0));
    const auto b_size = static_cast<std::int64_t>(b.shape(0));
    const std::size_t classes = a_table.shape(1);
    std::size_t size = 0;
    Pages<Score> scores;
    Pages<Cell> table;
    {
        nb::gil_scoped_release release;
        size = static_cast<std::size_t>(ranked::merged_size(a_scores, a_size, b_scores, b_size));
        scores = ranked::make_pages<Score>(size);
        table = ranked::make_pages<Cell>(size * classes);
        ranked::merge_curves(a_scores, static_cast<const Cell*>(a_table.data()), a_size, b_scores,
                             static_cast<const Cell*>(b_table.data()), b_size, static_cast<std::int64_t>(classes),
                             scores.get(), table.get());
    }
    return nb::make_tuple(owned_memory<Score>(std::move(scores), {size}),
                          owned_memory<Cell>(std::move(table), {size, classes}));
}

nb::tuple merge_curves(const Packed1& a, const Packed2& a_table, const Packed1& b, const Packed2& b_table) {
    if (a.shape(0) != a_table.shape(0) || b.shape(0) != b_table.shape(0) || a_table.shape(1) != b_table.shape(1))
        throw nb::value_error("each table needs one row per score, both the same number of classes");
    if (a.dtype() != b.dtype() || a_table.dtype() != b_table.dtype())
        throw nb::type_error("two curves of different types do not merge");
    const bool counted = a_table.dtype() == nb::dtype<std::int64_t>();
    if (!counted && a_table.dtype() != nb::dtype<double>()) throw nb::type_error("tables hold int64 or float64");
    return with_type(column(Array1(a)).type, [&](auto score) {
        using Score = decltype(score);
        return counted ? merge_typed<Score, std::int64_t>(a, a_table, b, b_table)
                       : merge_typed<Score, double>(a, a_table, b, b_table);
    });
}

}  // namespace

void bind_curve(nb::module_& m) {
    nb::class_<CurveRows>(m, "CurveRows", "Distinct scores, descending, and the weight of each class at them.")
        .def_ro("scores", &CurveRows::scores)
        .def_ro("weights", &CurveRows::weights)
        .def_ro("bad_score", &CurveRows::bad_score)
        .def_ro("bad_label", &CurveRows::bad_label);
    nb::class_<RunningRows>(m, "RunningCurve", "Thresholds, descending, and the rows of each class that score so much.")
        .def_ro("thresholds", &RunningRows::thresholds)
        .def_ro("negatives", &RunningRows::negatives)
        .def_ro("positives", &RunningRows::positives)
        .def_ro("bad_score", &RunningRows::bad_score)
        .def_ro("bad_label", &RunningRows::bad_label);
    m.def(
        "curve", &curve, nb::arg("y"), nb::arg("values"), nb::arg("scores"), nb::arg("weights").none(),
        nb::arg("threads"), nb::arg("rows_per_thread") = rows_per_thread,
        nb::sig("def curve(y: NDArray, values: Sequence[int], scores: NDArray, weights: NDArray | None, threads: int, "
                "rows_per_thread: int = ...) -> CurveRows"),
        "Distinct scores, descending, with the rows (or weights) of each class at them; the first row with a bad\n"
        "score or label (-1: none).");
    m.def("running_curve", &running_curve, nb::arg("y"), nb::arg("negative"), nb::arg("positive"), nb::arg("scores"),
          nb::arg("threads"), nb::arg("rows_per_thread") = rows_per_thread, nb::arg("shares") = false,
          nb::sig("def running_curve(y: NDArray, negative: int, positive: int, scores: NDArray, threads: int, "
                  "rows_per_thread: int = ..., shares: bool = ...) -> RunningCurve"),
          "Distinct scores, descending, after +inf, and how many rows of each class score at least so much, or which\n"
          "share of all of them; the first row with a bad score or label (-1: none).");
    m.def("merge_curves", &merge_curves, nb::arg("scores_a"), nb::arg("table_a"), nb::arg("scores_b"),
          nb::arg("table_b"),
          nb::sig("def merge_curves(scores_a: NDArray, table_a: NDArray, scores_b: NDArray, table_b: NDArray) "
                  "-> tuple[NDArray, NDArray]"),
          "The sum of two curves: (scores, table).");
}

}  // namespace concordant::bind
