// How many rows of two columns of Arrow's text hold the same text: compared where they lie, without codes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <string_view>
#include <vector>

#include "arrow_text.hpp"
#include "clones.hpp"
#include "threads.hpp"

namespace concordant::arrow {

// Two texts in views: what lies behind a short one should be zero, and does not count if it is not.
inline bool same_view(const ViewText& a, std::int64_t row, const ViewText& b, std::int64_t other) {
    const View left = a.view(row), right = b.view(other);
    if (static_cast<std::uint32_t>(left.low) != static_cast<std::uint32_t>(right.low)) return false;
    const std::size_t size = static_cast<std::uint32_t>(left.low);
    if (size <= most_inline)
        return (((left.low ^ right.low) & low_masks[size]) | ((left.high ^ right.high) & high_masks[size])) == 0;
    return left.low == right.low && same_text(a.start(left, row), b.start(right, other), size);
}

template <class A, class B>
bool same_texts(const A& a, std::int64_t row, const B& b, std::int64_t other) {
    const std::string_view left = a.text(row), right = b.text(other);
    if (left.size() != right.size()) return false;
    if (left.size() >= 8) return same_text(left.data(), right.data(), left.size());
    return std::memcmp(left.data(), right.data(), left.size()) == 0;
}

// Of texts that lie one after the other: a short one is compared as one word, with what follows it cut off.
template <class A, class B>
bool same_texts(const OffsetText<A>& a, std::int64_t row, const OffsetText<B>& b, std::int64_t other) {
    const std::int64_t left = a.offset(row), right = b.offset(other);
    const auto size = static_cast<std::size_t>(a.offset(row + 1) - left);
    if (size != static_cast<std::size_t>(b.offset(other + 1) - right)) return false;
    if (size >= 8) return same_text(a.data + left, b.data + right, size);
    if (left + 8 > a.end || right + 8 > b.end) return std::memcmp(a.data + left, b.data + right, size) == 0;
    const std::uint64_t mask = (std::uint64_t{1} << (8 * size)) - 1;
    return ((load_word(a.data + left) ^ load_word(b.data + right)) & mask) == 0;
}

inline bool same_texts(const ViewText& a, std::int64_t row, const ViewText& b, std::int64_t other) {
    return same_view(a, row, b, other);
}

// The chunk that holds a row. The chunks are not empty and in order.
inline std::vector<TextChunk>::const_iterator chunk_of(const std::vector<TextChunk>& chunks, std::int64_t row) {
    const auto later = [](std::int64_t place, const TextChunk& chunk) { return place < chunk.first; };
    return std::upper_bound(chunks.begin(), chunks.end(), row, later) - 1;
}

CONCORDANT_CLONES inline bool are_ascii(const char* bytes, std::size_t size) {
    std::uint8_t seen = 0;
    for (std::size_t i = 0; i < size; ++i) seen |= static_cast<std::uint8_t>(bytes[i]);
    return seen < 128;
}

template <class Offset>
bool rows_are_ascii(const OffsetText<Offset>& text, std::int64_t first, std::int64_t last) {
    const std::int64_t from = text.offset(first);
    return are_ascii(text.data + from, static_cast<std::size_t>(text.offset(last) - from));
}

inline bool rows_are_ascii(const ViewText& text, std::int64_t first, std::int64_t last) {
    constexpr std::uint64_t beyond = 0x8080808080808080ULL;  // the highest bit of each byte
    std::uint64_t seen = 0;
    for (std::int64_t row = first; row < last; ++row) {
        const View here = text.view(row);
        const std::size_t size = static_cast<std::uint32_t>(here.low);
        if (size <= most_inline)
            seen |= here.low >> 32 | here.high;  // zero behind the text; if it is not, it is taken for no ASCII
        else if (!are_ascii(text.start(here, row), size))
            return false;
    }
    return (seen & beyond) == 0;
}

// Text whose bytes nobody has looked at may be damaged, unless all of it is ASCII.
enum class Bytes : std::uint8_t { checked, unknown };

// Equal rows among rows [first, last) of two columns whose chunks may end at different rows; -1 if bytes that nobody
// has checked are not ASCII.
inline std::int64_t count_same_texts(const std::vector<TextChunk>& a, const std::vector<TextChunk>& b, Bytes bytes,
                                     std::int64_t first, std::int64_t last) {
    std::int64_t total = 0;
    while (first < last) {
        const auto one = chunk_of(a, first), other = chunk_of(b, first);
        const std::int64_t until =
            std::min({last, one->first + one->array->length, other->first + other->array->length});
        const std::int64_t left = one->array->offset + (first - one->first);
        const std::int64_t right = other->array->offset + (first - other->first);
        const bool known = with_reader(*one, [&](const auto& x) {
            return with_reader(*other, [&](const auto& y) {
                const std::int64_t count = until - first;
                if (bytes == Bytes::unknown &&
                    !(rows_are_ascii(x, left, left + count) && rows_are_ascii(y, right, right + count)))
                    return false;
                for (std::int64_t i = 0; i < count; ++i) total += same_texts(x, left + i, y, right + i);
                return true;
            });
        });
        if (!known) return -1;
        first = until;
    }
    return total;
}

// The columns have `rows` rows, none of which is missing. -1 if bytes that nobody has checked are not ASCII.
inline std::int64_t count_agreeing_texts(const std::vector<TextChunk>& a, const std::vector<TextChunk>& b, Bytes bytes,
                                         std::int64_t rows, int threads) {
    std::vector<std::int64_t> found(static_cast<std::size_t>(std::max(threads, 1)));
    parallel(rows, threads, [&](int part, std::int64_t first, std::int64_t last) {
        found[static_cast<std::size_t>(part)] = count_same_texts(a, b, bytes, first, last);
    });
    if (std::find(found.begin(), found.end(), -1) != found.end()) return -1;
    return std::accumulate(found.begin(), found.end(), std::int64_t{0});
}

}  // namespace concordant::arrow
