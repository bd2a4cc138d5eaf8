// NumPy arrays in and out: one place that turns a Python array into a Column and a vector into an array.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "codes.hpp"
#include "columns.hpp"
#include "label_table.hpp"

namespace concordant::bind {

namespace nb = nanobind;

// Arrays that Python gives; the stubs of functions that take one say NDArray.
template <class... Traits>
struct Given : nb::ndarray<Traits..., nb::device::cpu> {
    using Plain = nb::ndarray<Traits..., nb::device::cpu>;
    Given() = default;
    Given(Plain&& plain) : Plain(std::move(plain)) {}
};

using Array1 = Given<nb::ro, nb::ndim<1>>;
using Array2 = Given<nb::ro, nb::ndim<2>>;
using Packed1 = Given<nb::ro, nb::ndim<1>, nb::c_contig>;
using Packed2 = Given<nb::ro, nb::ndim<2>, nb::c_contig>;
using Doubles = Given<const double, nb::ndim<1>, nb::c_contig>;
using DoubleTable = Given<const double, nb::ndim<2>, nb::c_contig>;
using Integers = Given<const std::int64_t, nb::ndim<1>, nb::c_contig>;
using Bytes = Given<const std::uint8_t, nb::ndim<1>, nb::c_contig>;

// What work() gives, which needs nothing of Python.
template <class Work>
auto without_gil(Work&& work) {
    const nb::gil_scoped_release release;
    return work();
}

inline Type type_of(const nb::dlpack::dtype& type) {
    using Code = nb::dlpack::dtype_code;
    const auto code = static_cast<Code>(type.code);
    const int bits = type.bits;
    if (code == Code::Bool) return Type::u8;
    if (code == Code::UInt && bits == 8) return Type::u8;
    if (code == Code::UInt && bits == 16) return Type::u16;
    if (code == Code::UInt && bits == 32) return Type::u32;
    if (code == Code::UInt && bits == 64) return Type::u64;
    if (code == Code::Int && bits == 8) return Type::i8;
    if (code == Code::Int && bits == 16) return Type::i16;
    if (code == Code::Int && bits == 32) return Type::i32;
    if (code == Code::Int && bits == 64) return Type::i64;
    if (code == Code::Float && bits == 32) return Type::f32;
    if (code == Code::Float && bits == 64) return Type::f64;
    throw nb::type_error("kernels take int8..int64, uint8..uint64, bool, float32 and float64");
}

inline Column column(const Array1& array) {
    return {static_cast<const std::byte*>(array.data()), static_cast<std::int64_t>(array.shape(0)),
            array.stride(0) * static_cast<std::int64_t>(array.itemsize()), type_of(array.dtype())};
}

// The same of an array beside others of so many rows.
inline Column column(const Array1& array, std::int64_t rows) {
    if (static_cast<std::int64_t>(array.shape(0)) != rows) throw nb::value_error("arrays of different lengths");
    return column(array);
}

inline std::optional<Column> column(const std::optional<Array1>& array, std::int64_t rows) {
    if (!array) return std::nullopt;
    return column(*array, rows);
}

// One column a column of a matrix.
inline std::vector<Column> columns_of(const Array2& matrix) {
    const auto rows = static_cast<std::int64_t>(matrix.shape(0)), width = static_cast<std::int64_t>(matrix.itemsize());
    const Column first{static_cast<const std::byte*>(matrix.data()), rows, matrix.stride(0) * width,
                       type_of(matrix.dtype())};
    std::vector<Column> columns(matrix.shape(1), first);
    for (std::size_t k = 1; k < columns.size(); ++k) columns[k].data = columns[k - 1].data + matrix.stride(1) * width;
    return columns;
}

// An array of NumPy: the stub of a field or a function says NDArray.
class Array : public nb::object {
    NB_OBJECT_DEFAULT(Array, nb::object, "NDArray", nb::ndarray_check)
};

template <class... Traits>
Array as_array(const nb::ndarray<nb::numpy, Traits...>& made) {
    return nb::steal<Array>(nb::cast(made).release());
}

using Shape = std::vector<std::size_t>;

// Values of T that lie in `memory` as an array of NumPy, which owns it from now on: nothing is copied. Strides count
// values; without them each row lies behind the one before.
template <class T, class Memory>
Array array_in(void* data, Memory&& memory, const Shape& shape, const std::int64_t* strides = nullptr) {
    static_assert(!std::is_lvalue_reference_v<Memory>);
    nb::capsule owner(new Memory(std::forward<Memory>(memory)),
                      [](void* p) noexcept { delete static_cast<Memory*>(p); });
    return as_array(nb::ndarray<nb::numpy, T>(data, shape.size(), shape.data(), owner, strides));
}

template <class T>
Array array_of(std::vector<T>&& values, const Shape& shape) {
    T* data = values.data();
    return array_in<T>(data, std::move(values), shape);
}

template <class T>
Array array_of(std::vector<T>&& values) {
    const std::size_t size = values.size();
    return array_of(std::move(values), {size});
}

// The same of memory that a unique pointer holds.
template <class T, class Memory>
Array owned_memory(Memory&& memory, const Shape& shape) {
    auto* data = memory.get();
    return array_in<T>(data, std::forward<Memory>(memory), shape);
}

// Each file of kernels/bind registers its functions through one of these.
void bind_class_clusters(nb::module_& m);
void bind_columns(nb::module_& m);
void bind_curve(nb::module_& m);
void bind_cut_points(nb::module_& m);
void bind_indicators(nb::module_& m);
void bind_label_sums(nb::module_& m);
void bind_losses(nb::module_& m);
void bind_pair_counts(nb::module_& m);
void bind_rank_sums(nb::module_& m);
void bind_ratings(nb::module_& m);
void bind_regression(nb::module_& m);
void bind_resample(nb::module_& m);
void bind_score_path(nb::module_& m);
void bind_text(nb::module_& m);

// Codes handed over to NumPy without a copy.

inline Array codes_array(Codes&& codes) {
    using Code = nb::dlpack::dtype_code;
    const auto rows = static_cast<std::size_t>(codes.rows());
    const int width = codes.width();
    const auto code = static_cast<std::uint8_t>(width < 4 ? Code::UInt : Code::Int);
    std::byte* data = codes.release();
    nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<std::byte*>(p); });
    return as_array(nb::ndarray<nb::numpy>(data, {rows}, owner, {}, {code, static_cast<std::uint8_t>(8 * width), 1}));
}

// Columns that a kernel can read just as a caller gave them, told by the one that reads them: arrays of NumPy, no
// subclass, in one dimension, of native types. A small call takes a third of the time that a look from Python takes.

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

// Tables of labels, and lists of their cells, as arrays.

// The cells or the squares of a table, square or listed.
template <class Cell>
Array numbers_of(const LabelTable<Cell>& table, ranked::Pages<Cell>&& numbers) {
    if (table.listed) return owned_memory<Cell>(std::move(numbers), {table.size});
    return owned_memory<Cell>(std::move(numbers), {table.labels.size(), table.labels.size()});
}

// The places of listed cells in the truth and in the prediction; None of a table.
template <class Cell>
std::optional<std::pair<Array, Array>> listed_places(LabelTable<Cell>& table) {
    if (!table.listed) return std::nullopt;
    return std::pair(owned_memory<std::int64_t>(std::move(table.truth), {table.size}),
                     owned_memory<std::int64_t>(std::move(table.prediction), {table.size}));
}

}  // namespace concordant::bind

namespace nanobind::detail {

template <class... Traits>
struct type_caster<concordant::bind::Given<Traits...>> {
    NB_TYPE_CASTER(concordant::bind::Given<Traits...>, const_name("NDArray"))

    bool from_python(handle source, auto flags, cleanup_list* cleanup) noexcept {
        make_caster<typename Value::Plain> plain;
        if (!plain.from_python(source, flags, cleanup)) return false;
        value = std::move(plain.value);
        return true;
    }
};

}  // namespace nanobind::detail
