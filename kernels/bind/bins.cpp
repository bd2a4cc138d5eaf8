// Binds the sums of labels and probabilities in bins; chunks of rows are merged in order.
#include "bins.hpp"

#include <vector>

#include "arrays.hpp"
#include "ordered.hpp"

namespace concordant::bind {
namespace {

struct BinRows {
    Array sums;
    std::int64_t bad_label, bad_value;
};

std::vector<double> inner_edges(const Array1& edges) {
    const Column given = column(edges);
    std::vector<double> out(static_cast<std::size_t>(given.size));
    read_block(given, 0, given.size, out.data());
    for (std::size_t i = 0; i < out.size(); ++i)
        if (!(out[i] >= 0 && out[i] <= 1) || (i > 0 && out[i] < out[i - 1]))
            throw nb::value_error("bin_sums: edges lie between 0 and 1 and do not fall");
    return out;
}

BinRows bin_sums(const Array1& y_true, std::int64_t negative, std::int64_t positive, const Array1& y_prob,
                 const std::optional<Array1>& weights, const Array1& edges, bool closed_left, int threads) {
    const Column labels = column(y_true), probability = column(y_prob);
    std::optional<Column> weight;
    if (weights) weight = column(*weights);
    if (labels.size != probability.size || (weight && weight->size != labels.size))
        throw nb::value_error("bin_sums: arrays of different lengths");
    const BinFinder finder(inner_edges(edges), closed_left);
    BinTable total;
    total.sums.resize(finder.bins());
    {
        nb::gil_scoped_release release;
        ordered_chunks<BinTable>(
            labels.size, threads,
            [&](std::int64_t first, std::int64_t last) {
                return bin_rows(labels, negative, positive, probability, weight ? &*weight : nullptr, finder, first,
                                last);
            },
            [&](BinTable&& part) { merge(total, part); });
    }
    std::vector<double> sums;
    sums.reserve(total.sums.size() * 4);
    for (std::size_t q = 0; q < 4; ++q)
        for (const BinSums& bin : total.sums) sums.push_back(bin[q]);
    return {array_of(std::move(sums), {4, total.sums.size()}), total.bad_label, total.bad_value};
}

}  // namespace

void bind_bins(nb::module_& m) {
    nb::class_<BinRows>(m, "BinSums", "Sums of rows in bins; the first row with a bad label or probability (-1: none).")
        .def_ro("sums", &BinRows::sums)
        .def_ro("bad_label", &BinRows::bad_label)
        .def_ro("bad_value", &BinRows::bad_value);
    m.def("bin_sums", &bin_sums, nb::arg("y_true"), nb::arg("negative"), nb::arg("positive"), nb::arg("y_prob"),
          nb::arg("weights").none(), nb::arg("edges"), nb::arg("closed_left") = true, nb::arg("threads") = 1,
          nb::sig("def bin_sums(y_true: NDArray, negative: int, positive: int, y_prob: NDArray, "
                  "weights: NDArray | None, edges: NDArray, closed_left: bool = True, threads: int = 1) "
                  "-> BinSums"),
          "Sums in the bins between inner edges, of which there are one fewer than bins.\n"
          "`sums` has the shape (4, bins): the weight of negatives, of positives, the sums of w p and of w p (1 - p).");
}

}  // namespace concordant::bind
