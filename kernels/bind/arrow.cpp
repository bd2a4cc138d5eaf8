// Columns of Arrow, Polars and pandas, taken over through Arrow's C data interface.
#include "arrow_text.hpp"

#include <optional>
#include <string>

#include "arrays.hpp"
#include "arrow_column.hpp"
#include "codes_out.hpp"

namespace concordant::bind {
namespace {

using arrow::Layout;
using arrow::Owned;

struct EncodedText {
    nb::object codes;
    nb::tuple names;
    nb::object missing;
    bool ordered;
};

// Which rows are not there, as 0 and 1; None if all are.
nb::object missing_rows(const ArrowColumn& column) {
    if (column.missing == 0) return nb::none();
    std::vector<std::uint8_t> out;
    out.reserve(static_cast<std::size_t>(column.rows));
    for (const auto& chunk : column.chunks) {
        const std::uint8_t* valid = arrow::validity(*const_cast<Owned<ArrowArray>&>(chunk).get());
        for (std::int64_t i = 0; i < chunk->length; ++i) out.push_back(!arrow::is_valid(valid, chunk->offset + i));
    }
    const std::size_t size = out.size();
    return nb::cast(owned(std::move(out), {size}));
}

nb::object text_of(const std::string_view& text) {
    PyObject* made = PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), nullptr);
    if (made == nullptr) throw nb::python_error();
    return nb::steal(made);
}

EncodedText encode_text_column(ArrowColumn& column, Layout layout, int threads) {
    const std::vector<arrow::TextChunk> chunks = text_chunks(column, layout);
    TextCodes found;
    {
        nb::gil_scoped_release release;
        found = arrow::encode_arrow_text(chunks, column.rows, threads);
    }
    nb::list names;
    for (const std::string_view text : found.texts) names.append(text_of(text));
    return {codes_array(std::move(found.codes)), nb::tuple(names), missing_rows(column), false};
}

std::optional<nb::dlpack::dtype> type_of_index(const char* format) {
    using Code = nb::dlpack::dtype_code;
    const std::string_view name(format);
    const auto type = [](Code code, int bits) {
        return nb::dlpack::dtype{static_cast<std::uint8_t>(code), static_cast<std::uint8_t>(bits), 1};
    };
    if (name == "C") return type(Code::UInt, 8);
    if (name == "S") return type(Code::UInt, 16);
    if (name == "I") return type(Code::UInt, 32);
    if (name == "c") return type(Code::Int, 8);
    if (name == "s") return type(Code::Int, 16);
    if (name == "i") return type(Code::Int, 32);
    if (name == "l") return type(Code::Int, 64);
    return std::nullopt;
}

// A dictionary of text: its codes as they lie. None where it is not one chunk without missing rows.
std::optional<EncodedText> encode_dictionary(ArrowColumn& column, Layout layout, std::int64_t most) {
    const auto type = type_of_index(column.schema->format);
    if (!type || column.chunks.size() != 1 || column.missing > 0) return std::nullopt;
    const ArrowArray* array = column.chunks[0].get();
    const ArrowArray* words = array->dictionary;
    if (words == nullptr || words->length > most) return std::nullopt;
    const arrow::TextChunk dictionary{layout, words, 0};
    const std::uint8_t* valid = arrow::validity(*words);
    nb::list names;
    for (std::int64_t i = 0; i < words->length; ++i) {
        if (!arrow::is_valid(valid, words->offset + i)) return std::nullopt;
        names.append(text_of(
            arrow::with_reader(dictionary, [&](const auto& reader) { return reader.text(words->offset + i); })));
    }
    auto* first =
        const_cast<std::byte*>(static_cast<const std::byte*>(array->buffers[1])) + array->offset * (type->bits / 8);
    const bool ordered = column.schema->flags & 1;  // ARROW_FLAG_DICTIONARY_ORDERED
    const auto rows = static_cast<std::size_t>(array->length);
    auto holder = std::make_unique<ArrowColumn>(std::move(column));
    nb::capsule owner(holder.release(), [](void* p) noexcept { delete static_cast<ArrowColumn*>(p); });
    nb::object codes = nb::cast(nb::ndarray<nb::numpy, nb::ro>(first, {rows}, owner, {}, *type));
    return EncodedText{std::move(codes), nb::tuple(names), nb::none(), ordered};
}

std::optional<EncodedText> encode(const nb::object& source, int threads, std::int64_t most) {
    ArrowColumn column = read_column(source);
    const ArrowSchema* words = column.schema->dictionary;
    if (words != nullptr) {
        const Layout layout = arrow::layout_of(words->format);
        return layout == Layout::none ? std::nullopt : encode_dictionary(column, layout, most);
    }
    const Layout layout = arrow::layout_of(column.schema->format);
    if (layout == Layout::none) return std::nullopt;
    return encode_text_column(column, layout, threads);
}

}  // namespace

void bind_arrow(nb::module_& m) {
    nb::class_<EncodedText>(
        m, "EncodedText",
        "Codes of a column of text, its names, which rows are missing (None: none is; their code is 0)\n"
        "and whether the names are declared in their order.")
        .def_ro("codes", &EncodedText::codes, nb::sig("def codes(self, /) -> NDArray"))
        .def_ro("names", &EncodedText::names, nb::sig("def names(self, /) -> tuple[str, ...]"))
        .def_ro("missing", &EncodedText::missing, nb::sig("def missing(self, /) -> NDArray | None"))
        .def_ro("ordered", &EncodedText::ordered);
    m.def(
        "encode_arrow", &encode, nb::arg("column"), nb::arg("threads") = 1, nb::arg("most") = 1024,
        nb::sig("def encode_arrow(column: object, threads: int = 1, most: int = 1024) "
                "-> EncodedText | None"),
        "Codes of a column of text that has `__arrow_c_stream__` or `__arrow_c_array__`. Plain text has its names in\n"
        "alphabetical order, up to 65,536 of them; a dictionary of text keeps its codes. None for other columns, and\n"
        "for a dictionary of several chunks, with missing rows or with more than `most` names.");
}

}  // namespace concordant::bind
