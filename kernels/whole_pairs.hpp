// AUC of whole scores of two classes that lie close enough to each other for words of 32 bits, but have too many
// possible values for a cell each in the cache. The rows are read once, as words of distance and class: few are sorted
// by a radix, many go to parts of the range, whose cells are counted one part after the other. The words are our own
// memory: who writes to the rows afterwards changes nothing.
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
inline constexpr std::int64_t most_radix_rows = 1 << 15;
inline constexpr int least_part_bits = 12;  // 4096 scores: 32 KiB of cells
inline constexpr std::uint64_t most_parts = 2048;
inline constexpr std::uint64_t parted_a_row = 8;  // possible scores; of more, a sort is faster than their cells

struct RowWords {
    Pages<std::uint32_t> words;
    std::int64_t count = 0;
    std::int64_t bad_label = no_row;
};

// Twice the distance of each row from the highest score, and its class. None if a score lies beyond.
template <class Key>
std::optional<RowWords> words_of_rows(const ScoredRows& rows, const ScoreReach<Key>& within, int threads) {
    RowWords out{make_pages<std::uint32_t>(static_cast<std::size_t>(rows.size())), rows.size()};
    std::vector<RowsSeen> seen(static_cast<std::size_t>(threads));
    for_blocks(rows.size(), threads, [&](int part, std::int64_t first, std::int64_t count) {
        RowsSeen& mine = seen[static_cast<std::size_t>(part)];
        std::uint32_t* const at = out.words.get() + first;
        return pair_cells(rows, first, count, within, at) || any_cells(rows, first, count, within, mine, at, nullptr);
    });
    for (const RowsSeen& each : seen) {
        if (each.outside) return std::nullopt;
        if (out.bad_label == no_row) out.bad_label = each.bad_label;
    }
    return out;
}

// The sums of sorted rows.
template <class Sums>
Sums rank_words(const std::uint32_t* words, std::int64_t count) {
    Sums out = rank_bucket(words, static_cast<std::size_t>(count), 1, Sums{});
    for (std::int64_t i = 0; i < count; ++i) out.positives += words[i] & 1;
    out.negatives = count - out.positives;
    return out;
}

// The sums of the rows of one part, by cells that are zero before and after.
template <class Sums>
Sums rank_part(const std::uint32_t* words, std::size_t count, std::uint32_t mask, std::uint64_t* cells) {
    for (std::size_t i = 0; i < count; ++i)
        cells[words[i] >> 1 & mask] += (static_cast<std::uint64_t>(words[i] & 1) << label_shift) + 1;
    Sums out;
    for (std::size_t i = 0; i <= mask; ++i) {
        const std::uint64_t held = std::exchange(cells[i], 0);
        const auto gained = static_cast<std::int64_t>(held >> label_shift);
        add_score(out, static_cast<std::int64_t>(held & 0xFFFFFFFFU) - gained, gained);
    }
    return out;
}

// The words moved into the parts of their range: those of a part lie from place first[part] to first[part + 1].
struct Parted {
    Pages<std::uint32_t> words;
    std::vector<std::uint64_t> first;
};

inline Parted part_words(const RowWords& rows, int part_shift, std::size_t parts, int threads) {
    std::vector<std::vector<std::uint64_t>> places(static_cast<std::size_t>(threads), std::vector<std::uint64_t>(parts));
    const std::uint32_t* const words = rows.words.get();
    parallel(rows.count, threads, [&](int thread, std::int64_t first, std::int64_t last) {
        std::uint64_t* const counter = places[static_cast<std::size_t>(thread)].data();
        for (std::int64_t i = first; i < last; ++i) ++counter[words[i] >> part_shift];
    });
    Parted out{make_pages<std::uint32_t>(static_cast<std::size_t>(rows.count)), {}};
    std::uint64_t place = 0;
    for (std::size_t part = 0; part < parts; ++part) {
        out.first.push_back(place);
        for (auto& thread : places) place += std::exchange(thread[part], place);
    }
    out.first.push_back(place);
    parallel(rows.count, threads, [&](int thread, std::int64_t first, std::int64_t last) {
        std::uint64_t* const next = places[static_cast<std::size_t>(thread)].data();
        std::uint32_t* const to = out.words.get();
        for (std::int64_t i = first; i < last; ++i) to[next[words[i] >> part_shift]++] = words[i];
    });
    return out;
}

// The sums of parts of descending scores, one after the other.
template <class Sums>
void add_below(Sums& out, const Sums& below) {
    out.concordant += below.concordant;
    out.concordant += product(below.negatives, out.positives);
    out.tied += below.tied;
    out.positives += below.positives;
    out.negatives += below.negatives;
}

template <class Sums>
Sums rank_parts(const RowWords& rows, std::uint64_t reach, int threads) {
    int part_bits = least_part_bits;
    while ((reach - 1) >> part_bits >= most_parts) ++part_bits;
    const auto parts = static_cast<std::size_t>((reach - 1) >> part_bits) + 1;
    const auto mask = (std::uint32_t{1} << part_bits) - 1;
    const Parted parted = part_words(rows, part_bits + 1, parts, threads);
    std::vector<Sums> sums(parts);
    std::atomic<std::size_t> next{0};
    parallel(threads, threads, [&](int, std::int64_t, std::int64_t) {
        std::vector<std::uint64_t> cells(std::size_t{mask} + 1);
        for (std::size_t part = next.fetch_add(1); part < parts; part = next.fetch_add(1))
            sums[part] = rank_part<Sums>(parted.words.get() + parted.first[part],
                                         static_cast<std::size_t>(parted.first[part + 1] - parted.first[part]), mask,
                                         cells.data());
    });
    Sums out;
    for (const Sums& part : sums) add_below(out, part);
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
    if (rows.size() > most_radix_rows) return rank_parts<Sums>(*read, within.reach, threads);
    const auto spare = make_pages<std::uint32_t>(static_cast<std::size_t>(read->count));
    const std::uint32_t* const sorted = radix_sort(read->words.get(), spare.get(), static_cast<std::size_t>(read->count), 1,
                                                   static_cast<int>(std::bit_width(within.reach - 1)));
    return rank_words<Sums>(sorted, read->count);
}

// How far whole scores may reach to be ranked here.
inline std::uint64_t most_word_reach_of(std::int64_t rows) {
    if (rows <= most_radix_rows) return most_word_reach;
    return std::min(most_word_reach, parted_a_row * static_cast<std::uint64_t>(rows));
}

// The pairs of whole scores that have few possible values for so many rows; none for others.
template <class Sums, class Key>
std::optional<Sums> rank_whole(const ScoredRows& rows, int threads) {
    const std::uint64_t cells_most = most_reach<std::int32_t>(2, rows.size());
    const auto within = reach_within<Key>(rows, std::max(cells_most, most_word_reach_of(rows.size())), threads);
    if (!within) return std::nullopt;
    if (within->reach > cells_most) return rank_whole_words<Sums>(rows, *within, threads);
    const auto cells = score_cells<Key, std::int32_t>(rows, *within, threads);
    return cells ? std::optional<Sums>(rank_cells<Sums>(*cells)) : std::nullopt;
}

}  // namespace concordant::ranked
