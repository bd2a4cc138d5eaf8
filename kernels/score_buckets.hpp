// Rows of scores in buckets that fit the cache: the rows, the plan of the buckets, the move.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "columns.hpp"
#include "memory.hpp"
#include "platform.hpp"
#include "score_sort.hpp"
#include "threads.hpp"

namespace concordant::ranked {

// Rows of (score, class, weight), read block by block as keys, codes and weights. Rows of weight 0 are absent.

struct ScoredRows {
    Column labels;
    Column scores;
    std::optional<Column> weights;
    std::vector<std::int64_t> values;  // of the classes: any two, or a range in ascending order

    std::int64_t size() const { return scores.size; }
};

// Rows that nobody else can write to.
class CopiedRows {
public:
    explicit CopiedRows(const ScoredRows& rows) : rows_(rows) {
        own(rows_.labels);
        own(rows_.scores);
        if (rows_.weights) own(*rows_.weights);
    }
    const ScoredRows& rows() const { return rows_; }

private:
    void own(Column& column) {
        const std::int64_t width = width_of(column.type);
        auto& copy = memory_.emplace_back(static_cast<std::size_t>(column.size * width));
        for (std::int64_t row = 0; row < column.size; ++row)
            std::memcpy(copy.data() + row * width, column.data + row * column.stride, static_cast<std::size_t>(width));
        column.data = copy.data();
        column.stride = width;
    }

    ScoredRows rows_;
    std::vector<std::vector<std::byte>> memory_;
};

inline constexpr std::int64_t block_size = 512;  // the block below takes 10 of the 32 KiB of a small first-level cache
static_assert(block_size <= block_rows);

template <class Key>
struct Block {
    std::int64_t count;  // of the rows that are present
    Key keys[block_size];
    std::uint32_t codes[block_size];
    double weights[block_size];
};

// Codes of two classes; true if every label is one of them.
CONCORDANT_CLONES inline bool convert_pair(const std::int64_t* labels, std::int64_t count, std::int64_t zero,
                                           std::int64_t one, std::uint32_t* codes) {
    std::uint64_t unknown = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        codes[i] = labels[i] == one;
        unknown |= static_cast<std::uint64_t>(labels[i] != zero) & static_cast<std::uint64_t>(labels[i] != one);
    }
    return unknown == 0;
}

// Codes of a range of classes that starts at `first`; true if every label is in it.
CONCORDANT_CLONES inline bool convert_range(const std::int64_t* labels, std::int64_t count, std::int64_t first,
                                            std::uint64_t classes, std::uint32_t* codes) {
    std::uint64_t unknown = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        const std::uint64_t code = static_cast<std::uint64_t>(labels[i]) - static_cast<std::uint64_t>(first);
        codes[i] = static_cast<std::uint32_t>(code);
        unknown |= static_cast<std::uint64_t>(code >= classes);
    }
    return unknown == 0;
}

// Asks for the block that follows: the processor's own prefetch loses the track between two blocks.
inline void prefetch_after(const Column& column, std::int64_t first, std::int64_t count) {
    const std::int64_t next = first + count;
    const std::int64_t bytes = std::min(count, column.size - next) * column.stride;  // <= 0: none, or backwards
    if (column.stride > 16) return;
    const std::byte* data = column.data + next * column.stride;
    for (std::int64_t at = 0; at < bytes; at += 64) prefetch(data + at);
}

inline bool read_codes(const ScoredRows& rows, std::int64_t first, std::int64_t count, std::uint32_t* codes) {
    std::int64_t buffer[block_size];
    const std::int64_t* labels = whole_block(rows.labels, first, count, buffer);
    prefetch_after(rows.labels, first, count);
    bool known = true;
    if (rows.labels.type == Type::u64 && rows.values.front() < 0)  // 2**64 - 1 was read as -1, but is not -1
        for (std::int64_t i = 0; i < count; ++i) known &= labels[i] >= 0;
    if (rows.values.size() == 2) return convert_pair(labels, count, rows.values[0], rows.values[1], codes) && known;
    return convert_range(labels, count, rows.values.front(), rows.values.size(), codes) && known;
}

inline constexpr std::int64_t no_row = -1;

// The slow look for the row that a check of a whole block found: absent rows are not blamed.
template <class Bad>
std::int64_t first_present(const ScoredRows& rows, std::int64_t first, std::int64_t count, Bad&& bad) {
    for (std::int64_t row = first; row < first + count; ++row) {
        double weight = 1;
        if (rows.weights) read_block(*rows.weights, row, 1, &weight);
        if (weight != 0 && bad(row)) return row;
    }
    return no_row;
}

inline std::int64_t first_nan(const ScoredRows& rows, std::int64_t first, std::int64_t count) {
    return first_present(rows, first, count, [&](std::int64_t row) {
        double score = 0;
        read_block(rows.scores, row, 1, &score);
        return score != score;
    });
}

inline std::int64_t first_unknown(const ScoredRows& rows, std::int64_t first, std::int64_t count) {
    return first_present(rows, first, count, [&](std::int64_t row) {
        std::uint32_t code = 0;
        return !read_codes(rows, row, 1, &code);
    });
}

// Reads the keys of rows [first, first + count) into the block; true if none is NaN.
template <class Key>
bool load_keys(const ScoredRows& rows, std::int64_t first, std::int64_t count, Block<Key>& block) {
    block.count = count;
    const bool ordered = read_keys(rows.scores, first, count, block.keys);
    prefetch_after(rows.scores, first, count);
    return ordered;
}

// Reads the codes of rows [first, first + count) into the block; true if every label is known.
template <class Key>
bool load_codes(const ScoredRows& rows, std::int64_t first, std::int64_t count, Block<Key>& block) {
    return read_codes(rows, first, count, block.codes);
}

// After both: reads the weights, if there are any, and moves the rows that are present to the front.
template <class Key>
void keep_present(const ScoredRows& rows, std::int64_t first, std::int64_t count, Block<Key>& block) {
    if (!rows.weights) return;
    double weights[block_size];
    read_block(*rows.weights, first, count, weights);
    block.count = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        block.keys[block.count] = block.keys[i];
        block.codes[block.count] = block.codes[i];
        block.weights[block.count] = weights[i];
        block.count += weights[i] != 0;
    }
}

// Where a score goes: a plan of buckets of about two thousand rows each, in descending order of score. Where the
// scores are dense is estimated from a few thousand of them; a bad estimate costs time, never the result.

inline constexpr std::int64_t bucket_rows = 2048;   // 1024 to 8192 measure the same
inline constexpr std::int64_t most_buckets = 8192;  // wanted; with the sparse cells there may be up to three times more
inline constexpr int most_plan_bits = 11;
inline constexpr std::int64_t most_samples = 4096;

template <class Key>
struct KeyRange {
    Key low = std::numeric_limits<Key>::max();
    Key high = 0;

    void add(const KeyRange& other) {
        low = std::min(low, other.low);
        high = std::max(high, other.high);
    }
    bool empty() const { return low > high; }
};

template <class Key>
CONCORDANT_CLONES KeyRange<Key> key_range(const Key* keys, std::int64_t count) {
    Key low = std::numeric_limits<Key>::max();  // plain variables: members would keep the loop from being vectorised
    Key high = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        low = keys[i] < low ? keys[i] : low;
        high = keys[i] > high ? keys[i] : high;
    }
    return {low, high};
}

// The way from a key to its bucket. The distance of a key from the lowest is cut by its upper bits into cells, and
// each cell by the bits that follow into as many buckets (a power of two) as the sample asks for.
template <class Key>
struct Plan {
    struct Cell {
        std::uint32_t shift;  // bucket = (distance >> shift) - skip, modulo 2**32
        std::uint32_t skip;
    };
    Key lowest = 0;
    Key reach = 0;  // the greatest distance
    int cell_shift = 0;
    int class_bits = 1;
    std::vector<Cell> cells;
    std::vector<Key> origins;  // a lower bound of the distances in each bucket

    // A copy of what is needed to find a bucket: writes to other memory cannot change it, so it stays in registers.
    struct Finder {
        const Cell* cells;
        int cell_shift;

        std::uint32_t operator()(Key distance) const {
            const Cell cell = cells[static_cast<std::size_t>(distance >> cell_shift)];
            return static_cast<std::uint32_t>(distance >> cell.shift) - cell.skip;
        }
    };
    Finder finder() const { return {cells.data(), cell_shift}; }
    std::size_t buckets() const { return origins.size(); }
    // A word orders by distance, then class. Its upper bits may be lost: within a bucket they are known.
    Key word(Key distance, std::uint32_t code) const { return static_cast<Key>(distance << class_bits) | code; }
};

template <class Key>
Plan<Key> make_plan(const KeyRange<Key>& range, std::int64_t rows, int class_bits, const std::vector<Key>& samples) {
    constexpr int key_bits = std::numeric_limits<Key>::digits;
    const auto width = static_cast<int>(std::bit_width(static_cast<Key>(range.high - range.low)));
    const auto wanted = static_cast<std::uint64_t>(std::min(rows / bucket_rows, most_buckets));
    int cell_bits = wanted < 2 ? 0 : std::min(most_plan_bits, static_cast<int>(std::bit_width(wanted)) + 3);
    cell_bits = std::max(cell_bits, width + class_bits - key_bits);  // a word must keep what differs within a bucket

    Plan<Key> plan;
    plan.lowest = range.low;
    plan.reach = range.high - range.low;
    plan.class_bits = class_bits;
    plan.cell_shift = std::max(0, width - cell_bits);
    const auto cells = static_cast<std::size_t>(static_cast<Key>(range.high - range.low) >> plan.cell_shift) + 1;
    std::vector<std::uint64_t> sampled(cells);
    for (const Key key : samples)
        if (key >= range.low && key <= range.high)  // absent rows may have been sampled
            ++sampled[static_cast<std::size_t>(static_cast<Key>(key - range.low) >> plan.cell_shift)];
    plan.cells.reserve(cells);
    for (std::size_t cell = 0; cell < cells; ++cell) {
        const std::uint64_t here = sampled[cell] * wanted / std::max<std::size_t>(samples.size(), 1);
        const int bits = std::min(static_cast<int>(std::bit_width(here)), plan.cell_shift);
        const auto shift = static_cast<std::uint32_t>(plan.cell_shift - bits);
        const auto first = static_cast<std::uint32_t>(plan.origins.size());
        plan.cells.push_back({shift, (static_cast<std::uint32_t>(cell) << bits) - first});
        for (std::uint64_t part = 0; part < std::uint64_t{1} << bits; ++part)
            plan.origins.push_back(static_cast<Key>(((cell << bits) + part) << shift));
    }
    return plan;
}

// Keys of rows that are spread over the whole by a fixed rule.
template <class Key>
std::vector<Key> sample_keys(const ScoredRows& rows) {
    const std::int64_t size = rows.size() < 2 * bucket_rows ? 0 : std::min(rows.size() / 256, most_samples);
    std::vector<Key> keys(static_cast<std::size_t>(size));
    std::uint64_t scattered = 0;
    for (Key& key : keys) {
        scattered += 0x9E3779B97F4A7C15u;  // the golden ratio: low discrepancy, and no period that data might have
        read_keys(rows.scores, static_cast<std::int64_t>(scattered % static_cast<std::uint64_t>(rows.size())), 1, &key);
    }
    return keys;
}

// Rows moved into the buckets of a plan, so that each bucket is sorted in the cache. Three readings of the rows: the
// range of the scores, the size of each bucket, the move itself. Somebody may write to the rows meanwhile: then the
// readings differ, which is noticed, and the rows are copied and moved again; nothing is written out of bounds.
// Nothing here depends on the number of threads: not the buckets, not the order of the rows within one.

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
