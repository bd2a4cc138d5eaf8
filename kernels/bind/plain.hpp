// Columns that a kernel can read just as a caller gave them, told by the one that reads them: arrays of NumPy, no
// subclass, in one dimension, of native types.
#pragma once

#include <optional>

#include "arrays.hpp"

namespace concordant::bind {

inline std::optional<Type> known_type(const nb::dlpack::dtype& type) {
    using Code = nb::dlpack::dtype_code;
    const auto code = static_cast<Code>(type.code);
    const bool whole = code == Code::Int || code == Code::UInt, real = code == Code::Float;
    const bool width = type.bits == 32 || type.bits == 64 || (whole && (type.bits == 8 || type.bits == 16));
    if (code != Code::Bool && !((whole || real) && width)) return std::nullopt;
    return type_of(type);
}

// Whole numbers that int64 holds.
inline bool is_plain_integer(Type type) { return type != Type::u64 && type != Type::f32 && type != Type::f64; }

inline PyTypeObject* numpy_array() {
    static PyTypeObject* const type = [] {
        nb::object found = nb::module_::import_("numpy").attr("ndarray");
        return reinterpret_cast<PyTypeObject*>(found.release().ptr());
    }();
    return type;
}

// The column that an object is, and a hold on its memory; nothing if it is none.
class PlainColumn {
public:
    explicit PlainColumn(nb::handle object) {
        if (Py_TYPE(object.ptr()) != numpy_array() || !nb::try_cast(object, array_, false)) return;
        if (known_type(array_.dtype())) column_ = column(array_);
    }
    explicit operator bool() const { return column_.has_value(); }
    const Column& operator*() const { return *column_; }
    const Column* operator->() const { return &*column_; }

private:
    Array1 array_;
    std::optional<Column> column_;
};

}  // namespace concordant::bind
