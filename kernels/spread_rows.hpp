// Counters that wait for each other are slow: where a row hits the counter of the row before, the sum is not stored
// yet. So rows in turn go to tables of their own, of small counters, which are added up now and then.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "clones.hpp"
#include "columns.hpp"
#include "label_window.hpp"
#include "window_rows.hpp"

namespace concordant {

inline constexpr std::int64_t worth_pairing = 16384;  // rows; below, clearing the counters costs more than it saves
inline constexpr std::int64_t paired_span = 8;        // of a window whose rows are counted two at a time
inline constexpr std::int64_t least_spread = 512;     // rows that are spread over tables in turn ...
inline constexpr std::int64_t spread_cells = 4;       // ... of no more cells than rows

// Of a window of up to 8 labels a cell has 6 bits, so a pair of rows is one of 4096: half the increments.
CONCORDANT_CLONES inline void pair_up(const std::uint8_t* a, const std::uint8_t* b, std::int64_t pairs,
                                      std::uint16_t* out) {
    for (std::int64_t i = 0; i < pairs; ++i) {
        std::uint16_t x, y;  // two rows at once, the first in the low byte
        std::memcpy(&x, a + 2 * i, 2);
        std::memcpy(&y, b + 2 * i, 2);
        const auto cell = static_cast<std::uint16_t>(x << 3 | y);  // each byte holds a cell below 64
        out[i] = static_cast<std::uint16_t>((cell & 63) | (cell >> 8) << 6);
    }
}

// Of labels 0 and 1 three sums are enough: ones of the truth, of the prediction, of both. Eight rows are added at once.
struct Ones {
    std::int64_t truth = 0, prediction = 0, both = 0;
};

inline std::int64_t sum_bytes(std::uint64_t word) {
    constexpr std::uint64_t every_other = 0x00FF00FF00FF00FFULL, ones = 0x0001000100010001ULL;
    const std::uint64_t pairs = (word & every_other) + (word >> 8 & every_other);
    return static_cast<std::int64_t>(pairs * ones >> 48);  // at most 8 x 255: no carry is lost
}

CONCORDANT_CLONES inline void add_ones(const std::uint8_t* a, const std::uint8_t* b, std::int64_t count, Ones& ones) {
    constexpr std::int64_t strip = 8 * 128;  // 128 words of ones keep every byte below 255
    std::int64_t i = 0;
    while (i + 8 <= count) {
        const std::int64_t words = std::min(strip, count - i) / 8;
        std::uint64_t truth = 0, prediction = 0, both = 0;
        for (std::int64_t word = 0; word < words; ++word) {
            std::uint64_t x, y;
            std::memcpy(&x, a + i + 8 * word, 8);
            std::memcpy(&y, b + i + 8 * word, 8);
            truth += x;
            prediction += y;
            both += x & y;
        }
        ones.truth += sum_bytes(truth);
        ones.prediction += sum_bytes(prediction);
        ones.both += sum_bytes(both);
        i += 8 * words;
    }
    for (; i < count; ++i) {
        ones.truth += a[i];
        ones.prediction += b[i];
        ones.both += a[i] & b[i];
    }
}

// The rows that are not in the window's cells yet. Before the window moves they are unfolded into it.
class SpreadRows {
public:
    // Whether it saves time for so many rows and such a window, and whether then two rows are counted at a time.
    static bool pays(std::int64_t rows, std::int64_t span) {
        return span <= narrow_span && rows >= std::max(least_spread, spread_cells * span * span);
    }
    static bool pairs(std::int64_t rows, std::int64_t span) { return span <= paired_span && rows >= worth_pairing; }

    // Rows with labels 0 and 1 of a window that starts at 0.
    void add_binary(const std::uint8_t* a, const std::uint8_t* b, std::int64_t count) {
        add_ones(a, b, count, ones_);
        binary_ += count;
    }

    template <class Cell, class Fetch>
    void add_pairs(const std::uint8_t* a, const std::uint8_t* b, std::int64_t count, const Fetch& ahead, Cell* cells) {
        if (rows_ > most_paired) unfold_tables(cells);
        make_room(paired_, 4096);
        std::uint16_t packed[block_rows / 2];
        const std::int64_t half = count / 2;
        pair_up(a, b, half, packed);
        add<2>(packed, half, 4096, ahead, paired_.data());
        if (count % 2) ++cells[a[count - 1] << 3 | b[count - 1]];
        rows_ += count;
    }

    template <class Cell, class Fetch>
    void add_cells(const std::uint8_t* a, const std::uint8_t* b, std::int64_t count, int shift, const Fetch& ahead,
                   Cell* cells) {
        if (rows_ > most_single) unfold_tables(cells);
        make_room(single_, std::size_t{1} << (2 * shift));
        std::uint16_t at[block_rows];
        narrow_cells(a, b, count, shift, at);
        add<1>(at, count, std::size_t{1} << (2 * shift), ahead, single_.data());
        rows_ += count;
    }

    // Adds all to the cells of a window of 2^shift labels, which must be that of the rows.
    template <class Cell>
    void unfold(Cell* cells, int shift) {
        const std::int64_t width = std::int64_t{1} << shift;
        if (binary_ > 0) {
            cells[0] += static_cast<Cell>(binary_ - ones_.truth - ones_.prediction + ones_.both);
            cells[1] += static_cast<Cell>(ones_.prediction - ones_.both);
            cells[width] += static_cast<Cell>(ones_.truth - ones_.both);
            cells[width + 1] += static_cast<Cell>(ones_.both);
        }
        binary_ = 0;
        ones_ = {};
        unfold_tables(cells);
    }

private:
    static constexpr std::size_t tables = 4;
    static constexpr std::size_t gap = 80;  // between tables: the processor takes addresses 4 KiB apart for one
    // Rows that the counters hold whatever they are: 16 bits, two rows at a time, and 32 bits.
    static constexpr std::int64_t most_paired = 2 * 4 * 0xFFFF - 2 * block_rows;
    static constexpr std::int64_t most_single = (std::int64_t{1} << 32) - 2 * block_rows;

    template <std::int64_t rows_each, class Counter, class Fetch>
    static void add(const std::uint16_t* at, std::int64_t count, std::size_t size, const Fetch& ahead, Counter* first) {
        const std::size_t stride = size + gap;
        Counter *second = first + stride, *third = second + stride, *fourth = third + stride;
        std::int64_t i = 0;
        for (; i + 3 < count; i += 4) {
            for (std::int64_t k = 0; k < rows_each; ++k) ahead.fetch(i / 4 * rows_each + k);
            const std::size_t w = at[i], x = at[i + 1], y = at[i + 2], z = at[i + 3];  // before a counter is written
            ++first[w];
            ++second[x];
            ++third[y];
            ++fourth[z];
        }
        for (; i < count; ++i) ++first[at[i]];
    }

    template <class Counter>
    static void make_room(std::vector<Counter>& counters, std::size_t size) {
        if (counters.size() != tables * (size + gap)) counters.assign(tables * (size + gap), 0);
    }

    template <class Counter>
    static std::int64_t total(const std::vector<Counter>& counters, std::size_t at) {
        std::int64_t sum = 0;
        for (; at < counters.size(); at += counters.size() / tables) sum += counters[at];
        return sum;
    }

    template <class Cell>
    void unfold_tables(Cell* cells) {
        for (std::size_t cell = 0; cell + gap < single_.size() / tables; ++cell)
            cells[cell] += static_cast<Cell>(total(single_, cell));
        for (std::size_t pair = 0; pair + gap < paired_.size() / tables; ++pair) {
            const auto both = static_cast<Cell>(total(paired_, pair));
            cells[pair & 63] += both;
            cells[pair >> 6] += both;
        }
        single_.clear();
        std::fill(paired_.begin(), paired_.end(), 0);
        rows_ = 0;
    }

    Ones ones_;
    std::int64_t binary_ = 0;
    std::vector<std::uint16_t> paired_;  // the tables one after the other, made at the first use
    std::vector<std::uint32_t> single_;
    std::int64_t rows_ = 0;
};

}  // namespace concordant
