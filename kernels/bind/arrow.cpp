// Columns of Arrow, Polars and pandas, taken over through Arrow's C data interface.
#include "arrow_text.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "arrow_column.hpp"
#include "codes_out.hpp"
#include "pages.hpp"

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

constexpr std::int64_t most_words = std::int64_t{1} << 32;  // that codes of four bytes can name

// A word of a dictionary; null where it is none.
nb::object word_of(const arrow::TextChunk& dictionary, std::int64_t word) {
    const ArrowArray& words = *dictionary.array;
    if (!arrow::is_valid(arrow::validity(words), words.offset + word)) return {};
    return text_of(
        arrow::with_reader(dictionary, [&](const auto& reader) { return reader.text(words.offset + word); }));
}

// The words of a large dictionary that occur, in its order, and codes of these. None also where a row names a word that
// is not there.
std::optional<EncodedText> encode_occurring(const Column& codes, const arrow::TextChunk& dictionary) {
    const auto words = static_cast<std::size_t>(dictionary.array->length);
    const auto place = ranked::make_zeros<std::uint32_t>(words);  // of each word, from 1 on
    std::vector<std::uint32_t> out(static_cast<std::size_t>(codes.size));
    std::size_t last = 0;
    std::int64_t block[block_rows];
    for (std::int64_t row = 0; row < codes.size; row += block_rows) {
        const std::int64_t count = std::min(block_rows, codes.size - row);
        read_block(codes, row, count, block);
        for (std::int64_t i = 0; i < count; ++i) {
            const auto word = static_cast<std::size_t>(block[i]);
            if (word >= words) return std::nullopt;
            place[word] = 1;
            last = std::max(last, word);
            out[static_cast<std::size_t>(row + i)] = static_cast<std::uint32_t>(word);
        }
    }
    nb::list names;
    std::uint32_t known = 0;
    for (std::size_t word = 0; word <= last && codes.size > 0; ++word) {
        if (place[word] == 0) continue;
        const nb::object name = word_of(dictionary, static_cast<std::int64_t>(word));
        if (!name.is_valid()) return std::nullopt;
        names.append(name);
        place[word] = ++known;
    }
    for (std::uint32_t& code : out) code = place[code] - 1;
    const std::size_t rows = out.size();
    return EncodedText{nb::cast(owned(std::move(out), {rows})), nb::tuple(names), nb::none(), false};
}

// A dictionary of text: its codes as they lie. None where it is not one chunk without missing rows.
std::optional<EncodedText> encode_dictionary(ArrowColumn& column, Layout layout, std::int64_t most) {
    const auto type = type_of_index(column.schema->format);
    if (!type || column.chunks.size() != 1 || column.missing > 0) return std::nullopt;
    const ArrowArray* array = column.chunks[0].get();
    const ArrowArray* words = array->dictionary;
    if (words == nullptr) return std::nullopt;
    const bool ordered = column.schema->flags & 1;  // ARROW_FLAG_DICTIONARY_ORDERED
    const arrow::TextChunk dictionary{layout, words, 0};
    const std::int64_t width = type->bits / 8;
    auto* first = const_cast<std::byte*>(static_cast<const std::byte*>(array->buffers[1])) + array->offset * width;
    if (words->length > most) {
        if (ordered || words->length >= most_words) return std::nullopt;
        return encode_occurring({first, array->length, width, type_of(*type)}, dictionary);
    }
    nb::list names;
    for (std::int64_t i = 0; i < words->length; ++i) {
        const nb::object word = word_of(dictionary, i);
        if (!word.is_valid()) return std::nullopt;
        names.append(word);
    }
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
        "for a dictionary of several chunks or with missing rows. Of a dictionary of more than `most` names those of "
        "them\n"
        "that occur, if it has no order; else None.");
}

}  // namespace concordant::bind
