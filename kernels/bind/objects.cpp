// Codes of Python's own values (str, bytes, int, bool, None). The one kernel that knows Python objects: a list of a
// million labels mostly repeats the same few objects, and asking whether it is the same object costs no comparison.
#include <array>
#include <cstdint>
#include <vector>

#include "arrays.hpp"

namespace concordant::bind {
namespace {

constexpr std::size_t cache_size = 1024;  // recently seen objects; a power of two

struct Seen {
    PyObject* object = nullptr;
    std::int32_t code = 0;
};

bool is_label(PyObject* value) {
    return PyUnicode_CheckExact(value) || PyLong_CheckExact(value) || PyBool_Check(value) ||
           PyBytes_CheckExact(value) || value == Py_None;
}

// The code of a value that was not among those seen last. Returns -1 where Python takes two labels for one, or where
// the value is of another type, and -2 where Python raised.
std::int32_t code_of(PyObject* value, PyObject* codes, PyObject* distinct) {
    if (!is_label(value)) return -1;
    if (PyObject* known = PyDict_GetItemWithError(codes, value)) {
        const long code = PyLong_AsLong(known);
        // 1 == True, but they are different labels: the caller must look closer.
        return Py_TYPE(PyList_GET_ITEM(distinct, code)) == Py_TYPE(value) ? static_cast<std::int32_t>(code) : -1;
    }
    if (PyErr_Occurred()) return -2;
    const Py_ssize_t code = PyList_GET_SIZE(distinct);
    const nb::object number = nb::steal(PyLong_FromSsize_t(code));
    if (!number.is_valid() || PyDict_SetItem(codes, value, number.ptr()) < 0 || PyList_Append(distinct, value) < 0) {
        return -2;
    }
    return static_cast<std::int32_t>(code);
}

nb::object encode(const nb::list& values) {
    const Py_ssize_t n = PyList_GET_SIZE(values.ptr());
    std::vector<std::int32_t> out(static_cast<std::size_t>(n));
    std::array<Seen, cache_size> cache{};
    const nb::dict codes;
    nb::list distinct;
    for (Py_ssize_t i = 0; i < n; ++i) {
        PyObject* value = PyList_GET_ITEM(values.ptr(), i);
        const auto address = reinterpret_cast<std::uintptr_t>(value) >> 4;  // objects lie 16 bytes apart
        Seen& seen = cache[(address ^ (address >> 10)) & (cache_size - 1)];
        if (seen.object != value) {
            const std::int32_t code = code_of(value, codes.ptr(), distinct.ptr());
            if (code == -2) throw nb::python_error();
            if (code == -1) return nb::none();
            seen = {value, code};
        }
        out[static_cast<std::size_t>(i)] = seen.code;
    }
    return nb::make_tuple(owned(std::move(out), {static_cast<std::size_t>(n)}), distinct);
}

// Ask for the object that comes some places later: objects lie anywhere in memory.
void fetch(PyObject* list, Py_ssize_t place, Py_ssize_t size) {
#if defined(__GNUC__)
    if (place < size) __builtin_prefetch(PyList_GET_ITEM(list, place));
#else
    static_cast<void>(list), static_cast<void>(place), static_cast<void>(size);
#endif
}

constexpr Py_ssize_t ahead = 16;

nb::object floats_of(PyObject* list, Py_ssize_t size) {
    std::vector<double> out(static_cast<std::size_t>(size));
    for (Py_ssize_t i = 0; i < size; ++i) {
        fetch(list, i + ahead, size);
        PyObject* value = PyList_GET_ITEM(list, i);
        if (!PyFloat_CheckExact(value)) return nb::none();
        out[static_cast<std::size_t>(i)] = PyFloat_AS_DOUBLE(value);
    }
    return nb::cast(owned(std::move(out), {static_cast<std::size_t>(size)}));
}

nb::object integers_of(PyObject* list, Py_ssize_t size) {
    std::vector<std::int64_t> out(static_cast<std::size_t>(size));
    for (Py_ssize_t i = 0; i < size; ++i) {
        fetch(list, i + ahead, size);
        PyObject* value = PyList_GET_ITEM(list, i);
        if (!PyLong_CheckExact(value)) return nb::none();
        int overflow = 0;
        const long long number = PyLong_AsLongLongAndOverflow(value, &overflow);
        if (overflow != 0) return nb::none();
        out[static_cast<std::size_t>(i)] = number;
    }
    return nb::cast(owned(std::move(out), {static_cast<std::size_t>(size)}));
}

nb::object numbers(const nb::list& values) {
    const Py_ssize_t size = PyList_GET_SIZE(values.ptr());
    if (size == 0) return nb::none();
    PyObject* first = PyList_GET_ITEM(values.ptr(), 0);
    if (PyFloat_CheckExact(first)) return floats_of(values.ptr(), size);
    if (PyLong_CheckExact(first)) return integers_of(values.ptr(), size);
    return nb::none();
}

}  // namespace

void bind_objects(nb::module_& m) {
    m.def("encode_objects", &encode, nb::arg("values"),
          nb::sig("def encode_objects(values: list[object]) -> tuple[NDArray, list[object]] | None"),
          "Codes of a list of str, bytes, int, bool and None: int32 codes in the order of first appearance and the\n"
          "distinct values. None if another type occurs, or values of two types that are equal.");
    m.def("list_numbers", &numbers, nb::arg("values"),
          nb::sig("def list_numbers(values: list[object]) -> NDArray | None"),
          "A list of nothing but int (of 64 bits) as int64, or of nothing but float as float64: what NumPy makes of it,\n"
          "sooner. None for any other list.");
}

}  // namespace concordant::bind
