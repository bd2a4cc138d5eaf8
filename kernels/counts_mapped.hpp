// Cross-tabulate labels that lie anywhere: each distinct label gets the next code from a hash map, and the table
// grows with the labels. A label is never used as an index.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "columns.hpp"

namespace concordant {

inline constexpr std::size_t most_labels = 8192;  // the table is 512 MiB then: more labels are no categories

// Distinct int64 labels in the order they came, by open addressing with linear probing.
class LabelMap {
public:
    // The code of a label; a new label gets the next one.
    std::uint32_t code(std::int64_t label) {
        std::size_t slot = hash(label) & mask_;
        while (slots_[slot] != 0) {
            const std::uint32_t known = slots_[slot] - 1;
            if (labels_[known] == label) return known;
            slot = (slot + 1) & mask_;
        }
        labels_.push_back(label);
        slots_[slot] = static_cast<std::uint32_t>(labels_.size());
        if (labels_.size() * 2 > mask_) grow();
        return static_cast<std::uint32_t>(labels_.size() - 1);
    }

    const std::vector<std::int64_t>& labels() const { return labels_; }

private:
    static std::size_t hash(std::int64_t label) {  // the finaliser of splitmix64
        auto x = static_cast<std::uint64_t>(label);
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
        x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
        return static_cast<std::size_t>(x ^ (x >> 31));
    }

    void grow() {
        mask_ = mask_ * 2 + 1;
        slots_.assign(mask_ + 1, 0);
        for (std::size_t known = 0; known < labels_.size(); ++known) {
            std::size_t slot = hash(labels_[known]) & mask_;
            while (slots_[slot] != 0) slot = (slot + 1) & mask_;
            slots_[slot] = static_cast<std::uint32_t>(known + 1);
        }
    }

    std::vector<std::int64_t> labels_;
    std::size_t mask_ = 63;
    std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(64);  // code + 1; 0 is an empty slot
};

template <class Cell>
struct MappedTable {
    LabelMap map;
    std::size_t room = 0;  // the table is room x room
    std::vector<Cell> cells;
    std::vector<Cell> squares;  // sums of squared weights; empty for unweighted counts
    bool too_many = false;

    // Grow the table to hold the labels seen so far; false if they are too many.
    bool fit(bool weighted) {
        const std::size_t labels = map.labels().size();
        if (labels <= room) return true;
        if (labels > most_labels) {
            too_many = true;
            return false;
        }
        const std::size_t old = room;
        room = std::max<std::size_t>(2 * room, std::max<std::size_t>(labels, 16));
        spread(cells, old);
        if (weighted) spread(squares, old);
        return true;
    }

private:
    void spread(std::vector<Cell>& table, std::size_t old) {
        std::vector<Cell> wider(room * room);
        for (std::size_t i = 0; i < old; ++i)
            std::copy_n(table.begin() + static_cast<std::ptrdiff_t>(i * old), old,
                        wider.begin() + static_cast<std::ptrdiff_t>(i * room));
        table.swap(wider);
    }
};

// Count all rows in order (one thread: this is the path of rare labels). `weight` may be null.
template <class Cell>
MappedTable<Cell> map_rows(const Column& truth, const Column& prediction, const Column* weight) {
    MappedTable<Cell> table;
    std::vector<std::int64_t> a(block_rows), b(block_rows);
    std::vector<double> weights(block_rows, 1.0);
    for (std::int64_t row = 0; row < truth.size; row += block_rows) {
        const std::int64_t count = std::min(block_rows, truth.size - row);
        read_block(truth, row, count, a.data());
        read_block(prediction, row, count, b.data());
        if (weight != nullptr) read_block(*weight, row, count, weights.data());
        for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
            const std::size_t x = table.map.code(a[i]), y = table.map.code(b[i]);
            if (!table.fit(weight != nullptr)) return table;
            table.cells[x * table.room + y] += static_cast<Cell>(weights[i]);
            if (weight != nullptr) table.squares[x * table.room + y] += static_cast<Cell>(weights[i] * weights[i]);
        }
    }
    return table;
}

}  // namespace concordant
