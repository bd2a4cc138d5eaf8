// Arrow's C data interface (https://arrow.apache.org/docs/format/CDataInterface.html): the structures as the
// specification lays them out, owners that release them once, and text columns read where they lie.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>

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

}  // namespace concordant::arrow
