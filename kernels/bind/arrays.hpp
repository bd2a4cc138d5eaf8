// NumPy arrays in and out: one place that turns a Python array into a Column and a vector into an array.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <initializer_list>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "columns.hpp"

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
void bind_text(nb::module_& m);

}  // namespace concordant::bind
