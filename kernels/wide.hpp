// Pairs of rows, in 128 bits: there are more than 2**64 of them from 8.6e9 rows on.
#pragma once

#include <cstdint>

#include "machine.hpp"

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
