// Binds the widening of numbers of two bytes.
#include "halves.hpp"

#include <memory>

#include "arrays.hpp"
#include "threads.hpp"

namespace concordant::bind {
namespace {

Array floats(const Halves& halves, int threads) {
    const std::size_t size = halves.shape(0);
    std::unique_ptr<float[]> out(new float[size + 1]);
    const std::uint16_t* from = halves.data();
    {
        nb::gil_scoped_release release;
        parallel(static_cast<std::int64_t>(size), threads, [&](int, std::int64_t first, std::int64_t last) {
            floats_of_halves(from + first, last - first, out.get() + first);
        });
    }
    return owned_memory<float>(std::move(out), {size});
}

}  // namespace

void bind_halves(nb::module_& m) {
    m.def("floats_of_halves", &floats, nb::arg("bits"), nb::arg("threads") = 1,
          nb::sig("def floats_of_halves(bits: NDArray, threads: int = 1) -> NDArray"),
          "The numbers whose float16 have these bits (uint16, one after the other), as float32.");
}

}  // namespace concordant::bind
