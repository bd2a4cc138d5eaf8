// What kinds of bytes a piece of text holds, in one reading.
#pragma once

#include <cstddef>
#include <cstdint>

#include "clones.hpp"

namespace concordant {

struct TextBytes {
    bool zero, quote, beyond_ascii;
    bool padded;  // a field may begin with 0 or + before a digit, as 01: inside of the piece, not at its ends
};

// All bits or none, as wide as the bytes and without a branch, so that the loops are vectorised.
constexpr std::uint8_t all_if(bool holds) { return holds ? std::uint8_t{0xff} : std::uint8_t{0}; }

CONCORDANT_CLONES inline TextBytes text_bytes(const std::uint8_t* text, std::size_t count) {
    std::uint8_t zero = 0, quote = 0, all = 0, padded = 0;
    for (std::size_t i = 0; i < count; ++i) {
        zero |= all_if(text[i] == 0);
        quote |= all_if(text[i] == '"');
        all |= text[i];
    }
    for (std::size_t i = 1; i + 1 < count; ++i) {
        const std::uint8_t before = text[i - 1], after = text[i + 1];
        const auto separates = all_if(before == ',') | all_if(before == ';') | all_if(before == '\t') |
                               all_if(before == '|') | all_if(before == '\n');
        const auto leads = all_if(text[i] == '0') | all_if(text[i] == '+');
        const auto digit = all_if(static_cast<std::uint8_t>(after - '0') < 10);
        padded |= static_cast<std::uint8_t>(separates & leads & digit);
    }
    return {zero != 0, quote != 0, all >= 0x80, padded != 0};
}

}  // namespace concordant
