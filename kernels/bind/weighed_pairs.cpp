// Binds the table of weighted pairs of labels.
#include "weighed_pairs.hpp"

#include <utility>

#include "arrays.hpp"
#include "tables_out.hpp"

namespace concordant::bind {
namespace {

nb::object pairs(const Array1& y_true, const Array1& y_pred, const Array1& weights, int threads) {
    const Column truth = column(y_true), prediction = column(y_pred), weight = column(weights);
    if (truth.size != prediction.size || truth.size != weight.size)
        throw nb::value_error("weigh_pairs: arrays of different lengths");
    WeighedPairs found;
    {
        nb::gil_scoped_release release;
        found = weigh_pairs(truth, prediction, weight, threads);
    }
    LabelTable<double>& table = found.table;
    const std::size_t size = table.labels.size();
    if (size == 0) return nb::none();
    auto labels = nb::steal<nb::tuple>(PyTuple_New(static_cast<Py_ssize_t>(size)));
    for (std::size_t i = 0; i < size; ++i)
        PyTuple_SET_ITEM(labels.ptr(), static_cast<Py_ssize_t>(i), nb::int_(table.labels[i]).release().ptr());
    return nb::make_tuple(labels, numbers_of(table, std::move(table.cells)), found.total);
}

}  // namespace

void bind_weighed_pairs(nb::module_& m) {
    m.def(
        "weigh_pairs", &pairs, nb::arg("y_true"), nb::arg("y_pred"), nb::arg("weights"), nb::arg("threads") = 1,
        nb::sig("def weigh_pairs(y_true: NDArray, y_pred: NDArray, weights: NDArray, threads: int = 1) "
                "-> tuple[tuple[int, ...], NDArray, float] | None"),
        "Labels of weighted rows, their table, and the sum of the table in any order. None where no row has a weight,\n"
        "for labels too far apart for a window or floats that are not whole, and for weights that are negative or\n"
        "not finite.");
}

}  // namespace concordant::bind
