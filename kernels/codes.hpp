// Codes of rows in as few bytes as they need: a quarter of the memory is a quarter of the time to count them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "clones.hpp"

namespace concordant {

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

}  // namespace concordant
