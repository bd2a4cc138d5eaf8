// Binds the table of weighted pairs of labels.
#include "weighed_pairs.hpp"

#include <vector>

#include "arrays.hpp"
#include "label_table.hpp"

namespace concordant::bind {
namespace {

nb::object pairs(const Array1& y_true, const Array1& y_pred, const Array1& weights, int threads) {
    const Column truth = column(y_true), prediction = column(y_pred), weight = column(weights);
    if (truth.size != prediction.size || truth.size != weight.size)
        throw nb::value_error("weigh_pairs: arrays of different lengths");
    std::vector<std::int64_t> labels;
    std::vector<double> cells;
    double total = 0;
    {
        nb::gil_scoped_release release;
        const Window<double> window = weigh_pairs(truth, prediction, weight, threads);
        if (!window.too_wide) {
            const auto span = static_cast<std::size_t>(window.span);
            const auto kept = occurring(window.cells.data(), span);
            for (const std::size_t i : kept) labels.push_back(window.first + static_cast<std::int64_t>(i));
            cells.resize(kept.size() * kept.size());
            copy_kept(window.cells.data(), span, kept, cells.data());
            for (const double cell : cells) total += cell;
        }
    }
    const std::size_t size = labels.size();
    if (size == 0) return nb::none();
    return nb::make_tuple(array_of(std::move(labels)), array_of(std::move(cells), {size, size}), total);
}

}  // namespace

void bind_weighed_pairs(nb::module_& m) {
    m.def("weigh_pairs", &pairs, nb::arg("y_true"), nb::arg("y_pred"), nb::arg("weights"), nb::arg("threads") = 1,
          nb::sig("def weigh_pairs(y_true: NDArray, y_pred: NDArray, weights: NDArray, threads: int = 1) "
                  "-> tuple[NDArray, NDArray, float] | None"),
          "What count_pairs gives of weighted rows without the squares: labels and their table; and its sum, in any\n"
          "order. None where no row has a weight, and for labels too far apart for a window.");
}

}  // namespace concordant::bind
