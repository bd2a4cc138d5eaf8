// The exponential of a number that is not positive, in a form that compilers turn into vector instructions:
// e^x = 2^k e^r with |r| <= log(2) / 2, and e^r by its Taylor series, whose fourteenth term is below 1e-17.
#pragma once

#include <bit>
#include <cstdint>

namespace concordant {

// Below -700 the result is that of -700, about 1e-304.
inline double exponential(double x) {
    constexpr double shift = 6755399441055744.0;  // 1.5 * 2^52: adding it rounds to a whole number
    constexpr double log2_e = 1.44269504088896338700, ln2_high = 6.93147180369123816490e-01,
                     ln2_low = 1.90821492927058770002e-10;
    x = x < -700.0 ? -700.0 : x;
    const double shifted = x * log2_e + shift, k = shifted - shift;
    const double r = (x - k * ln2_high) - k * ln2_low;
    double sum = 1.0 / 6227020800;  // 1/13!, and the others by Horner's rule
    sum = sum * r + 1.0 / 479001600;
    sum = sum * r + 1.0 / 39916800;
    sum = sum * r + 1.0 / 3628800;
    sum = sum * r + 1.0 / 362880;
    sum = sum * r + 1.0 / 40320;
    sum = sum * r + 1.0 / 5040;
    sum = sum * r + 1.0 / 720;
    sum = sum * r + 1.0 / 120;
    sum = sum * r + 1.0 / 24;
    sum = sum * r + 1.0 / 6;
    sum = sum * r + 1.0 / 2;
    sum = sum * r + 1.0;
    sum = sum * r + 1.0;
    const std::uint64_t power = (std::bit_cast<std::uint64_t>(shifted) << 52) + 0x3FF0000000000000ULL;
    return sum * std::bit_cast<double>(power);
}

}  // namespace concordant
