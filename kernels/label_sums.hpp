// Sums over two columns of labels without their table: margins, rows that agree, squares.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "columns.hpp"
#include "label_window.hpp"
#include "memory.hpp"
#include "platform.hpp"
#include "sorted_pairs.hpp"
#include "threads.hpp"

namespace concordant {

// How often each label occurs in the truth, in the prediction, and in both columns of one row: the margins and the
// diagonal of the table of pairs, without the table. Of many labels it would hold far more cells than there are rows.

struct LabelSums {
    std::vector<std::int64_t> labels, truth, prediction, both;  // of the labels that occur, ascending
};

inline constexpr std::int64_t most_summed_rows = std::int64_t{1} << 32;  // 32 bits hold each sum

// The sums of a range of labels from `low` on, which grows. Rows of a truth and those that agree are two halves of one
// number: one addition each.
class RangeSums {
public:
    RangeSums(std::int64_t low, std::uint64_t most) : low_(low), most_(most) {}

    std::int64_t low() const { return low_; }
    std::size_t size() const { return prediction_.size(); }

    // Whether all labels of a block lie in the range; then they are counted, while the next block is fetched.
    template <class Fetch>
    bool add(const Column& truth, const Column& prediction, std::int64_t row, std::int64_t count, const Fetch& ahead) {
        std::uint32_t a[block_rows], b[block_rows];
        const std::uint64_t seen =
            narrow_block(truth, row, count, low_, a) | narrow_block(prediction, row, count, low_, b);
        if (seen >= most_) return false;
        if (seen >= size()) grow(std::bit_ceil(static_cast<std::size_t>(seen) + 1));
        std::uint64_t* of_truth = truth_and_both_.data();
        std::uint32_t* of_prediction = prediction_.data();
        const auto count_row = [&](std::int64_t i) {
            of_truth[a[i]] += std::uint64_t{1} | std::uint64_t{a[i] == b[i]} << 32;
            ++of_prediction[b[i]];
        };
        std::int64_t i = 0;
        for (; i + 4 <= count; i += 4) {
            ahead.fetch(i / 4);
            count_row(i);
            count_row(i + 1);
            count_row(i + 2);
            count_row(i + 3);
        }
        for (; i < count; ++i) count_row(i);
        return true;
    }

    void merge(const RangeSums& other) {
        if (other.size() > size()) grow(other.size());
        for (std::size_t i = 0; i < other.size(); ++i) {
            truth_and_both_[i] += other.truth_and_both_[i];
            prediction_[i] += other.prediction_[i];
        }
    }

    LabelSums occurring() const {
        LabelSums found;
        for (auto* one : {&found.labels, &found.truth, &found.prediction, &found.both}) one->resize(size());
        std::size_t labels = 0;
        for (std::size_t i = 0; i < size(); ++i) {
            found.labels[labels] = low_ + static_cast<std::int64_t>(i);
            found.truth[labels] = static_cast<std::int64_t>(truth_and_both_[i] & 0xFFFFFFFFU);
            found.prediction[labels] = static_cast<std::int64_t>(prediction_[i]);
            found.both[labels] = static_cast<std::int64_t>(truth_and_both_[i] >> 32);
            labels += (truth_and_both_[i] | prediction_[i]) != 0 ? 1 : 0;
        }
        for (auto* one : {&found.labels, &found.truth, &found.prediction, &found.both}) one->resize(labels);
        return found;
    }

private:
    void grow(std::size_t size) {
        truth_and_both_.resize(size);
        prediction_.resize(size);
    }

    std::int64_t low_;
    std::uint64_t most_;
    std::vector<std::uint64_t> truth_and_both_;
    std::vector<std::uint32_t> prediction_;
};

// The sums of labels from `low` on; none if a label lies below or too far above.
inline std::optional<LabelSums> sums_from(const Column& truth, const Column& prediction, std::int64_t low,
                                          int threads) {
    const RangeSums none(low, most_offsets(truth.size));
    std::vector<RangeSums> parts(static_cast<std::size_t>(threads), none);
    std::vector<char> inside(static_cast<std::size_t>(threads), 1);
    parallel(truth.size, threads, [&](int part, std::int64_t first, std::int64_t last) {
        const auto at = static_cast<std::size_t>(part);
        RangeSums sums = none;
        for (std::int64_t row = first; row < last && inside[at]; row += block_rows) {
            const std::int64_t count = std::min(block_rows, last - row), next = row + block_rows;
            const bool fetch = Ahead::pays(truth, prediction) && next + block_rows <= last;
            inside[at] = fetch ? sums.add(truth, prediction, row, count, Ahead(truth, prediction, next))
                               : sums.add(truth, prediction, row, count, Nothing{});
        }
        parts[at] = std::move(sums);
    });
    if (std::find(inside.begin(), inside.end(), 0) != inside.end()) return std::nullopt;
    for (std::size_t part = 1; part < parts.size(); ++part) parts[0].merge(parts[part]);
    return parts[0].occurring();
}

// None where the labels lie too far apart, or rows are too many. The columns have one length and hold integers. Labels
// mostly start at 0: only others are read twice.
inline std::optional<LabelSums> label_sums(const Column& truth, const Column& prediction, int threads) {
    if (truth.size >= most_summed_rows) return std::nullopt;
    threads = static_cast<int>(std::clamp<std::int64_t>(threads, 1, std::max<std::int64_t>(truth.size, 1)));
    if (auto found = sums_from(truth, prediction, 0, threads)) return found;
    const Reach reach = reach_of(truth, prediction, threads);
    const bool mixed = reach.low < 0 && (truth.type == Type::u64 || prediction.type == Type::u64);
    if (!reach.readable || mixed || reach.low == 0 || reach.distance() >= most_offsets(truth.size)) return std::nullopt;
    return sums_from(truth, prediction, reach.low, threads);
}

// How many rows of two columns hold the same label: what accuracy needs of them, in one reading and without a table.

// Rows are added up in the type of the labels, so that a vector holds as many sums as labels: a strip fits a byte.
template <class T>
CONCORDANT_CLONES std::int64_t count_equal(const T* a, const T* b, std::int64_t count) {
    constexpr std::int64_t strip = 128;
    std::int64_t total = 0, row = 0;
    for (; row + strip <= count; row += strip) {
        T equal = 0;
        for (std::int64_t i = row; i < row + strip; ++i) equal = static_cast<T>(equal + (a[i] == b[i] ? 1 : 0));
        total += static_cast<std::int64_t>(equal);
    }
    for (; row < count; ++row) total += a[row] == b[row] ? 1 : 0;
    return total;
}

template <class T>
std::int64_t count_blocks(const Column& a, const Column& b, std::int64_t first, std::int64_t last) {
    if (lies_as<T>(a) && lies_as<T>(b))
        return count_equal(reinterpret_cast<const T*>(a.data) + first, reinterpret_cast<const T*>(b.data) + first,
                           last - first);
    T left[block_rows], right[block_rows];
    std::int64_t total = 0;
    for (std::int64_t row = first; row < last; row += block_rows) {
        const std::int64_t count = std::min(block_rows, last - row);
        read_block(a, row, count, left);
        read_block(b, row, count, right);
        total += count_equal(left, right, count);
    }
    return total;
}

// The columns have one length and hold integers; those of uint64 are below 2^63, as int64 holds them.
inline std::int64_t count_agreeing(const Column& a, const Column& b, int threads) {
    std::vector<std::int64_t> found(static_cast<std::size_t>(std::max(threads, 1)));
    parallel(a.size, threads, [&](int part, std::int64_t first, std::int64_t last) {
        auto& mine = found[static_cast<std::size_t>(part)];
        if (a.type != b.type) {
            mine = count_blocks<std::int64_t>(a, b, first, last);
            return;
        }
        switch (a.type) {
            case Type::i8:
            case Type::u8: mine = count_blocks<std::uint8_t>(a, b, first, last); break;
            case Type::i16:
            case Type::u16: mine = count_blocks<std::uint16_t>(a, b, first, last); break;
            case Type::i32:
            case Type::u32: mine = count_blocks<std::uint32_t>(a, b, first, last); break;
            default: mine = count_blocks<std::int64_t>(a, b, first, last);
        }
    });
    return std::accumulate(found.begin(), found.end(), std::int64_t{0});
}

// Sums of two columns of whole labels, of their squares and of their squared differences: what quadratic kappa needs of
// them, in one reading and without a table. Whole numbers throughout, so that no order of adding matters.

struct SquareSums {
    std::int64_t first = 0, second = 0, squares = 0, apart = 0;  // sums of a, b, a^2 + b^2, (a - b)^2
    bool fit = true;  // false: a label is so far from 0 that the sums would not hold
};

inline void merge(SquareSums& into, const SquareSums& from) {
    into.first += from.first, into.second += from.second, into.squares += from.squares, into.apart += from.apart;
    into.fit = into.fit && from.fit;
}

inline constexpr std::int64_t near_labels = 1 << 10;  // -1,024 to 1,023: a strip of squares fits 32 bits
inline constexpr std::int64_t far_labels_end = 1 << 20;
inline constexpr std::int64_t far_rows = 1 << 20;  // as many squares of differences of far labels fit 62 bits
inline constexpr std::int64_t sum_strip = 256;

// Labels in fewer bits; whether all of them lie between -end and end - 1, a power of two.
template <std::int64_t end, class T, class Narrow>
CONCORDANT_CLONES bool narrowed(const T* labels, std::int64_t count, Narrow* out) {
    if constexpr (sizeof(T) == 1 || (sizeof(T) == 2 && end > 1 << 16)) {
        for (std::int64_t i = 0; i < count; ++i) out[i] = static_cast<Narrow>(labels[i]);
        return true;
    } else {
        std::uint64_t far = 0;
        for (std::int64_t i = 0; i < count; ++i) {
            far |= (static_cast<std::uint64_t>(labels[i]) + end) & ~std::uint64_t{2 * end - 1};
            out[i] = static_cast<Narrow>(labels[i]);
        }
        return far == 0;
    }
}

CONCORDANT_CLONES inline void add_near(const std::int16_t* a, const std::int16_t* b, std::int64_t count,
                                       SquareSums& sums) {
    for (std::int64_t row = 0; row < count; row += sum_strip) {
        const std::int64_t end = std::min(row + sum_strip, count);
        std::int32_t first = 0, second = 0, products = 0, apart = 0;
        for (std::int64_t i = row; i < end; ++i) {
            const auto between = static_cast<std::int16_t>(a[i] - b[i]);
            first += a[i];
            second += b[i];
            products += a[i] * b[i];
            apart += between * between;
        }
        sums.first += first;
        sums.second += second;
        sums.apart += apart;
        sums.squares += std::int64_t{apart} + 2 * std::int64_t{products};
    }
}

// The same of labels whose squares need 64 bits.
CONCORDANT_CLONES inline void add_far(const std::int32_t* a, const std::int32_t* b, std::int64_t count,
                                      SquareSums& sums) {
    std::int64_t first = 0, second = 0, products = 0, apart = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int32_t between = a[i] - b[i];
        first += a[i];
        second += b[i];
        products += std::int64_t{a[i]} * b[i];
        apart += std::int64_t{between} * between;
    }
    sums.first += first;
    sums.second += second;
    sums.apart += apart;
    sums.squares += apart + 2 * products;
}

template <std::int64_t end, class T, class Narrow>
bool narrowed_block(const Column& column, std::int64_t row, std::int64_t count, Narrow* out) {
    if (lies_as<T>(column)) return narrowed<end>(reinterpret_cast<const T*>(column.data) + row, count, out);
    std::int64_t labels[block_rows];
    read_block(column, row, count, labels);
    return narrowed<end>(labels, count, out);
}

template <std::int64_t end, class Narrow>
bool narrowed_labels(const Column& column, std::int64_t row, std::int64_t count, Narrow* out) {
    switch (column.type) {
        case Type::i8: return narrowed_block<end, std::int8_t>(column, row, count, out);
        case Type::u8: return narrowed_block<end, std::uint8_t>(column, row, count, out);
        case Type::i16: return narrowed_block<end, std::int16_t>(column, row, count, out);
        case Type::u16: return narrowed_block<end, std::uint16_t>(column, row, count, out);
        case Type::i32: return narrowed_block<end, std::int32_t>(column, row, count, out);
        case Type::u32: return narrowed_block<end, std::uint32_t>(column, row, count, out);
        default: return narrowed_block<end, std::int64_t>(column, row, count, out);
    }
}

inline bool add_near_block(const Column& a, const Column& b, std::int64_t row, std::int64_t count, SquareSums& sums) {
    std::int16_t left[block_rows], right[block_rows];
    const bool near =
        narrowed_labels<near_labels>(a, row, count, left) && narrowed_labels<near_labels>(b, row, count, right);
    if (near) add_near(left, right, count, sums);
    return near;
}

inline bool add_far_block(const Column& a, const Column& b, std::int64_t row, std::int64_t count, SquareSums& sums) {
    std::int32_t left[block_rows], right[block_rows];
    const bool fit = a.size <= far_rows && narrowed_labels<far_labels_end>(a, row, count, left) &&
                     narrowed_labels<far_labels_end>(b, row, count, right);
    if (fit) add_far(left, right, count, sums);
    return fit;
}

// The columns have one length and hold integers; those of uint64 are below 2^63, as int64 holds them.
inline SquareSums square_sums(const Column& a, const Column& b, int threads) {
    return over_parts(a.size, threads, [&](std::int64_t begin, std::int64_t end) {
        SquareSums sums;
        bool near = true;  // so far: labels that are far once mostly are so again
        for (std::int64_t row = begin; row < end && sums.fit; row += block_rows) {
            const std::int64_t count = std::min(block_rows, end - row);
            near = near && add_near_block(a, b, row, count, sums);
            if (!near) sums.fit = add_far_block(a, b, row, count, sums);
        }
        return sums;
    });
}

}  // namespace concordant
