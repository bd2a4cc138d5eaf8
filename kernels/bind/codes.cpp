// Labels in as few bytes as they need: numbers that are whole, and codes that become other codes.
#include <algorithm>
#include <atomic>
#include <limits>
#include <memory>
#include <vector>

#include "arrays.hpp"
#include "codes_out.hpp"
#include "threads.hpp"
#include "whole.hpp"

namespace concordant::bind {
namespace {

template <class S, class T>
nb::object narrowed(const Column& column, int threads) {
    const auto rows = static_cast<std::size_t>(column.size);
    std::unique_ptr<T[]> out(new T[rows + 1]);
    std::atomic<bool> whole = true;
    {
        nb::gil_scoped_release release;
        parallel(column.size, threads, [&](int, std::int64_t first, std::int64_t last) {
            if (!narrow_whole<S>(column, first, last, out.get())) whole = false;
        });
    }
    if (!whole) return nb::none();
    T* data = out.release();
    nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<T*>(p); });
    return nb::cast(nb::ndarray<nb::numpy, T>(data, {rows}, owner));
}

template <class S>
nb::object narrowest(const Column& column, int threads) {
    nb::object out = narrowed<S, std::int8_t>(column, threads);
    if (out.is_none()) out = narrowed<S, std::int16_t>(column, threads);
    return out.is_none() ? narrowed<S, std::int32_t>(column, threads) : out;
}

nb::object whole_numbers(const Array1& values, int threads) {
    const Column numbers = column(values);
    switch (numbers.type) {
        case Type::f32: return narrowest<float>(numbers, threads);
        case Type::f64: return narrowest<double>(numbers, threads);
        case Type::u64: return narrowest<std::uint64_t>(numbers, threads);
        default: throw nb::type_error("whole_numbers: float32, float64 or uint64");
    }
}

using Table = nb::ndarray<nb::ro, std::uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

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

nb::object recode(const Array1& codes, const Table& table, int threads) {
    const Column from = column(codes);
    if (from.type == Type::f32 || from.type == Type::f64) throw nb::type_error("recode: codes are integers");
    const std::vector<std::uint32_t> places(table.data(), table.data() + table.shape(0));
    const std::uint32_t most = places.empty() ? 0 : *std::max_element(places.begin(), places.end());
    if (most > static_cast<std::uint32_t>(std::numeric_limits<std::int32_t>::max()))
        throw nb::value_error("recode: codes below 2**31");
    Codes out(from.size, Codes::width_for(std::size_t{most} + 1));
    bool inside = from.size == 0;
    if (!inside) {
        nb::gil_scoped_release release;
        inside = from.type == Type::u8 ? look_up_column<std::uint8_t>(from, places, threads, out)
                                       : look_up_column<std::int64_t>(from, places, threads, out);
    }
    if (!inside) throw nb::index_error("recode: a code outside the table");
    return codes_array(std::move(out));
}

}  // namespace

void bind_codes(nb::module_& m) {
    m.def(
        "whole_numbers", &whole_numbers, nb::arg("values"), nb::arg("threads") = 1,
        nb::sig("def whole_numbers(values: NDArray, threads: int = 1) -> NDArray | None"),
        "A column of float32, float64 or uint64 as the narrowest of int8, int16 and int32 that holds all of it. None\n"
        "if one of the numbers is not whole or not one of int32.");
    m.def("recode", &recode, nb::arg("codes"), nb::arg("table"), nb::arg("threads") = 1,
          nb::sig("def recode(codes: NDArray, table: NDArray, threads: int = 1) -> NDArray"),
          "table[codes] of a table of uint32, in as few bytes as its greatest number needs.");
}

}  // namespace concordant::bind
