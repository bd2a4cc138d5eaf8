// Binds what is asked of one column: its labels in few bytes, its bounds, and float16.

#include <algorithm>
#include <atomic>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "codes.hpp"
#include "columns.hpp"
#include "threads.hpp"

namespace concordant::bind {
namespace {

// Labels in as few bytes as they need: numbers that are whole, and codes that become other codes.

// Calls narrow(first, last, out) for parts of the rows, which says whether T holds all of them.
template <class T, class Narrow>
std::optional<Array> narrowed(std::int64_t size, int threads, Narrow&& narrow) {
    const auto rows = static_cast<std::size_t>(size);
    std::unique_ptr<T[]> out(new T[rows + 1]);
    std::atomic<bool> whole = true;
    without_gil([&] {
        parallel(size, threads, [&](int, std::int64_t first, std::int64_t last) {
            if (!narrow(first, last, out.get())) whole = false;
        });
    });
    if (!whole) return std::nullopt;
    return owned_memory<T>(std::move(out), {rows});
}

template <class Narrow>
std::optional<Array> narrowest(std::int64_t size, int threads, Narrow&& narrow) {
    auto out = narrowed<std::int8_t>(size, threads, narrow);
    if (!out) out = narrowed<std::int16_t>(size, threads, narrow);
    return out ? out : narrowed<std::int32_t>(size, threads, narrow);
}

template <class S>
std::optional<Array> narrowest_of(const Column& column, int threads) {
    return narrowest(column.size, threads, [&](std::int64_t first, std::int64_t last, auto* out) {
        return narrow_whole<S>(column, first, last, out);
    });
}

std::optional<Array> whole_numbers(const Array1& values, int threads) {
    const Column numbers = column(values);
    switch (numbers.type) {
        case Type::f32: return narrowest_of<float>(numbers, threads);
        case Type::f64: return narrowest_of<double>(numbers, threads);
        case Type::u64: return narrowest_of<std::uint64_t>(numbers, threads);
        default: throw nb::type_error("whole_numbers: float32, float64 or uint64");
    }
}

using Table = Given<const std::uint32_t, nb::ndim<1>, nb::c_contig>;

template <class From>
bool look_up_column(const Column& codes, const std::vector<std::uint32_t>& table, int threads, Codes& out) {
    std::atomic<bool> inside = true;
    parallel(codes.size, threads, [&](int, std::int64_t first, std::int64_t last) {
        for (std::int64_t row = first; row < last; row += block_rows) {
            const std::int64_t count = std::min(block_rows, last - row);
            From block[block_rows];
            read_block(codes, row, count, block);
            if (greatest_code(block, count) >= table.size()) {
                inside = false;
                return;
            }
            out.visit([&](auto* to) { look_up(block, count, table, to + row); });
        }
    });
    return inside;
}

Array recode(const Array1& codes, const Table& table, int threads) {
    const Column from = column(codes);
    if (is_float(from)) throw nb::type_error("recode: codes are integers");
    const std::vector<std::uint32_t> places(table.data(), table.data() + table.shape(0));
    const std::uint32_t most = places.empty() ? 0 : *std::max_element(places.begin(), places.end());
    if (most > static_cast<std::uint32_t>(std::numeric_limits<std::int32_t>::max()))
        throw nb::value_error("recode: codes below 2**31");
    Codes out(from.size, Codes::width_for(std::size_t{most} + 1));
    const bool inside = from.size == 0 || without_gil([&] {
                            return from.type == Type::u8 ? look_up_column<std::uint8_t>(from, places, threads, out)
                                                         : look_up_column<std::int64_t>(from, places, threads, out);
                        });
    if (!inside) throw nb::index_error("recode: a code outside the table");
    return codes_array(std::move(out));
}

std::pair<Array, Array> occurring(const Array1& codes, const std::optional<Bytes>& missing) {
    const Column from = column(codes);
    if (is_float(from)) throw nb::type_error("occurring_codes: codes are integers");
    if (missing && static_cast<std::int64_t>(missing->shape(0)) != from.size)
        throw nb::value_error("occurring_codes: as many flags as codes");
    auto found = without_gil([&] { return occurring_codes(from, missing ? missing->data() : nullptr); });
    if (!found) throw nb::value_error("occurring_codes: codes from 0 to 2**32 - 1");
    return {array_of(std::move(found->codes)), array_of(std::move(found->rows))};
}

// Binds the checks of numbers that take one pass.

double or_nan(const Bounds& bounds, double value) {
    return bounds.nan ? std::numeric_limits<double>::quiet_NaN() : value;
}

std::pair<double, double> bounds(const Array1& values, int threads) {
    const Column column = bind::column(values);
    const Bounds found = without_gil([&] {
        return over_parts(column.size, threads,
                          [&](std::int64_t first, std::int64_t last) { return bounds_of_rows(column, first, last); });
    });
    return {or_nan(found, found.low), or_nan(found, found.high)};
}

std::tuple<double, double, double> matrix_bounds(const Array2& values, int threads) {
    const std::vector<Column> columns = columns_of(values);
    if (columns.empty()) throw nb::value_error("matrix_bounds: a matrix without columns");
    const Bounds found = without_gil([&] {
        return over_parts(columns[0].size, threads, [&](std::int64_t first, std::int64_t last) {
            return bounds_of_matrix(columns, first, last);
        });
    });
    return {or_nan(found, found.low), or_nan(found, found.high), or_nan(found, found.worst_sum)};
}

// Binds the widening of numbers of two bytes.

}  // namespace

void bind_columns(nb::module_& m) {
    m.def(
        "whole_numbers", &whole_numbers, nb::arg("values"), nb::arg("threads") = 1,
        "A column of float32, float64 or uint64 as the narrowest of int8, int16 and int32 that holds all of it. None\n"
        "if one of the numbers is not whole or not one of int32.");
    m.def("recode", &recode, nb::arg("codes"), nb::arg("table"), nb::arg("threads") = 1,
          "table[codes] of a table of uint32, in as few bytes as its greatest number needs.");
    m.def("occurring_codes", &occurring, nb::arg("codes"), nb::arg("missing") = nb::none(),
          "The codes that occur, ascending, and the first row of each. Rows with a 1 in `missing` do not count.");
    m.def("bounds", &bounds, nb::arg("values"), nb::arg("threads") = 1,
          "The least and the greatest of a column of numbers; NaN if one of them is NaN, (inf, -inf) of none.");
    m.def("matrix_bounds", &matrix_bounds, nb::arg("values"), nb::arg("threads") = 1,
          "The least and the greatest of a matrix, and by how much the row that misses a sum of one by most misses\n"
          "it; NaN if one of them is NaN.");
}

}  // namespace concordant::bind
