// Codes handed over to NumPy without a copy.
#pragma once

#include "arrays.hpp"
#include "codes.hpp"

namespace concordant::bind {

inline nb::object codes_array(Codes&& codes) {
    using Code = nb::dlpack::dtype_code;
    const auto rows = static_cast<std::size_t>(codes.rows());
    const int width = codes.width();
    const auto code = static_cast<std::uint8_t>(width < 4 ? Code::UInt : Code::Int);
    std::byte* data = codes.release();
    nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<std::byte*>(p); });
    return nb::cast(nb::ndarray<nb::numpy>(data, {rows}, owner, {}, {code, static_cast<std::uint8_t>(8 * width), 1}));
}

}  // namespace concordant::bind
