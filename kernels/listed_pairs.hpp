// List the pairs of two columns of codes with how many rows hold each, in order. Rows whose second code is the usual
// one of their first are counted as they come; the cells of the others are marked in a table of bits. Where that is too
// large they are put in the order of their first code, and those of one first code are sorted, or counted in a row of
// the table, which stays in the cache.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "clones.hpp"
#include "columns.hpp"
#include "marked_cells.hpp"
#include "pages.hpp"
#include "selected_rows.hpp"

namespace concordant {

template <class Count>
struct ListedPairs {
    std::size_t size = 0;
    ranked::Pages<std::int64_t> first, second;
    ranked::Pages<Count> rows;

    explicit ListedPairs(std::size_t most)
        : first(ranked::make_pages<std::int64_t>(most + MarkedCells::slack)),
          second(ranked::make_pages<std::int64_t>(most + MarkedCells::slack)), rows(ranked::make_zeros<Count>(most)) {}

    void add(std::size_t a, std::size_t b, std::uint32_t count) {
        first[size] = static_cast<std::int64_t>(a);
        second[size] = static_cast<std::int64_t>(b);
        rows[size++] = static_cast<Count>(count);
    }
};

// The second codes of rows with one first code become pairs.
class PairsOfCode {
    static constexpr std::size_t few = 16;  // codes that are sorted one by one
    static constexpr std::size_t words_a_row = 4;
    static constexpr std::size_t widest = std::size_t{1} << 22;  // 16 MiB of counts

public:
    explicit PairsOfCode(std::size_t seconds) : seconds_(seconds), words_((seconds + 63) / 64) {}

    // `usuals` rows hold the usual code, which is none of the others.
    template <class Pairs>
    void list(std::size_t code, std::uint32_t usual, std::uint32_t usuals, std::uint32_t* codes, std::size_t size,
              Pairs& out) {
        if (size > few && words_ <= words_a_row * size && seconds_ <= widest)
            list_marked(code, usual, usuals, codes, size, out);
        else
            list_sorted(code, usual, usuals, codes, size, out);
    }

private:
    template <class Pairs>
    static void list_sorted(std::size_t code, std::uint32_t usual, std::uint32_t usuals, std::uint32_t* codes,
                            std::size_t size, Pairs& out) {
        if (size > few)
            std::sort(codes, codes + size);
        else
            for (std::size_t i = 1; i < size; ++i) {
                const std::uint32_t one = codes[i];
                std::size_t place = i;
                for (; place > 0 && codes[place - 1] > one; --place) codes[place] = codes[place - 1];
                codes[place] = one;
            }
        for (std::size_t i = 0, end = 0; i < size; i = end) {
            while (end < size && codes[end] == codes[i]) ++end;
            if (usuals > 0 && usual < codes[i]) {
                out.add(code, usual, usuals);
                usuals = 0;
            }
            out.add(code, codes[i], static_cast<std::uint32_t>(end - i));
        }
        if (usuals > 0) out.add(code, usual, usuals);
    }

    template <class Pairs>
    void list_marked(std::size_t code, std::uint32_t usual, std::uint32_t usuals, const std::uint32_t* codes,
                     std::size_t size, Pairs& out) {
        counts_.resize(seconds_);  // at the first time
        marks_.resize(words_);
        for (std::size_t i = 0; i < size; ++i) {
            ++counts_[codes[i]];
            marks_[codes[i] / 64] |= std::uint64_t{1} << (codes[i] % 64);
        }
        if (usuals > 0) {
            counts_[usual] = usuals;
            marks_[usual / 64] |= std::uint64_t{1} << (usual % 64);
        }
        for (std::size_t word = 0; word < words_; ++word) {
            for (std::uint64_t left = marks_[word]; left != 0; left &= left - 1) {
                const std::size_t second = 64 * word + static_cast<std::size_t>(std::countr_zero(left));
                out.add(code, second, counts_[second]);
                counts_[second] = 0;
            }
            marks_[word] = 0;
        }
    }

    std::size_t seconds_, words_;
    std::vector<std::uint32_t> counts_;
    std::vector<std::uint64_t> marks_;
};

// Rows that are not usual are counted here and there behind the codes, so that no count waits for the one before.
inline constexpr std::uint32_t unusual_places = 16;

// Where each row is counted, and which rows are not usual.
CONCORDANT_CLONES inline void tell_unusual(const std::uint32_t* a, const std::uint32_t* b, std::int64_t count,
                                           std::uint32_t usual, std::uint32_t behind, std::uint32_t* place,
                                           std::uint64_t* unusual) {
    select_rows(count, unusual, [=](std::int64_t i) { return a[i] * usual != b[i]; });
    for (std::int64_t i = 0; i < count; ++i)
        place[i] = a[i] * usual == b[i] ? a[i] : behind + static_cast<std::uint32_t>(i) % unusual_places;
}

// Fewer than 2^32 rows of codes below `firsts` and `seconds`, block after block. The usual second code is the first
// one times `usual`.
class PairLister {
public:
    PairLister(std::int64_t rows, std::size_t firsts, std::size_t seconds, std::uint32_t usual)
        : firsts_(firsts), seconds_(seconds), usual_(usual), usuals_(firsts + unusual_places),
          others_(ranked::make_pages<std::uint64_t>(static_cast<std::size_t>(rows) + selected_at_once)) {}

    // At most block_rows of them. Other rows are fetched meanwhile, four at a time.
    template <class Fetch>
    void add(const std::uint32_t* a, const std::uint32_t* b, std::int64_t count, const Fetch& ahead) {
        std::uint32_t place[block_rows];
        std::uint64_t unusual[block_words];
        tell_unusual(a, b, count, usual_, static_cast<std::uint32_t>(firsts_), place, unusual);
        std::uint32_t* usuals = usuals_.data();
        std::int64_t i = 0;
        for (; i + 4 <= count; i += 4) {
            ahead.fetch(i / 4);
            ++usuals[place[i]];
            ++usuals[place[i + 1]];
            ++usuals[place[i + 2]];
            ++usuals[place[i + 3]];
        }
        for (; i < count; ++i) ++usuals[place[i]];
        size_ += list_pairs(a, b, count, unusual, others_.get() + size_);
    }

    // Once, at the end.
    template <class Count>
    ListedPairs<Count> list() {
        trim();
        const auto none = static_cast<std::size_t>(std::count(usuals_.begin(), usuals_.end(), 0U));
        every_usual_ = none == 0;
        ListedPairs<Count> out(size_ + firsts_ - none);
        if (MarkedCells::pays(firsts_, seconds_, size_))
            list_by_marks(out);
        else
            list_in_order(out);
        return out;
    }

    // After `list`: how many codes there are if they are those from 0 on and each has rows of twice itself; else 0.
    std::size_t agreeing_codes() const { return usual_ == 1 && every_usual_ && seconds_ == firsts_ ? firsts_ : 0; }

private:
    // Leaves out the codes above the greatest of each column.
    void trim() {
        usuals_.resize(firsts_);
        while (!usuals_.empty() && usuals_.back() == 0) usuals_.pop_back();
        const auto [first, second] = greatest_codes(others_.get(), size_);
        firsts_ = std::max<std::size_t>(usuals_.size(), size_ > 0 ? first + std::size_t{1} : 0);
        const std::size_t usual_seconds = usuals_.empty() ? 0 : (usuals_.size() - 1) * usual_ + 1;
        seconds_ = std::max<std::size_t>(usual_seconds, size_ > 0 ? second + std::size_t{1} : 0);
        usuals_.resize(firsts_);
    }

    static std::size_t first_of(std::uint64_t pair) { return static_cast<std::size_t>(pair >> 32); }

    template <class Count>
    void list_by_marks(ListedPairs<Count>& out) {
        MarkedCells cells(firsts_, seconds_);
        std::size_t again = 0;  // rows whose cell was marked already, which move to the front
        for (std::size_t i = 0; i < size_; ++i) {
            const std::uint64_t pair = others_[i];
            others_[again] = pair;
            again += cells.mark(pair) ? 1 : 0;
        }
        std::vector<std::uint64_t> usual;
        for (std::size_t code = 0; code < firsts_; ++code)
            if (usuals_[code] != 0) cells.mark(usual.emplace_back(pair_of(code, code * usual_)));
        out.size = cells.count();
        cells.list(out.first.get(), out.second.get());
        std::fill(out.rows.get(), out.rows.get() + out.size, Count{1});
        each_place(cells, others_.get(), again, [&](std::size_t, std::uint32_t place) { out.rows[place] += 1; });
        each_place(cells, usual.data(), usual.size(), [&](std::size_t i, std::uint32_t place) {
            out.rows[place] = static_cast<Count>(usuals_[first_of(usual[i])]);
        });
    }

    template <class Count>
    void list_in_order(ListedPairs<Count>& out) {
        std::vector<std::uint32_t> ends(firsts_);
        for (std::size_t i = 0; i < size_; ++i) ++ends[first_of(others_[i])];
        std::uint32_t before = 0;
        for (std::uint32_t& one : ends) before += std::exchange(one, before);
        auto sorted = ranked::make_pages<std::uint32_t>(size_);
        for (std::size_t i = 0; i < size_; ++i)
            sorted[ends[first_of(others_[i])]++] = static_cast<std::uint32_t>(others_[i]);
        PairsOfCode pairs(seconds_);
        std::uint32_t begin = 0;
        for (std::size_t code = 0; code < firsts_; ++code) {
            const std::uint32_t size = ends[code] - begin;
            if (size == 0 && usuals_[code] == 0) continue;
            pairs.list(code, static_cast<std::uint32_t>(code) * usual_, usuals_[code], sorted.get() + begin, size, out);
            begin = ends[code];
        }
    }

    std::size_t firsts_, seconds_;
    std::uint32_t usual_;
    std::vector<std::uint32_t> usuals_;    // of each first code the rows that are usual; behind them the others
    ranked::Pages<std::uint64_t> others_;  // both codes of the others
    std::size_t size_ = 0;
    bool every_usual_ = false;
};

}  // namespace concordant
