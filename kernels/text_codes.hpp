// Columns of text become codes of their texts in alphabetical order: each thread codes its rows in the order the texts
// come, then the texts of all threads are sorted and the codes looked up once more.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "codes.hpp"
#include "columns.hpp"
#include "text_order.hpp"
#include "text_table.hpp"
#include "threads.hpp"

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

}  // namespace concordant
