// Counts pairs of labels below 16 by their bits: the rows of a label are the ones of words, 64 rows each, and
// the rows of a cell are the ones of two such words joined by AND. Nothing is looked up and no counter waits for
// another. It pays where the processor counts the ones of eight words at once (VPOPCNTDQ: Intel since Ice Lake, AMD
// since Zen 4). ns a row of one thread, in turn with the counters of spread_rows.hpp, of 100,000 rows on a busy EPYC of
// the fourth generation: 6 labels 0.12 (0.28), 10 labels 0.22 (0.40), 16 labels 0.37 (0.38).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "columns.hpp"
#include "fetched_ahead.hpp"
#include "label_blocks.hpp"
#include "machine.hpp"

#if CONCORDANT_GNU && defined(__x86_64__) && defined(__clang__)
#define CONCORDANT_COUNTS_ONES __attribute__((target("avx512f,avx512bw,avx512vl,avx512vpopcntdq")))
#elif CONCORDANT_GNU && defined(__x86_64__)
#define CONCORDANT_COUNTS_ONES \
    __attribute__((target("avx512f,avx512bw,avx512vl,avx512vpopcntdq,prefer-vector-width=512")))
#else
#define CONCORDANT_COUNTS_ONES
#endif

namespace concordant {

inline constexpr std::size_t sliced_bits = 4;
inline constexpr std::size_t sliced_labels = std::size_t{1} << sliced_bits;
inline constexpr std::size_t sliced_lanes = 16;                 // words side by side
inline constexpr std::size_t sliced_words = 128;                // at most
inline constexpr std::int64_t sliced_rows = 64 * sliced_words;  // of a chunk
inline constexpr std::int64_t least_sliced = 1024;              // rows that are worth a chunk

// The words of so many rows, as many as lie side by side or a multiple of that.
inline std::size_t words_of_rows(std::int64_t rows) {
    constexpr std::size_t side = 64 * sliced_lanes;
    return (static_cast<std::size_t>(rows) + side - 1) / side * sliced_lanes;
}

// Whether this processor has the instruction.
inline bool slices_labels() {
#if CONCORDANT_GNU && defined(__x86_64__)
    return __builtin_cpu_supports("avx512bw") != 0 && __builtin_cpu_supports("avx512vl") != 0 &&
           __builtin_cpu_supports("avx512vpopcntdq") != 0;
#else
    return false;
#endif
}

struct alignas(64) SlicedWords : std::array<std::uint64_t, sliced_words> {};
using SlicedBits = std::array<SlicedWords, sliced_bits>;

// The low four bits of a chunk's labels, each bit of all rows by itself; the rows are in an order that is the same for
// every column. The result is the OR of all labels.
CONCORDANT_COUNTS_ONES inline std::uint8_t slice_labels(const std::byte* data, std::size_t words, SlicedBits& bits) {
    constexpr std::uint64_t halves = 0x3333333333333333ULL, singles = 0x5555555555555555ULL;
    constexpr std::size_t lanes = sliced_lanes;
    std::uint64_t seen = 0;
    for (std::size_t at = 0; at < words; at += lanes) {
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            std::uint64_t word[8], four[4], low[2], high[2];  // rows in a byte: one, two of four bits, four of two
            for (std::size_t i = 0; i < 8; ++i) std::memcpy(&word[i], data + 8 * (8 * at + i * lanes + lane), 8);
            seen |= (word[0] | word[1] | word[2] | word[3]) | (word[4] | word[5] | word[6] | word[7]);
            for (std::size_t i = 0; i < 4; ++i) four[i] = word[i] | word[i + 4] << 4;
            for (std::size_t i = 0; i < 2; ++i) {
                low[i] = (four[i] & halves) | (four[i + 2] & halves) << 2;
                high[i] = (four[i] >> 2 & halves) | (four[i + 2] & ~halves);
            }
            bits[0][at + lane] = (low[0] & singles) | (low[1] & singles) << 1;
            bits[1][at + lane] = (low[0] >> 1 & singles) | (low[1] & ~singles);
            bits[2][at + lane] = (high[0] & singles) | (high[1] & singles) << 1;
            bits[3][at + lane] = (high[0] >> 1 & singles) | (high[1] & ~singles);
        }
    }
    seen |= seen >> 32;
    seen |= seen >> 16;
    return static_cast<std::uint8_t>(seen | seen >> 8);
}

// The rows of a label; whether there are any.
CONCORDANT_COUNTS_ONES inline bool rows_of_label(const SlicedBits& bits, std::size_t words, std::size_t label,
                                                 SlicedWords& out) {
    std::uint64_t flip[sliced_bits], any = 0;
    for (std::size_t bit = 0; bit < sliced_bits; ++bit) flip[bit] = (label >> bit & 1) != 0 ? 0 : ~std::uint64_t{0};
    for (std::size_t i = 0; i < words; ++i) {
        out[i] = (bits[0][i] ^ flip[0]) & (bits[1][i] ^ flip[1]) & (bits[2][i] ^ flip[2]) & (bits[3][i] ^ flip[3]);
        any |= out[i];
    }
    return any != 0;
}

// The rows that a label shares with each of several others, `Many` of them at once: each word is read once for all.
template <std::size_t Many>
CONCORDANT_COUNTS_ONES void count_shared(const SlicedWords& a, const SlicedWords* others, std::size_t words,
                                         std::int64_t* out) {
    std::uint64_t both[Many] = {};
    for (std::size_t i = 0; i < words; ++i)
        for (std::size_t k = 0; k < Many; ++k)
            both[k] += static_cast<std::uint64_t>(std::popcount(a[i] & others[k][i]));
    for (std::size_t k = 0; k < Many; ++k) out[k] = static_cast<std::int64_t>(both[k]);
}

// The table of rows that were counted so; 42 KiB, to stand on the stack.
class SlicedCounts {
public:
    // Whether it pays for so many rows: of wide labels only while a cache holds them all, as the memory rests while the
    // rows of a chunk are counted. Of 4 million int64 it takes a fifth longer than spread_rows.hpp.
    static bool pays(const Column& truth, const Column& prediction, std::int64_t rows) {
        if (rows < least_sliced || !slices_labels()) return false;
        const std::int64_t row_bytes = std::abs(truth.stride) + std::abs(prediction.stride);
        return rows * row_bytes <= most_sliced_bytes || (are_bytes(truth) && are_bytes(prediction));
    }

    // Counts rows from `row` on, as many as a chunk has where there are so many, and moves `row` behind them; false,
    // and no row is counted, if a label is none of 0 to 15. The rows after them are asked for on the way.
    bool add(const Column& truth, const Column& prediction, std::int64_t& row, std::int64_t last) {
        const std::int64_t rows = std::min(last - row, sliced_rows), next = row + rows;
        std::byte room[2][sliced_rows];
        const std::byte* labels[2] = {bytes_of(truth, row, rows, room[0]), bytes_of(prediction, row, rows, room[1])};
        if (labels[0] == nullptr || labels[1] == nullptr) return false;
        const std::size_t words = words_of_rows(rows);
        const std::uint8_t truths = slice_labels(labels[0], words, of_truth_.bits);
        const std::uint8_t predictions = slice_labels(labels[1], words, of_prediction_.bits);
        if (truths >= sliced_labels || predictions >= sliced_labels) return false;
        of_truth_.find(truths, words);
        of_prediction_.find(predictions, words);
        const RowsAhead ahead(truth, prediction, next, std::min(last - next, sliced_rows));
        const std::size_t cells = of_truth_.size * of_prediction_.size, lines = ahead.lines();
        std::size_t cell = 0, line = 0;
        for (std::size_t i = 0; i < of_truth_.size; ++i) {
            std::int64_t shared[sliced_labels];
            for (std::size_t j = 0, many; j < of_prediction_.size; j += many) {
                many = count_next(of_truth_.rows[i], j, words, shared + j);
                for (cell += many; line < lines * cell / cells; ++line) ahead.fetch(line);
            }
            std::int64_t* row = cells_.data() + of_truth_.labels[i] * sliced_labels;
            for (std::size_t j = 0; j < of_prediction_.size; ++j) row[of_prediction_.labels[j]] += shared[j];
        }
        cells_[0] -= static_cast<std::int64_t>(64 * words) - rows;
        row = next;
        return true;
    }

    const std::array<std::int64_t, sliced_labels * sliced_labels>& cells() const { return cells_; }

private:
    static constexpr std::int64_t most_sliced_bytes = std::int64_t{1} << 24;

    static bool are_bytes(const Column& column) {
        return column.stride == 1 && (column.type == Type::u8 || column.type == Type::i8);
    }

    // The labels of some rows and 0 for those that a chunk has more: as they lie or put into `room`; null if one of
    // those that were put there is none of 0 to 15.
    static const std::byte* bytes_of(const Column& column, std::int64_t row, std::int64_t rows, std::byte* room) {
        const auto all = static_cast<std::int64_t>(64 * words_of_rows(rows));
        if (are_bytes(column) && rows == all) return column.data + row;
        for (std::int64_t at = 0; at < rows; at += block_rows) {
            auto* out = reinterpret_cast<std::uint8_t*>(room + at);
            const std::int64_t count = std::min(block_rows, rows - at);
            if (narrow_block(column, row + at, count, 0, out) >= sliced_labels) return nullptr;
        }
        std::fill(room + rows, room + all, std::byte{0});
        return room;
    }

    struct Side {
        SlicedBits bits;
        std::array<SlicedWords, sliced_labels> rows;  // of each label that occurs
        std::array<std::size_t, sliced_labels> labels{};
        std::size_t size = 0;

        void find(std::uint8_t seen, std::size_t words) {
            size = 0;
            for (std::size_t label = 0; label <= seen; ++label) {
                const bool possible = (label & ~std::size_t{seen}) == 0;
                if (possible && rows_of_label(bits, words, label, rows[size])) labels[size++] = label;
            }
        }
    };

    // Counts the rows that a true label shares with the next predicted ones; how many these are.
    std::size_t count_next(const SlicedWords& rows, std::size_t j, std::size_t words, std::int64_t* out) const {
        constexpr std::size_t at_once = 4;
        const SlicedWords* others = of_prediction_.rows.data() + j;
        if (of_prediction_.size - j < at_once) {
            count_shared<1>(rows, others, words, out);
            return 1;
        }
        count_shared<at_once>(rows, others, words, out);
        return at_once;
    }

    Side of_truth_, of_prediction_;
    std::array<std::int64_t, sliced_labels * sliced_labels> cells_{};
};

}  // namespace concordant
