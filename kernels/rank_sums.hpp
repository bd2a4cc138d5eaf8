// AUC and average precision as sums over descending scores, without the curve itself.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "curve.hpp"
#include "platform.hpp"
#include "score_buckets.hpp"
#include "threads.hpp"

namespace concordant::ranked {

// A sum with the rounding error that it lost (Neumaier).
struct Compensated {
    double sum = 0;
    double lost = 0;

    void add(double x) {
        const double total = sum + x;
        lost += (sum < x ? sum : x) - (total - (sum < x ? x : sum));
        sum = total;
    }
    double value() const { return sum + lost; }
};

// What AUC needs. Amount counts rows or adds weights, Pairs is their product. Weights are not negative.
template <class Amount, class Pairs>
struct PairSums {
    Amount positives = 0;
    Amount negatives = 0;
    Pairs concordant{};  // pairs where the positive scores higher
    Pairs tied{};
    std::int64_t bad_score = no_row;
    std::int64_t bad_label = no_row;
};

// What average precision needs, too: a division for each threshold.
template <class Amount, class Pairs>
struct RankSums : PairSums<Amount, Pairs> {
    double precision = 0;  // sum over thresholds of the positives gained there times the precision reached
    std::int64_t distinct = 0;
};

using CountSums = RankSums<std::int64_t, Wide>;
using WeightSums = RankSums<double, double>;
using CountPairs = PairSums<std::int64_t, Wide>;
using WeightPairs = PairSums<double, double>;

template <class Sums>
inline constexpr bool has_precision = requires(Sums sums) { sums.precision; };

inline constexpr std::size_t plain_terms = 256;  // added plainly before the sum is compensated

template <class Item>
auto weight_of(const Item& item) {
    if constexpr (std::is_same_v<Item, WeightedItem>)
        return item.weight;
    else
        return std::int64_t{1};
}

inline double product(double a, double b) { return a * b; }

// The sums over one sorted bucket, below what the buckets of higher scores hold. Every item is taken for the last of
// its score, times 0 if it is not: where few rows share a score, a branch would not be foreseen (4 ns a
// row, not 2).
template <class Sums, class Item>
Sums rank_bucket(const Item* items, std::size_t count, int class_bits, const Sums& above) {
    using Amount = decltype(weight_of(*items));
    Amount positives_above = above.positives;  // of higher scores
    Amount negatives_above = above.negatives;
    Amount positives_here = 0;  // of this score, so far; no difference of sums, which would lose small weights
    Amount negatives_here = 0;
    auto concordant = above.concordant;  // 0; in variables of their own, which stay in registers
    auto tied = above.tied;
    std::int64_t distinct = 0;
    Compensated precision;
    for (std::size_t first = 0; first < count; first += plain_terms) {
        double terms = 0;
        for (std::size_t i = first; i < std::min(first + plain_terms, count); ++i) {
            const auto word = word_of(items[i]);
            const auto code = static_cast<Amount>(word & 1);
            positives_here += weight_of(items[i]) * code;
            negatives_here += weight_of(items[i]) * (1 - code);
            const bool last = i + 1 == count || (word_of(items[i + 1]) ^ word) >> class_bits != 0;
            const Amount gained = static_cast<Amount>(last) * positives_here;
            const Amount lost = static_cast<Amount>(last) * negatives_here;
            concordant += product(lost, positives_above);
            tied += product(lost, gained);
            if constexpr (has_precision<Sums>) {
                const Amount positives = positives_above + positives_here;
                terms += static_cast<double>(gained) * static_cast<double>(positives) /
                         static_cast<double>(positives + (negatives_above + negatives_here));
                distinct += last;
                negatives_above += lost;
            }
            positives_above += gained;
            positives_here -= gained;
            negatives_here -= lost;
        }
        precision.add(terms);
    }
    Sums sums;
    sums.concordant = concordant;
    sums.tied = tied;
    if constexpr (has_precision<Sums>) {
        sums.precision = precision.value();
        sums.distinct = distinct;
    }
    return sums;
}

// Adds up what the buckets found, in their order.
template <class Sums>
void total(const std::vector<Sums>& parts, Sums& out) {
    Compensated precision, concordant, tied;
    for (const Sums& part : parts) {
        if constexpr (has_precision<Sums>) {
            precision.add(part.precision);
            out.distinct += part.distinct;
        }
        if constexpr (std::is_same_v<decltype(out.tied), double>) {
            concordant.add(part.concordant);
            tied.add(part.tied);
        } else {
            out.concordant += part.concordant;
            out.tied += part.tied;
        }
    }
    if constexpr (has_precision<Sums>) out.precision = precision.value();
    if constexpr (std::is_same_v<decltype(out.tied), double>) {
        out.concordant = concordant.value();
        out.tied = tied.value();
    }
}

// Counted rows: how many of each class lie above a bucket was known before it was sorted.
template <class Sums, class Item>
Sums rank_counted(const ScoredRows& rows, int threads) {
    Buckets<Item> buckets = make_buckets<Item>(rows, threads);
    Sums out;
    out.bad_score = buckets.bad_score;
    out.bad_label = buckets.bad_label;
    if (buckets.size() == 0) return out;
    std::vector<Sums> parts(buckets.size());
    sort_buckets(buckets, threads, [&](std::size_t bucket) {
        Sums above;
        above.positives = buckets.positives[bucket];
        above.negatives = buckets.first[bucket] - above.positives;
        parts[bucket] = rank_bucket(buckets.sorted(bucket), buckets.count(bucket), buckets.plan.class_bits, above);
    });
    out.positives = buckets.positives.back();
    out.negatives = buckets.first.back() - out.positives;
    total(parts, out);
    return out;
}

// Weighted rows: the weights of each class are added up in sorted order first, to be the same for any threads.
template <class Sums>
Sums rank_weighted(const ScoredRows& rows, int threads) {
    Buckets<WeightedItem> buckets = make_buckets<WeightedItem>(rows, threads);
    Sums out;
    out.bad_score = buckets.bad_score;
    out.bad_label = buckets.bad_label;
    if (buckets.size() == 0) return out;
    std::vector<Sums> parts(buckets.size());
    sort_buckets(buckets, threads, [&](std::size_t bucket) {
        double sums[2] = {0, 0};
        const WeightedItem* items = buckets.sorted(bucket);
        for (std::size_t i = 0; i < buckets.count(bucket); ++i) sums[items[i].word & 1] += items[i].weight;
        parts[bucket].positives = sums[1];
        parts[bucket].negatives = sums[0];
    });
    Compensated positives, negatives;
    for (auto& part : parts) {  // from the weights in each bucket to the weights above it
        positives.add(std::exchange(part.positives, positives.value()));
        negatives.add(std::exchange(part.negatives, negatives.value()));
    }
    for_buckets(buckets, threads, [&](int, std::size_t bucket) {
        parts[bucket] =
            rank_bucket(buckets.sorted(bucket), buckets.count(bucket), buckets.plan.class_bits, parts[bucket]);
    });
    out.positives = positives.value();
    out.negatives = negatives.value();
    total(parts, out);
    return out;
}

// Whole scores that lie close to each other: how far they reach, and the cell of each row, which is twice the distance
// of its score from the highest and its class (of more classes than two, so many times the distance).

inline bool is_byte(Type type) { return type == Type::u8 || type == Type::i8; }
inline bool is_whole(Type type) { return type != Type::f32 && type != Type::f64; }

// The distances of scores from the highest: `reach` of them, from key `lowest` on.
template <class Key>
struct ScoreReach {
    Key lowest = 0;
    std::uint64_t reach = 0;
};

// The range of the keys of all rows.
template <class Key>
KeyRange<Key> range_of_keys(const ScoredRows& rows, int threads) {
    std::vector<KeyRange<Key>> ranges(static_cast<std::size_t>(threads));
    for_blocks(rows.size(), threads, [&](int part, std::int64_t first, std::int64_t count) {
        Key keys[block_size];
        read_keys(rows.scores, first, count, keys);
        ranges[static_cast<std::size_t>(part)].add(key_range(keys, count));
        return true;
    });
    KeyRange<Key> range;
    for (const auto& each : ranges) range.add(each);
    return range;
}

// A reading of the rows for the range of their scores, which bytes do not need; none where they are not whole, or reach
// beyond `most`. A sample says whether that reading has a point.
template <class Key>
std::optional<ScoreReach<Key>> reach_within(const ScoredRows& rows, std::uint64_t most, int threads) {
    if (!is_whole(rows.scores.type) || rows.size() == 0) return std::nullopt;
    if constexpr (sizeof(Key) == 4)
        if (is_byte(rows.scores.type)) {
            const std::int32_t highest = rows.scores.type == Type::u8 ? 255 : 127;
            return most < 256 ? std::nullopt : std::optional(ScoreReach<Key>{key_of(highest), 256});
        }
    const auto reach = [](const KeyRange<Key>& range) { return static_cast<std::uint64_t>(range.high - range.low); };
    const std::vector<Key> samples = sample_keys<Key>(rows);
    if (!samples.empty() && reach(key_range(samples.data(), static_cast<std::int64_t>(samples.size()))) >= most)
        return std::nullopt;
    const KeyRange<Key> range = range_of_keys<Key>(rows, threads);
    if (reach(range) >= most) return std::nullopt;
    return ScoreReach<Key>{range.low, reach(range) + 1};
}

// The cell of each row of a block; false if one is none of `count_cells`.
template <class Key>
CONCORDANT_CLONES bool cells_of_block(const Key* keys, const std::uint32_t* codes, std::int64_t count, Key lowest,
                                      Key classes, Key count_cells, std::uint32_t* cells) {
    Key outside = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        const Key distance = keys[i] - lowest;
        const Key cell = static_cast<Key>(distance * classes) + codes[i];
        outside |= static_cast<Key>(distance >= count_cells) | static_cast<Key>(cell >= count_cells);
        cells[i] = static_cast<std::uint32_t>(cell);
    }
    return outside == 0;
}

// What stands in the way of counting rows.
struct RowsSeen {
    std::int64_t bad_label = no_row;
    bool outside = false;  // the caller's memory was written to since its range was read
};

// The cells of a block of any rows; how many of these are present, or none where a row has no cell.
template <class Key>
std::optional<std::int64_t> any_cells(const ScoredRows& rows, std::int64_t first, std::int64_t count,
                                      const ScoreReach<Key>& within, RowsSeen& seen, std::uint32_t* at,
                                      double* weights) {
    Block<Key> block;
    load_keys(rows, first, count, block);
    if (!load_codes(rows, first, count, block)) seen.bad_label = first_unknown(rows, first, count);
    if (seen.bad_label != no_row) return std::nullopt;
    keep_present(rows, first, count, block);
    const auto classes = static_cast<Key>(rows.values.size());
    seen.outside = !cells_of_block(block.keys, block.codes, block.count, within.lowest, classes,
                                   static_cast<Key>(within.reach * classes), at);
    if (seen.outside) return std::nullopt;
    if (rows.weights) std::copy_n(block.weights, block.count, weights);
    return block.count;
}

// Whole scores of few possible values (8 bits, 16 bits, or wider ones close to each other): each value has a cell a
// class, nothing is sorted, and one reading of the rows counts them.

// How many cells are worth clearing and adding up. Weights have them anew for every chunk of rows.
template <class Cell>
struct CellLimits {
    static constexpr bool counted = !std::is_floating_point_v<Cell>;
    static constexpr std::uint64_t few = 512;                 // for any number of rows
    static constexpr std::uint64_t a_row = counted ? 14 : 2;  // of two classes 7 possible scores or 1
    static constexpr std::uint64_t most = counted ? (1 << 23) / sizeof(Cell) : 1 << 17;
};
inline constexpr std::size_t most_halved_cells = 4096;  // of more, rows in turn seldom fall into one cell
inline constexpr std::size_t near_cells = 1 << 16;      // of more, a cell is asked for before it is counted
inline constexpr std::int64_t cells_ahead = 16;         // rows

// Of how many possible scores each is worth a cell for each class.
template <class Cell>
std::uint64_t most_reach(std::size_t classes, std::int64_t rows) {
    using Limits = CellLimits<Cell>;
    return std::clamp<std::uint64_t>(Limits::a_row * static_cast<std::uint64_t>(rows), Limits::few, Limits::most) /
           classes;
}

// What each class has at each distance from the highest score: reach x classes.
template <class Key, class Cell>
struct ScoreCells : RowsSeen {
    ScoreReach<Key> scores;
    std::vector<Cell> cells;
    std::size_t half = 0;  // where the cells of every second row start while rows are counted; 0 for no such cells
};

// Rows in turn go to two halves of few cells, so that rows of one score do not wait for each other.
template <class Key, class Cell>
bool add_cells(const ScoredRows& rows, std::int64_t first, std::int64_t count, ScoreCells<Key, Cell>& out) {
    std::uint32_t at[block_size];
    double weights[block_size];
    const auto present = any_cells(rows, first, count, out.scores, out, at, weights);
    if (!present) return false;
    count = *present;
    Cell *even = out.cells.data(), *odd = even + out.half;
    if constexpr (std::is_floating_point_v<Cell>) {
        for (std::int64_t i = 0; i < count; ++i) even[at[i]] += weights[i];
    } else {
        std::int64_t i = 0;
        if (out.cells.size() > near_cells)
            for (; i + cells_ahead < count; ++i) {
                prefetch_to_write(even + at[i + cells_ahead]);
                ++even[at[i]];
            }
        for (; i + 3 < count; i += 4) {
            const std::uint32_t w = at[i], x = at[i + 1], y = at[i + 2], z = at[i + 3];  // before a cell is written
            ++even[w];
            ++odd[x];
            ++even[y];
            ++odd[z];
        }
        for (; i < count; ++i) ++even[at[i]];
    }
    return true;
}

template <class Key, class Cell>
void merge(ScoreCells<Key, Cell>& into, const ScoreCells<Key, Cell>& from) {
    if (into.bad_label == no_row) into.bad_label = from.bad_label;
    into.outside = into.outside || from.outside;
    for (std::size_t i = 0; i < from.cells.size(); ++i) into.cells[i] += from.cells[i];
}

// None if a score lies beyond. Weights are added up in chunks of the rows, which are the same for any number of
// threads.
template <class Key, class Cell>
std::optional<ScoreCells<Key, Cell>> score_cells(const ScoredRows& rows, const ScoreReach<Key>& scores, int threads) {
    const std::size_t once = static_cast<std::size_t>(scores.reach) * rows.values.size();
    const std::size_t half = !std::is_floating_point_v<Cell> && once <= most_halved_cells ? once : 0;
    const std::size_t size = once + half;
    const auto add_rows = [&](std::int64_t first, std::int64_t last, ScoreCells<Key, Cell>& out) {
        while (first < last && add_cells(rows, first, std::min(block_size, last - first), out)) first += block_size;
    };
    ScoreCells<Key, Cell> out{{}, scores, std::vector<Cell>(size), half};
    if constexpr (std::is_floating_point_v<Cell>) {
        ordered_chunks<ScoreCells<Key, Cell>>(
            rows.size(), threads,
            [&](std::int64_t first, std::int64_t last) {
                ScoreCells<Key, Cell> chunk{{}, scores, std::vector<Cell>(size), half};
                add_rows(first, last, chunk);
                return chunk;
            },
            [&](ScoreCells<Key, Cell>&& chunk) { merge(out, chunk); });
    } else {
        // A further thread has cells of its own, to be cleared and added up.
        const int adding = threads_for(rows.size(), threads, static_cast<std::int64_t>(size / 2));
        std::vector<ScoreCells<Key, Cell>> parts(static_cast<std::size_t>(adding - 1),
                                                 ScoreCells<Key, Cell>{{}, scores, {}, half});
        parallel(rows.size(), adding, [&](int part, std::int64_t first, std::int64_t last) {
            auto& mine = part == 0 ? out : parts[static_cast<std::size_t>(part - 1)];
            mine.cells.resize(size);
            add_rows(first, last, mine);
        });
        for (const auto& part : parts) merge(out, part);
    }
    if (out.outside) return std::nullopt;
    for (std::size_t i = 0; i < half; ++i) out.cells[i] += out.cells[half + i];
    out.cells.resize(once);
    return out;
}

// The same of scores whose range is not known; none also if they are not whole, or have too many possible values for so
// many rows.
template <class Key, class Cell>
std::optional<ScoreCells<Key, Cell>> score_cells(const ScoredRows& rows, int threads) {
    const auto scores = reach_within<Key>(rows, most_reach<Cell>(rows.values.size(), rows.size()), threads);
    return scores ? score_cells<Key, Cell>(rows, *scores, threads) : std::nullopt;
}

// AUC, and average precision, from the cells of two classes.
template <class Sums, class Key, class Cell>
Sums rank_cells(const ScoreCells<Key, Cell>& found) {
    Sums out;
    out.bad_label = found.bad_label;
    if (found.bad_label != no_row) return out;
    using Sum = std::conditional_t<std::is_floating_point_v<Cell>, Cell, std::int64_t>;
    Compensated precision, positives, negatives, concordant, tied;  // the last four for weights only
    for (std::size_t i = 0; i < found.cells.size(); i += 2) {
        const Sum lost = found.cells[i], gained = found.cells[i + 1];
        if (lost == Sum{0} && gained == Sum{0}) continue;
        if constexpr (std::is_floating_point_v<Cell>) {
            concordant.add(lost * positives.value());
            tied.add(lost * gained);
            positives.add(gained);
            negatives.add(lost);
            out.positives = positives.value();
            out.negatives = negatives.value();
        } else {
            out.concordant += product(lost, out.positives);
            out.tied += product(lost, gained);
            out.positives += gained;
            out.negatives += lost;
        }
        if constexpr (has_precision<Sums>) {
            ++out.distinct;
            if (gained != Sum{0})
                precision.add(static_cast<double>(gained) * static_cast<double>(out.positives) /
                              static_cast<double>(out.positives + out.negatives));
        }
    }
    if constexpr (std::is_floating_point_v<Cell>) {
        out.concordant = concordant.value();
        out.tied = tied.value();
    }
    if constexpr (has_precision<Sums>) out.precision = precision.value();
    return out;
}

// The curve from the cells.
template <class Key, class Cell>
CurveArrays<Cell> curve_of_cells(const ScoreCells<Key, Cell>& found, std::size_t classes, StoreScores store,
                                 std::size_t score_size) {
    CurveArrays<Cell> out;
    out.bad_label = found.bad_label;
    if (found.bad_label != no_row) return out;
    const auto keys = make_pages<std::uint64_t>(static_cast<std::size_t>(found.scores.reach));
    std::size_t size = 0;
    for (std::size_t i = 0; i < found.scores.reach; ++i) {  // nobody can foretell which scores occur: no branch
        Cell held{0};
        for (std::size_t k = 0; k < classes; ++k) held += found.cells[i * classes + k];
        keys[size] = found.scores.lowest + i;
        size += held != Cell{0} ? 1 : 0;
    }
    out.size = static_cast<std::int64_t>(size);
    out.scores = make_pages<std::byte>(size * score_size);
    out.table = make_pages<Cell>(size * classes);
    store(keys.get(), size, out.scores.get());
    for (std::size_t i = 0; i < size; ++i)
        std::copy_n(found.cells.data() + (keys[i] - found.scores.lowest) * classes, classes,
                    out.table.get() + i * classes);
    return out;
}

}  // namespace concordant::ranked
