// Binds sums over rows by their labels: rows that agree, and sums of one column of labels.
#include <cstdint>
#include <nanobind/stl/pair.h>
#include <optional>
#include <utility>

#include "agreeing.hpp"
#include "agreeing_text.hpp"
#include "agreeing_weight.hpp"
#include "arrays.hpp"
#include "arrow_column.hpp"
#include "label_sums.hpp"

namespace concordant::bind {
namespace {

// How many rows of two columns agree.

std::int64_t agreeing(const Array1& y_true, const Array1& y_pred, int threads) {
    const Column truth = column(y_true), prediction = column(y_pred);
    if (truth.size != prediction.size) throw nb::value_error("agreeing: arrays of different lengths");
    if (is_float(truth) || is_float(prediction)) throw nb::type_error("agreeing: labels are integers");
    nb::gil_scoped_release release;
    return count_agreeing(truth, prediction, threads);
}

std::int64_t agreeing_within(const Array1& y_true, const Array1& y_pred, std::int64_t low, std::int64_t high,
                             int threads) {
    const Column truth = column(y_true), prediction = column(y_pred);
    if (truth.size != prediction.size) throw nb::value_error("agreeing_within: arrays of different lengths");
    if (is_float(truth) || is_float(prediction)) throw nb::type_error("agreeing_within: labels are integers");
    nb::gil_scoped_release release;
    return count_agreeing_within(truth, prediction, {low, high}, threads);
}

std::int64_t agreeing_floats(const Array1& y_true, const Array1& y_pred, int threads) {
    const Column truth = column(y_true), prediction = column(y_pred);
    if (truth.size != prediction.size) throw nb::value_error("agreeing_floats: arrays of different lengths");
    if (!is_float(truth) || truth.type != prediction.type) throw nb::type_error("agreeing_floats: floats of one type");
    nb::gil_scoped_release release;
    return truth.type == Type::f32 ? count_agreeing_floats<float>(truth, prediction, threads)
                                   : count_agreeing_floats<double>(truth, prediction, threads);
}

// How many rows hold the same text; none where a column is no plain text, has missing rows, is of another length, or
// may be damaged.
std::optional<std::int64_t> agreeing_texts(const nb::object& y_true, const nb::object& y_pred, bool checked,
                                           int threads) {
    ArrowColumn truth = read_column(y_true), prediction = read_column(y_pred);
    const arrow::Layout first = arrow::layout_of(truth.schema->format),
                        second = arrow::layout_of(prediction.schema->format);
    if (first == arrow::Layout::none || second == arrow::Layout::none || truth.schema->dictionary != nullptr ||
        prediction.schema->dictionary != nullptr || truth.missing + prediction.missing > 0 ||
        truth.rows != prediction.rows)
        return std::nullopt;
    const auto a = text_chunks(truth, first), b = text_chunks(prediction, second);
    const arrow::Bytes bytes = checked ? arrow::Bytes::checked : arrow::Bytes::unknown;
    nb::gil_scoped_release release;
    const std::int64_t found = arrow::count_agreeing_texts(a, b, bytes, truth.rows, threads);
    return found < 0 ? std::nullopt : std::optional(found);
}

std::optional<std::pair<double, double>> weight_of_agreeing(const Array1& y_true, const Array1& y_pred,
                                                            const Array1& sample_weight, int threads) {
    const Column truth = column(y_true), prediction = column(y_pred), weight = column(sample_weight);
    if (truth.size != prediction.size || truth.size != weight.size)
        throw nb::value_error("agreeing_weight: arrays of different lengths");
    nb::gil_scoped_release release;
    const std::optional<AgreeingWeight> found = concordant::agreeing_weight(truth, prediction, weight, threads);
    return found ? std::optional(std::pair(found->agreeing, found->total)) : std::nullopt;
}

// Binds the margins of two columns of labels, and the rows that agree.

nb::object sums_of_labels(const Array1& y_true, const Array1& y_pred, int threads) {
    const Column truth = column(y_true), prediction = column(y_pred);
    if (truth.size != prediction.size) throw nb::value_error("label_sums: arrays of different lengths");
    if (is_float(truth) || is_float(prediction)) throw nb::type_error("label_sums: labels are integers");
    std::optional<LabelSums> found;
    {
        nb::gil_scoped_release release;
        found = label_sums(truth, prediction, threads);
    }
    if (!found) return nb::none();
    return nb::make_tuple(array_of(std::move(found->labels)), array_of(std::move(found->truth)),
                          array_of(std::move(found->prediction)), array_of(std::move(found->both)));
}

}  // namespace

void bind_label_sums(nb::module_& m) {
    m.def("agreeing", &agreeing, nb::arg("y_true"), nb::arg("y_pred"), nb::arg("threads") = 1,
          nb::sig("def agreeing(y_true: NDArray, y_pred: NDArray, threads: int = 1) -> int"),
          "How many rows of two columns of integers, below 2**63, hold the same label.");
    m.def(
        "agreeing_within", &agreeing_within, nb::arg("y_true"), nb::arg("y_pred"), nb::arg("low"), nb::arg("high"),
        nb::arg("threads") = 1,
        nb::sig("def agreeing_within(y_true: NDArray, y_pred: NDArray, low: int, high: int, threads: int = 1) -> int"),
        "The same; -1 if a label of either column lies outside [low, high].");
    m.def("agreeing_floats", &agreeing_floats, nb::arg("y_true"), nb::arg("y_pred"), nb::arg("threads") = 1,
          nb::sig("def agreeing_floats(y_true: NDArray, y_pred: NDArray, threads: int = 1) -> int"),
          "How many rows of two columns of float32, or of float64, hold the same whole number; -1 if a number is not\n"
          "whole, not finite or large.");
    m.def(
        "agreeing_weight", &weight_of_agreeing, nb::arg("y_true"), nb::arg("y_pred"), nb::arg("sample_weight"),
        nb::arg("threads") = 1,
        nb::sig("def agreeing_weight(y_true: NDArray, y_pred: NDArray, sample_weight: NDArray, threads: int = 1) "
                "-> tuple[float, float] | None"),
        "What the rows of two columns of whole numbers weigh that hold the same label, and all rows. None where a\n"
        "weight is negative or not finite, a float is not whole or large, and of two types of which one is of floats\n"
        "or uint64.");
    m.def("agreeing_texts", &agreeing_texts, nb::arg("y_true"), nb::arg("y_pred"), nb::arg("checked"),
          nb::arg("threads") = 1,
          nb::sig("def agreeing_texts(y_true: object, y_pred: object, checked: bool, threads: int = 1) -> int | None"),
          "How many rows of two columns of text that have `__arrow_c_stream__` or `__arrow_c_array__` are equal. None\n"
          "for other columns, where rows are missing or the columns have different lengths, and for text that is not\n"
          "ASCII unless its bytes were checked to be UTF-8.");
    m.def("label_sums", &sums_of_labels, nb::arg("y_true"), nb::arg("y_pred"), nb::arg("threads") = 1,
          nb::sig("def label_sums(y_true: NDArray, y_pred: NDArray, threads: int = 1) "
                  "-> tuple[NDArray, NDArray, NDArray, NDArray] | None"),
          "The labels of two columns of integers that occur (ascending), and for each the rows of the truth, of the\n"
          "prediction and of both at once. None where the labels lie too far apart for so few rows.");
}

}  // namespace concordant::bind
