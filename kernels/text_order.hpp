// The alphabetical order of distinct texts: the eight bytes behind what all of them begin with are compared as one
// number, and the texts themselves only where these agree.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

namespace concordant {

// Texts in the order of their bytes, which for UTF-8 is that of the characters.
struct ByteOrder {
    static constexpr std::size_t unit = 1;

    bool operator()(std::string_view a, std::string_view b) const { return a < b; }

    // The first bytes as a number that is ordered as they are; zeros stand for what is not there.
    static std::uint64_t head(std::string_view text) {
        std::uint64_t word = 0;
        for (std::size_t i = 0; i < 8; ++i)
            word = word << 8 | (i < text.size() ? static_cast<std::uint8_t>(text[i]) : std::uint8_t{0});
        return word;
    }
};

// Texts of one width whose characters take four bytes each, in the order of the characters.
struct WideOrder {
    static constexpr std::size_t unit = 4;

    static std::uint32_t character(std::string_view text, std::size_t at) {
        std::uint32_t found = 0;
        if (at + 4 <= text.size()) std::memcpy(&found, text.data() + at, 4);
        return found;
    }

    bool operator()(std::string_view a, std::string_view b) const {
        for (std::size_t i = 0; i < a.size(); i += 4) {
            const std::uint32_t x = character(a, i), y = character(b, i);
            if (x != y) return x < y;
        }
        return false;
    }

    static std::uint64_t head(std::string_view text) {
        return static_cast<std::uint64_t>(character(text, 0)) << 32 | character(text, 4);
    }
};

// How many bytes, in whole characters, all texts begin with.
inline std::size_t common_start(const std::vector<std::string_view>& texts, std::size_t unit) {
    if (texts.empty()) return 0;
    const std::string_view first = texts.front();
    std::size_t same = first.size();
    for (const std::string_view text : texts) {
        const std::size_t most = std::min(same, text.size());
        same = 0;
        while (same < most && text[same] == first[same]) ++same;
    }
    return same / unit * unit;
}

// The places of the texts in their order.
template <class Order>
std::vector<std::uint32_t> order_of_texts(const std::vector<std::string_view>& texts, const Order& order) {
    struct Place {
        std::uint64_t head;
        std::uint32_t text;
    };
    const std::size_t start = common_start(texts, Order::unit);
    std::vector<Place> places;
    places.reserve(texts.size());
    for (const std::string_view text : texts)
        places.push_back({Order::head(text.substr(start)), static_cast<std::uint32_t>(places.size())});
    std::sort(places.begin(), places.end(), [&](const Place& a, const Place& b) {
        return a.head != b.head ? a.head < b.head : order(texts[a.text], texts[b.text]);
    });
    std::vector<std::uint32_t> out;
    out.reserve(places.size());
    for (const Place& place : places) out.push_back(place.text);
    return out;
}

// Puts the texts into their order; gives the new place of each.
template <class Order>
std::vector<std::uint32_t> sort_texts(std::vector<std::string_view>& texts, const Order& order) {
    std::vector<std::uint32_t> rank(texts.size());
    std::vector<std::string_view> sorted;
    sorted.reserve(texts.size());
    for (const std::uint32_t text : order_of_texts(texts, order)) {
        rank[text] = static_cast<std::uint32_t>(sorted.size());
        sorted.push_back(texts[text]);
    }
    texts = std::move(sorted);
    return rank;
}

}  // namespace concordant
