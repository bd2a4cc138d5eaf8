// The natural logarithm of a block of numbers in [0, 1], in a form that compilers turn into vector instructions (the
// library's log is called for one number at a time). x = 2^e m with m in [sqrt(1/2), sqrt(2)), and log m by the
// series in s = (m - 1) / (m + 1) with the minimax coefficients of FDLIBM (Sun Microsystems 1993, e_log.c, where the
// error is shown to stay below one unit in the last place).
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

#include "clones.hpp"

namespace concordant {

inline double logarithm(double x) {
    constexpr std::uint64_t root_half = 0x3FE6A09E667F3BCDULL;  // sqrt(1/2)
    constexpr double two54 = 18014398509481984.0, smallest_normal = 0x1p-1022;
    const bool tiny = x < smallest_normal;  // subnormal: scale first
    const double scaled = tiny ? x * two54 : x;
    const auto bits = std::bit_cast<std::uint64_t>(scaled);
    const std::uint64_t exponent = (bits - root_half + (2000ULL << 52)) >> 52;  // plus 2000: never negative
    const double m = std::bit_cast<double>(bits - ((exponent - 2000) << 52));
    // A small whole number becomes a double through its bits: not every processor converts 64-bit integers.
    const double e =
        std::bit_cast<double>(0x4330000000000000ULL | exponent) - 4503599627370496.0 - (tiny ? 2054.0 : 2000.0);
    const double f = m - 1.0, s = f / (2.0 + f), z = s * s, w = z * z;
    const double odd = w * (3.999999999940941908e-01 + w * (2.222219843214978396e-01 + w * 1.531383769920937332e-01));
    const double even =
        z * (6.666666666666735130e-01 +
             w * (2.857142874366239149e-01 + w * (1.818357216161805012e-01 + w * 1.479819860511658591e-01)));
    const double half = 0.5 * f * f;
    constexpr double ln2_high = 6.93147180369123816490e-01, ln2_low = 1.90821492927058770002e-10;
    const double result = e * ln2_high - ((half - (s * (half + (odd + even)) + e * ln2_low)) - f);
    return x > 0 ? result : -std::numeric_limits<double>::infinity();
}

}  // namespace concordant
