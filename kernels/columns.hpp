// A column of numbers as the caller holds it: any integer or float type, any stride, read only.
// Kernels read it block by block into a small buffer of the type they compute in, so that no kernel is a
// template over the types of its inputs, strided input costs nothing extra, and nothing is copied whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "clones.hpp"

namespace concordant {

enum class Type : std::uint8_t { i8, i16, i32, i64, u8, u16, u32, u64, f32, f64 };  // bool is u8

constexpr std::int64_t width_of(Type type) {  // in bytes
    switch (type) {
        case Type::i8:
        case Type::u8: return 1;
        case Type::i16:
        case Type::u16: return 2;
        case Type::i32:
        case Type::u32:
        case Type::f32: return 4;
        default: return 8;
    }
}

struct Column {
    const std::byte* data = nullptr;
    std::int64_t size = 0;
    std::int64_t stride = 0;  // in bytes, may be negative
    Type type = Type::f64;
};

// Whether numbers of so many bytes lie one after the other.
template <class T>
bool lies_as(const Column& column) {
    const bool aligned = reinterpret_cast<std::uintptr_t>(column.data) % alignof(T) == 0;
    return column.stride == static_cast<std::int64_t>(sizeof(T)) && aligned;
}

// The doubles of a column from a row on where they lie one after the other; null where they have to be read.
inline const double* dense_doubles(const Column& column, std::int64_t row) {
    const std::byte* data = column.data + row * column.stride;
    const bool here = column.type == Type::f64 && column.stride == 8 && reinterpret_cast<std::uintptr_t>(data) % 8 == 0;
    return here ? reinterpret_cast<const double*>(data) : nullptr;
}

// Rows that one block holds: small enough that the buffers of a block stay in the first-level cache.
inline constexpr std::int64_t block_rows = 2048;

// Copy rows [first, first + count) of a column of S into `out`, converted to T.
template <class S, class T>
CONCORDANT_CLONES void copy_block(const std::byte* data, std::int64_t stride, std::int64_t count, T* out) {
    if (stride == static_cast<std::int64_t>(sizeof(S))) {
        for (std::int64_t i = 0; i < count; ++i) {
            S value;  // memcpy: the caller's buffer may be unaligned
            std::memcpy(&value, data + i * static_cast<std::int64_t>(sizeof(S)), sizeof(S));
            out[i] = static_cast<T>(value);
        }
    } else {
        const auto copy = [&](std::int64_t i) {
            S value;
            std::memcpy(&value, data + i * stride, sizeof(S));
            out[i] = static_cast<T>(value);
        };
        std::int64_t i = 0;
        for (; i + 4 <= count; i += 4)  // of one row a turn, the loop takes half as long again where it lies badly
            for (std::int64_t row = i; row < i + 4; ++row) copy(row);
        for (; i < count; ++i) copy(i);
    }
}

template <class T>
void read_block(const Column& column, std::int64_t first, std::int64_t count, T* out) {
    const std::byte* data = column.data + first * column.stride;
    switch (column.type) {
        case Type::i8: return copy_block<std::int8_t>(data, column.stride, count, out);
        case Type::i16: return copy_block<std::int16_t>(data, column.stride, count, out);
        case Type::i32: return copy_block<std::int32_t>(data, column.stride, count, out);
        case Type::i64: return copy_block<std::int64_t>(data, column.stride, count, out);
        case Type::u8: return copy_block<std::uint8_t>(data, column.stride, count, out);
        case Type::u16: return copy_block<std::uint16_t>(data, column.stride, count, out);
        case Type::u32: return copy_block<std::uint32_t>(data, column.stride, count, out);
        case Type::u64: return copy_block<std::uint64_t>(data, column.stride, count, out);
        case Type::f32: return copy_block<float>(data, column.stride, count, out);
        case Type::f64: return copy_block<double>(data, column.stride, count, out);
    }
}

// The whole numbers of a block as int64: where they lie, or read into `buffer`.
inline const std::int64_t* whole_block(const Column& column, std::int64_t row, std::int64_t count,
                                       std::int64_t* buffer) {
    if (column.type == Type::i64 && lies_as<std::int64_t>(column))
        return reinterpret_cast<const std::int64_t*>(column.data) + row;
    read_block(column, row, count, buffer);
    return buffer;
}

// The doubles of a block, as they lie or put into `room`.
inline const double* doubles_of(const Column& column, std::int64_t row, std::int64_t count, double* room) {
    if (const double* here = dense_doubles(column, row); here != nullptr) return here;
    read_block(column, row, count, room);
    return room;
}

}  // namespace concordant
