// What kinds of bytes a piece of text holds, in one reading.
#pragma once

#include <cstddef>
#include <cstdint>

#include "clones.hpp"

namespace concordant {

struct TextBytes {
    bool zero, quote, beyond_ascii;
};

CONCORDANT_CLONES inline TextBytes text_bytes(const std::uint8_t* text, std::size_t count) {
    std::uint8_t zero = 0, quote = 0, all = 0;  // as wide as the bytes, so that the loop is vectorised
    for (std::size_t i = 0; i < count; ++i) {
        zero |= text[i] == 0 ? std::uint8_t{1} : std::uint8_t{0};
        quote |= text[i] == '"' ? std::uint8_t{1} : std::uint8_t{0};
        all |= text[i];
    }
    return {zero != 0, quote != 0, all >= 0x80};
}

}  // namespace concordant
