// Binds Tango's score and limits of differences of two shares of the same rows.
#include "tango.hpp"

#include <cstddef>
#include <utility>
#include <vector>

#include "arrays.hpp"

namespace concordant::bind {
namespace {

using Doubles = nb::ndarray<nb::ro, double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

double score(double only_a, double only_b, double n, double null) { return Discordant{only_a, only_b, n}.score(null); }

nb::tuple limits(double only_a, double only_b, double n, double z) {
    const Limits found = tango_limits({only_a, only_b, n}, z);
    return nb::make_tuple(found.low, found.high);
}

nb::tuple limits_of_each(const Doubles& only_a, const Doubles& only_b, const Doubles& n, double z) {
    const std::size_t size = n.shape(0);
    if (only_a.shape(0) != size || only_b.shape(0) != size)
        throw nb::value_error("tango_limits_of_each: arrays of different lengths");
    std::vector<double> low(size), high(size);
    {
        nb::gil_scoped_release release;
        for (std::size_t i = 0; i < size; ++i) {
            const Limits found = tango_limits({only_a.data()[i], only_b.data()[i], n.data()[i]}, z);
            low[i] = found.low;
            high[i] = found.high;
        }
    }
    return nb::make_tuple(array_of(std::move(low)), array_of(std::move(high)));
}

}  // namespace

void bind_tango(nb::module_& m) {
    m.def("tango_score", &score, nb::arg("only_a"), nb::arg("only_b"), nb::arg("n"), nb::arg("null"),
          "The standardised distance of (only_a - only_b) / n from `null`, by the variance under that hypothesis.");
    m.def("tango_limits", &limits, nb::arg("only_a"), nb::arg("only_b"), nb::arg("n"), nb::arg("z"),
          nb::sig("def tango_limits(only_a: float, only_b: float, n: float, z: float) -> tuple[float, float]"),
          "The least and the greatest difference whose score is between -z and z; NaN where n is 0.");
    m.def("tango_limits_of_each", &limits_of_each, nb::arg("only_a"), nb::arg("only_b"), nb::arg("n"), nb::arg("z"),
          nb::sig("def tango_limits_of_each(only_a: NDArray, only_b: NDArray, n: NDArray, z: float) "
                  "-> tuple[NDArray, NDArray]"),
          "The same of several, each with numbers of its own.");
}

}  // namespace concordant::bind
