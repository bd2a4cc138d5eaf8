// Binds curves over all thresholds: of scores, of buckets, and their corners.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "bucket_curve.hpp"
#include "curve.hpp"
#include "rank_sums.hpp"
#include "scored.hpp"
#include "threads.hpp"

namespace concordant::bind {
namespace {

// Binds the kernels of ranked scores that give curves: the curve, its running counts, and the sum of two curves.

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
    const auto made = [&](const auto& cells) {
        return cells ? ranked::curve_of_cells(*cells, rows.values.size(), store, score_size)
                     : ranked::make_curve<Item>(rows, store, score_size, threads);
    };
    CurveArrays<Cell> curve = without_gil([&] {
        return ranked::has_wide_keys(rows.scores.type) ? made(ranked::score_cells<std::uint64_t, Cell>(rows, threads))
                                                       : made(ranked::score_cells<std::uint32_t, Cell>(rows, threads));
    });
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
RunningRows running_of(const ScoredRows& rows, int threads) {
    auto found = without_gil([&] { return ranked::make_running<Item, Score>(rows, threads); });
    const auto size = static_cast<std::size_t>(found.size);
    return {owned_memory<Score>(std::move(found.scores), {size}),
            owned_memory<double>(std::move(found.negatives), {size}),
            owned_memory<double>(std::move(found.positives), {size}), found.bad_score, found.bad_label};
}

RunningRows running_curve(const Array1& y, std::int64_t negative, std::int64_t positive, const Array1& scores,
                          int threads, std::int64_t rows_each) {
    const ScoredRows rows = scored_rows(y, {negative, positive}, scores, std::nullopt);
    threads = threads_for(rows.size(), threads, rows_each);
    if (rows.scores.type == Type::f32) return running_of<std::uint32_t, float>(rows, threads);
    if (rows.scores.type == Type::f64) return running_of<std::uint64_t, double>(rows, threads);
    throw nb::type_error("running_curve takes float32 and float64 scores");
}

template <class Score, class Cell>
std::pair<Array, Array> merge_typed(const Packed1& a, const Packed2& a_table, const Packed1& b,
                                    const Packed2& b_table) {
    const auto* a_scores = static_cast<const Score*>(a.data());
    const auto* b_scores = static_cast<const Score*>(b.data());
    const auto a_size = static_cast<std::int64_t>(a.shape(0));
    const auto b_size = static_cast<std::int64_t>(b.shape(0));
    const std::size_t classes = a_table.shape(1);
    std::size_t size = 0;
    Pages<Score> scores;
    Pages<Cell> table;
    without_gil([&] {
        size = static_cast<std::size_t>(ranked::merged_size(a_scores, a_size, b_scores, b_size));
        scores = ranked::make_pages<Score>(size);
        table = ranked::make_pages<Cell>(size * classes);
        ranked::merge_curves(a_scores, static_cast<const Cell*>(a_table.data()), a_size, b_scores,
                             static_cast<const Cell*>(b_table.data()), b_size, static_cast<std::int64_t>(classes),
                             scores.get(), table.get());
    });
    return {owned_memory<Score>(std::move(scores), {size}), owned_memory<Cell>(std::move(table), {size, classes})};
}

std::pair<Array, Array> merge_curves(const Packed1& a, const Packed2& a_table, const Packed1& b,
                                     const Packed2& b_table) {
    if (a.shape(0) != a_table.shape(0) || b.shape(0) != b_table.shape(0) || a_table.shape(1) != b_table.shape(1))
        throw nb::value_error("each table needs one row per score, both the same number of classes");
    if (a.dtype() != b.dtype() || a_table.dtype() != b_table.dtype())
        throw nb::type_error("two curves of different types do not merge");
    const bool counted = a_table.dtype() == nb::dtype<std::int64_t>();
    if (!counted && a_table.dtype() != nb::dtype<double>()) throw nb::type_error("tables hold int64 or float64");
    return with_type(type_of(a.dtype()), [&](auto score) {
        using Score = decltype(score);
        return counted ? merge_typed<Score, std::int64_t>(a, a_table, b, b_table)
                       : merge_typed<Score, double>(a, a_table, b, b_table);
    });
}

// Binds the kernel that counts scores in buckets.

struct BucketRows {
    Array places, weights, low, high;
    std::int64_t bad_score, bad_label, outside;
};

template <class Count>
BucketRows as_rows(ranked::FoundBuckets<Count>&& found, std::size_t classes) {
    const std::size_t size = found.places.size();
    return {array_of(std::move(found.places)),
            array_of(std::move(found.counts), {size, classes}),
            array_of(std::move(found.low)),
            array_of(std::move(found.high)),
            found.bad_score,
            found.bad_label,
            found.outside};
}

constexpr std::int64_t rows_per_table = 1'000'000;  // each thread has a table of its own to clear and to add

BucketRows bucket_curve(const Array1& y, std::vector<std::int64_t> values, const Array1& scores, bool probability,
                        int octaves, int bits, int threads, std::int64_t rows_each) {
    const ranked::ScoredRows rows = scored_rows(y, std::move(values), scores, std::nullopt);
    if (octaves < 1 || octaves > 64 || bits < 0 || bits > 16) throw nb::value_error("no such key");
    threads = threads_for(rows.size(), threads, rows_each);
    auto found = without_gil([&] { return ranked::bucket_curve(rows, {probability, octaves, bits}, threads); });
    return as_rows(std::move(found), rows.values.size());
}

using Table = Given<nb::ndim<2>>;  // the numbers of a bucket lie side by side

template <class Sum>
ranked::BucketView<Sum> table_of(const Table& sums, const Table& ranges) {
    return {static_cast<Sum*>(sums.data()), sums.stride(0), static_cast<double*>(ranges.data()), ranges.stride(0)};
}

BucketRows count_in_buckets(const Array1& y, std::vector<std::int64_t> values, const Array1& scores, bool probability,
                            int octaves, int bits, const Table& sums, const Table& ranges,
                            const std::optional<Array1>& weights) {
    const ranked::ScoredRows rows = scored_rows(y, std::move(values), scores, weights, 1);
    if (octaves < 1 || octaves > 64 || bits < 0 || bits > 16) throw nb::value_error("no such key");
    const ranked::BucketKey key{probability, octaves, bits};
    if (sums.dtype() != (weights ? nb::dtype<double>() : nb::dtype<std::int64_t>()) ||
        ranges.dtype() != nb::dtype<double>())
        throw nb::type_error("counts are int64, sums of weights and ranges float64");
    if (sums.shape(0) != key.size() || sums.shape(1) != rows.values.size() || ranges.shape(0) != key.size() ||
        ranges.shape(1) != 2)
        throw nb::value_error("the tables need a line for each bucket of the key");
    if (sums.stride(1) != 1 || ranges.stride(1) != 1)
        throw nb::value_error("the numbers of a bucket must lie side by side");
    ranked::BucketArrays found;
    const auto add = [&](auto table) {
        without_gil([&] { ranked::add_to_buckets(rows, key, 0, rows.size(), table, found); });
    };
    if (weights)
        add(table_of<double>(sums, ranges));
    else
        add(table_of<std::int64_t>(sums, ranges));
    return as_rows(std::move(found), rows.values.size());
}

struct Part {
    Packed1 places;
    Packed2 weights;
    Packed1 low, high;
};

template <class Count>
ranked::BucketsOfState<Count> buckets_of(const Part& part) {
    return {static_cast<const std::int64_t*>(part.places.data()), static_cast<const Count*>(part.weights.data()),
            static_cast<const double*>(part.low.data()), static_cast<const double*>(part.high.data()),
            part.places.shape(0)};
}

template <class Count>
BucketRows merge_typed(const Part& a, const Part& b) {
    const std::size_t classes = a.weights.shape(1);
    return as_rows(
        without_gil([&] { return ranked::merge_buckets(buckets_of<Count>(a), buckets_of<Count>(b), classes); }),
        classes);
}

BucketRows merge_buckets(const Packed1& places_a, const Packed2& weights_a, const Packed1& low_a, const Packed1& high_a,
                         const Packed1& places_b, const Packed2& weights_b, const Packed1& low_b,
                         const Packed1& high_b) {
    const Part a{places_a, weights_a, low_a, high_a}, b{places_b, weights_b, low_b, high_b};
    for (const Part* part : {&a, &b}) {
        const std::size_t size = part->places.shape(0);
        if (part->weights.shape(0) != size || part->low.shape(0) != size || part->high.shape(0) != size)
            throw nb::value_error("each bucket needs weights, a low and a high score");
        if (part->places.dtype() != nb::dtype<std::int64_t>() || part->low.dtype() != nb::dtype<double>() ||
            part->high.dtype() != nb::dtype<double>())
            throw nb::type_error("places are int64, scores float64");
    }
    if (a.weights.shape(1) != b.weights.shape(1) || a.weights.dtype() != b.weights.dtype())
        throw nb::type_error("weights of two states of different classes or types do not add");
    if (a.weights.dtype() == nb::dtype<std::int64_t>()) return merge_typed<std::int64_t>(a, b);
    if (a.weights.dtype() == nb::dtype<double>()) return merge_typed<double>(a, b);
    throw nb::type_error("weights are int64 or float64");
}

// Binds the points of a curve where the step changes.

std::tuple<Array, Array, Array> corners(const Doubles& negatives, const Doubles& positives, const Doubles& thresholds,
                                        int threads) {
    const std::size_t points = thresholds.shape(0);
    if (points == 0 || negatives.shape(0) != points || positives.shape(0) != points)
        throw nb::value_error("corners: arrays of different lengths, or without a first point");
    auto found = without_gil([&] {
        return ranked::corners(
            {negatives.data(), positives.data(), thresholds.data(), static_cast<std::int64_t>(points) - 1},
            std::max(threads, 1));
    });
    const auto size = static_cast<std::size_t>(found.size);
    return {owned_memory<double>(std::move(found.negatives), {size}),
            owned_memory<double>(std::move(found.positives), {size}),
            owned_memory<double>(std::move(found.thresholds), {size})};
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
    m.def("curve", &curve, nb::arg("y"), nb::arg("values"), nb::arg("scores"), nb::arg("weights").none(),
          nb::arg("threads"), nb::arg("rows_per_thread") = rows_per_thread,
          "Distinct scores, descending, with the rows (or weights) of each class at them; the first row with a bad\n"
          "score or label (-1: none).");
    m.def("running_curve", &running_curve, nb::arg("y"), nb::arg("negative"), nb::arg("positive"), nb::arg("scores"),
          nb::arg("threads"), nb::arg("rows_per_thread") = rows_per_thread,
          "Distinct scores, descending, after +inf, and how many rows of each class score at least so much; the first\n"
          "row with a bad score or label (-1: none).");
    m.def("merge_curves", &merge_curves, nb::arg("scores_a"), nb::arg("table_a"), nb::arg("scores_b"),
          nb::arg("table_b"), "The sum of two curves: (scores, table).");
    nb::class_<BucketRows>(m, "BucketRows",
                           "Buckets that hold rows, descending: the rows of each class, and the range.")
        .def_ro("places", &BucketRows::places)
        .def_ro("weights", &BucketRows::weights)
        .def_ro("low", &BucketRows::low)
        .def_ro("high", &BucketRows::high)
        .def_ro("bad_score", &BucketRows::bad_score)
        .def_ro("bad_label", &BucketRows::bad_label)
        .def_ro("outside", &BucketRows::outside);
    m.def("bucket_curve", &bucket_curve, nb::arg("y"), nb::arg("values"), nb::arg("scores"), nb::arg("probability"),
          nb::arg("octaves"), nb::arg("bits"), nb::arg("threads"), nb::arg("rows_per_thread") = rows_per_table,
          "Rows of each class in buckets of the scores; the first row with a NaN score, an unknown label, or a score\n"
          "that is no probability (-1: none).");
    m.def("count_in_buckets", &count_in_buckets, nb::arg("y"), nb::arg("values"), nb::arg("scores"),
          nb::arg("probability"), nb::arg("octaves"), nb::arg("bits"), nb::arg("sums"), nb::arg("ranges"),
          nb::arg("weights") = nb::none(),
          "Add rows to a table of all buckets: the rows of each class, or in their order their weights, none of which "
          "is\n"
          "zero, and the least and greatest score. Returns no bucket, but the first row that cannot be counted; the "
          "rows\n"
          "before its block are.");
    m.def("merge_buckets", &merge_buckets, nb::arg("places_a"), nb::arg("weights_a"), nb::arg("low_a"),
          nb::arg("high_a"), nb::arg("places_b"), nb::arg("weights_b"), nb::arg("low_b"), nb::arg("high_b"),
          "The buckets of two states, each descending, as one.");
    m.def("corners", &corners, nb::arg("negatives"), nb::arg("positives"), nb::arg("thresholds"),
          nb::arg("threads") = 1,
          "Of running counts of two classes after a 0 the points where the step changes, and both ends, with the\n"
          "counts as shares of all of the class (NaN where it has none): (negatives, positives, thresholds).");
}

}  // namespace concordant::bind
