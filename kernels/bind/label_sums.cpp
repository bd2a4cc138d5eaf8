// Binds sums over rows by their labels: rows that agree, and sums of one column of labels.

#include <cstdint>
#include <optional>
#include <utility>

#include "arrays.hpp"
#include "label_sums.hpp"
#include "label_window.hpp"

namespace concordant::bind {
namespace {

// How many rows of two columns agree.

std::int64_t agreeing(const Array1& y_true, const Array1& y_pred, int threads) {
    const Column truth = column(y_true), prediction = column(y_pred, truth.size);
    if (is_float(truth) || is_float(prediction)) throw nb::type_error("agreeing: labels are integers");
    nb::gil_scoped_release release;
    return count_agreeing(truth, prediction, threads);
}

// Binds the margins of two columns of labels, and the rows that agree.

std::optional<std::tuple<Array, Array, Array, Array>> sums_of_labels(const Array1& y_true, const Array1& y_pred,
                                                                     int threads) {
    const Column truth = column(y_true), prediction = column(y_pred, truth.size);
    if (is_float(truth) || is_float(prediction)) throw nb::type_error("label_sums: labels are integers");
    auto found = without_gil([&] { return label_sums(truth, prediction, threads); });
    if (!found) return std::nullopt;
    return std::tuple(array_of(std::move(found->labels)), array_of(std::move(found->truth)),
                      array_of(std::move(found->prediction)), array_of(std::move(found->both)));
}

}  // namespace

void bind_label_sums(nb::module_& m) {
    m.def("agreeing", &agreeing, nb::arg("y_true"), nb::arg("y_pred"), nb::arg("threads") = 1,
          "How many rows of two columns of integers, below 2**63, hold the same label.");
    m.def("label_sums", &sums_of_labels, nb::arg("y_true"), nb::arg("y_pred"), nb::arg("threads") = 1,
          "The labels of two columns of integers that occur (ascending), and for each the rows of the truth, of the\n"
          "prediction and of both at once. None where the labels lie too far apart for so few rows.");
}

}  // namespace concordant::bind
