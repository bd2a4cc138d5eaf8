// Binds the area under given points.
#include "trapezoids.hpp"

#include "arrays.hpp"
#include "ordered.hpp"

namespace concordant::bind {
namespace {

Trapezoids area(const Array1& x, const Array1& y, int threads) {
    const Column across = column(x), up = column(y);
    if (across.size != up.size) throw nb::value_error("trapezoids: arrays of different lengths");
    Trapezoids total;
    {
        nb::gil_scoped_release release;
        ordered_chunks<Trapezoids>(
            std::max<std::int64_t>(across.size - 1, 0), threads,
            [&](std::int64_t first, std::int64_t last) { return trapezoids(across, up, first, last); },
            [&](Trapezoids&& part) { merge(total, part); });
    }
    return total;
}

}  // namespace

void bind_trapezoids(nb::module_& m) {
    nb::class_<Trapezoids>(
        m, "Trapezoids",
        "The signed area under the lines between points, whether some step goes to the left, and whether\n"
        "some step goes to the right (or is NaN).")
        .def_ro("area", &Trapezoids::area)
        .def_ro("falls", &Trapezoids::falls)
        .def_ro("rises", &Trapezoids::rises);
    m.def("trapezoids", &area, nb::arg("x"), nb::arg("y"), nb::arg("threads") = 1,
          nb::sig("def trapezoids(x: NDArray, y: NDArray, threads: int = 1) -> Trapezoids"),
          "The area under the lines between points.");
}

}  // namespace concordant::bind
