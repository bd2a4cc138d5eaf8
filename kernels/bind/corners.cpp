// Binds the points of a curve where the step changes.
#include "corners.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "arrays.hpp"

namespace concordant::bind {
namespace {

using Doubles = nb::ndarray<nb::ro, double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

nb::tuple corners(const Doubles& negatives, const Doubles& positives, const Doubles& thresholds, int threads) {
    const std::size_t points = thresholds.shape(0);
    if (points == 0 || negatives.shape(0) != points || positives.shape(0) != points)
        throw nb::value_error("corners: arrays of different lengths, or without a first point");
    ranked::Corners found;
    {
        nb::gil_scoped_release release;
        found = ranked::corners(
            {negatives.data(), positives.data(), thresholds.data(), static_cast<std::int64_t>(points) - 1},
            std::max(threads, 1));
    }
    const auto size = static_cast<std::size_t>(found.size);
    return nb::make_tuple(owned_memory<double>(std::move(found.negatives), {size}),
                          owned_memory<double>(std::move(found.positives), {size}),
                          owned_memory<double>(std::move(found.thresholds), {size}));
}

}  // namespace

void bind_corners(nb::module_& m) {
    m.def("corners", &corners, nb::arg("negatives"), nb::arg("positives"), nb::arg("thresholds"),
          nb::arg("threads") = 1,
          nb::sig("def corners(negatives: NDArray, positives: NDArray, thresholds: NDArray, threads: int = 1) "
                  "-> tuple[NDArray, NDArray, NDArray]"),
          "Of running counts of two classes after a 0 the points where the step changes, and both ends, with the\n"
          "counts as shares of all of the class (NaN where it has none): (negatives, positives, thresholds).");
}

}  // namespace concordant::bind
