// Which cells of a table hold something, a bit each: the cells come out in order without a sort, and the number of bits
// before a cell says which of those that are held it is. A cell is a pair of codes, the first above 32 bits of the
// second.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "clones.hpp"

namespace concordant {

inline constexpr std::size_t word_cells = 64;

// How many cells are marked before each word; all of them.
CONCORDANT_CLONES inline std::size_t count_before(const std::uint64_t* words, std::size_t count,
                                                  std::uint32_t* before) {
    std::uint32_t cells = 0;
    for (std::size_t at = 0; at < count; ++at) {
        before[at] = cells;
        cells += static_cast<std::uint32_t>(std::popcount(words[at]));
    }
    return cells;
}

// Lists the marked cells in order. Four are written at once, though a word has mostly fewer: how many cannot be
// foreseen.
inline constexpr std::size_t written_at_once = 4;

CONCORDANT_CLONES inline void list_marked(const std::uint64_t* words, const std::uint32_t* before, std::size_t firsts,
                                          std::size_t words_a_first, std::int64_t* first_of, std::int64_t* second_of) {
    std::size_t at = 0;
    for (std::size_t first = 0; first < firsts; ++first)
        for (std::size_t word = 0; word < words_a_first; ++word, ++at) {
            std::uint64_t left = words[at];
            for (std::size_t cell = before[at]; left != 0; cell += written_at_once)
                for (std::size_t i = cell; i < cell + written_at_once; ++i, left &= left - 1) {
                    first_of[i] = static_cast<std::int64_t>(first);
                    second_of[i] = static_cast<std::int64_t>(
                        word_cells * word + (static_cast<std::size_t>(std::countr_zero(left)) & (word_cells - 1)));
                }
        }
}

CONCORDANT_CLONES inline void place_pairs(const std::uint64_t* words, const std::uint32_t* before,
                                          std::size_t words_a_first, const std::uint64_t* pairs, std::size_t count,
                                          std::uint32_t* out) {
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t first = pairs[i] >> 32, second = pairs[i] & 0xffffffffU;
        const std::size_t at = first * words_a_first + second / word_cells;
        const std::uint64_t below = (std::uint64_t{1} << (second % word_cells)) - 1;
        out[i] = before[at] + static_cast<std::uint32_t>(std::popcount(words[at] & below));
    }
}

// The bits of numbers that are not zero.
template <class Cell>
CONCORDANT_CLONES void mark_filled(const Cell* numbers, std::size_t count, std::uint64_t* words) {
    for (std::size_t begin = 0; begin < count; begin += word_cells) {
        std::uint64_t word = 0;
        if (begin + word_cells <= count)
            for (std::size_t i = 0; i < word_cells; ++i) word |= std::uint64_t{numbers[begin + i] != Cell{0}} << i;
        else
            for (std::size_t i = 0; begin + i < count; ++i) word |= std::uint64_t{numbers[begin + i] != Cell{0}} << i;
        *words++ = word;
    }
}

inline std::uint64_t pair_of(std::size_t first, std::size_t second) { return std::uint64_t{first} << 32 | second; }

// The greatest first and second codes of some pairs, 0 of none.
CONCORDANT_CLONES inline std::pair<std::uint32_t, std::uint32_t> greatest_codes(const std::uint64_t* pairs,
                                                                                std::size_t size) {
    std::uint32_t first = 0, second = 0;
    for (std::size_t i = 0; i < size; ++i) {
        const auto a = static_cast<std::uint32_t>(pairs[i] >> 32), b = static_cast<std::uint32_t>(pairs[i]);
        first = a > first ? a : first;
        second = b > second ? b : second;
    }
    return {first, second};
}

class MarkedCells {
public:
    // What `list` may write behind the last cell.
    static constexpr std::size_t slack = written_at_once - 1;

    // Whether the bits of a table are sooner cleared and read than the cells of so many rows are put in order.
    static bool pays(std::size_t firsts, std::size_t seconds, std::size_t rows) {
        constexpr std::size_t words_a_row = 2;
        return firsts <= words_a_row * rows && firsts * words_for(seconds) <= words_a_row * rows;
    }

    MarkedCells(std::size_t firsts, std::size_t seconds)
        : firsts_(firsts), seconds_(seconds), words_a_first_(words_for(seconds)), words_(firsts * words_a_first_) {}

    // Marks a cell; whether it was marked already.
    bool mark(std::uint64_t pair) {
        const std::size_t first = static_cast<std::size_t>(pair >> 32), second = static_cast<std::uint32_t>(pair);
        std::uint64_t& word = words_[first * words_a_first_ + second / word_cells];
        const std::uint64_t bit = std::uint64_t{1} << (second % word_cells);
        const bool known = (word & bit) != 0;
        word |= bit;
        return known;
    }

    // Marks the cells of a table, row after row, that are not zero.
    template <class Cell>
    void mark_table(const Cell* cells) {
        for (std::size_t first = 0; first < firsts_; ++first)
            mark_filled(cells + first * seconds_, seconds_, words_.data() + first * words_a_first_);
    }

    // How many cells are marked; those before each are known then.
    std::size_t count() {
        before_.resize(words_.size());
        return count_before(words_.data(), words_.size(), before_.data());
    }

    // The marked cells in order, after `count`; there must be room for `slack` more.
    void list(std::int64_t* first_of, std::int64_t* second_of) const {
        list_marked(words_.data(), before_.data(), firsts_, words_a_first_, first_of, second_of);
    }

    // Which of the marked cells each of these is, after `count`.
    void places(const std::uint64_t* pairs, std::size_t count, std::uint32_t* out) const {
        place_pairs(words_.data(), before_.data(), words_a_first_, pairs, count, out);
    }

private:
    static std::size_t words_for(std::size_t seconds) { return (seconds + word_cells - 1) / word_cells; }

    std::size_t firsts_, seconds_, words_a_first_;
    std::vector<std::uint64_t> words_;
    std::vector<std::uint32_t> before_;
};

// Calls give(i, place) for some pairs, all of them marked.
template <class Give>
void each_place(const MarkedCells& cells, const std::uint64_t* pairs, std::size_t count, const Give& give) {
    constexpr std::size_t at_once = 512;
    std::uint32_t places[at_once];
    for (std::size_t begin = 0; begin < count; begin += at_once) {
        const std::size_t some = count - begin < at_once ? count - begin : at_once;
        cells.places(pairs + begin, some, places);
        for (std::size_t i = 0; i < some; ++i) give(begin + i, places[i]);
    }
}

}  // namespace concordant
