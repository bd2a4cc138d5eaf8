// Encode text of a fixed width (the rows of a NumPy array of str or bytes): each distinct row of bytes gets the next
// code. Hashing reads eight bytes at a time; a row is compared with the first row of its code before it is believed.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace concordant {

inline constexpr std::size_t most_texts = 1 << 20;  // more distinct texts than this are no categories

struct TextCodes {
    std::vector<std::int32_t> codes;         // one a row
    std::vector<std::int64_t> first_rows;    // where each code came first
    bool too_many = false;
};

inline std::uint64_t hash_bytes(const std::byte* text, std::size_t width) {
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

inline TextCodes encode_text(const std::byte* data, std::int64_t rows, std::size_t width) {
    TextCodes out;
    out.codes.resize(static_cast<std::size_t>(rows));
    std::vector<std::uint32_t> slots(256);  // code + 1; 0 is an empty slot
    std::vector<std::uint64_t> hashes;      // of each code, to grow without reading the texts again
    for (std::int64_t row = 0; row < rows; ++row) {
        const std::byte* text = data + row * static_cast<std::int64_t>(width);
        const std::uint64_t hash = hash_bytes(text, width);
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
        out.codes[static_cast<std::size_t>(row)] = static_cast<std::int32_t>(slots[slot]) - 1;
        if (hashes.size() * 2 > mask) {
            if (hashes.size() >= most_texts) {
                out.too_many = true;
                return out;
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
    return out;
}

}  // namespace concordant
