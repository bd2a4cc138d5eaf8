// Codes of fixed-width text.
#include "text.hpp"

#include "arrays.hpp"
#include "threads.hpp"

namespace concordant::bind {
namespace {

using Rows = nb::ndarray<nb::ro, std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

nb::tuple encode(const Rows& rows, int threads) {
    TextCodes found;
    {
        nb::gil_scoped_release release;
        found = encode_text(reinterpret_cast<const std::byte*>(rows.data()),
                            static_cast<std::int64_t>(rows.shape(0)), rows.shape(1), threads);
    }
    const std::size_t size = found.codes.size(), distinct = found.first_rows.size();
    nb::object codes = nb::cast(owned(std::move(found.codes), {size}));
    nb::object first_rows = nb::cast(owned(std::move(found.first_rows), {distinct}));
    return nb::make_tuple(codes, first_rows, found.too_many);
}

nb::object equal(const Rows& a, const Rows& b, int threads) {
    if (a.shape(0) != b.shape(0)) throw nb::value_error("equal_text: columns of different lengths");
    std::vector<std::uint8_t> out(a.shape(0));
    {
        nb::gil_scoped_release release;
        parallel(static_cast<std::int64_t>(out.size()), threads, [&](int, std::int64_t first, std::int64_t last) {
            equal_text(reinterpret_cast<const std::byte*>(a.data()), a.shape(1),
                       reinterpret_cast<const std::byte*>(b.data()), b.shape(1), first, last, out.data());
        });
    }
    const std::size_t size = out.size();
    return nb::cast(owned(std::move(out), {size}));
}

}  // namespace

void bind_text(nb::module_& m) {
    m.def("encode_text", &encode, nb::arg("rows"), nb::arg("threads") = 1,
          nb::sig("def encode_text(rows: NDArray, threads: int = 1) -> tuple[NDArray, NDArray, bool]"),
          "Codes of the rows of a matrix of bytes: int32 codes in the order of first appearance, the row where each\n"
          "code came first, and whether the rows are too many different ones to be categories.");
    m.def("equal_text", &equal, nb::arg("a"), nb::arg("b"), nb::arg("threads") = 1,
          nb::sig("def equal_text(a: NDArray, b: NDArray, threads: int = 1) -> NDArray"),
          "Whether the rows of two matrices of bytes are equal, as uint8; zeros at the end of the wider one do not\n"
          "count.");
}

}  // namespace concordant::bind
