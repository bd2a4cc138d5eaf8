// Where entries are found by their hashes: open addressing with linear probing, the one loop that all maps share. The
// entries themselves lie with whoever asks, numbered in the order they came; a slot holds a number and nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace concordant {

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
