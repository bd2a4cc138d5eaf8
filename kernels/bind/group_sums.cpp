// Binds sums over the rows of groups.
#include "group_sums.hpp"

#include <limits>

#include "arrays.hpp"
#include "pages.hpp"

namespace concordant::bind {
namespace {

using Doubles = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Table = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Integers = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Room for the sums, which are zero.
ranked::Pages<double> no_sums(std::size_t groups, std::size_t width) {
    if (width > 0 && groups > std::numeric_limits<std::ptrdiff_t>::max() / sizeof(double) / width)
        throw nb::value_error("group_sums: more groups than memory can hold");
    return ranked::make_zeros<double>(groups * width);
}

GroupedRows grouped(const Integers& group, const std::optional<Integers>& unit, const Doubles& weight,
                    std::int64_t groups, std::size_t units) {
    const std::size_t rows = group.shape(0);
    if (groups < 0 || weight.shape(0) != rows || (unit && unit->shape(0) != rows))
        throw nb::value_error("group_sums: a group, a unit and a weight for each row");
    const GroupedRows found{group.data(), unit ? unit->data() : nullptr, weight.data(), static_cast<std::int64_t>(rows),
                            groups};
    if (!found.fit(static_cast<std::int64_t>(units)))
        throw nb::index_error("group_sums: a row of a group or a unit that there is not");
    return found;
}

nb::object sums_of_table(const Table& table, const Integers& group, const std::optional<Integers>& unit,
                         const Doubles& weight, std::int64_t groups, int threads) {
    const std::size_t width = table.shape(1);
    const GroupedRows rows = grouped(group, unit, weight, groups, table.shape(0));
    const auto size = static_cast<std::size_t>(groups);
    auto sums = no_sums(size, width);
    {
        nb::gil_scoped_release release;
        group_sums(rows, table.data(), static_cast<std::int64_t>(width), threads, sums.get());
    }
    return owned_memory<double>(std::move(sums), {size, width});
}

}  // namespace

void bind_group_sums(nb::module_& m) {
    m.def("group_sums", &sums_of_table, nb::arg("table"), nb::arg("group"), nb::arg("unit").none(), nb::arg("weight"),
          nb::arg("groups"), nb::arg("threads") = 1,
          nb::sig("def group_sums(table: NDArray, group: NDArray, unit: NDArray | None, weight: NDArray, groups: int, "
                  "threads: int = 1) -> NDArray"),
          "The sum of ``weight * table[unit]`` over the rows of each group. Without units, row i is like row i of the\n"
          "table.");
}

}  // namespace concordant::bind
