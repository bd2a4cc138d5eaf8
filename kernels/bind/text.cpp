// Binds columns of text: arrays of NumPy, Python objects, and Arrow.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "arrow.hpp"
#include "codes.hpp"
#include "memory.hpp"
#include "platform.hpp"
#include "text.hpp"
#include "text_table.hpp"
#include "threads.hpp"

// Columns of text that are taken over through Arrow's C data interface, chunk by chunk.

namespace concordant::bind {

template <class T>
T* in_capsule(const nb::handle& capsule, const char* name) {
    auto* value = static_cast<T*>(PyCapsule_GetPointer(capsule.ptr(), name));
    if (value == nullptr) throw nb::python_error();
    if (value->release == nullptr) throw nb::value_error("arrow: this capsule was consumed before");
    return value;
}

struct ArrowColumn {
    arrow::Owned<ArrowSchema> schema;
    std::vector<arrow::Owned<ArrowArray>> chunks;  // none of them empty
    std::int64_t rows = 0;
    std::int64_t missing = 0;
};

inline void add_chunk(ArrowColumn& column, arrow::Owned<ArrowArray>&& chunk) {
    if (chunk->length == 0) return;
    const std::uint8_t* valid = arrow::validity(*chunk.get());
    std::int64_t there = chunk->length;
    if (valid != nullptr) {
        there = 0;
        for (std::int64_t i = 0; i < chunk->length; ++i) there += arrow::is_valid(valid, chunk->offset + i);
        if (there == chunk->length) chunk.get()->null_count = 0;
    }
    column.rows += chunk->length;
    column.missing += chunk->length - there;
    column.chunks.push_back(std::move(chunk));
}

inline ArrowColumn read_stream(const nb::object& capsule) {
    arrow::Owned<ArrowArrayStream> stream(in_capsule<ArrowArrayStream>(capsule, "arrow_array_stream"));
    const auto failed = [&] {
        const char* why = stream->get_last_error(stream.get());
        throw nb::value_error(why == nullptr ? "arrow: the stream failed" : why);
    };
    ArrowColumn column;
    if (stream->get_schema(stream.get(), column.schema.get()) != 0) failed();
    while (true) {
        arrow::Owned<ArrowArray> chunk;
        if (stream->get_next(stream.get(), chunk.get()) != 0) failed();
        if (chunk->release == nullptr) return column;
        add_chunk(column, std::move(chunk));
    }
}

inline ArrowColumn read_column(const nb::object& source) {
    if (nb::hasattr(source, "__arrow_c_stream__")) return read_stream(source.attr("__arrow_c_stream__")());
    const nb::tuple both = nb::cast<nb::tuple>(source.attr("__arrow_c_array__")());
    if (nb::len(both) != 2) throw nb::value_error("__arrow_c_array__ must give a schema and an array");
    ArrowColumn column;
    column.schema = arrow::Owned<ArrowSchema>(in_capsule<ArrowSchema>(both[0], "arrow_schema"));
    add_chunk(column, arrow::Owned<ArrowArray>(in_capsule<ArrowArray>(both[1], "arrow_array")));
    return column;
}

inline std::vector<arrow::TextChunk> text_chunks(ArrowColumn& column, arrow::Layout layout) {
    std::vector<arrow::TextChunk> chunks;
    std::int64_t row = 0;
    for (auto& chunk : column.chunks) {
        chunks.push_back({layout, chunk.get(), row});
        row += chunk->length;
    }
    return chunks;
}

namespace {

// Codes of fixed-width text.

using Rows = Given<const std::uint8_t, nb::ndim<2>, nb::c_contig>;

std::tuple<Array, Array, bool> encode_rows(const Rows& rows, bool wide, int threads) {
    if (rows.shape(1) == 0 || (wide && rows.shape(1) % 4 != 0)) throw nb::value_error("encode_text: no such width");
    const auto* data = reinterpret_cast<const char*>(rows.data());
    auto found = without_gil(
        [&] { return encode_text(data, static_cast<std::int64_t>(rows.shape(0)), rows.shape(1), wide, threads); });
    std::vector<std::int64_t> rows_of_texts;
    rows_of_texts.reserve(found.texts.size());
    for (const std::string_view text : found.texts)
        rows_of_texts.push_back((text.data() - data) / static_cast<std::int64_t>(rows.shape(1)));
    const std::size_t distinct = rows_of_texts.size();
    return {codes_array(std::move(found.codes)), array_of(std::move(rows_of_texts)), distinct > most_texts};
}

std::tuple<bool, bool, bool, bool> bytes_of_text(const Bytes& text) {
    auto found = without_gil([&] { return text_bytes(text.data(), text.shape(0)); });
    return {found.zero, found.quote, found.beyond_ascii, found.padded};
}

// Codes of Python's own values (str, bytes, int, bool, None). The one kernel that knows Python objects: a list of a
// million labels mostly repeats the same few objects, and asking whether it is the same object costs no comparison.

constexpr std::size_t most_seen = 4096;  // recently seen objects; a power of two

// The objects of a list, or of a NumPy array of objects (which shows them as a buffer of pointers).
class Objects {
public:
    explicit Objects(const nb::object& values) {
        if (PyList_CheckExact(values.ptr())) {
            first_ = reinterpret_cast<const std::byte*>(PySequence_Fast_ITEMS(values.ptr()));
            size_ = PyList_GET_SIZE(values.ptr());
            return;
        }
        if (PyObject_GetBuffer(values.ptr(), &buffer_, PyBUF_STRIDED_RO | PyBUF_FORMAT) < 0) throw nb::python_error();
        if (buffer_.ndim != 1 || buffer_.format == nullptr || buffer_.format[0] != 'O' || buffer_.format[1] != 0) {
            PyBuffer_Release(&buffer_);
            throw nb::type_error("encode_objects: a list or an array of objects");
        }
        first_ = static_cast<const std::byte*>(buffer_.buf);
        size_ = buffer_.shape[0];
        stride_ = buffer_.strides[0];
    }
    Objects(const Objects&) = delete;
    Objects& operator=(const Objects&) = delete;
    ~Objects() {
        if (buffer_.obj != nullptr) PyBuffer_Release(&buffer_);
    }

    Py_ssize_t size() const { return size_; }

    PyObject* operator[](Py_ssize_t place) const {
        PyObject* value;
        std::memcpy(static_cast<void*>(&value), first_ + place * stride_, sizeof value);
        return value == nullptr ? Py_None : value;  // as NumPy reads an array that was not filled
    }

private:
    Py_buffer buffer_{};
    const std::byte* first_ = nullptr;
    Py_ssize_t size_ = 0;
    Py_ssize_t stride_ = sizeof(PyObject*);
};

// The number of an int of Python; none where the object is of another type, or beyond 64 bits. Nearly all ints lie in
// one digit, and are read without a call.
std::optional<std::int64_t> number_of(PyObject* value) {
    if (!PyLong_CheckExact(value)) return std::nullopt;
    auto* whole = reinterpret_cast<PyLongObject*>(value);
#if PY_VERSION_HEX >= 0x030C0000
    if (PyUnstable_Long_IsCompact(whole)) return PyUnstable_Long_CompactValue(whole);
#else
    const Py_ssize_t digits = Py_SIZE(value);
    if (-1 <= digits && digits <= 1) return digits * static_cast<std::int64_t>(whole->ob_digit[0]);
#endif
    int overflow = 0;
    const long long number = PyLong_AsLongLongAndOverflow(value, &overflow);
    return overflow == 0 ? std::optional<std::int64_t>(number) : std::nullopt;
}

// The key of a text of at most 12 bytes, of which nothing may be read beyond its end.
TextKey key_within(const char* text, std::size_t size) {
    if (size >= 8) return {load_half(text) << 32 | size, load_word(text + size - 8)};
    if (size >= 4) return {load_half(text) << 32 | size, load_half(text + size - 4)};
    std::uint64_t low = size;
    for (std::size_t i = 0; i < size; ++i)
        low |= static_cast<std::uint64_t>(static_cast<std::uint8_t>(text[i])) << (32 + 8 * i);
    return {low, 0};
}

// Distinct values with a code each, in the order they came. ASCII text and whole numbers, of which there may be an
// object a row, have tables of their own; Python's dict knows the rest.
class Values {
public:
    // The code of a value. Returns -1 where Python takes two labels for one, or where the value is of another type, and
    // -2 where Python raised.
    std::int32_t code(PyObject* value) {
        if (PyUnicode_CheckExact(value) && PyUnicode_IS_COMPACT_ASCII(value)) return code_of_ascii(value);
        if (PyLong_CheckExact(value)) return code_of_int(value);
        const bool other =
            PyUnicode_CheckExact(value) || PyBool_Check(value) || PyBytes_CheckExact(value) || value == Py_None;
        return other ? code_in_dict(value) : -1;
    }

    std::size_t size() const { return nb::len(distinct_); }
    const nb::list& distinct() const { return distinct_; }

private:
    std::int32_t code_of_ascii(PyObject* value) {
        const auto* text = static_cast<const char*>(PyUnicode_DATA(value));
        const auto size = static_cast<std::size_t>(PyUnicode_GET_LENGTH(value));
        const std::uint32_t place =
            size <= 12 ? texts_.code(key_within(text, size), text, size) : texts_.code_of_long(text, size);
        return known(place, code_of_text_, value);
    }

    std::int32_t code_of_int(PyObject* value) {
        const std::optional<std::int64_t> number = number_of(value);
        if (!number || *number == 0 || *number == 1) return code_in_dict(value);  // 0 and 1 may also be bools
        return known(numbers_.code(*number), code_of_number_, value);
    }

    std::int32_t known(std::size_t place, std::vector<std::int32_t>& codes, PyObject* value) {
        if (place < codes.size()) return codes[place];
        const auto code = static_cast<std::int32_t>(size());
        if (PyList_Append(distinct_.ptr(), value) < 0) return -2;
        codes.push_back(code);
        return code;
    }

    std::int32_t code_in_dict(PyObject* value) {
        if (PyObject* found = PyDict_GetItemWithError(codes_.ptr(), value)) {
            const long code = PyLong_AsLong(found);
            // 1 == True, but they are different labels: the caller must look closer.
            return Py_TYPE(PyList_GET_ITEM(distinct_.ptr(), code)) == Py_TYPE(value) ? static_cast<std::int32_t>(code)
                                                                                     : -1;
        }
        if (PyErr_Occurred()) return -2;
        const Py_ssize_t code = PyList_GET_SIZE(distinct_.ptr());
        const nb::object number = nb::steal(PyLong_FromSsize_t(code));
        if (!number.is_valid() || PyDict_SetItem(codes_.ptr(), value, number.ptr()) < 0 ||
            PyList_Append(distinct_.ptr(), value) < 0)
            return -2;
        return static_cast<std::int32_t>(code);
    }

    nb::list distinct_;
    nb::dict codes_;
    TextTable texts_;
    LabelMap numbers_;
    std::vector<std::int32_t> code_of_text_, code_of_number_;
};

std::size_t places_to_remember(Py_ssize_t n) {
    return std::bit_ceil(std::clamp<std::size_t>(static_cast<std::size_t>(n), 64, most_seen));
}

// Objects lie 16 bytes apart.
std::size_t place_of(const PyObject* object, std::size_t places) {
    const auto address = reinterpret_cast<std::uintptr_t>(object) >> 4;
    return (address ^ (address >> 12)) & (places - 1);
}

struct Seen {
    PyObject* object = nullptr;
    std::uint32_t code = 0;
};

constexpr Py_ssize_t ahead = 16;  // places: objects lie anywhere in memory, so the one that comes later is asked for

nb::object encode_objects(const nb::object& source) {
    const Objects values(source);
    const Py_ssize_t n = values.size();
    Codes out(n);
    std::vector<Seen> cache(places_to_remember(n));
    Values known;
    std::uint32_t block[block_rows];
    for (Py_ssize_t first = 0; first < n; first += block_rows) {
        const Py_ssize_t count = std::min<Py_ssize_t>(block_rows, n - first);
        for (Py_ssize_t i = 0; i < count; ++i) {
            PyObject* value = values[first + i];
            Seen& seen = cache[place_of(value, cache.size())];
            if (seen.object != value) {
                if (first + i + ahead < n) prefetch(values[first + i + ahead]);
                const std::int32_t code = known.code(value);
                if (code == -2) throw nb::python_error();
                if (code == -1) return nb::none();
                seen = {value, static_cast<std::uint32_t>(code)};
            }
            block[i] = seen.code;
        }
        out.put(first, block, count, known.size());
    }
    return nb::make_tuple(codes_array(std::move(out)), known.distinct());
}

nb::object floats_of(PyObject* list, Py_ssize_t size) {
    std::vector<double> out(static_cast<std::size_t>(size));
    for (Py_ssize_t i = 0; i < size; ++i) {
        if (i + ahead < size) prefetch(PyList_GET_ITEM(list, i + ahead));
        PyObject* value = PyList_GET_ITEM(list, i);
        if (!PyFloat_CheckExact(value)) return nb::none();
        out[static_cast<std::size_t>(i)] = PyFloat_AS_DOUBLE(value);
    }
    return array_of(std::move(out));
}

nb::object integers_of(PyObject* list, Py_ssize_t size) {
    std::vector<std::int64_t> out(static_cast<std::size_t>(size));
    for (Py_ssize_t i = 0; i < size; ++i) {
        if (i + ahead < size) prefetch(PyList_GET_ITEM(list, i + ahead));
        const std::optional<std::int64_t> number = number_of(PyList_GET_ITEM(list, i));
        if (!number) return nb::none();
        out[static_cast<std::size_t>(i)] = *number;
    }
    return array_of(std::move(out));
}

nb::object numbers(const nb::list& values) {
    const Py_ssize_t size = PyList_GET_SIZE(values.ptr());
    if (size == 0) return nb::none();
    PyObject* first = PyList_GET_ITEM(values.ptr(), 0);
    if (PyFloat_CheckExact(first)) return floats_of(values.ptr(), size);
    if (PyLong_CheckExact(first)) return integers_of(values.ptr(), size);
    return nb::none();
}

// Whether objects are whole numbers of Python that follow each other, 0, 1, 2, and there is one.
bool are_consecutive(const nb::tuple& values) {
    const Py_ssize_t size = PyTuple_GET_SIZE(values.ptr());
    std::int64_t first = 0;
    for (Py_ssize_t i = 0; i < size; ++i) {
        const std::optional<std::int64_t> number = number_of(PyTuple_GET_ITEM(values.ptr(), i));
        if (!number) return false;
        if (i == 0) first = *number;
        if (*number < first ||
            static_cast<std::uint64_t>(*number) - static_cast<std::uint64_t>(first) != static_cast<std::uint64_t>(i))
            return false;
    }
    return size > 0;
}

// The order of distinct texts, that of their characters; None where one is no text, or has no UTF-8.
nb::object order_of(const nb::list& values) {
    std::vector<std::string_view> texts;
    texts.reserve(nb::len(values));
    for (const nb::handle value : values) {
        Py_ssize_t size = 0;
        const char* bytes = PyUnicode_CheckExact(value.ptr()) ? PyUnicode_AsUTF8AndSize(value.ptr(), &size) : nullptr;
        if (bytes == nullptr) {
            PyErr_Clear();  // half of a surrogate pair: Python itself can compare it
            return nb::none();
        }
        texts.emplace_back(bytes, static_cast<std::size_t>(size));
    }
    return array_of(order_of_texts(texts, ByteOrder{}));
}

// Columns of Arrow, Polars and pandas, taken over through Arrow's C data interface.

using arrow::Layout;
using arrow::Owned;

struct EncodedText {
    Array codes;
    nb::tuple names;
    std::optional<Array> missing;
    bool ordered;
};

// Which rows are not there, as 0 and 1; None if all are.
std::optional<Array> missing_rows(const ArrowColumn& column) {
    if (column.missing == 0) return std::nullopt;
    std::vector<std::uint8_t> out;
    out.reserve(static_cast<std::size_t>(column.rows));
    for (const auto& chunk : column.chunks) {
        const std::uint8_t* valid = arrow::validity(*const_cast<Owned<ArrowArray>&>(chunk).get());
        for (std::int64_t i = 0; i < chunk->length; ++i) out.push_back(!arrow::is_valid(valid, chunk->offset + i));
    }
    return array_of(std::move(out));
}

nb::object text_of(const std::string_view& text) {
    PyObject* made = PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), nullptr);
    if (made == nullptr) throw nb::python_error();
    return nb::steal(made);
}

EncodedText encode_text_column(ArrowColumn& column, Layout layout, int threads) {
    const std::vector<arrow::TextChunk> chunks = text_chunks(column, layout);
    auto found = without_gil([&] { return arrow::encode_arrow_text(chunks, column.rows, threads); });
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
    return EncodedText{array_of(std::move(out)), nb::tuple(names), std::nullopt, false};
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
    Array codes = as_array(nb::ndarray<nb::numpy, nb::ro>(first, {rows}, owner, {}, *type));
    return EncodedText{std::move(codes), nb::tuple(names), std::nullopt, ordered};
}

std::optional<EncodedText> encode_arrow(const nb::object& source, int threads, std::int64_t most) {
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

void bind_text(nb::module_& m) {
    m.def(
        "encode_text", &encode_rows, nb::arg("rows"), nb::arg("wide"), nb::arg("threads") = 1,
        "Codes of the rows of a matrix of bytes, which are characters of four bytes if `wide`: codes in the order of\n"
        "the texts, a row of each text, and whether the texts are too many to be categories (there are no codes "
        "then).");
    m.def("text_bytes", &bytes_of_text, nb::arg("text"),
          "Whether bytes of text (uint8) hold a zero, a double quote, one beyond ASCII, and a field such as 01 or +1.");
    m.def("encode_objects", &encode_objects, nb::arg("values"),
          nb::sig("def encode_objects(values: list[object] | NDArray) -> tuple[NDArray, list[object]] | None"),
          "Codes of a list or an array of str, bytes, int, bool and None: codes in the order of first appearance and "
          "the\n"
          "distinct values. None if another type occurs, or values of two types that are equal.");
    m.def("are_consecutive", &are_consecutive, nb::arg("values"),
          nb::sig("def are_consecutive(values: tuple[object, ...]) -> bool"),
          "Whether all values are int, each greater by one than the one before it, and there is one.");
    m.def("order_of_texts", &order_of, nb::arg("texts"),
          nb::sig("def order_of_texts(texts: list[object]) -> NDArray | None"),
          "The places of distinct texts in their alphabetical order. None where a value is no str, or has no UTF-8.");
    m.def(
        "list_numbers", &numbers, nb::arg("values"),
        nb::sig("def list_numbers(values: list[object]) -> NDArray | None"),
        "A list of nothing but int (of 64 bits) as int64, or of nothing but float as float64: what NumPy makes of it,\n"
        "sooner. None for any other list.");
    nb::class_<EncodedText>(
        m, "EncodedText",
        "Codes of a column of text, its names, which rows are missing (None: none is; their code is 0)\n"
        "and whether the names are declared in their order.")
        .def_ro("codes", &EncodedText::codes)
        .def_ro("names", &EncodedText::names, nb::sig("def names(self, /) -> tuple[str, ...]"))
        .def_ro("missing", &EncodedText::missing)
        .def_ro("ordered", &EncodedText::ordered);
    m.def(
        "encode_arrow", &encode_arrow, nb::arg("column"), nb::arg("threads") = 1, nb::arg("most") = 1024,
        "Codes of a column of text that has `__arrow_c_stream__` or `__arrow_c_array__`. Plain text has its names in\n"
        "alphabetical order, up to 65,536 of them; a dictionary of text keeps its codes. None for other columns, and\n"
        "for a dictionary of several chunks or with missing rows. Of a dictionary of more than `most` names those of "
        "them\n"
        "that occur, if it has no order; else None.");
}

}  // namespace concordant::bind
