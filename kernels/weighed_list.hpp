// List the pairs of two columns of codes with the weights of their rows and their squares, in order. As in
// listed_pairs.hpp rows whose codes agree are summed as they come, and the cells of the others are marked in a table of
// bits, or where that is too large put in the order of their first code. The weights of a pair are added in the order
// of its rows.
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
#include "threads.hpp"
#include "weight_sums.hpp"

namespace concordant {

struct WeighedList {
    std::size_t size = 0;
    ranked::Pages<std::int64_t> first, second;
    ranked::Pages<double> cells, squares;

    explicit WeighedList(std::size_t most)
        : first(ranked::make_pages<std::int64_t>(most + MarkedCells::slack)),
          second(ranked::make_pages<std::int64_t>(most + MarkedCells::slack)), cells(ranked::make_zeros<double>(most)),
          squares(ranked::make_zeros<double>(most)) {}

    void add(std::size_t a, std::size_t b, const WeightSums& sums) {
        first[size] = static_cast<std::int64_t>(a);
        second[size] = static_cast<std::int64_t>(b);
        put(size++, sums);
    }
    void put(std::size_t cell, const WeightSums& sums) {
        cells[cell] = sums.sum;
        squares[cell] = sums.square;
    }
};

// Of each row its weight if its codes agree.
CONCORDANT_CLONES inline void weigh_agreeing(const std::uint32_t* a, const std::uint32_t* b, const double* weights,
                                             std::int64_t count, double* agreeing) {
    for (std::int64_t i = 0; i < count; ++i) agreeing[i] = a[i] == b[i] ? weights[i] : 0.0;
}

// Which rows are there and have codes that differ.
CONCORDANT_CLONES inline void tell_others(const std::uint32_t* a, const std::uint32_t* b, const double* weights,
                                          std::int64_t count, std::uint64_t* others) {
    select_rows(count, others, [=](std::int64_t i) {
        return static_cast<bool>(static_cast<int>(a[i] != b[i]) & static_cast<int>(weights[i] > 0));
    });
}

// Fewer than 2^32 rows of codes below `codes`, block after block. Rows of weight 0 are absent.
class WeighedLister {
public:
    WeighedLister(std::int64_t rows, std::size_t codes)
        : agreeing_(codes),
          others_(ranked::make_pages<std::uint64_t>(static_cast<std::size_t>(rows) + selected_at_once)),
          weights_(ranked::make_pages<double>(static_cast<std::size_t>(rows) + selected_at_once)) {}

    // The rows of a block whose codes agree, and the others: each block once for both, by any thread each.
    void add_agreeing(const std::uint32_t* a, const std::uint32_t* b, const double* weights, std::int64_t count) {
        double agreeing[block_rows];
        weigh_agreeing(a, b, weights, count, agreeing);
        WeightSums* sums = agreeing_.data();
        constexpr std::int64_t at_once = 4;  // one by one, the loop itself shows
        std::int64_t i = 0;
        for (; i + at_once <= count; i += at_once)
            for (std::int64_t row = i; row < i + at_once; ++row) sums[a[row]].add(agreeing[row]);
        for (; i < count; ++i) sums[a[i]].add(agreeing[i]);
    }
    void add_others(const std::uint32_t* a, const std::uint32_t* b, const double* weights, std::int64_t count) {
        std::uint64_t others[block_words];
        tell_others(a, b, weights, count, others);
        size_ += list_weighed(a, b, weights, count, others, others_.get() + size_, weights_.get() + size_);
    }

    // Once, at the end.
    WeighedList list(int threads) {
        trim();
        std::size_t right = 0;
        for (const WeightSums& one : agreeing_) right += one.sum > 0 ? 1 : 0;
        every_agrees_ = right == agreeing_.size();
        WeighedList out(size_ + right);
        if (MarkedCells::pays(agreeing_.size(), agreeing_.size(), size_))
            list_by_marks(out, threads);
        else
            list_in_order(out);
        return out;
    }

    // After `list`: how many codes there are if they are those from 0 on and each has rows of twice itself; else 0.
    std::size_t agreeing_codes() const { return every_agrees_ ? agreeing_.size() : 0; }

private:
    // Leaves out the codes above the greatest.
    void trim() {
        const auto [first, second] = greatest_codes(others_.get(), size_);
        std::size_t codes = size_ > 0 ? std::size_t{std::max(first, second)} + 1 : 0;
        for (std::size_t code = agreeing_.size(); code > codes; --code)
            if (agreeing_[code - 1].sum > 0) codes = code;
        agreeing_.resize(codes);
    }

    static constexpr std::size_t few = 16;  // rows that are sorted one by one
    static constexpr std::size_t words_a_row = 4;

    struct Later {  // a row whose first code is known by its place
        std::uint32_t second;
        double weight;
    };

    // Of two threads one lists the cells, and one adds up their rows.
    void list_by_marks(WeighedList& out, int threads) const {
        MarkedCells cells(agreeing_.size(), agreeing_.size());
        for (std::size_t i = 0; i < size_; ++i) cells.mark(others_[i]);
        std::vector<std::uint64_t> right;
        for (std::size_t code = 0; code < agreeing_.size(); ++code)
            if (agreeing_[code].sum > 0) cells.mark(right.emplace_back(pair_of(code, code)));
        out.size = cells.count();
        parallel(2, threads, [&](int, std::int64_t first, std::int64_t last) {
            if (first == 0) cells.list(out.first.get(), out.second.get());
            if (last == 2) add_up(cells, right, out);
        });
    }

    void add_up(const MarkedCells& cells, const std::vector<std::uint64_t>& right, WeighedList& out) const {
        each_place(cells, others_.get(), size_, [&](std::size_t i, std::uint32_t place) {
            out.cells[place] += weights_[i];
            out.squares[place] += weights_[i] * weights_[i];
        });
        each_place(cells, right.data(), right.size(), [&](std::size_t i, std::uint32_t place) {
            out.put(place, agreeing_[static_cast<std::size_t>(right[i] >> 32)]);
        });
    }

    void list_in_order(WeighedList& out) {
        std::vector<std::uint32_t> ends;  // of the rows of each first code, once they are in order
        const auto sorted = by_first(ends);
        sums_.resize(agreeing_.size());
        marks_.resize((agreeing_.size() + 63) / 64);
        Later* rows = sorted.get();
        for (std::size_t code = 0; code < agreeing_.size(); ++code) {
            const std::size_t size = ends[code] - static_cast<std::size_t>(rows - sorted.get());
            if (size > few && marks_.size() <= words_a_row * size)
                list_marked(code, rows, size, out);
            else
                list_sorted(code, rows, size, out);
            rows += size;
        }
    }

    // The rows whose codes differ in the order of the first, those of one code in theirs.
    ranked::Pages<Later> by_first(std::vector<std::uint32_t>& ends) const {
        ends.assign(agreeing_.size(), 0);
        for (std::size_t i = 0; i < size_; ++i) ++ends[static_cast<std::size_t>(others_[i] >> 32)];
        std::uint32_t before = 0;
        for (std::uint32_t& one : ends) before += std::exchange(one, before);
        auto sorted = ranked::make_pages<Later>(size_);
        for (std::size_t i = 0; i < size_; ++i)
            sorted[ends[static_cast<std::size_t>(others_[i] >> 32)]++] = {static_cast<std::uint32_t>(others_[i]),
                                                                          weights_[i]};
        return sorted;
    }

    void list_sorted(std::size_t code, Later* rows, std::size_t size, WeighedList& out) const {
        std::stable_sort(rows, rows + size, [](const Later& a, const Later& b) { return a.second < b.second; });
        bool agreed = !(agreeing_[code].sum > 0);
        for (std::size_t i = 0; i < size;) {
            const std::uint32_t second = rows[i].second;
            if (!agreed && code < second) {
                out.add(code, code, agreeing_[code]);
                agreed = true;
            }
            WeightSums sums;
            for (; i < size && rows[i].second == second; ++i) sums.add(rows[i].weight);
            out.add(code, second, sums);
        }
        if (!agreed) out.add(code, code, agreeing_[code]);
    }

    void list_marked(std::size_t code, const Later* rows, std::size_t size, WeighedList& out) {
        const auto mark = [&](std::size_t second) { marks_[second / 64] |= std::uint64_t{1} << (second % 64); };
        for (std::size_t i = 0; i < size; ++i) {
            sums_[rows[i].second].add(rows[i].weight);
            mark(rows[i].second);
        }
        if (agreeing_[code].sum > 0) {
            sums_[code] = agreeing_[code];
            mark(code);
        }
        for (std::size_t word = 0; word < marks_.size(); ++word) {
            for (std::uint64_t left = marks_[word]; left != 0; left &= left - 1) {
                const std::size_t second = 64 * word + static_cast<std::size_t>(std::countr_zero(left));
                out.add(code, second, std::exchange(sums_[second], {}));
            }
            marks_[word] = 0;
        }
    }

    std::vector<WeightSums> agreeing_;     // of each code that both columns have
    ranked::Pages<std::uint64_t> others_;  // both codes of the others
    ranked::Pages<double> weights_;        // of the others
    std::size_t size_ = 0;
    bool every_agrees_ = false;
    std::vector<WeightSums> sums_;
    std::vector<std::uint64_t> marks_;
};

}  // namespace concordant
