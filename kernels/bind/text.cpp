// Codes of fixed-width text.
#include "text.hpp"
#include "text_bytes.hpp"

#include "arrays.hpp"
#include "codes_out.hpp"
#include "threads.hpp"

namespace concordant::bind {
namespace {

using Rows = nb::ndarray<nb::ro, std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

nb::tuple encode(const Rows& rows, bool wide, int threads) {
    if (rows.shape(1) == 0 || (wide && rows.shape(1) % 4 != 0)) throw nb::value_error("encode_text: no such width");
    const auto* data = reinterpret_cast<const char*>(rows.data());
    TextCodes found;
    {
        nb::gil_scoped_release release;
        found = encode_text(data, static_cast<std::int64_t>(rows.shape(0)), rows.shape(1), wide, threads);
    }
    std::vector<std::int64_t> rows_of_texts;
    rows_of_texts.reserve(found.texts.size());
    for (const std::string_view text : found.texts)
        rows_of_texts.push_back((text.data() - data) / static_cast<std::int64_t>(rows.shape(1)));
    const std::size_t distinct = rows_of_texts.size();
    nb::object where = nb::cast(owned(std::move(rows_of_texts), {distinct}));
    return nb::make_tuple(codes_array(std::move(found.codes)), where, distinct > most_texts);
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

nb::tuple bytes_of_text(const nb::ndarray<nb::ro, std::uint8_t, nb::ndim<1>, nb::device::cpu, nb::c_contig>& text) {
    TextBytes found;
    {
        nb::gil_scoped_release release;
        found = text_bytes(text.data(), text.shape(0));
    }
    return nb::make_tuple(found.zero, found.quote, found.beyond_ascii, found.padded);
}

}  // namespace

void bind_text(nb::module_& m) {
    m.def(
        "encode_text", &encode, nb::arg("rows"), nb::arg("wide"), nb::arg("threads") = 1,
        nb::sig("def encode_text(rows: NDArray, wide: bool, threads: int = 1) -> tuple[NDArray, NDArray, bool]"),
        "Codes of the rows of a matrix of bytes, which are characters of four bytes if `wide`: codes in the order of\n"
        "the texts, a row of each text, and whether the texts are too many to be categories (there are no codes "
        "then).");
    m.def("equal_text", &equal, nb::arg("a"), nb::arg("b"), nb::arg("threads") = 1,
          nb::sig("def equal_text(a: NDArray, b: NDArray, threads: int = 1) -> NDArray"),
          "Whether the rows of two matrices of bytes are equal, as uint8; zeros at the end of the wider one do not\n"
          "count.");
    m.def("text_bytes", &bytes_of_text, nb::arg("text"),
          nb::sig("def text_bytes(text: NDArray) -> tuple[bool, bool, bool, bool]"),
          "Whether bytes of text (uint8) hold a zero, a double quote, one beyond ASCII, and a field such as 01 or +1.");
}

}  // namespace concordant::bind
