// Arrow's C data interface (https://arrow.apache.org/docs/format/CDataInterface.html): the structures as the
// specification lays them out, owners that release them once, and text columns read where they lie.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include "text.hpp"

extern "C" {
struct ArrowSchema {
    const char* format;
    const char* name;
    const char* metadata;
    std::int64_t flags;
    std::int64_t n_children;
    ArrowSchema** children;
    ArrowSchema* dictionary;
    void (*release)(ArrowSchema*);
    void* private_data;
};

struct ArrowArray {
    std::int64_t length;
    std::int64_t null_count;
    std::int64_t offset;
    std::int64_t n_buffers;
    std::int64_t n_children;
    const void** buffers;
    ArrowArray** children;
    ArrowArray* dictionary;
    void (*release)(ArrowArray*);
    void* private_data;
};

struct ArrowArrayStream {
    int (*get_schema)(ArrowArrayStream*, ArrowSchema*);
    int (*get_next)(ArrowArrayStream*, ArrowArray*);
    const char* (*get_last_error)(ArrowArrayStream*);
    void (*release)(ArrowArrayStream*);
    void* private_data;
};
}

namespace concordant::arrow {

// Takes a structure over from its producer and releases it in the end.
template <class T>
class Owned {
public:
    Owned() = default;
    explicit Owned(T* from) : value_(*from) { from->release = nullptr; }
    Owned(Owned&& other) noexcept : value_(other.value_) { other.value_.release = nullptr; }
    Owned& operator=(Owned&& other) noexcept {
        std::swap(value_, other.value_);
        return *this;
    }
    Owned(const Owned&) = delete;
    Owned& operator=(const Owned&) = delete;
    ~Owned() {
        if (value_.release != nullptr) value_.release(&value_);
    }
    T* get() { return &value_; }
    const T* operator->() const { return &value_; }

private:
    T value_{};
};

// How a column of text lies in memory; `none`: it is no text.
enum class Layout : std::uint8_t { none, offsets32, offsets64, views };

inline Layout layout_of(const char* format) {
    const std::string_view name(format);
    if (name == "u") return Layout::offsets32;
    if (name == "U") return Layout::offsets64;
    return name == "vu" ? Layout::views : Layout::none;
}

// A string of 12 bytes or fewer lies in its view; a longer one in a buffer, of which the view holds the number.
struct View {
    std::uint64_t low;   // length (32 bits), the first four bytes
    std::uint64_t high;  // the other eight bytes, or the number of the buffer (32 bits) and the place in it
};

inline constexpr std::size_t most_inline = 12;

// The bytes of an inlined string count only as far as it is long.
inline constexpr std::uint64_t low_mask(std::size_t size) {
    return size >= 4 ? ~std::uint64_t{0} : (std::uint64_t{1} << (32 + 8 * size)) - 1;
}

inline constexpr std::uint64_t high_mask(std::size_t size) {
    return size <= 4 ? 0 : size >= 12 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * (size - 4))) - 1;
}

// Whether a row is there; null: all are.
inline bool is_valid(const std::uint8_t* bits, std::int64_t row) {
    return bits == nullptr || (bits[row / 8] >> (row % 8) & 1);
}

inline const std::uint8_t* validity(const ArrowArray& array) {
    const bool none = array.null_count == 0 || array.n_buffers == 0;
    return none ? nullptr : static_cast<const std::uint8_t*>(array.buffers[0]);
}

// Codes of a column of text that Arrow, Polars or pandas holds: read where it lies, no string of Python is made.

// A stretch of rows that lie together.
struct TextChunk {
    Layout layout;
    const ArrowArray* array;
    std::int64_t first;  // the number of its first row in the column
};

inline constexpr auto low_masks = [] {
    std::array<std::uint64_t, most_inline + 1> masks{};
    for (std::size_t size = 0; size <= most_inline; ++size) masks[size] = low_mask(size);
    return masks;
}();

inline constexpr auto high_masks = [] {
    std::array<std::uint64_t, most_inline + 1> masks{};
    for (std::size_t size = 0; size <= most_inline; ++size) masks[size] = high_mask(size);
    return masks;
}();

inline TextKey short_key(std::uint64_t low, std::uint64_t high, std::size_t size) {
    return {low & low_masks[size], high & high_masks[size]};
}

struct ViewText {
    const std::byte* views;
    const void* const* buffers;

    explicit ViewText(const ArrowArray& array)
        : views(static_cast<const std::byte*>(array.buffers[1])), buffers(array.buffers + 2) {}

    const char* start(const View& view, std::int64_t row) const {
        if (static_cast<std::uint32_t>(view.low) <= most_inline)
            return reinterpret_cast<const char*>(views + 16 * row + 4);
        return static_cast<const char*>(buffers[static_cast<std::uint32_t>(view.high)]) + (view.high >> 32);
    }

    View view(std::int64_t row) const {
        View view;
        std::memcpy(&view, views + 16 * row, sizeof view);
        return view;
    }

    std::string_view text(std::int64_t row) const {
        const View here = view(row);
        return {start(here, row), static_cast<std::uint32_t>(here.low)};
    }

    [[gnu::always_inline]] std::uint32_t code(std::int64_t row, TextTable& table) const {
        const View here = view(row);
        const std::size_t size = static_cast<std::uint32_t>(here.low);
        if (size > most_inline) return table.code_of_long(start(here, row), size);
        const std::uint32_t known = table.find({here.low, here.high});
        return known != TextTable::none ? known : new_code(here, row, table);
    }

    // Where the keys of a strip of rows lie: a view is the key of a short text, and that of no longer one.
    const std::byte* keys(std::int64_t row, TextKey*) const { return views + 16 * row; }

    bool same(std::int64_t row, std::int64_t other) const {
        const View a = view(row), b = view(other);
        const std::size_t size = static_cast<std::uint32_t>(a.low);
        if (a.low != b.low || size <= most_inline) return a.low == b.low && a.high == b.high;
        return same_text(start(a, row), start(b, other), size);
    }

    // What lies behind a short text should be zero; if it is not, the view is another key of its text.
    [[gnu::noinline]] std::uint32_t new_code(const View& here, std::int64_t row, TextTable& table) const {
        const std::size_t size = static_cast<std::uint32_t>(here.low);
        const TextKey key = short_key(here.low, here.high, size);
        const std::uint32_t code = table.code(key, start(here, row), size);
        if (key.low != here.low || key.high != here.high) table.add_alias({here.low, here.high}, code);
        return code;
    }
};

template <class Offset>
struct OffsetText {
    const std::byte* offsets;
    const char* data;
    std::int64_t end;  // of the bytes of all rows

    explicit OffsetText(const ArrowArray& array)
        : offsets(static_cast<const std::byte*>(array.buffers[1])), data(static_cast<const char*>(array.buffers[2])),
          end(offset(array.offset + array.length)) {}

    std::int64_t offset(std::int64_t row) const {
        Offset value;
        std::memcpy(&value, offsets + row * static_cast<std::int64_t>(sizeof(Offset)), sizeof(Offset));
        return value;
    }

    std::string_view text(std::int64_t row) const {
        const std::int64_t from = offset(row);
        return {data + from, static_cast<std::size_t>(offset(row + 1) - from)};
    }

    bool same(std::int64_t row, std::int64_t other) const {
        const std::string_view a = text(row), b = text(other);
        if (a.size() != b.size()) return false;
        return a.size() < 8 ? std::memcmp(a.data(), b.data(), a.size()) == 0 : same_text(a.data(), b.data(), a.size());
    }

    [[gnu::always_inline]] std::uint32_t code(std::int64_t row, TextTable& table) const {
        const std::int64_t from = offset(row);
        const auto size = static_cast<std::size_t>(offset(row + 1) - from);
        const char* text = data + from;
        if (size > most_inline) return table.code_of_long(text, size);
        if (from + static_cast<std::int64_t>(most_inline) > end) return code_at_end(text, size, table);
        return table.code(short_key(load_half(text) << 32 | size, load_word(text + 4), size), text, size);
    }

    // The keys of a strip of rows; null where there may be no memory after a text.
    const std::byte* keys(std::int64_t row, TextKey* made) const {
        if (offset(row + TextTable::strip - 1) + static_cast<std::int64_t>(most_inline) > end) return nullptr;
        std::int64_t from = offset(row);
        for (std::int64_t i = 0; i < TextTable::strip; ++i) {
            const std::int64_t next = offset(row + i + 1);
            const auto size = static_cast<std::size_t>(next - from);
            const char* text = data + from;
            made[i] = short_key(load_half(text) << 32 | size, load_word(text + 4), std::min(size, most_inline));
            if (size > most_inline) made[i] = TextTable::no_key;
            from = next;
        }
        return reinterpret_cast<const std::byte*>(made);
    }

    // There may be no memory after the last text.
    [[gnu::noinline]] static std::uint32_t code_at_end(const char* text, std::size_t size, TextTable& table) {
        char copy[most_inline] = {};
        if (size > 0) std::memcpy(copy, text, size);
        return table.code(short_key(load_half(copy) << 32 | size, load_word(copy + 4), size), text, size);
    }
};

// Calls with(reader) with what reads texts of this layout.
template <class With>
auto with_reader(const TextChunk& chunk, With&& with) {
    if (chunk.layout == Layout::views) return with(ViewText(*chunk.array));
    if (chunk.layout == Layout::offsets32) return with(OffsetText<std::int32_t>(*chunk.array));
    return with(OffsetText<std::int64_t>(*chunk.array));
}

// Code `count` rows from the row `from` on; all of them are there.
template <class Reader>
void encode_present(const Reader& reader, std::int64_t from, std::int64_t count, TextTable& table, std::uint32_t* out) {
    const auto same = [&](std::int64_t row) { return reader.same(from + row, from + row - 1); };
    if (comes_in_runs(count, same)) {
        encode_runs(count, out, [&](std::int64_t row) { return reader.code(from + row, table); }, same);
        return;
    }
    const auto code = [&](std::int64_t row) { return reader.code(from + row, table); };
    const auto keys = [&](std::int64_t row, TextKey* made) { return reader.keys(from + row, made); };
    table.encode(count, out, keys, code);
}

// Code rows [first, last) of a chunk; a row without a text gets the code 0.
inline void encode_chunk(const TextChunk& chunk, std::int64_t first, std::int64_t last, TextTable& table,
                         std::uint32_t* out) {
    const std::uint8_t* valid = validity(*chunk.array);
    const std::int64_t from = chunk.array->offset + (first - chunk.first);
    with_reader(chunk, [&](const auto& reader) {
        if (valid == nullptr) {
            encode_present(reader, from, last - first, table, out);
        } else {
            for (std::int64_t i = 0; i < last - first; ++i)
                out[i] = is_valid(valid, from + i) ? reader.code(from + i, table) : 0;
        }
    });
}

inline constexpr std::size_t most_sorted = 1 << 16;  // more texts are ids, not labels; nobody asks for their order

// The chunks are not empty and in order.
inline TextCodes encode_arrow_text(const std::vector<TextChunk>& chunks, std::int64_t rows, int threads) {
    const auto encode = [&](std::int64_t first, std::int64_t last, TextTable& table, std::uint32_t* out) {
        const auto later = [](std::int64_t row, const TextChunk& chunk) { return row < chunk.first; };
        auto chunk = std::upper_bound(chunks.begin(), chunks.end(), first, later) - 1;
        for (std::int64_t row = first; row < last; ++chunk) {
            const std::int64_t until = std::min(last, chunk->first + chunk->array->length);
            encode_chunk(*chunk, row, until, table, out + (row - first));
            row = until;
        }
    };
    return encode_texts(rows, threads, {std::size_t{1} << 31, most_sorted}, encode, ByteOrder{});
}

}  // namespace concordant::arrow
