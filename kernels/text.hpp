// Encode text of a fixed width (the rows of a NumPy array of str or bytes): each distinct row of bytes gets the next
// code. Hashing reads eight bytes at a time; a row is compared with the first row of its code before it is believed.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "threads.hpp"

namespace concordant {

inline constexpr std::size_t most_texts = 1 << 20;  // more distinct texts than this are no categories

struct TextCodes {
    std::vector<std::int32_t> codes;         // one a row
    std::vector<std::int64_t> first_rows;    // where each code came first
    bool too_many = false;
};

// `Known` is the width where the compiler may know it, else 0.
template <std::size_t Known>
inline std::uint64_t hash_bytes(const std::byte* text, std::size_t given) {
    const std::size_t width = Known != 0 ? Known : given;
    std::uint64_t hash = 0x9e3779b97f4a7c15ULL ^ width;
    std::size_t i = 0;
    for (; i + 8 <= width; i += 8) {
        std::uint64_t word;
        std::memcpy(&word, text + i, 8);
        hash = std::rotl(hash ^ word, 29) * 0xbf58476d1ce4e5b9ULL;
    }
    if (i < width) {
        std::uint64_t word = 0;
        std::memcpy(&word, text + i, width - i);
        hash = std::rotl(hash ^ word, 29) * 0xbf58476d1ce4e5b9ULL;
    }
    return hash ^ (hash >> 32);
}

// Code the texts of rows [first, last); `codes` has one place for each of them.
template <std::size_t Known>
void encode_rows(const std::byte* data, std::size_t given, std::int64_t first, std::int64_t last, std::int32_t* codes,
                 TextCodes& out) {
    const std::size_t width = Known != 0 ? Known : given;
    std::vector<std::uint32_t> slots(256);  // code + 1; 0 is an empty slot
    std::vector<std::uint64_t> hashes;      // of each code, to grow without reading the texts again
    for (std::int64_t row = first; row < last; ++row) {
        const std::byte* text = data + row * static_cast<std::int64_t>(width);
        const std::uint64_t hash = hash_bytes<Known>(text, width);
        std::size_t mask = slots.size() - 1, slot = hash & mask;
        while (slots[slot] != 0) {
            const std::size_t known = slots[slot] - 1;
            const std::byte* other = data + out.first_rows[known] * static_cast<std::int64_t>(width);
            if (hashes[known] == hash && std::memcmp(text, other, width) == 0) break;
            slot = (slot + 1) & mask;
        }
        if (slots[slot] == 0) {
            out.first_rows.push_back(row);
            hashes.push_back(hash);
            slots[slot] = static_cast<std::uint32_t>(hashes.size());
        }
        codes[row - first] = static_cast<std::int32_t>(slots[slot]) - 1;
        if (hashes.size() * 2 > mask) {
            if (hashes.size() >= most_texts) {
                out.too_many = true;
                return;
            }
            slots.assign(2 * slots.size(), 0);
            mask = slots.size() - 1;
            for (std::size_t code = 0; code < hashes.size(); ++code) {
                slot = hashes[code] & mask;
                while (slots[slot] != 0) slot = (slot + 1) & mask;
                slots[slot] = static_cast<std::uint32_t>(code + 1);
            }
        }
    }
}

// The width as a constant for the short words of NumPy, whose characters take four bytes: three times as fast.
template <class With>
auto with_width(std::size_t width, With&& with) {
    switch (width) {
        case 4: return with(std::integral_constant<std::size_t, 4>{});
        case 8: return with(std::integral_constant<std::size_t, 8>{});
        case 12: return with(std::integral_constant<std::size_t, 12>{});
        case 16: return with(std::integral_constant<std::size_t, 16>{});
        case 20: return with(std::integral_constant<std::size_t, 20>{});
        case 24: return with(std::integral_constant<std::size_t, 24>{});
        case 28: return with(std::integral_constant<std::size_t, 28>{});
        case 32: return with(std::integral_constant<std::size_t, 32>{});
        case 40: return with(std::integral_constant<std::size_t, 40>{});
        default: return with(std::integral_constant<std::size_t, 0>{});
    }
}

// Each thread codes its rows; then the codes of the later ones are put in place of their own.
inline TextCodes encode_text(const std::byte* data, std::int64_t rows, std::size_t width, int threads) {
    TextCodes out;
    out.codes.resize(static_cast<std::size_t>(rows));
    std::vector<TextCodes> parts(static_cast<std::size_t>(std::max(threads, 1)));
    parallel(rows, threads, [&](int part, std::int64_t first, std::int64_t last) {
        with_width(width, [&](auto known) {
            encode_rows<decltype(known)::value>(data, width, first, last, out.codes.data() + first,
                                                parts[static_cast<std::size_t>(part)]);
        });
    });
    for (const TextCodes& part : parts) out.too_many = out.too_many || part.too_many;
    if (out.too_many) return out;
    if (parts.size() == 1) {
        out.first_rows = std::move(parts[0].first_rows);
        return out;
    }
    std::unordered_map<std::string_view, std::int32_t> known;
    std::vector<std::vector<std::int32_t>> common(parts.size());
    for (std::size_t part = 0; part < parts.size(); ++part)
        for (const std::int64_t row : parts[part].first_rows) {
            const std::byte* text = data + row * static_cast<std::int64_t>(width);
            const auto [place, is_new] = known.try_emplace(std::string_view(reinterpret_cast<const char*>(text), width),
                                                           static_cast<std::int32_t>(out.first_rows.size()));
            if (is_new) out.first_rows.push_back(row);
            common[part].push_back(place->second);
        }
    parallel(rows, threads, [&](int part, std::int64_t first, std::int64_t last) {
        const std::vector<std::int32_t>& of_part = common[static_cast<std::size_t>(part)];
        for (std::int64_t row = first; part > 0 && row < last; ++row) {
            std::int32_t& code = out.codes[static_cast<std::size_t>(row)];
            code = of_part[static_cast<std::size_t>(code)];
        }
    });
    out.too_many = out.first_rows.size() >= most_texts;
    return out;
}

// Whether two texts are equal; the wider one ends with zeros where it is as long as the narrower one.
inline bool equal_texts(const std::byte* wide, std::size_t width, const std::byte* narrow, std::size_t narrow_width) {
    std::uint64_t different = 0;
    std::size_t i = 0;
    for (; i + 8 <= narrow_width; i += 8) {
        std::uint64_t a, b;
        std::memcpy(&a, wide + i, 8);
        std::memcpy(&b, narrow + i, 8);
        different |= a ^ b;
    }
    for (; i < narrow_width; ++i) different |= static_cast<std::uint64_t>(wide[i] ^ narrow[i]);
    for (; i < width; ++i) different |= static_cast<std::uint64_t>(wide[i]);
    return different == 0;
}

// Whether the texts of rows [first, last) are equal, as 0 and 1. Both columns are dense.
template <std::size_t Known>
void equal_rows(const std::byte* a, std::size_t a_width, const std::byte* b, std::size_t b_width, std::int64_t first,
                std::int64_t last, std::uint8_t* out) {
    const std::size_t wide = Known != 0 ? Known : a_width, narrow = Known != 0 ? Known : b_width;
    for (std::int64_t row = first; row < last; ++row) {
        const auto at = static_cast<std::size_t>(row);
        out[row] = equal_texts(a + at * wide, wide, b + at * narrow, narrow);
    }
}

inline void equal_text(const std::byte* a, std::size_t a_width, const std::byte* b, std::size_t b_width,
                       std::int64_t first, std::int64_t last, std::uint8_t* out) {
    if (a_width < b_width) {
        std::swap(a, b);
        std::swap(a_width, b_width);
    }
    with_width(a_width == b_width ? a_width : 0, [&](auto known) {
        equal_rows<decltype(known)::value>(a, a_width, b, b_width, first, last, out);
    });
}

}  // namespace concordant
