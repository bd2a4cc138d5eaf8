// NumPy arrays in and out: one place that turns a Python array into a Column and a vector into an array.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "codes.hpp"
#include "columns.hpp"
#include "label_table.hpp"

namespace concordant::bind {

namespace nb = nanobind;

using Array1 = nb::ndarray<nb::ro, nb::ndim<1>, nb::device::cpu>;
using Halves = nb::ndarray<nb::ro, std::uint16_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;  // bits of float16

using Array2 = nb::ndarray<nb::ro, nb::ndim<2>, nb::device::cpu>;

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

inline Column column_of_matrix(const Array2& array, std::size_t k) {
    const auto width = static_cast<std::int64_t>(array.itemsize());
    const auto* data =
        static_cast<const std::byte*>(array.data()) + static_cast<std::int64_t>(k) * array.stride(1) * width;
    return {data, static_cast<std::int64_t>(array.shape(0)), array.stride(0) * width, type_of(array.dtype())};
}

// Hand a vector over to NumPy without a copy: the array owns it from now on.
template <class T>
nb::ndarray<nb::numpy, T> owned(std::vector<T>&& values, std::initializer_list<std::size_t> shape) {
    auto holder = std::make_unique<std::vector<T>>(std::move(values));
    T* data = holder->data();
    nb::capsule owner(holder.release(), [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return nb::ndarray<nb::numpy, T>(data, shape, owner);
}

// An array as a field of what a call gives back: the stub of the field says NDArray.
class Array : public nb::object {
    NB_OBJECT_DEFAULT(Array, nb::object, "NDArray", nb::ndarray_check)
};

template <class T>
Array array_of(std::vector<T>&& values, std::initializer_list<std::size_t> shape) {
    return nb::steal<Array>(nb::cast(owned(std::move(values), shape)).release());
}

template <class T>
Array array_of(std::vector<T>&& values) {
    const std::size_t size = values.size();
    return array_of(std::move(values), {size});
}

// The same of memory that a unique pointer holds, as values of T.
template <class T, class Memory>
Array owned_memory(Memory&& memory, std::initializer_list<std::size_t> shape) {
    static_assert(!std::is_lvalue_reference_v<Memory>);
    auto holder = std::make_unique<Memory>(std::forward<Memory>(memory));
    auto* data = holder->get();
    nb::capsule owner(holder.release(), [](void* p) noexcept { delete static_cast<Memory*>(p); });
    return nb::steal<Array>(nb::cast(nb::ndarray<nb::numpy, T>(data, shape, owner)).release());
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

inline nb::object codes_array(Codes&& codes) {
    using Code = nb::dlpack::dtype_code;
    const auto rows = static_cast<std::size_t>(codes.rows());
    const int width = codes.width();
    const auto code = static_cast<std::uint8_t>(width < 4 ? Code::UInt : Code::Int);
    std::byte* data = codes.release();
    nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<std::byte*>(p); });
    return nb::cast(nb::ndarray<nb::numpy>(data, {rows}, owner, {}, {code, static_cast<std::uint8_t>(8 * width), 1}));
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
nb::object listed_places(LabelTable<Cell>& table) {
    if (!table.listed) return nb::none();
    return nb::make_tuple(owned_memory<std::int64_t>(std::move(table.truth), {table.size}),
                          owned_memory<std::int64_t>(std::move(table.prediction), {table.size}));
}

}  // namespace concordant::bind
