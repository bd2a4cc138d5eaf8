// Text of a fixed width, the rows of a NumPy array of str or bytes: codes of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "codes.hpp"
#include "columns.hpp"
#include "platform.hpp"
#include "text_table.hpp"
#include "threads.hpp"

// Columns of text become codes of their texts in alphabetical order: each thread codes its rows in the order the texts
// come, then the texts of all threads are sorted and the codes looked up once more.

namespace concordant {

struct TextCodes {
    Codes codes;
    std::vector<std::string_view> texts;  // in order, where the caller's memory holds them
};

// Whether rows come in runs of equal ones, as sorted rows do; same(row) tells whether a row equals the one before. A
// look at the first rows decides: where nobody can foretell the answer, asking costs more than a look into the table.
template <class Same>
bool comes_in_runs(std::int64_t count, const Same& same) {
    constexpr std::int64_t looks = 32;
    if (count <= looks) return false;
    std::int64_t equal = 0;
    for (std::int64_t row = 1; row <= looks; ++row) equal += same(row);
    return 4 * equal >= 3 * looks;
}

// Code rows that come in runs.
template <class Code, class Same>
[[gnu::noinline]] void encode_runs(std::int64_t count, std::uint32_t* out, const Code& code, const Same& same) {
    out[0] = code(0);
    for (std::int64_t row = 1; row < count; ++row) out[row] = same(row) ? out[row - 1] : code(row);
}

struct TextPart {
    TextTable table;
    Codes codes;
    std::vector<std::uint32_t> ranks;  // of the part's codes among all texts
};

// The texts of all parts in order, if they are no more than `sorted_texts`, and what the codes of each part become.
template <class Order>
std::vector<std::string_view> rank_texts(std::vector<TextPart>& parts, std::size_t sorted_texts, const Order& order) {
    std::vector<std::string_view> texts;
    if (parts.size() > 1) {
        TextIndex index;
        for (TextPart& part : parts)
            for (const std::string_view text : part.table.texts()) part.ranks.push_back(index.place(text));
        texts = std::move(index.texts());
    } else {
        texts = parts[0].table.texts();
        for (std::size_t code = 0; code < texts.size(); ++code)
            parts[0].ranks.push_back(static_cast<std::uint32_t>(code));
    }
    if (texts.size() > sorted_texts) return texts;
    const std::vector<std::uint32_t> rank = sort_texts(texts, order);
    for (TextPart& part : parts)
        for (std::uint32_t& code : part.ranks) code = rank[code];
    return texts;
}

// How many texts may be. Of more than `most` the texts come back without codes; of more than `sorted` in any order.
struct TextLimits {
    std::size_t most;
    std::size_t sorted;
};

// Whether two threads take less time than one: each meets the texts anew, and their tables have to be joined. How many
// texts there are is guessed by how many of the first rows repeat one: of n rows about n^2 / (2 texts) do.
template <class Encode>
bool pays_to_split(std::int64_t rows, Encode&& encode) {
    constexpr std::int64_t rows_a_text = 16;
    TextTable table;
    std::uint32_t block[block_rows];
    const std::int64_t count = std::min(block_rows, rows);
    encode(0, count, table, block);
    const std::int64_t repeated = count - static_cast<std::int64_t>(table.texts().size());
    return 2 * repeated * rows >= rows_a_text * count * count;
}

// `encode(first, last, table, block)` codes up to block_rows rows, and `order` is that of the texts.
template <class Encode, class Order>
TextCodes encode_texts(std::int64_t rows, int threads, TextLimits limits, Encode&& encode, const Order& order) {
    if (threads > 1 && rows > 0 && !pays_to_split(rows, encode)) threads = 1;
    std::vector<TextPart> parts(
        static_cast<std::size_t>(std::clamp<std::int64_t>(threads, 1, std::max<std::int64_t>(rows, 1))));
    parallel(rows, static_cast<int>(parts.size()), [&](int number, std::int64_t first, std::int64_t last) {
        TextPart& part = parts[static_cast<std::size_t>(number)];
        part.codes = Codes(last - first);
        std::uint32_t block[block_rows];
        for (std::int64_t row = first; row < last && part.table.texts().size() <= limits.most; row += block_rows) {
            const std::int64_t count = std::min(block_rows, last - row);
            encode(row, row + count, part.table, block);
            if (row == first) {  // mostly all texts are known by now, and their codes need not be looked up again
                const std::vector<std::uint32_t> rank = part.table.sort(order);
                if (!rank.empty()) look_up(block, count, rank, block);
            }
            part.codes.put(row - first, block, count, part.table.texts().size());
        }
    });
    TextCodes out;
    for (const TextPart& part : parts)
        if (part.table.texts().size() > limits.most) {
            out.texts = part.table.texts();
            return out;
        }
    out.texts = rank_texts(parts, limits.sorted, order);
    for (TextPart& part : parts)
        if (part.ranks.empty()) part.ranks.push_back(0);  // of rows of which none is there
    const bool in_place = parts.size() == 1 && parts[0].codes.width() >= Codes::width_for(out.texts.size());
    if (in_place && std::is_sorted(parts[0].ranks.begin(), parts[0].ranks.end())) {
        out.codes = std::move(parts[0].codes);
        return out;
    }
    out.codes = Codes(rows, Codes::width_for(out.texts.size()));
    parallel(rows, static_cast<int>(parts.size()), [&](int number, std::int64_t first, std::int64_t last) {
        TextPart& part = parts[static_cast<std::size_t>(number)];
        out.codes.visit([&](auto* to) {
            part.codes.visit([&](const auto* from) { look_up(from, last - first, part.ranks, to + first); });
        });
    });
    return out;
}

inline constexpr std::size_t most_texts = 1 << 20;  // more distinct texts than this are no categories

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

// What kinds of bytes a piece of text holds, in one reading.

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
