// Binds the weights of kinds of rows.
#include "kinds_of_rows.hpp"

#include <nanobind/stl/vector.h>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "label_columns.hpp"

namespace concordant::bind {
namespace {

using Doubles = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

Array kinds_of_rows(const std::vector<Integers>& labels, const Doubles& weights, std::int64_t classes) {
    const LabelColumns columns = label_columns("kinds_of_rows", labels, classes);
    if (labels.front().shape(0) != weights.shape(0))
        throw nb::value_error("kinds_of_rows: arrays of different lengths");
    std::optional<std::vector<double>> found;
    {
        nb::gil_scoped_release release;
        found = columns.size == 2 ? weigh_kinds<2>(columns, weights.data(), weights.shape(0))
                                  : weigh_kinds<3>(columns, weights.data(), weights.shape(0));
    }
    if (!found) throw nb::index_error("kinds_of_rows: a label that is none of 0 to classes - 1");
    const auto size = static_cast<std::size_t>(classes);
    return array_of(std::move(*found), {size, std::size_t{1} << columns.size});
}

}  // namespace

void bind_kinds_of_rows(nb::module_& m) {
    m.def(
        "kinds_of_rows", &kinds_of_rows, nb::arg("labels"), nb::arg("weights"), nb::arg("classes"),
        nb::sig("def kinds_of_rows(labels: list[NDArray], weights: NDArray, classes: int) -> NDArray"),
        "The weight of each kind of rows for every class, (classes, 2**L), by which of the L labels of a row are the\n"
        "class: a bit for each, the highest for the first. Kind 0 is left out, and is 0.");
}

}  // namespace concordant::bind
