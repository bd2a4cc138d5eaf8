// AUC of whole scores of two classes that lie close enough to each other for words of 32 bits, but have too many
// possible values for a cell each in the cache. The rows are read once, as words of distance and class. Few are sorted
// by a radix. Many go to parts of the range, and each part is sorted or, where it has about as many possible scores as
// rows, counted in cells. The words are our own memory: who writes to the rows afterwards changes nothing.
//
// Measured, one thread, int64, Cascade Lake, g++ 12, us, cells / this / buckets that are sorted: 10,000 rows of 10,000
// possible scores 27 / 71 / 146, of 65,536 85 / 77 / 190, of 1,000,000 - / 85 / 186; 100,000 rows of 400,000 0.8 / 1.0
// / 2.0 ms; 1,000,000 rows of 300,000 5.2 / 9.6 / 21 ms, of 1,000,000 9.5 / 11 / 25 ms, of 10,000,000 - / 16 / 26 ms.
// Tried and left: the last digit counted in cells that know the rows above, instead of moved and ranked (no faster);
// cells of 32 stripes of the range side by side, for vectorised sums (a third faster at 65,536, slower elsewhere);
// digits of 7 to 10 bits (slower from 20 bits on), of 12 bits (no difference).
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "pages.hpp"
#include "radix.hpp"
#include "ranks.hpp"
#include "score_cells.hpp"
#include "score_places.hpp"
#include "scored_rows.hpp"
#include "threads.hpp"

namespace concordant::ranked {

inline constexpr std::uint64_t most_word_reach = (std::uint64_t{1} << 31) - 1;
inline constexpr std::int64_t most_radix_rows = 1 << 17;  // one sort of all
inline constexpr std::int64_t part_rows = 4096;           // wanted
inline constexpr int most_part_bits = 11;
inline constexpr int least_in_part_bits = 12;     // 4096 scores: 32 KiB of cells
inline constexpr std::uint64_t celled_a_row = 8;  // possible scores; of more, a sort is faster than their cells

// Twice the distance of each row from the highest score, and its class; and room for as many words again.
struct RowWords {
    Pages<std::uint32_t> memory;
    std::int64_t count = 0;
    std::int64_t bad_label = no_row;

    std::uint32_t* words() const { return memory.get(); }
    std::uint32_t* spare() const { return memory.get() + count; }
};

// None if a score lies beyond. Memory of few rows is as large as what is kept for the next call: what an allocator does
// not keep costs a fifth of the time of 10,000 rows.
template <class Key>
std::optional<RowWords> words_of_rows(const ScoredRows& rows, const ScoreReach<Key>& within, int threads) {
    const std::size_t size = std::max(2 * static_cast<std::size_t>(rows.size()), KeptPages::least / 4);
    RowWords out{make_pages<std::uint32_t>(size), rows.size()};
    std::vector<RowsSeen> seen(static_cast<std::size_t>(threads));
    for_blocks(rows.size(), threads, [&](int part, std::int64_t first, std::int64_t count) {
        RowsSeen& mine = seen[static_cast<std::size_t>(part)];
        std::uint32_t* const at = out.words() + first;
        return pair_cells(rows, first, count, within, at) || any_cells(rows, first, count, within, mine, at, nullptr);
    });
    for (const RowsSeen& each : seen) {
        if (each.outside) return std::nullopt;
        if (out.bad_label == no_row) out.bad_label = each.bad_label;
    }
    return out;
}

// The sums of sorted rows, where those of one score lie with the negatives first. Then the positives before a negative
// are those of higher scores, the negatives before a positive those of higher scores and those that tie with it, and
// both together are all pairs. Of all rows, the positives before the positives (0 + 1 + 2 ...) are no pairs.
inline ShortPairs rank_words(const std::uint32_t* words, std::int64_t count) {
    std::uint64_t positives = 0, before = 0;  // before: positives before each row, added up; less than 2**63
    std::uint64_t above = 0, higher = 0;      // negatives of higher scores: above this row, and above each positive
    std::int64_t last = count > 0 ? words[0] >> 1 : 0;
    for (std::int64_t i = 0; i < count; ++i) {
        const std::uint64_t positive = words[i] & 1, negatives = static_cast<std::uint64_t>(i) - positives;
        const std::int64_t distance = words[i] >> 1;
        const auto another = static_cast<std::uint64_t>((last - distance) >> 63);  // all bits or none, without a branch
        above += another & (negatives - above);
        higher += (0 - positive) & above;
        before += positives;
        positives += positive;
        last = distance;
    }
    const std::uint64_t negatives = static_cast<std::uint64_t>(count) - positives;
    const std::uint64_t concordant =
        before - (positives & 1 ? (positives - 1) / 2 * positives : positives / 2 * (positives - 1));
    return {positives, negatives, concordant, positives * negatives - concordant - higher};
}

// `spare` has room for as many words.
inline ShortPairs sort_and_rank(std::uint32_t* words, std::uint32_t* spare, std::int64_t count, int bits) {
    return rank_words(radix_sort(words, spare, static_cast<std::size_t>(count), bits), count);
}

// The sums of the rows of one part by cells, one for each of its scores.
inline ShortPairs count_part(const std::uint32_t* words, std::int64_t count, std::uint32_t mask,
                             std::vector<std::uint64_t>& cells) {
    cells.assign(std::size_t{mask} + 1, 0);
    for (std::int64_t i = 0; i < count; ++i)
        cells[words[i] >> 1 & mask] += (static_cast<std::uint64_t>(words[i] & 1) << label_shift) + 1;
    ShortPairs out;
    for (const std::uint64_t held : cells) {
        const std::uint64_t gained = held >> label_shift;
        out.add((held & 0xFFFFFFFFU) - gained, gained);
    }
    return out;
}

// Moves the words into the spare room, part by part of their range; the places where the parts begin, and the end.
inline std::vector<std::uint64_t> part_words(const RowWords& rows, int shift, std::size_t parts, int threads) {
    std::vector<std::vector<std::uint64_t>> places(static_cast<std::size_t>(threads),
                                                   std::vector<std::uint64_t>(parts));
    const std::uint32_t* const words = rows.words();
    std::uint32_t* const to = rows.spare();
    parallel(rows.count, threads, [&](int thread, std::int64_t first, std::int64_t last) {
        std::uint64_t* const counter = places[static_cast<std::size_t>(thread)].data();
        for (std::int64_t i = first; i < last; ++i) ++counter[words[i] >> shift];
    });
    std::vector<std::uint64_t> begins;
    std::uint64_t place = 0;
    for (std::size_t part = 0; part < parts; ++part) {
        begins.push_back(place);
        for (auto& thread : places) place += std::exchange(thread[part], place);
    }
    begins.push_back(place);
    parallel(rows.count, threads, [&](int thread, std::int64_t first, std::int64_t last) {
        std::uint64_t* const next = places[static_cast<std::size_t>(thread)].data();
        for (std::int64_t i = first; i < last; ++i) to[next[words[i] >> shift]++] = words[i];
    });
    return begins;
}

// The sums of parts of descending scores, one after the other.
inline ShortPairs rank_parts(const RowWords& rows, std::uint64_t reach, int threads) {
    const int reach_bits = static_cast<int>(std::bit_width(reach - 1));
    const int wanted = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(rows.count / part_rows)));
    const int in_part = std::max(reach_bits - std::min(wanted, most_part_bits), least_in_part_bits);  // bits
    const auto mask = (std::uint32_t{1} << in_part) - 1;
    const auto parts = static_cast<std::size_t>((reach - 1) >> in_part) + 1;
    const std::vector<std::uint64_t> begins = part_words(rows, in_part + 1, parts, threads);
    std::vector<ShortPairs> sums(parts);
    std::atomic<std::size_t> next{0};
    parallel(threads, threads, [&](int, std::int64_t, std::int64_t) {
        std::vector<std::uint64_t> cells;
        for (std::size_t part = next.fetch_add(1); part < parts; part = next.fetch_add(1)) {
            const auto count = static_cast<std::int64_t>(begins[part + 1] - begins[part]);
            std::uint32_t* const words = rows.spare() + begins[part];
            if (mask / celled_a_row <= static_cast<std::uint64_t>(count))
                sums[part] = count_part(words, count, mask, cells);
            else
                sums[part] = sort_and_rank(words, rows.words() + begins[part], count, in_part + 1);
        }
    });
    ShortPairs out;
    for (const ShortPairs& part : sums) out.add(part);
    return out;
}

// None if a score lies beyond what was found of its range.
template <class Sums, class Key>
std::optional<Sums> rank_whole_words(const ScoredRows& rows, const ScoreReach<Key>& within, int threads) {
    const auto read = words_of_rows(rows, within, threads);
    if (!read) return std::nullopt;
    if (read->bad_label != no_row) {
        Sums out;
        out.bad_label = read->bad_label;
        return out;
    }
    if (rows.size() > most_radix_rows) return rank_parts(*read, within.reach, threads).template as<Sums>();
    return sort_and_rank(read->words(), read->spare(), read->count,
                         static_cast<int>(std::bit_width(2 * within.reach - 1)))
        .template as<Sums>();
}

// Of how many possible scores each is worth a cell.
inline constexpr std::uint64_t few_celled = 256;  // of any number of rows
inline std::uint64_t most_celled(std::int64_t rows, int threads) {
    return std::clamp(4 * static_cast<std::uint64_t>(rows), few_celled, std::uint64_t{1} << (threads > 1 ? 19 : 20));
}

// The pairs of whole scores that have few possible values for so many rows; none for others.
template <class Sums, class Key>
std::optional<Sums> rank_whole(const ScoredRows& rows, int threads) {
    const auto within = reach_within<Key>(rows, most_word_reach, threads);
    if (!within) return std::nullopt;
    if (within->reach > most_celled(rows.size(), threads)) return rank_whole_words<Sums>(rows, *within, threads);
    const auto summed = [&](const auto& cells) {
        return cells ? std::optional<Sums>(rank_short_cells<Sums>(*cells, rows.size())) : std::nullopt;
    };
    if (rows.size() <= std::numeric_limits<std::uint16_t>::max())  // half the memory to be cleared
        return summed(score_cells<Key, std::uint16_t>(rows, *within, threads));
    return summed(score_cells<Key, std::int32_t>(rows, *within, threads));
}

}  // namespace concordant::ranked
