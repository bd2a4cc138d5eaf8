// Binds the continued fraction of the incomplete beta function.
#include "beta_fraction.hpp"

#include <cstddef>
#include <utility>
#include <vector>

#include "arrays.hpp"

namespace concordant::bind {
namespace {

using Doubles = nb::ndarray<nb::ro, double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

Array fractions(const Doubles& x, const Doubles& a, const Doubles& b, int steps) {
    const std::size_t size = x.shape(0);
    if (a.shape(0) != size || b.shape(0) != size) throw nb::value_error("beta_fractions: arrays of different lengths");
    std::vector<double> found(size);
    {
        nb::gil_scoped_release release;
        for (std::size_t i = 0; i < size; ++i) found[i] = beta_fraction(x.data()[i], a.data()[i], b.data()[i], steps);
    }
    return array_of(std::move(found));
}

}  // namespace

void bind_beta_fraction(nb::module_& m) {
    m.def("beta_fraction", &beta_fraction, nb::arg("x"), nb::arg("a"), nb::arg("b"), nb::arg("steps"),
          "The continued fraction of the incomplete beta function for x between 0 and 1, by at most so many steps.");
    m.def("beta_fractions", &fractions, nb::arg("x"), nb::arg("a"), nb::arg("b"), nb::arg("steps"),
          nb::sig("def beta_fractions(x: NDArray, a: NDArray, b: NDArray, steps: int) -> NDArray"),
          "The same of several.");
}

}  // namespace concordant::bind
