// Binds the table of weighted pairs of labels.
#include "weighed_pairs.hpp"

#include <utility>

#include "arrays.hpp"

namespace concordant::bind {
namespace {

nb::object pairs(const Array1& y_true, const Array1& y_pred, const Array1& weights, bool squared, int threads) {
    const Column truth = column(y_true), prediction = column(y_pred), weight = column(weights);
    if (truth.size != prediction.size || truth.size != weight.size)
        throw nb::value_error("weigh_pairs: arrays of different lengths");
    WeighedPairs found;
    {
        nb::gil_scoped_release release;
        found = squared ? weigh_pairs<WeightSums>(truth, prediction, weight, threads)
                        : weigh_pairs<WeightSum>(truth, prediction, weight, threads);
    }
    const std::size_t size = found.labels.size();
    if (size == 0) return nb::none();
    nb::object squares = nb::none();
    if (squared) squares = array_of(std::move(found.squares), {size, size});
    return nb::make_tuple(array_of(std::move(found.labels)), array_of(std::move(found.cells), {size, size}), squares,
                          found.total);
}

}  // namespace

void bind_weighed_pairs(nb::module_& m) {
    m.def("weigh_pairs", &pairs, nb::arg("y_true"), nb::arg("y_pred"), nb::arg("weights"), nb::arg("squared"),
          nb::arg("threads") = 1,
          nb::sig("def weigh_pairs(y_true: NDArray, y_pred: NDArray, weights: NDArray, squared: bool, "
                  "threads: int = 1) -> tuple[NDArray, NDArray, NDArray | None, float] | None"),
          "Labels of weighted rows, their table, that of squared weights where it is wanted, and the sum of the table\n"
          "in any order. None where no row has a weight, and for labels too far apart for a window.");
}

}  // namespace concordant::bind
