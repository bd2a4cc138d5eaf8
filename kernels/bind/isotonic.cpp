// Binds isotonic regression on a curve.
#include "isotonic.hpp"

#include <cstdint>
#include <utility>
#include <vector>

#include "arrays.hpp"

namespace concordant::bind {
namespace {

using Packed2 = nb::ndarray<nb::ro, nb::ndim<2>, nb::device::cpu, nb::c_contig>;

template <class Cell>
nb::tuple steps_of(const Packed2& table) {
    const auto size = static_cast<std::int64_t>(table.shape(0));
    std::vector<std::int64_t> ends;
    std::vector<Cell> sums;
    {
        nb::gil_scoped_release release;
        const auto steps = ranked::pooled(static_cast<const Cell*>(table.data()), size);
        ends.reserve(steps.size());
        sums.reserve(2 * steps.size());
        for (const auto& step : steps) {
            ends.push_back(step.end);
            sums.push_back(step.negatives);
            sums.push_back(step.positives);
        }
    }
    const std::size_t count = ends.size();
    nb::object last = nb::cast(owned(std::move(ends), {count}));
    return nb::make_tuple(last, nb::cast(owned(std::move(sums), {count, 2})));
}

nb::tuple isotonic_steps(const Packed2& table) {
    if (table.shape(1) != 2) throw nb::value_error("isotonic regression takes a table of two classes");
    if (table.dtype() == nb::dtype<std::int64_t>()) return steps_of<std::int64_t>(table);
    if (table.dtype() == nb::dtype<double>()) return steps_of<double>(table);
    throw nb::type_error("tables hold int64 or float64");
}

}  // namespace

void bind_isotonic(nb::module_& m) {
    m.def(
        "isotonic_steps", &isotonic_steps, nb::arg("table"),
        nb::sig("def isotonic_steps(table: NDArray) -> tuple[NDArray, NDArray]"),
        "Steps of the isotonic regression on a curve of two classes: where each ends (the row after its last) and its\n"
        "sums of both classes; the shares of positives fall from step to step.");
}

}  // namespace concordant::bind
