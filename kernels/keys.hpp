// Scores as unsigned integer keys, such that a smaller key is a higher score: ascending keys are descending scores.
// IEEE numbers sort like integers once the bits below the sign of positive numbers are inverted.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "clones.hpp"
#include "columns.hpp"

namespace concordant::ranked {

// Each type of score is read as one of six, with keys of 32 or 64 bits; small integers are read as int32.
template <class S>
using KeyOf = std::conditional_t<sizeof(S) == 4, std::uint32_t, std::uint64_t>;

template <class S>
constexpr KeyOf<S> key_of(S score) {
    using Key = KeyOf<S>;
    constexpr Key below_sign = static_cast<Key>(~Key{0}) >> 1;
    if constexpr (std::is_floating_point_v<S>) {
        const Key bits = std::bit_cast<Key>(score + S{0});  // -0.0 + 0.0 is 0.0: one key for both zeros
        const Key sign = Key{0} - (bits >> (8 * sizeof(Key) - 1));
        return bits ^ (~sign & below_sign);
    } else if constexpr (std::is_signed_v<S>) {
        return static_cast<Key>(score) ^ below_sign;
    } else {
        return static_cast<Key>(~score);
    }
}

template <class S>
constexpr S score_of(KeyOf<S> key) {
    using Key = KeyOf<S>;
    constexpr Key below_sign = static_cast<Key>(~Key{0}) >> 1;
    if constexpr (std::is_floating_point_v<S>) {
        const Key sign = Key{0} - (key >> (8 * sizeof(Key) - 1));
        return std::bit_cast<S>(key ^ (~sign & below_sign));
    } else if constexpr (std::is_signed_v<S>) {
        return static_cast<S>(key ^ below_sign);
    } else {
        return static_cast<S>(~key);
    }
}

// Keys of `count` scores; true if none of them is NaN.
template <class S, class Key>
CONCORDANT_CLONES bool convert_keys(const S* scores, std::int64_t count, Key* keys) {
    KeyOf<S> nans = 0;  // as wide as the scores: a bool would keep the loop from being vectorised
    for (std::int64_t i = 0; i < count; ++i) {
        nans |= static_cast<KeyOf<S>>(scores[i] != scores[i]);
        keys[i] = key_of(scores[i]);
    }
    return nans == 0;
}

template <class S, class Key>
bool read_keys_as(const Column& scores, std::int64_t first, std::int64_t count, Key* keys) {
    if constexpr (sizeof(KeyOf<S>) > sizeof(Key)) {
        return false;  // never asked: the word of a sort is as wide as the keys of its scores, or wider
    } else {
        const bool stored = !std::is_same_v<S, std::int32_t> || scores.type == Type::i32;
        if (stored && lies_as<S>(scores))
            return convert_keys(reinterpret_cast<const S*>(scores.data) + first, count, keys);
        S buffer[block_rows];
        read_block(scores, first, count, buffer);
        return convert_keys(buffer, count, keys);
    }
}

// Keys of rows [first, first + count), at most block_rows of them; true if none is NaN.
template <class Key>
bool read_keys(const Column& scores, std::int64_t first, std::int64_t count, Key* keys) {
    switch (scores.type) {
        case Type::f32: return read_keys_as<float>(scores, first, count, keys);
        case Type::f64: return read_keys_as<double>(scores, first, count, keys);
        case Type::i64: return read_keys_as<std::int64_t>(scores, first, count, keys);
        case Type::u64: return read_keys_as<std::uint64_t>(scores, first, count, keys);
        case Type::u32: return read_keys_as<std::uint32_t>(scores, first, count, keys);
        default: return read_keys_as<std::int32_t>(scores, first, count, keys);
    }
}

constexpr bool has_wide_keys(Type type) { return type == Type::f64 || type == Type::i64 || type == Type::u64; }

// Turns keys of scores of `type` back into scores of type Out, which is the type of the column.
template <class Out>
Out score_of_key(std::uint64_t key) {
    using Read = std::conditional_t<(sizeof(Out) < 4), std::int32_t, Out>;
    return static_cast<Out>(score_of<Read>(static_cast<KeyOf<Read>>(key)));
}

}  // namespace concordant::ranked
