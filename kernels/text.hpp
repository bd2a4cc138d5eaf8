// Text of a fixed width, the rows of a NumPy array of str or bytes: codes of them, and whether two columns are equal.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>
#include <utility>

#include "text_codes.hpp"

namespace concordant {

inline constexpr std::size_t most_texts = 1 << 20;  // more distinct texts than this are no categories

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

// Texts of one width, one byte a character: rows of a block, and 16 bytes that may be read behind them.
inline constexpr std::size_t packed_bytes = 1 << 15;

// Characters of four bytes become one byte each; true if all of them are below 256.
CONCORDANT_CLONES inline bool pack_characters(const char* text, std::size_t count, char* out) {
    std::uint32_t seen = 0;
    for (std::size_t i = 0; i < count; ++i) {
        std::uint32_t character;
        std::memcpy(&character, text + 4 * i, 4);
        seen |= character;
        out[i] = static_cast<char>(character);
    }
    return seen < 256;
}

// The keys of packed texts of one width: up to 15 bytes are a key, more are hashed.
struct PackedKeys {
    std::size_t width;
    std::uint64_t low = width >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * width)) - 1;
    std::uint64_t high = width <= 8 || width > 15 ? 0 : (std::uint64_t{1} << (8 * (width - 8))) - 1;

    bool whole() const { return width <= 15; }
    TextKey of(const char* text) const { return {load_word(text) & low, load_word(text + 8) & high}; }
};

// Code `count` texts that are packed, `width` bytes each; they came from `data`, `size` bytes each.
inline void encode_packed(const char* packed, std::size_t width, const char* data, std::size_t size, std::int64_t count,
                          TextTable& table, std::uint32_t* out) {
    const PackedKeys keys{width};
    const auto packed_text = [=](std::int64_t row) { return packed + static_cast<std::size_t>(row) * width; };
    const auto given_text = [=](std::int64_t row) { return data + static_cast<std::size_t>(row) * size; };
    const auto code = [&](std::int64_t row) {
        return keys.whole() ? table.code(keys.of(packed_text(row)), given_text(row), size)
                            : table.code_of_long(long_key(packed_text(row), width), given_text(row), size);
    };
    const auto same = [&](std::int64_t row) {
        const char* text = packed_text(row);
        return width < 8 ? std::memcmp(text, text - width, width) == 0 : same_text(text, text - width, width);
    };
    if (comes_in_runs(count, same)) {
        encode_runs(count, out, code, same);
    } else if (keys.whole()) {
        const auto of_strip = [&](std::int64_t row, TextKey* made) {
            for (std::int64_t i = 0; i < TextTable::strip; ++i) made[i] = keys.of(packed_text(row + i));
            return reinterpret_cast<const std::byte*>(made);
        };
        table.encode(count, out, of_strip,
                     [&](std::int64_t row) { return table.code(keys.of(packed_text(row)), given_text(row), size); });
    } else {
        for (std::int64_t i = 0; i < count; ++i) out[i] = code(i);
    }
}

// The same of characters of four bytes some of which need them. Such a text is hashed as it is.
inline void encode_wide(const char* packed, std::size_t width, const char* data, std::int64_t count, TextTable& table,
                        std::uint32_t* out) {
    for (std::int64_t i = 0; i < count; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const char* text = data + 4 * at * width;
        char row[packed_bytes];
        if (pack_characters(text, width, row)) {
            encode_packed(packed + at * width, width, text, 4 * width, 1, table, out + i);
        } else if (width == 1) {  // four bytes are too few to hash
            out[i] = table.code({load_half(text), 0}, text, 4);
        } else {
            out[i] = table.code_of_long(text, 4 * width);
        }
    }
}

// Code rows [first, last) of texts of `size` bytes.
inline void encode_fixed(const char* data, std::size_t size, bool wide, std::int64_t first, std::int64_t last,
                         TextTable& table, std::uint32_t* out) {
    const std::size_t width = wide ? size / 4 : size;
    const auto step = static_cast<std::int64_t>(packed_bytes / width);
    if (step == 0) {  // a text of a page and more
        for (std::int64_t row = first; row < last; ++row)
            out[row - first] = table.code_of_long(data + static_cast<std::size_t>(row) * size, size);
        return;
    }
    char packed[packed_bytes + 16];
    std::memset(packed + packed_bytes, 0, 16);
    for (std::int64_t row = first; row < last; row += step) {
        const std::int64_t count = std::min(step, last - row);
        const auto bytes = static_cast<std::size_t>(count) * width;
        const char* from = data + static_cast<std::size_t>(row) * size;
        bool narrow = true;
        if (wide)
            narrow = pack_characters(from, bytes, packed);
        else
            std::memcpy(packed, from, bytes);
        if (narrow)
            encode_packed(packed, width, from, size, count, table, out + (row - first));
        else
            encode_wide(packed, width, from, count, table, out + (row - first));
    }
}

// The texts of the result lie in `data`.
inline TextCodes encode_text(const char* data, std::int64_t rows, std::size_t width, bool wide, int threads) {
    const auto encode = [&](std::int64_t first, std::int64_t last, TextTable& table, std::uint32_t* out) {
        encode_fixed(data, width, wide, first, last, table, out);
    };
    constexpr TextLimits limits{most_texts, most_texts};
    return wide ? encode_texts(rows, threads, limits, encode, WideOrder{})
                : encode_texts(rows, threads, limits, encode, ByteOrder{});
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
    with_width(a_width == b_width ? a_width : 0,
               [&](auto known) { equal_rows<decltype(known)::value>(a, a_width, b, b_width, first, last, out); });
}

}  // namespace concordant
