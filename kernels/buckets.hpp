// Rows moved into the buckets of a plan, so that each bucket is sorted in the cache. Three readings of the rows: the
// range of the scores, the size of each bucket, the move itself. Somebody may write to the rows meanwhile: then the
// readings differ, which is noticed, and the rows are copied and moved again; nothing is written out of bounds.
// Nothing here depends on the number of threads: not the buckets, not the order of the rows within one.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "bucket_plan.hpp"
#include "machine.hpp"
#include "pages.hpp"
#include "scored_rows.hpp"
#include "sort.hpp"
#include "threads.hpp"

namespace concordant::ranked {

// Calls work(part, first, count) for the blocks of rows of each part, until it returns false.
template <class Work>
void for_blocks(std::int64_t rows, int threads, Work&& work) {
    parallel(rows, threads, [&](int part, std::int64_t first, std::int64_t last) {
        while (first < last && work(part, first, std::min(block_size, last - first))) first += block_size;
    });
}

// The first row that a part found, where every part wrote its first or no_row.
inline std::int64_t first_found(const std::vector<std::int64_t>& parts) {
    const auto found = std::find_if(parts.begin(), parts.end(), [](std::int64_t row) { return row != no_row; });
    return found == parts.end() ? no_row : *found;
}

template <class Item>
struct Buckets {
    using Key = WordOf<Item>;
    Plan<Key> plan;
    std::vector<std::int64_t> first;      // item of each bucket, and the end
    std::vector<std::int64_t> positives;  // items of code 1 before each bucket, and in all (where codes are 0 and 1)
    Pages<Item> slots;                    // one that is free, then the items
    std::int64_t bad_score = no_row;
    std::int64_t bad_label = no_row;

    std::size_t size() const { return plan.buckets(); }
    std::size_t count(std::size_t bucket) const { return static_cast<std::size_t>(first[bucket + 1] - first[bucket]); }
    Item* items(std::size_t bucket) { return slots.get() + 1 + first[bucket]; }
    const Item* sorted(std::size_t bucket) const { return slots.get() + 1 + first[bucket]; }
    std::size_t largest() const {
        std::size_t most = 0;
        for (std::size_t bucket = 0; bucket < size(); ++bucket) most = std::max(most, count(bucket));
        return most;
    }
};

using Changed = std::atomic<bool>;  // whether the rows were seen to have been written to

// First reading: the range of the keys of the rows that are present.
template <class Item>
KeyRange<WordOf<Item>> find_range(const ScoredRows& rows, int threads, Buckets<Item>& out, Changed& changed) {
    using Key = WordOf<Item>;
    const auto parts = static_cast<std::size_t>(threads);
    std::vector<KeyRange<Key>> ranges(parts);
    std::vector<std::int64_t> bad(parts, no_row);
    for_blocks(rows.size(), threads, [&](int part, std::int64_t first, std::int64_t count) {
        Block<Key> block;
        const auto at = static_cast<std::size_t>(part);
        if (!load_keys(rows, first, count, block)) {
            bad[at] = first_nan(rows, first, count);
            if (bad[at] == no_row && !rows.weights) changed = true;
        }
        if (rows.weights) {
            load_codes(rows, first, count, block);
            keep_present(rows, first, count, block);
        }
        ranges[at].add(key_range(block.keys, block.count));
        return bad[at] == no_row;
    });
    out.bad_score = first_found(bad);
    if (out.bad_score != no_row) out.bad_label = first_unknown(rows, 0, rows.size());
    KeyRange<Key> range;
    for (const auto& each : ranges) range.add(each);
    return range;
}

// Turns keys into distances from the lowest, none beyond the reach of the plan; false if one was.
template <class Key>
CONCORDANT_CLONES bool keys_to_distances(Key* keys, std::int64_t count, Key lowest, Key reach) {
    Key beyond = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        const Key distance = keys[i] - lowest;
        beyond |= static_cast<Key>(distance > reach);
        keys[i] = distance > reach ? reach : distance;
    }
    return beyond == 0;
}

// Of each part, of each bucket: rows, then the place of the next one, above which the moved rows of code 1 are counted.
using Counters = std::vector<std::vector<std::uint64_t>>;
inline constexpr int place_bits = 36;  // half a terabyte of items
inline constexpr std::uint64_t place_mask = (std::uint64_t{1} << place_bits) - 1;
inline constexpr std::int64_t most_part_rows = (std::int64_t{1} << (64 - place_bits)) - 1;

// Second reading: the size of each bucket, part by part.
template <class Item>
Counters count_buckets(const ScoredRows& rows, int threads, const Buckets<Item>& buckets, Changed& changed) {
    using Key = WordOf<Item>;
    Counters counters(static_cast<std::size_t>(threads), std::vector<std::uint64_t>(buckets.size()));
    for_blocks(rows.size(), threads, [&](int part, std::int64_t first, std::int64_t count) {
        Block<Key> block;
        load_keys(rows, first, count, block);
        if (rows.weights) {
            load_codes(rows, first, count, block);
            keep_present(rows, first, count, block);
        }
        if (!keys_to_distances(block.keys, block.count, buckets.plan.lowest, buckets.plan.reach)) changed = true;
        std::uint64_t* counter = counters[static_cast<std::size_t>(part)].data();
        const auto bucket_of = buckets.plan.finder();
        for (std::int64_t i = 0; i < block.count; ++i) ++counter[bucket_of(block.keys[i])];
        return true;
    });
    return counters;
}

// Turns the counters into the place of the first row of each part in each bucket.
template <class Item>
void place_buckets(Counters& counters, Buckets<Item>& out) {
    std::uint64_t place = 0;
    out.first.reserve(out.size() + 1);
    for (std::size_t bucket = 0; bucket < out.size(); ++bucket) {
        out.first.push_back(static_cast<std::int64_t>(place));
        for (auto& part : counters) place += std::exchange(part[bucket], place);
    }
    out.first.push_back(static_cast<std::int64_t>(place));
}

// After the move: the rows of code 1 before each bucket; false if a part moved other rows than it had counted.
template <class Item>
bool count_positives(const Counters& places, const Counters& moved, Buckets<Item>& out) {
    bool same = true;
    std::int64_t positives = 0;
    out.positives.reserve(out.size() + 1);
    for (std::size_t bucket = 0; bucket < out.size(); ++bucket) {
        out.positives.push_back(positives);
        for (std::size_t part = 0; part < places.size(); ++part) {
            const bool last = part + 1 == places.size();
            const std::uint64_t end =
                last ? static_cast<std::uint64_t>(out.first[bucket + 1]) : places[part + 1][bucket];
            same = same && (moved[part][bucket] & place_mask) == end;
            positives += static_cast<std::int64_t>(moved[part][bucket] >> place_bits);
        }
    }
    out.positives.push_back(positives);
    return same;
}

// The next line of a bucket, asked for while the present one is filled: a bucket gets a row only now and then, and a
// write that waits for memory holds up all writes after it. Saves 1.2 of 5 ns a row at 10 M rows, costs 0.3 at 1 M.
inline constexpr std::size_t large_cache = std::size_t{1} << 24;
inline void prefetch_next_line(const void* item) {
    prefetch_to_write(static_cast<const std::byte*>(item) + line_bytes);
}

inline bool all_below(const std::uint32_t* codes, std::int64_t count, std::size_t classes) {
    return std::all_of(codes, codes + count, [=](std::uint32_t code) { return code < classes; });
}

// Third reading: the move. Labels are read here only.
template <class Item>
void move_rows(const ScoredRows& rows, int threads, Counters& places, Buckets<Item>& out, Changed& changed) {
    using Key = WordOf<Item>;
    const auto all = static_cast<std::size_t>(out.first.back());
    const bool beyond_cache = all * sizeof(Item) > large_cache;
    out.slots = make_pages<Item>(all + 2);  // one behind the last, for rows that had not been counted
    std::vector<std::int64_t> bad(static_cast<std::size_t>(threads), no_row);
    for_blocks(rows.size(), threads, [&](int part, std::int64_t first, std::int64_t size) {
        Block<Key> block;
        const auto at = static_cast<std::size_t>(part);
        load_keys(rows, first, size, block);
        if (!load_codes(rows, first, size, block)) {
            bad[at] = first_unknown(rows, first, size);
            if (bad[at] != no_row) return false;
            keep_present(rows, first, size, block);
            if (!all_below(block.codes, block.count, rows.values.size())) changed = true;
            if (changed) return false;
        } else {
            keep_present(rows, first, size, block);
        }
        if (!keys_to_distances(block.keys, block.count, out.plan.lowest, out.plan.reach)) changed = true;
        std::uint64_t* place = places[at].data();
        Item* items = out.slots.get() + 1;
        const auto bucket_of = out.plan.finder();
        const int class_bits = out.plan.class_bits;
        for (std::int64_t i = 0; i < block.count; ++i) {
            const auto word = static_cast<Key>(block.keys[i] << class_bits) | block.codes[i];
            std::uint64_t& next = place[bucket_of(block.keys[i])];
            const auto here = static_cast<std::size_t>(next & place_mask);
            next += 1 + (static_cast<std::uint64_t>(block.codes[i] & 1) << place_bits);
            Item& item = items[here < all ? here : all];
            if (beyond_cache) prefetch_next_line(&item);
            if constexpr (std::is_same_v<Item, WeightedItem>)
                item = {word, block.weights[i]};
            else
                item = word;
        }
        return true;
    });
    out.bad_label = first_found(bad);
}

// Moves rows into buckets that are not sorted yet. None if a row is bad, or if none is present.
template <class Item>
Buckets<Item> make_buckets(const ScoredRows& rows, int threads) {
    using Key = WordOf<Item>;
    Buckets<Item> out;
    Changed changed = false;
    threads = static_cast<int>(std::max<std::int64_t>(threads, (rows.size() + most_part_rows - 1) / most_part_rows));
    const KeyRange<Key> range = find_range(rows, threads, out, changed);
    if (out.bad_score != no_row || range.empty()) return out;
    const int class_bits = static_cast<int>(std::bit_width(rows.values.size() - 1));
    out.plan = make_plan(range, rows.size(), class_bits, sample_keys<Key>(rows));
    Counters places = count_buckets(rows, threads, out, changed);
    place_buckets(places, out);
    Counters moved = places;
    move_rows(rows, threads, moved, out, changed);
    if (out.bad_label != no_row) {
        out.plan = {};
        return out;
    }
    if (!count_positives(places, moved, out) || changed) return make_buckets<Item>(CopiedRows(rows).rows(), threads);
    return out;
}

template <class Item>
CONCORDANT_CLONES void rebase(Item* items, std::size_t count, WordOf<Item> origin) {
    for (std::size_t i = 0; i < count; ++i) {
        if constexpr (std::is_same_v<Item, WeightedItem>)
            items[i].word -= origin;
        else
            items[i] -= origin;
    }
}

// Calls work(part, bucket) for every bucket, on whichever thread is free next.
template <class Item, class Work>
void for_buckets(const Buckets<Item>& buckets, int threads, Work&& work) {
    const std::size_t grain = std::max<std::size_t>(1, buckets.size() / (static_cast<std::size_t>(threads) * 16));
    std::atomic<std::size_t> next{0};
    parallel(threads, threads, [&](int part, std::int64_t, std::int64_t) {
        for (std::size_t first = next.fetch_add(grain); first < buckets.size(); first = next.fetch_add(grain))
            for (std::size_t i = first; i < std::min(first + grain, buckets.size()); ++i) work(part, i);
    });
}

// Sorts every bucket by the words that are left once its origin is taken off, and calls work(bucket) after each.
template <class Item, class Work>
void sort_buckets(Buckets<Item>& buckets, int threads, Work&& work) {
    std::vector<SortSpace<Item>> spaces;
    const std::size_t largest = buckets.largest();
    spaces.reserve(static_cast<std::size_t>(threads));
    for (int part = 0; part < threads; ++part) spaces.emplace_back(largest);
    for_buckets(buckets, threads, [&](int part, std::size_t bucket) {
        Item* items = buckets.items(bucket);
        rebase(items, buckets.count(bucket), buckets.plan.word(buckets.plan.origins[bucket], 0));
        spaces[static_cast<std::size_t>(part)].sort(items, buckets.count(bucket), buckets.plan.class_bits);
        work(bucket);
    });
}

}  // namespace concordant::ranked
