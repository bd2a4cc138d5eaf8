// Binds the kernel that counts scores in buckets.
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "bucket_curve.hpp"

namespace concordant::bind {

namespace {

struct BucketRows {
    Array places, weights, low, high;
    std::int64_t bad_score, bad_label, outside;
};

constexpr std::int64_t rows_per_thread = 1'000'000;  // each thread has a table of its own to clear and to add

BucketRows bucket_curve(const Array1& y, std::vector<std::int64_t> values, const Array1& scores, bool probability,
                        int octaves, int bits, int threads, std::int64_t rows_each) {
    ranked::ScoredRows rows{column(y), column(scores), std::nullopt, std::move(values)};
    if (rows.labels.size != rows.size()) throw nb::value_error("y and scores must be equally long");
    if (rows.labels.type == Type::f32 || rows.labels.type == Type::f64)
        throw nb::type_error("y must hold integers or bool");
    if (rows.values.size() < 2) throw nb::value_error("values must hold two classes or more");
    if (octaves < 1 || octaves > 64 || bits < 0 || bits > 16) throw nb::value_error("no such key");
    threads = threads_for(rows.size(), threads, rows_each);
    const std::size_t classes = rows.values.size();
    ranked::BucketArrays found;
    {
        nb::gil_scoped_release release;
        found = ranked::bucket_curve(rows, {probability, octaves, bits}, threads);
    }
    const std::size_t size = found.places.size();
    return {array_of(std::move(found.places)),
            array_of(std::move(found.counts), {size, classes}),
            array_of(std::move(found.low)),
            array_of(std::move(found.high)),
            found.bad_score,
            found.bad_label,
            found.outside};
}

using Table = nb::ndarray<nb::ndim<2>, nb::device::cpu>;  // the numbers of a bucket lie side by side

template <class Sum>
ranked::BucketView<Sum> table_of(const Table& sums, const Table& ranges) {
    return {static_cast<Sum*>(sums.data()), sums.stride(0), static_cast<double*>(ranges.data()), ranges.stride(0)};
}

BucketRows count_in_buckets(const Array1& y, std::vector<std::int64_t> values, const Array1& scores, bool probability,
                            int octaves, int bits, const Table& sums, const Table& ranges,
                            const std::optional<Array1>& weights) {
    ranked::ScoredRows rows{column(y), column(scores), std::nullopt, std::move(values)};
    if (weights) rows.weights = column(*weights);
    if (rows.labels.size != rows.size() || (weights && rows.weights->size != rows.size()))
        throw nb::value_error("y, scores and weights must be equally long");
    if (rows.labels.type == Type::f32 || rows.labels.type == Type::f64)
        throw nb::type_error("y must hold integers or bool");
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
    {
        nb::gil_scoped_release release;
        const auto add = [&](auto table) { ranked::add_to_buckets(rows, key, 0, rows.size(), table, found); };
        if (weights)
            add(table_of<double>(sums, ranges));
        else
            add(table_of<std::int64_t>(sums, ranges));
    }
    return {array_of(std::move(found.places)),
            array_of(std::move(found.counts)),
            array_of(std::move(found.low)),
            array_of(std::move(found.high)),
            found.bad_score,
            found.bad_label,
            found.outside};
}

using Packed1 = nb::ndarray<nb::ro, nb::ndim<1>, nb::device::cpu, nb::c_contig>;
using Packed2 = nb::ndarray<nb::ro, nb::ndim<2>, nb::device::cpu, nb::c_contig>;

struct Part {
    Packed1 places;
    Packed2 weights;
    Packed1 low, high;
};

template <class Count>
ranked::Buckets<Count> buckets_of(const Part& part) {
    return {static_cast<const std::int64_t*>(part.places.data()), static_cast<const Count*>(part.weights.data()),
            static_cast<const double*>(part.low.data()), static_cast<const double*>(part.high.data()),
            part.places.shape(0)};
}

template <class Count>
BucketRows merge_typed(const Part& a, const Part& b) {
    const std::size_t classes = a.weights.shape(1);
    ranked::MergedBuckets<Count> found;
    {
        nb::gil_scoped_release release;
        found = ranked::merge_buckets(buckets_of<Count>(a), buckets_of<Count>(b), classes);
    }
    const std::size_t size = found.places.size();
    return {array_of(std::move(found.places)),
            array_of(std::move(found.counts), {size, classes}),
            array_of(std::move(found.low)),
            array_of(std::move(found.high)),
            ranked::no_row,
            ranked::no_row,
            ranked::no_row};
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

}  // namespace

void bind_bucket_curve(nb::module_& m) {
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
          nb::arg("octaves"), nb::arg("bits"), nb::arg("threads"), nb::arg("rows_per_thread") = rows_per_thread,
          nb::sig("def bucket_curve(y: NDArray, values: Sequence[int], scores: NDArray, probability: bool, octaves: "
                  "int, bits: int, threads: int, rows_per_thread: int = ...) -> BucketRows"),
          "Rows of each class in buckets of the scores; the first row with a NaN score, an unknown label, or a score\n"
          "that is no probability (-1: none).");
    m.def(
        "count_in_buckets", &count_in_buckets, nb::arg("y"), nb::arg("values"), nb::arg("scores"),
        nb::arg("probability"), nb::arg("octaves"), nb::arg("bits"), nb::arg("sums"), nb::arg("ranges"),
        nb::arg("weights") = nb::none(),
        nb::sig("def count_in_buckets(y: NDArray, values: Sequence[int], scores: NDArray, probability: bool, octaves: "
                "int, bits: int, sums: NDArray, ranges: NDArray, weights: NDArray | None = None) -> BucketRows"),
        "Add rows to a table of all buckets: the rows of each class, or in their order their weights, none of which "
        "is\n"
        "zero, and the least and greatest score. Returns no bucket, but the first row that cannot be counted; the "
        "rows\n"
        "before its block are.");
    m.def("merge_buckets", &merge_buckets, nb::arg("places_a"), nb::arg("weights_a"), nb::arg("low_a"),
          nb::arg("high_a"), nb::arg("places_b"), nb::arg("weights_b"), nb::arg("low_b"), nb::arg("high_b"),
          nb::sig("def merge_buckets(places_a: NDArray, weights_a: NDArray, low_a: NDArray, high_a: NDArray, places_b: "
                  "NDArray, weights_b: NDArray, low_b: NDArray, high_b: NDArray) -> BucketRows"),
          "The buckets of two states, each descending, as one.");
}

}  // namespace concordant::bind
