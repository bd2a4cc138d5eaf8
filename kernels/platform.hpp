// What compilers and processors differ in, and functions that the standard library has not, or not in vectors.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>  // the C++ library's first header defines __GLIBC__ where the C library is glibc
#include <cstdint>
#include <limits>

namespace concordant {

// The continued fraction of the incomplete beta function (DLMF 8.17.22).

// What x is multiplied with in a step.
inline double beta_coefficient(int step, double a, double b) {
    const double m = step / 2;  // NOLINT(bugprone-integer-division): steps come in pairs
    if (step % 2 != 0) return -(a + m) / (a + 2 * m) * ((a + b + m) / (a + 2 * m + 1));
    return m / (a + 2 * m - 1) * ((b - m) / (a + 2 * m));
}

// 1 + d1 / (1 + d2 / (1 + ...)), evaluated forwards (Lentz 1976, Thompson & Barnett 1986).
inline double beta_fraction(double x, double a, double b) {
    constexpr double tiny = 1e-300, rounding = 1e-15;
    constexpr int steps = 100'000;
    const auto not_zero = [](double number) { return number == 0 ? tiny : number; };
    double value = 1, numerator = 1, denominator = 0;
    for (int step = 1; step < steps; ++step) {
        const double d = beta_coefficient(step, a, b) * x;
        denominator = 1 / not_zero(1 + d * denominator);
        numerator = not_zero(1 + d / numerator);
        const double change = numerator * denominator;
        value *= change;
        if (std::abs(change - 1) < rounding) break;
    }
    return value;
}

struct BetaTail {
    double below;  // I_x(a, b)
    double slope;  // by the log odds of x: x^a (1 - x)^b / B(a, b)
};

// The incomplete beta function at an x that is given by its log odds, so that neither x nor 1 - x loses digits.
inline BetaTail beta_tail(double odds, double a, double b, double log_beta) {
    const double small = std::exp(-std::abs(odds)), near = 1 / (1 + small), far = small * near;
    const double x = odds < 0 ? far : near, rest = odds < 0 ? near : far;
    const double log_near = -std::log1p(small), log_far = log_near - std::abs(odds);
    const double slope = std::exp((odds < 0 ? a * log_far + b * log_near : a * log_near + b * log_far) - log_beta);
    if (slope == 0) return {x > a / (a + b) ? 1.0 : 0.0, 0.0};
    if (x <= (a + 1) / (a + b + 2)) return {slope / a / beta_fraction(x, a, b), slope};
    return {1 - slope / b / beta_fraction(rest, b, a), slope};
}

}  // namespace concordant

// What compilers offer beyond the standard, each with a plain twin: MSVC and clang-cl take the plain ones, as does a
// build with CONCORDANT_PLAIN, which the tests run.

#if defined(__GNUC__) && !defined(CONCORDANT_PLAIN)
#define CONCORDANT_GNU 1
#else
#define CONCORDANT_GNU 0
#endif

// Into its caller, and so into each of the caller's clones.
#if CONCORDANT_GNU
#define CONCORDANT_INLINE inline __attribute__((always_inline))
#elif defined(_MSC_VER)
#define CONCORDANT_INLINE __forceinline
#else
#define CONCORDANT_INLINE inline
#endif

namespace concordant {

// For a thread that looks again and again: lets another one of this core work meanwhile.
inline void rest_a_moment() {
#if CONCORDANT_GNU && (defined(__x86_64__) || defined(__i386__))
    __builtin_ia32_pause();
#endif
}

// Asks for memory that is read, or written, soon.
inline void prefetch([[maybe_unused]] const void* memory) {
#if CONCORDANT_GNU
    __builtin_prefetch(memory);
#endif
}

inline void prefetch_to_write([[maybe_unused]] const void* memory) {
#if CONCORDANT_GNU
    __builtin_prefetch(memory, 1);
#endif
}

}  // namespace concordant

// One source, several machine codes: a hot function is compiled for the base instruction set, for AVX2 and for AVX-512,
// and the loader picks the best of the processor. That takes GCC, x86-64 and glibc: musl's loader cannot choose (it has
// no ifunc), and the runtime of a sanitizer is not ready when the choice is made. Elsewhere the plain code is used.

#if CONCORDANT_GNU && defined(__x86_64__) && defined(__linux__) && defined(__GLIBC__) && !defined(__clang__) && \
    !defined(CONCORDANT_SANITIZE)
#if __GNUC__ >= 12
#define CONCORDANT_CLONES __attribute__((target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4")))
#else  // older ones cannot tell a level of x86-64 from another at load time, but single features they can
#define CONCORDANT_CLONES __attribute__((target_clones("default", "avx2")))
#endif
#else
#define CONCORDANT_CLONES
#endif

// The exponential of a number that is not positive, in a form that compilers turn into vector instructions:
// e^x = 2^k e^r with |r| <= log(2) / 2, and e^r by its Taylor series, whose fourteenth term is below 1e-17.

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

// The natural logarithm of a block of numbers in [0, 1], in a form that compilers turn into vector instructions (the
// library's log is called for one number at a time). x = 2^e m with m in [sqrt(1/2), sqrt(2)), and log m by the
// series in s = (m - 1) / (m + 1) with the minimax coefficients of FDLIBM (Sun Microsystems 1993, e_log.c, where the
// error is shown to stay below one unit in the last place).

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

// Pairs of rows, in 128 bits: there are more than 2**64 of them from 8.6e9 rows on.

namespace concordant::ranked {

#if CONCORDANT_GNU

__extension__ using Wide = unsigned __int128;

inline Wide product(std::int64_t a, std::int64_t b) {
    return static_cast<Wide>(static_cast<std::uint64_t>(a)) * static_cast<std::uint64_t>(b);
}
inline std::uint64_t high_half(Wide value) { return static_cast<std::uint64_t>(value >> 64); }
inline std::uint64_t low_half(Wide value) { return static_cast<std::uint64_t>(value); }

#else

struct Wide {
    std::uint64_t high = 0;
    std::uint64_t low = 0;

    Wide& operator+=(const Wide& other) {
        low += other.low;
        high += other.high + (low < other.low);
        return *this;
    }
    friend bool operator<=(const Wide& a, const Wide& b) { return a.high != b.high ? a.high < b.high : a.low <= b.low; }
};

// Long multiplication with digits of 32 bits (Knuth, The Art of Computer Programming 2, section 4.3.1, algorithm M).
inline Wide product(std::int64_t a, std::int64_t b) {
    constexpr std::uint64_t digit = 0xffff'ffff;
    const auto x = static_cast<std::uint64_t>(a), y = static_cast<std::uint64_t>(b);
    const std::uint64_t first = (x & digit) * (y & digit);
    const std::uint64_t second = (x >> 32) * (y & digit) + (first >> 32);
    const std::uint64_t third = (x & digit) * (y >> 32) + (second & digit);
    return {(x >> 32) * (y >> 32) + (second >> 32) + (third >> 32), (third << 32) | (first & digit)};
}
inline std::uint64_t high_half(const Wide& value) { return value.high; }
inline std::uint64_t low_half(const Wide& value) { return value.low; }

#endif

}  // namespace concordant::ranked
