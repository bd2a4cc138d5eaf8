// List the pairs of two columns of codes with how many rows hold each, in order. Rows whose second code is the usual
// one of their first are counted as they come; the others are put in the order of their first code, and those of one
// first code are sorted, or counted in a row of the table, which stays in the cache.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "pages.hpp"

namespace concordant {

struct ListedPairs {
    std::vector<std::int64_t> first, second, rows;

    void reserve(std::size_t pairs) {
        for (auto* one : {&first, &second, &rows}) one->reserve(pairs);
    }

    void add(std::size_t a, std::size_t b, std::uint32_t count) {
        first.push_back(static_cast<std::int64_t>(a));
        second.push_back(static_cast<std::int64_t>(b));
        rows.push_back(count);
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
    void list(std::size_t code, std::uint32_t usual, std::uint32_t usuals, std::uint32_t* codes, std::size_t size,
              ListedPairs& out) {
        if (size > few && words_ <= words_a_row * size && seconds_ <= widest)
            list_marked(code, usual, usuals, codes, size, out);
        else
            list_sorted(code, usual, usuals, codes, size, out);
    }

private:
    static void list_sorted(std::size_t code, std::uint32_t usual, std::uint32_t usuals, std::uint32_t* codes,
                            std::size_t size, ListedPairs& out) {
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

    void list_marked(std::size_t code, std::uint32_t usual, std::uint32_t usuals, const std::uint32_t* codes,
                     std::size_t size, ListedPairs& out) {
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

// Fewer than 2^32 rows of codes below `firsts` and `seconds`, block after block.
class PairLister {
public:
    PairLister(std::int64_t rows, std::size_t firsts, std::size_t seconds)
        : seconds_(seconds), sums_(firsts), usual_(firsts),
          others_(ranked::make_pages<std::uint64_t>(static_cast<std::size_t>(rows) + 1)) {}

    // `usual` is a function of the first code. Other rows are fetched meanwhile, four at a time.
    template <class Fetch>
    void add(const std::uint32_t* a, const std::uint32_t* b, const std::uint32_t* usual, std::int64_t count,
             const Fetch& ahead) {
        std::uint64_t* sums = sums_.data();
        std::uint32_t* usual_of = usual_.data();
        std::uint64_t* others = others_.get() + size_;
        const auto add_row = [&](std::int64_t i) {
            const bool differs = b[i] != usual[i];
            sums[a[i]] += differs ? std::uint64_t{1} : std::uint64_t{1} << 32;
            usual_of[a[i]] = usual[i];
            *others = std::uint64_t{a[i]} << 32 | b[i];
            others += differs ? 1 : 0;
        };
        std::int64_t i = 0;
        for (; i + 4 <= count; i += 4) {
            ahead.fetch(i / 4);
            add_row(i);
            add_row(i + 1);
            add_row(i + 2);
            add_row(i + 3);
        }
        for (; i < count; ++i) add_row(i);
        size_ = static_cast<std::size_t>(others - others_.get());
    }

    ListedPairs list() {
        const std::size_t firsts = sums_.size();
        std::vector<std::uint32_t> next(firsts);
        std::uint32_t before = 0;
        std::size_t codes_held = 0;
        for (std::size_t code = 0; code < firsts; ++code) {
            next[code] = before;
            before += static_cast<std::uint32_t>(sums_[code]);
            codes_held += sums_[code] != 0;
        }
        auto sorted = ranked::make_pages<std::uint32_t>(size_);
        for (std::size_t i = 0; i < size_; ++i)
            sorted[next[others_[i] >> 32]++] = static_cast<std::uint32_t>(others_[i]);
        PairsOfCode pairs(seconds_);
        ListedPairs out;
        out.reserve(size_ + codes_held);
        std::uint32_t* codes = sorted.get();
        for (std::size_t code = 0; code < firsts; ++code) {
            if (sums_[code] == 0) continue;
            const auto size = static_cast<std::uint32_t>(sums_[code]);
            pairs.list(code, usual_[code], static_cast<std::uint32_t>(sums_[code] >> 32), codes, size, out);
            codes += size;
        }
        return out;
    }

private:
    std::size_t seconds_;
    std::vector<std::uint64_t> sums_;   // of each first code the rows that are not usual, and above them those that are
    std::vector<std::uint32_t> usual_;  // the usual second code of each first one
    ranked::Pages<std::uint64_t> others_;  // both codes of the rows that are not usual
    std::size_t size_ = 0;
};

}  // namespace concordant
