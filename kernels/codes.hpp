// Codes: columns of them, those that occur, and the hashes by which they are found.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "columns.hpp"
#include "memory.hpp"
#include "platform.hpp"

namespace concordant {

// Codes of rows in as few bytes as they need: a quarter of the memory is a quarter of the time to count them.

template <class From, class To>
CONCORDANT_CLONES void convert_codes(const From* from, std::int64_t count, To* to) {
    for (std::int64_t i = 0; i < count; ++i) to[i] = static_cast<To>(from[i]);
}

// A column of codes of one, two or four bytes that grow wider when a greater code comes. The memory is not cleared.
class Codes {
public:
    explicit Codes(std::int64_t rows = 0, int width = 1)
        : rows_(rows), width_(width), bytes_(new std::byte[static_cast<std::size_t>(rows * width) + 1]) {}

    int width() const { return width_; }
    std::int64_t rows() const { return rows_; }
    std::byte* data() { return bytes_.get(); }
    const std::byte* data() const { return bytes_.get(); }
    std::byte* release() { return bytes_.release(); }

    static int width_for(std::size_t codes) { return codes <= 1 << 8 ? 1 : codes <= 1 << 16 ? 2 : 4; }

    // Calls with(codes) with a pointer of the type that they have.
    template <class With>
    void visit(With&& with) {
        switch (width_) {
            case 1: return with(reinterpret_cast<std::uint8_t*>(bytes_.get()));
            case 2: return with(reinterpret_cast<std::uint16_t*>(bytes_.get()));
            default: return with(reinterpret_cast<std::int32_t*>(bytes_.get()));
        }
    }

    // Put the codes of `count` rows, all of them below `codes`, after the first `row`.
    void put(std::int64_t row, const std::uint32_t* block, std::int64_t count, std::size_t codes) {
        if (width_for(codes) > width_) widen(row, width_for(codes));
        visit([&](auto* out) { convert_codes(block, count, out + row); });
    }

private:
    void widen(std::int64_t filled, int width) {
        Codes wider(rows_, width);
        wider.visit([&](auto* out) { visit([&](const auto* in) { convert_codes(in, filled, out); }); });
        *this = std::move(wider);
    }

    std::int64_t rows_;
    int width_;
    std::unique_ptr<std::byte[]> bytes_;
};

// to[i] = table[from[i]] of codes that are all inside the table, which has at least one place.
template <class From, class To>
void look_up(const From* from, std::int64_t count, const std::vector<std::uint32_t>& table, To* to) {
    if constexpr (sizeof(From) == 1) {  // the table of one-byte codes stays in a few lines of the cache
        To small[256];
        convert_codes(table.data(), std::min<std::int64_t>(256, static_cast<std::int64_t>(table.size())), small);
        for (std::int64_t i = 0; i < count; ++i) to[i] = small[from[i]];
    } else {
        for (std::int64_t i = 0; i < count; ++i) to[i] = static_cast<To>(table[static_cast<std::size_t>(from[i])]);
    }
}

// The greatest of some codes as an unsigned number, which is huge for a negative one.
template <class T>
CONCORDANT_CLONES std::uint64_t greatest_code(const T* codes, std::int64_t count) {
    using Unsigned = std::make_unsigned_t<T>;
    Unsigned most = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        const auto code = static_cast<Unsigned>(codes[i]);
        most = most < code ? code : most;
    }
    return most;
}

// Which codes occur among rows, and where each stands first.

struct OccurringCodes {
    std::vector<std::int64_t> codes;  // ascending
    std::vector<std::int64_t> rows;   // the first row of each
};

inline constexpr std::uint64_t most_code = ~std::uint32_t{0};

// Of whole numbers up to `most_code`, no result of others; `missing` says with 1 which rows do not count, null that all
// do. Rows are read from the last to the first, so that the first of a code is what is kept, without a question.
inline std::optional<OccurringCodes> occurring_codes(const Column& column, const std::uint8_t* missing) {
    std::int64_t block[block_rows];
    std::uint64_t most = 0;
    for (std::int64_t row = 0; row < column.size; row += block_rows) {
        const std::int64_t count = std::min(block_rows, column.size - row);
        read_block(column, row, count, block);
        most = std::max(most, greatest_code(block, count));
    }
    if (most > most_code) return std::nullopt;
    OccurringCodes out;
    if (column.size == 0) return out;
    const auto places = static_cast<std::size_t>(most) + 1;
    const auto first = ranked::make_zeros<std::int64_t>(places);  // the first row of each code, + 1
    for (std::int64_t end = column.size; end > 0; end -= std::min(block_rows, end)) {
        const std::int64_t count = std::min(block_rows, end), row = end - count;
        read_block(column, row, count, block);
        for (std::int64_t i = count; i-- > 0;) {
            const auto code = static_cast<std::size_t>(block[i]);
            if (code >= places) return std::nullopt;  // the caller's memory was written to since
            if (missing == nullptr || missing[row + i] == 0) first[code] = row + i + 1;
        }
    }
    for (std::size_t code = 0; code < places; ++code) {
        if (first[code] == 0) continue;
        out.codes.push_back(static_cast<std::int64_t>(code));
        out.rows.push_back(first[code] - 1);
    }
    return out;
}

// Where entries are found by their hashes: open addressing with linear probing, the one loop that all maps share. The
// entries themselves lie with whoever asks, numbered in the order they came; a slot holds a number and nothing else.

class ProbedSlots {
public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    // The entry with this hash that same(entry) takes for the one that is looked for; `none` if no entry is.
    template <class Same>
    [[gnu::always_inline]] std::uint32_t find(std::uint64_t hash, const Same& same) const {
        for (std::size_t at = place(hash);; at = (at + 1) & mask_) {
            const std::uint32_t entry = slots_[at];
            if (entry == 0) return none;
            if (same(entry - 1)) return entry - 1;
        }
    }

    // The entry in the first slot that a look starts at, for looks without a branch: any entry if the slot is empty.
    std::uint32_t first_at(std::size_t place) const {
        const std::uint32_t entry = slots_[place];
        return entry - static_cast<std::uint32_t>(entry != 0);
    }

    // How far a hash is shifted to the right to give that slot.
    int shift() const { return shift_; }

    // Add the next entry, which is not there; hash_of(entry) tells the hash of every entry, also of this one.
    template <class HashOf>
    void add(const HashOf& hash_of) {
        ++entries_;
        if (entries_ * least_slots <= mask_ + 1) return settle(hash_of(entries_ - 1), entries_);
        shift_ -= 2;
        mask_ = mask_ * 4 + 3;
        slots_.assign(mask_ + 1, 0);
        for (std::uint32_t entry = 0; entry < entries_; ++entry) settle(hash_of(entry), entry + 1);
    }

private:
    static constexpr std::size_t least_slots = 8;  // an entry: then a look seldom takes two

    std::size_t place(std::uint64_t hash) const { return static_cast<std::size_t>(hash >> shift_); }

    void settle(std::uint64_t hash, std::uint32_t number) {
        std::size_t at = place(hash);
        while (slots_[at] != 0) at = (at + 1) & mask_;
        slots_[at] = number;
    }

    std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(256);  // the number of an entry + 1; 0: empty
    std::size_t mask_ = 255;
    int shift_ = 56;  // the highest bits of a hash are its best
    std::uint32_t entries_ = 0;
};

// Mixes all bits of a number into its hash: the finaliser of splitmix64.
inline std::uint64_t hash_number(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

// Distinct int64 labels, coded in the order in which they came.
class LabelMap {
public:
    // The code of a label; a new label gets the next one.
    std::uint32_t code(std::int64_t label) {
        const std::uint32_t known =
            slots_.find(hash(label), [&](std::uint32_t code) { return labels_[code] == label; });
        if (known != ProbedSlots::none) return known;
        labels_.push_back(label);
        slots_.add([&](std::uint32_t code) { return hash(labels_[code]); });
        return static_cast<std::uint32_t>(labels_.size() - 1);
    }

    const std::vector<std::int64_t>& labels() const { return labels_; }

private:
    static std::uint64_t hash(std::int64_t label) { return hash_number(static_cast<std::uint64_t>(label)); }

    std::vector<std::int64_t> labels_;
    ProbedSlots slots_;
};

}  // namespace concordant
