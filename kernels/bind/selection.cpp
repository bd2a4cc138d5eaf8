// Binds the selection of order statistics.
#include "selection.hpp"

#include <vector>

#include "arrays.hpp"

namespace concordant::bind {
namespace {

nb::tuple statistics(const Array1& values, const Array1& ranks, int threads) {
    const Column given = column(values), places = column(ranks);
    std::vector<std::int64_t> wanted(static_cast<std::size_t>(places.size));
    read_block(places, 0, places.size, wanted.data());
    for (const std::int64_t rank : wanted)
        if (rank < 0 || rank >= given.size) throw nb::value_error("order_statistics: a rank beyond the rows");
    std::vector<double> found;
    std::int64_t bad_value = -1;
    {
        nb::gil_scoped_release release;
        found = order_statistics(given, wanted, threads, bad_value);
    }
    const std::size_t size = found.size();
    return nb::make_tuple(owned(std::move(found), {size}), bad_value);
}

}  // namespace

void bind_selection(nb::module_& m) {
    m.def("order_statistics", &statistics, nb::arg("values"), nb::arg("ranks"), nb::arg("threads") = 1,
          nb::sig("def order_statistics(values: NDArray, ranks: NDArray, threads: int = 1) -> tuple[NDArray, int]"),
          "The probabilities at given places of their ascending order (0 is the least) as float64, and a row with\n"
          "a number outside 0 and 1 (-1: none); then there are no values.");
}

}  // namespace concordant::bind
