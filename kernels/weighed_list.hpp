// List the pairs of two columns of codes with the weights of their rows and their squares, in order. As in
// listed_pairs.hpp rows whose codes agree are summed as they come, and the others are put in the order of their first
// code. The weights of a pair are added in the order of its rows.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "clones.hpp"
#include "columns.hpp"
#include "pages.hpp"
#include "weight_sums.hpp"

namespace concordant {

struct WeighedList {
    std::vector<std::int64_t> first, second;
    ranked::Zeros<double> cells, squares;
};

// Of each row its weight if its codes agree, and whether it is there and they do not.
CONCORDANT_CLONES inline void tell_agreeing(const std::uint32_t* a, const std::uint32_t* b, const double* weights,
                                            std::int64_t count, double* agreeing, std::uint8_t* others) {
    for (std::int64_t i = 0; i < count; ++i) {
        agreeing[i] = a[i] == b[i] ? weights[i] : 0.0;
        others[i] = static_cast<std::uint8_t>(static_cast<int>(a[i] != b[i]) & static_cast<int>(weights[i] > 0));
    }
}

// Fewer than 2^32 rows of codes below `codes`, block after block. Rows of weight 0 are absent.
class WeighedLister {
public:
    WeighedLister(std::int64_t rows, std::size_t codes)
        : agreeing_(codes), others_(ranked::make_pages<Row>(static_cast<std::size_t>(rows) + 1)) {}

    void add(const std::uint32_t* a, const std::uint32_t* b, const double* weights, std::int64_t count) {
        double agreeing[block_rows];
        std::uint8_t other[block_rows];
        tell_agreeing(a, b, weights, count, agreeing, other);
        WeightSums* sums = agreeing_.data();
        Row* others = others_.get() + size_;
        for (std::int64_t i = 0; i < count; ++i) {
            sums[a[i]].add(agreeing[i]);
            *others = {a[i], b[i], weights[i]};
            others += other[i];
        }
        size_ = static_cast<std::size_t>(others - others_.get());
    }

    WeighedList list() {
        const auto sorted = by_first();
        std::size_t most = size_;
        for (const WeightSums& one : agreeing_) most += one.sum > 0 ? 1 : 0;
        out_.first.resize(most);
        out_.second.resize(most);
        out_.cells = ranked::make_zeros<double>(most);
        out_.squares = ranked::make_zeros<double>(most);
        sums_.resize(agreeing_.size());
        marks_.resize((agreeing_.size() + 63) / 64);
        Later* rows = sorted.get();
        for (std::size_t code = 0; code < agreeing_.size(); ++code) {
            const std::size_t size = ends_[code] - static_cast<std::size_t>(rows - sorted.get());
            if (size > few && marks_.size() <= words_a_row * size)
                list_marked(code, rows, size);
            else
                list_sorted(code, rows, size);
            rows += size;
        }
        out_.first.resize(given_);
        out_.second.resize(given_);
        return std::move(out_);
    }

private:
    static constexpr std::size_t few = 16;  // rows that are sorted one by one
    static constexpr std::size_t words_a_row = 4;

    struct Row {
        std::uint32_t first, second;
        double weight;
    };
    struct Later {  // a row whose first code is known by its place
        std::uint32_t second;
        double weight;
    };

    // The rows whose codes differ in the order of the first, those of one code in theirs; says where each code ends.
    ranked::Pages<Later> by_first() {
        ends_.assign(agreeing_.size(), 0);
        for (std::size_t i = 0; i < size_; ++i) ++ends_[others_[i].first];
        std::uint32_t before = 0;
        for (std::uint32_t& one : ends_) before += std::exchange(one, before);
        auto sorted = ranked::make_pages<Later>(size_);
        for (std::size_t i = 0; i < size_; ++i)
            sorted[ends_[others_[i].first]++] = {others_[i].second, others_[i].weight};
        return sorted;
    }

    void give(std::size_t code, std::size_t second, const WeightSums& sums) {
        out_.first[given_] = static_cast<std::int64_t>(code);
        out_.second[given_] = static_cast<std::int64_t>(second);
        out_.cells[given_] = sums.sum;
        out_.squares[given_] = sums.square;
        ++given_;
    }

    void list_sorted(std::size_t code, Later* rows, std::size_t size) {
        std::stable_sort(rows, rows + size, [](const Later& a, const Later& b) { return a.second < b.second; });
        bool agreed = !(agreeing_[code].sum > 0);
        for (std::size_t i = 0; i < size;) {
            const std::uint32_t second = rows[i].second;
            if (!agreed && code < second) {
                give(code, code, agreeing_[code]);
                agreed = true;
            }
            WeightSums sums;
            for (; i < size && rows[i].second == second; ++i) sums.add(rows[i].weight);
            give(code, second, sums);
        }
        if (!agreed) give(code, code, agreeing_[code]);
    }

    void list_marked(std::size_t code, const Later* rows, std::size_t size) {
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
                give(code, second, std::exchange(sums_[second], {}));
            }
            marks_[word] = 0;
        }
    }

    std::vector<WeightSums> agreeing_;  // of each code that both columns have
    ranked::Pages<Row> others_;
    std::size_t size_ = 0;
    std::vector<std::uint32_t> ends_;  // of the rows of each first code, once they are in order
    std::size_t given_ = 0;
    std::vector<WeightSums> sums_;
    std::vector<std::uint64_t> marks_;
    WeighedList out_;
};

}  // namespace concordant
