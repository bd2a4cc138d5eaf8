// Binds limits along paths of functions that take a stack of distributions, and influences.

#include <complex>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "influences.hpp"
#include "score_path.hpp"

namespace concordant::bind {
namespace {

using Numbers = Given<const double, nb::c_contig>;
using Tables = Given<const double, nb::ndim<3>, nb::c_contig>;
using Rankings = Given<const double, nb::shape<-1, 2, -1>, nb::c_contig>;

template <class Tensor>
Shape shape_of(const Tensor& array) {
    return {array.shape_ptr(), array.shape_ptr() + array.ndim()};
}

// The function, which is called with an array of the shape (2 B, ...) of both paths of all samples.
struct Called {
    nb::callable function;
    Shape shape;

    template <class Take>
    void operator()(const std::vector<double>& shares, const Take& take) const {
        const Array p = array_of(std::vector<double>(shares), shape);
        const auto [values, psi] = nb::cast<std::pair<Numbers, Numbers>>(function(p));
        if (values.size() != shape[0] || psi.size() != shares.size())
            throw nb::value_error("score_limits: a value of each distribution, and an influence of each cell");
        const std::size_t cells = shape[0] ? shares.size() / shape[0] : 0;
        for (std::size_t i = 0; i < shape[0]; ++i) take(i, values.data()[i], psi.data() + i * cells);
    }
};

// The chance row of each cell: one of each place along the axes that the masses have, which are 1 along the others.
std::vector<std::size_t> rows_of_cells(const Numbers& counts, const Numbers& mass) {
    std::vector<std::size_t> row{0};
    for (std::size_t axis = 1; axis < counts.ndim(); ++axis) {
        const std::size_t places = counts.shape(axis), rows = mass.shape(axis);
        if (rows != 1 && rows != places) throw nb::value_error("score_limits: chance rows of other cells");
        std::vector<std::size_t> next;
        for (const std::size_t before : row)
            for (std::size_t place = 0; place < places; ++place)
                next.push_back(before * rows + (rows == 1 ? 0 : place));
        row = std::move(next);
    }
    return row;
}

Array score_limits(const nb::callable& function, const Numbers& counts, const Numbers& start,
                   const std::vector<std::pair<Numbers, Numbers>>& chance, const Numbers& squares,
                   const Numbers& quantile, const Numbers& effect, bool skewed) {
    const std::size_t size = counts.ndim() ? counts.shape(0) : 0, cells = size ? counts.size() / size : 0;
    if (start.size() != counts.size() || squares.size() != counts.size())
        throw nb::value_error("score_limits: a number for each cell");
    if (effect.size() != size || quantile.size() != size)
        throw nb::value_error("score_limits: a design effect and a quantile for each sample");
    score_path::Samples samples{
        size, cells, counts.data(), start.data(), squares.data(), effect.data(), quantile.data(), {}, skewed};
    for (const auto& [spread, mass] : chance) {
        if (spread.size() != counts.size() || mass.ndim() != counts.ndim() || mass.shape(0) != size)
            throw nb::value_error("score_limits: chance rows of each sample, spread over its cells");
        samples.chance.push_back(
            {spread.data(), rows_of_cells(counts, mass), mass.data(), size ? mass.size() / size : 0});
    }
    Called functional{function, shape_of(counts)};
    functional.shape[0] = 2 * size;
    return array_of(score_path::Paths(samples, functional).limits(), {2, size});
}

// Tables (B, ...) as the stack (cells, B, ...), of which each cell in turn takes a step.
Array stepped(const Numbers& tables, double step) {
    const std::size_t size = tables.ndim() ? tables.shape(0) : 0, cells = size ? tables.size() / size : 0;
    std::vector<std::complex<double>> stack(cells * cells * size);
    influences::stack(tables.data(), size, cells, step, stack.data());
    Shape shape = shape_of(tables);
    shape.insert(shape.begin(), cells);
    std::vector<std::int64_t> strides{static_cast<std::int64_t>(size), 1};
    for (std::size_t axis = 1; axis < tables.ndim(); ++axis)
        strides.push_back(tables.stride(axis) * static_cast<std::int64_t>(cells * size));
    void* data = stack.data();
    return array_in<std::complex<double>>(data, std::move(stack), shape, strides.data());
}

Array of_slopes(const Numbers& slopes, const Numbers& p, const Numbers& totals) {
    const std::size_t size = p.ndim() ? p.shape(0) : 0, many = totals.size();
    if (slopes.size() != p.size() || !many || size % many) throw nb::value_error("influences: a slope for each cell");
    const std::size_t cells = size ? p.size() / size : 0;
    return array_of(influences::of_slopes(slopes.data(), p.data(), size, cells, totals.data(), many), shape_of(p));
}

// The value of each of a stack of distributions, and how a row of each of its cells moves it: as `of` tells them.
template <class Stack, class Of>
std::pair<Array, Array> of_stack(const Stack& stack, const Of& of) {
    const std::size_t size = stack.shape(0), cells = size ? stack.size() / size : 0;
    std::vector<double> values(size), psi(stack.size());
    for (std::size_t i = 0; i < size; ++i) values[i] = of(stack.data() + i * cells, psi.data() + i * cells);
    return {array_of(std::move(values)), array_of(std::move(psi), shape_of(stack))};
}

template <double (*Of)(const double*, std::size_t, double*)>
std::pair<Array, Array> of_rankings(const Rankings& masses) {
    return of_stack(masses, [&](const double* mass, double* psi) { return Of(mass, masses.shape(2), psi); });
}

std::pair<Array, Array> kappa_and_influence(const DoubleTable& v, const Tables& shares) {
    const std::size_t labels = v.shape(0);
    if (v.shape(1) != labels || shares.shape(1) != labels || shares.shape(2) != labels)
        throw nb::value_error("kappa_and_influence: a disagreement for each cell");
    return of_stack(shares,
                    [&](const double* table, double* psi) { return influences::kappa(v.data(), table, labels, psi); });
}

}  // namespace

void bind_score_path(nb::module_& m) {
    m.def("stepped", &stepped, nb::arg("tables"), nb::arg("step"),
          "Tables (B, ...) once for each of their cells, which takes a complex step there: (cells, B, ...).");
    m.def(
        "auc_and_influence", &of_rankings<influences::auc>, nb::arg("masses"),
        "The AUC of negative and positive masses (S, 2, T), the highest score first, and how a row of each moves it.");
    m.def("precision_and_influence", &of_rankings<influences::average_precision>, nb::arg("masses"),
          "The average precision of the same, and how a row of each moves it.");
    m.def("kappa_and_influence", &kappa_and_influence, nb::arg("v"), nb::arg("shares"),
          "The kappa of tables of shares (S, K, K) with disagreements (K, K), and how a row of each cell moves it.");
    m.def("influences", &of_slopes, nb::arg("slopes"), nb::arg("p"), nb::arg("totals"),
          "Slopes by the numbers in the cells of tables as influences by their shares p, (B, ...), of mean 0. Totals\n"
          "are those of the tables in turn.");
    m.def(
        "score_limits", &score_limits, nb::arg("functional"), nb::arg("counts"), nb::arg("start"), nb::arg("chance"),
        nb::arg("squares"), nb::arg("quantile"), nb::arg("effect"), nb::arg("skewed"),
        nb::sig("def score_limits(functional: Callable[[NDArray], tuple[NDArray, NDArray]], counts: NDArray, "
                "start: NDArray, chance: Sequence[tuple[NDArray, NDArray]], squares: NDArray, "
                "quantile: NDArray, effect: NDArray, skewed: bool) -> NDArray"),
        "The score limits of B samples of rows in cells, (2, B): arrays of shape (B, ...), of which `effect` and\n"
        "`quantile` have one number each. `functional` takes the shares of the cells on both paths of all samples,\n"
        "(2 B, ...), and gives values and influences of mean 0. Of chance rows: the part of one in each cell, and the\n"
        "mass of each, of shape (B, ...) with 1 along the axes that a chance row is spread along.");
}

}  // namespace concordant::bind
