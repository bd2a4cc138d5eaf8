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

CONCORDANT_CLONES inline TextBytes text_bytes(const std::uint8_t* text, std::size_t count) {
    std::uint8_t zero = 0, quote = 0, all = 0;  // as wide as the bytes, so that the loop is vectorised
    for (std::size_t i = 0; i < count; ++i) {
        zero |= text[i] == 0 ? std::uint8_t{1} : std::uint8_t{0};
        quote |= text[i] == '"' ? std::uint8_t{1} : std::uint8_t{0};
        all |= text[i];
    }
    std::uint8_t padded = 0;
    for (std::size_t i = 1; i + 1 < count; ++i) {
        const std::uint8_t before = text[i - 1], after = text[i + 1];
        const bool separates = before == ',' || before == ';' || before == '\t' || before == '|' || before == '\n';
        const bool digit = after >= '0' && after <= '9';
        padded |= separates && digit && (text[i] == '0' || text[i] == '+') ? std::uint8_t{1} : std::uint8_t{0};
    }
    return {zero != 0, quote != 0, all >= 0x80, padded != 0};
}

}  // namespace concordant
