// Binds sums of terms of labels, row by row.
#include "label_terms.hpp"

#include "arrays.hpp"
#include "pages.hpp"

namespace concordant::bind {
namespace {

using Doubles = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Labels = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

nb::object sums_of_terms(const Doubles& rows, const Doubles& columns, const Doubles& diagonal, const Labels& truth,
                         const Labels& prediction, int threads) {
    const std::size_t size = rows.shape(0), units = truth.shape(0);
    if (columns.shape(0) != size || diagonal.shape(0) != size || prediction.shape(0) != units)
        throw nb::value_error("label_terms: arrays that do not fit each other");
    auto found = ranked::make_pages<double>(units);
    bool all = false;
    {
        nb::gil_scoped_release release;
        all = label_terms({size, rows.data(), columns.data(), diagonal.data()}, truth.data(), prediction.data(),
                          static_cast<std::int64_t>(units), threads, found.get());
    }
    if (!all) throw nb::index_error("label_terms: a label that is none of 0 to size - 1");
    return owned_memory<double>(std::move(found), {units});
}

}  // namespace

void bind_label_terms(nb::module_& m) {
    m.def(
        "label_terms", &sums_of_terms, nb::arg("rows"), nb::arg("columns"), nb::arg("diagonal"), nb::arg("truth"),
        nb::arg("prediction"), nb::arg("threads") = 1,
        nb::sig("def label_terms(rows: NDArray, columns: NDArray, diagonal: NDArray, truth: NDArray, "
                "prediction: NDArray, threads: int = 1) -> NDArray"),
        "``rows[t] + columns[p]``, and ``+ diagonal[t]`` where t is p, of the true label t and the predicted label p\n"
        "of each row.");
}

}  // namespace concordant::bind
