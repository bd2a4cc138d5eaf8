// Columns that a kernel can read just as a caller gave them, told by the one that reads them: arrays of NumPy, no
// subclass, in one dimension, of native types. A small call takes a third of the time that a look from Python takes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "arrays.hpp"

namespace concordant::bind {

// Whole numbers that int64 holds.
inline bool is_plain_integer(Type type) { return type != Type::u64 && type != Type::f32 && type != Type::f64; }

inline PyTypeObject* numpy_array() {
    static PyTypeObject* const type = [] {
        nb::object found = nb::module_::import_("numpy").attr("ndarray");
        return reinterpret_cast<PyTypeObject*>(found.release().ptr());
    }();
    return type;
}

// The type of numbers of a buffer's format, which has one letter where they are native; nothing for other types.
inline std::optional<Type> type_of_format(std::string_view format, Py_ssize_t bytes) {
    if (format.size() != 1) return std::nullopt;
    const bool with_sign = std::string_view("bhilq").find(format[0]) != std::string_view::npos;
    const bool without = std::string_view("?BHILQ").find(format[0]) != std::string_view::npos;
    if (format[0] == 'f') return Type::f32;
    if (format[0] == 'd') return Type::f64;
    if (!with_sign && !without) return std::nullopt;
    switch (bytes) {
        case 1: return with_sign ? Type::i8 : Type::u8;
        case 2: return with_sign ? Type::i16 : Type::u16;
        case 4: return with_sign ? Type::i32 : Type::u32;
        case 8: return with_sign ? Type::i64 : Type::u64;
        default: return std::nullopt;
    }
}

// The column that an object is, and a hold on its memory; nothing if it is none.
class PlainColumn {
public:
    explicit PlainColumn(nb::handle object) {
        if (Py_TYPE(object.ptr()) != numpy_array()) return;
        if (PyObject_GetBuffer(object.ptr(), &buffer_, PyBUF_STRIDES | PyBUF_FORMAT) != 0) {
            PyErr_Clear();  // of types that have no buffer, such as dates
            return;
        }
        held_ = true;
        const auto type = type_of_format(buffer_.format, buffer_.itemsize);
        if (!type || buffer_.ndim != 1 || buffer_.strides[0] % buffer_.itemsize != 0) return;
        known_ = true;
        column_ = {static_cast<const std::byte*>(buffer_.buf), buffer_.shape[0], buffer_.strides[0], *type};
    }
    ~PlainColumn() {
        if (held_) PyBuffer_Release(&buffer_);
    }
    PlainColumn(const PlainColumn&) = delete;
    PlainColumn& operator=(const PlainColumn&) = delete;

    explicit operator bool() const { return known_; }
    const Column& operator*() const { return column_; }
    const Column* operator->() const { return &column_; }
    bool is_bool() const { return buffer_.format[0] == '?'; }

private:
    Py_buffer buffer_{};
    bool held_ = false;
    bool known_ = false;
    Column column_;
};

// A square table of whole numbers that NumPy made: a small one takes half as long as memory that is handed over.
class NewTable {
public:
    explicit NewTable(std::size_t size) {
        static const Maker& make = *new Maker;  // kept: when the process ends nobody may touch an object of Python
        array_ = make.empty(nb::make_tuple(size, size), make.type);
        if (PyObject_GetBuffer(array_.ptr(), &buffer_, PyBUF_WRITABLE) != 0) throw nb::python_error();
    }
    ~NewTable() { PyBuffer_Release(&buffer_); }
    NewTable(const NewTable&) = delete;
    NewTable& operator=(const NewTable&) = delete;

    std::int64_t* cells() { return static_cast<std::int64_t*>(buffer_.buf); }
    const nb::object& array() const { return array_; }

private:
    struct Maker {
        nb::object empty = nb::module_::import_("numpy").attr("empty");
        nb::object type = nb::module_::import_("numpy").attr("dtype")("int64");
    };
    nb::object array_;
    Py_buffer buffer_{};
};

}  // namespace concordant::bind
