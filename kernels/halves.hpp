// Numbers of two bytes (float16) become float32, which holds all of them. Compilers and processors that know the type
// are no rule, so the bits are moved: several at a time, and to the same numbers everywhere.
#pragma once

#include <bit>
#include <cstdint>

#include "clones.hpp"

namespace concordant {

inline float float_of_half(std::uint16_t half) {
    constexpr std::uint32_t exponents = 0x7C00U << 13;         // those of a half, at the place of a float's
    constexpr std::uint32_t shift = std::uint32_t{112} << 23;  // from one's zero exponent to that of the other
    constexpr std::uint32_t least = std::uint32_t{113} << 23;  // the least normal half, as a float
    const std::uint32_t digits = (half & 0x7FFFU) << 13, exponent = digits & exponents;
    const std::uint32_t normal = digits + shift;
    // A subnormal half is so many of its last bits above the least normal one, less that one.
    const auto small = std::bit_cast<std::uint32_t>(std::bit_cast<float>(digits + least) - std::bit_cast<float>(least));
    std::uint32_t bits = exponent == 0 ? small : normal;
    bits = exponent == exponents ? normal + shift : bits;  // infinity and NaN
    return std::bit_cast<float>(bits | (half & 0x8000U) << 16);
}

CONCORDANT_CLONES inline void floats_of_halves(const std::uint16_t* halves, std::int64_t count, float* out) {
    for (std::int64_t i = 0; i < count; ++i) out[i] = float_of_half(halves[i]);
}

}  // namespace concordant
