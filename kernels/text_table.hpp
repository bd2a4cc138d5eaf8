// Distinct texts with a code each, in the order they came. A short text is its key, two words; the key of a longer one
// holds its hash, and its bytes are compared before it is believed.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include "codes.hpp"
#include "platform.hpp"

// The alphabetical order of distinct texts: the eight bytes behind what all of them begin with are compared as one
// number, and the texts themselves only where these agree.

namespace concordant {

// Texts in the order of their bytes, which for UTF-8 is that of the characters.
struct ByteOrder {
    static constexpr std::size_t unit = 1;

    bool operator()(std::string_view a, std::string_view b) const { return a < b; }

    // The first bytes as a number that is ordered as they are; zeros stand for what is not there.
    static std::uint64_t head(std::string_view text) {
        std::uint64_t word = 0;
        for (std::size_t i = 0; i < 8; ++i)
            word = word << 8 | (i < text.size() ? static_cast<std::uint8_t>(text[i]) : std::uint8_t{0});
        return word;
    }
};

// Texts of one width whose characters take four bytes each, in the order of the characters.
struct WideOrder {
    static constexpr std::size_t unit = 4;

    static std::uint32_t character(std::string_view text, std::size_t at) {
        std::uint32_t found = 0;
        if (at + 4 <= text.size()) std::memcpy(&found, text.data() + at, 4);
        return found;
    }

    bool operator()(std::string_view a, std::string_view b) const {
        for (std::size_t i = 0; i < a.size(); i += 4) {
            const std::uint32_t x = character(a, i), y = character(b, i);
            if (x != y) return x < y;
        }
        return false;
    }

    static std::uint64_t head(std::string_view text) {
        return static_cast<std::uint64_t>(character(text, 0)) << 32 | character(text, 4);
    }
};

// How many bytes, in whole characters, all texts begin with.
inline std::size_t common_start(const std::vector<std::string_view>& texts, std::size_t unit) {
    if (texts.empty()) return 0;
    const std::string_view first = texts.front();
    std::size_t same = first.size();
    for (const std::string_view text : texts) {
        const std::size_t most = std::min(same, text.size());
        same = 0;
        while (same < most && text[same] == first[same]) ++same;
    }
    return same / unit * unit;
}

// The places of the texts in their order.
template <class Order>
std::vector<std::uint32_t> order_of_texts(const std::vector<std::string_view>& texts, const Order& order) {
    struct Place {
        std::uint64_t head;
        std::uint32_t text;
    };
    const std::size_t start = common_start(texts, Order::unit);
    std::vector<Place> places;
    places.reserve(texts.size());
    for (const std::string_view text : texts)
        places.push_back({Order::head(text.substr(start)), static_cast<std::uint32_t>(places.size())});
    std::sort(places.begin(), places.end(), [&](const Place& a, const Place& b) {
        return a.head != b.head ? a.head < b.head : order(texts[a.text], texts[b.text]);
    });
    std::vector<std::uint32_t> out;
    out.reserve(places.size());
    for (const Place& place : places) out.push_back(place.text);
    return out;
}

// Puts the texts into their order; gives the new place of each.
template <class Order>
std::vector<std::uint32_t> sort_texts(std::vector<std::string_view>& texts, const Order& order) {
    std::vector<std::uint32_t> rank(texts.size());
    std::vector<std::string_view> sorted;
    sorted.reserve(texts.size());
    for (const std::uint32_t text : order_of_texts(texts, order)) {
        rank[text] = static_cast<std::uint32_t>(sorted.size());
        sorted.push_back(texts[text]);
    }
    texts = std::move(sorted);
    return rank;
}

struct TextKey {
    std::uint64_t low;
    std::uint64_t high;
};

inline std::uint64_t load_word(const char* text) {
    std::uint64_t word;
    std::memcpy(&word, text, 8);
    return word;
}

inline std::uint64_t load_half(const char* text) {
    std::uint32_t half;
    std::memcpy(&half, text, 4);
    return half;
}

inline std::uint64_t hash_words(std::uint64_t hash, std::uint64_t word) {
    return std::rotl(hash ^ word, 29) * 0xbf58476d1ce4e5b9ULL;
}

// Of a text of at least 8 bytes, in two halves that do not wait for each other; the last words overlap those before.
inline std::uint64_t hash_text(const char* text, std::size_t size) {
    std::uint64_t even = 0x9e3779b97f4a7c15ULL ^ size, odd = 0x94d049bb133111ebULL;
    if (size < 16) {
        even = hash_words(even, load_word(text));
        odd = hash_words(odd, load_word(text + size - 8));
    } else {
        for (std::size_t i = 0; i + 16 < size; i += 16) {
            even = hash_words(even, load_word(text + i));
            odd = hash_words(odd, load_word(text + i + 8));
        }
        even = hash_words(even, load_word(text + size - 16));
        odd = hash_words(odd, load_word(text + size - 8));
    }
    const std::uint64_t hash = even ^ std::rotl(odd, 32);
    return hash ^ (hash >> 29);
}

// A key that holds a hash equals no key of a whole text: these end in less than 15, or their first bit is zero.
inline TextKey long_key(const char* text, std::size_t size) {
    return {static_cast<std::uint64_t>(size) << 4 | 15, hash_text(text, size) | std::uint64_t{1} << 63};
}

// Whether two texts of one size of at least 8 bytes are equal.
inline bool same_text(const char* a, const char* b, std::size_t size) {
    if (size >= 48) return std::memcmp(a, b, size) == 0;
    std::uint64_t different = load_word(a + size - 8) ^ load_word(b + size - 8);
    for (std::size_t i = 0; i + 8 < size; i += 8) different |= load_word(a + i) ^ load_word(b + i);
    return different == 0;
}

CONCORDANT_INLINE std::uint64_t hash_halves(std::uint64_t low, std::uint64_t high) {
    return (low ^ std::rotl(high, 21)) * 0x9e3779b97f4a7c15ULL;
}

inline std::uint64_t hash_key(const TextKey& key) { return hash_halves(key.low, key.high); }

// The first bits of the hashes of keys that lie one after the other, a vector of them at a time.
CONCORDANT_CLONES inline void hash_keys(const std::byte* keys, std::int64_t count, int shift, std::uint32_t* out) {
    for (std::int64_t i = 0; i < count; ++i) {
        std::uint64_t low, high;  // no TextKey: the compiler would not take a vector of them
        std::memcpy(&low, keys + 16 * i, 8);
        std::memcpy(&high, keys + 16 * i + 8, 8);
        out[i] = static_cast<std::uint32_t>(hash_halves(low, high) >> shift);
    }
}

class TextTable {
public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    static constexpr std::int64_t strip = 128;  // rows

    // Of a row whose key is not all of its text: no text of up to 15 bytes has it, and no view is so long.
    static constexpr TextKey no_key{~std::uint64_t{0}, ~std::uint64_t{1}};

    // The code of a key that tells all of its text; `none` if it was not added. What was found before mostly stands
    // first where it is looked for.
    [[gnu::always_inline]] std::uint32_t find(const TextKey& key) {
        const std::uint64_t hash = hash_key(key);
        if (front_.empty()) return search(key, hash);
        Entry& first = front_[hash >> front_shift_];
        if (((first.key.low ^ key.low) | (first.key.high ^ key.high)) == 0 && first.code != none) return first.code;
        const std::uint32_t code = search(key, hash);
        if (code != none) first = {key, nullptr, code};
        return code;
    }

    // The code of a short text, which its key tells entirely; a new one gets the next code.
    [[gnu::always_inline]] std::uint32_t code(const TextKey& key, const char* text, std::size_t size) {
        const std::uint32_t known = find(key);
        return known != none ? known : add(key, text, size);
    }

    // The codes of `count` rows. keys(row, made) tells where the keys of the strip of rows from `row` on lie, which it
    // may have made, or null. A strip is looked up without a branch: it takes half the time. What is not found at the
    // first look gets its code from code(row), as do all further rows if that happens often.
    template <class Keys, class Code>
    void encode(std::int64_t count, std::uint32_t* out, const Keys& keys, const Code& code) {
        TextKey made[strip];
        std::int64_t row = 0, missed = 0;
        for (; row + strip <= count && missed <= 4 * strip + row / 4; row += strip) {
            const std::byte* at = keys(row, made);
            if (at == nullptr) break;
            if (front_.empty() ? look_up_slots(at, out + row) : look_up_front(at, out + row)) continue;
            for (std::int64_t i = row; i < row + strip; ++i) {
                if (out[i] != none) continue;
                out[i] = code(i);
                ++missed;
            }
        }
        for (; row < count; ++row) out[row] = code(row);
    }

    // Renumber the texts in their order; gives the new code of each old one.
    template <class Order>
    std::vector<std::uint32_t> sort(const Order& order) {
        std::vector<std::uint32_t> rank = sort_texts(texts_, order);
        for (Entry& entry : entries_) entry.code = rank[entry.code];
        for (Entry& entry : front_)
            if (entry.code != none) entry.code = rank[entry.code];
        return rank;
    }

    // The code of a text of at least 8 bytes by its hash.
    std::uint32_t code_of_long(const char* text, std::size_t size) {
        return code_of_long(long_key(text, size), text, size);
    }

    [[gnu::noinline]] std::uint32_t code_of_long(const TextKey& key, const char* text, std::size_t size) {
        const std::uint32_t entry = slots_.find(hash_key(key), [&](std::uint32_t number) {
            const Entry& known = entries_[number];
            return known.key.low == key.low && known.key.high == key.high && same_text(known.text, text, size);
        });
        return entry == ProbedSlots::none ? add(key, text, size) : entries_[entry].code;
    }

    // Another key of a text that has a code.
    void add_alias(const TextKey& key, std::uint32_t code) { enter(key, texts_[code].data(), code); }

    // Where each text came first: views of the caller's memory.
    const std::vector<std::string_view>& texts() const { return texts_; }

private:
    struct alignas(32) Entry {
        TextKey key;
        const char* text;
        std::uint32_t code;
    };

    // The front has 16 places a text, so that few share one; more than a thousand texts have none.
    static constexpr std::size_t least_front = 512, most_front = 1 << 14;
    static constexpr Entry no_entry{{~std::uint64_t{0}, ~std::uint64_t{0}}, nullptr, none};  // nor this one

    // The bits in which the key that lies at `at` is not that of an entry.
    static std::uint64_t difference(const Entry& known, const std::byte* at) {
        std::uint64_t low, high;
        std::memcpy(&low, at, 8);
        std::memcpy(&high, at + 8, 8);
        return (known.key.low ^ low) | (known.key.high ^ high);
    }

    // The codes of the keys of a strip, `none` of those that the front does not know; whether it knows all.
    bool look_up_front(const std::byte* keys, std::uint32_t* out) const {
        std::uint32_t places[strip];
        hash_keys(keys, strip, front_shift_, places);
        std::uint64_t different = 0;  // mostly nothing is: to ask for each row takes a quarter longer
        for (std::int64_t i = 0; i < strip; ++i) {
            const Entry& known = front_[places[i]];
            different |= difference(known, keys + 16 * i);
            out[i] = known.code;
        }
        if (different == 0) return true;
        return compare(keys, out, [&](std::int64_t i) -> const Entry& { return front_[places[i]]; });
    }

    // The same of the first slots of their hashes.
    bool look_up_slots(const std::byte* keys, std::uint32_t* out) const {
        std::uint32_t places[strip];
        hash_keys(keys, strip, slots_.shift(), places);
        for (std::int64_t i = 0; i < strip; ++i) places[i] = slots_.first_at(places[i]);
        return compare(keys, out, [&](std::int64_t i) -> const Entry& { return entries_[places[i]]; });
    }

    // The codes of a strip of entries that have the keys, `none` of the others; whether all have.
    template <class EntryOf>
    static bool compare(const std::byte* keys, std::uint32_t* out, const EntryOf& entry_of) {
        std::uint32_t missed = 0;
        for (std::int64_t i = 0; i < strip; ++i) {
            const Entry& known = entry_of(i);
            const std::uint32_t other = difference(known, keys + 16 * i) == 0 ? 0 : none;
            out[i] = known.code | other;
            missed |= other;
        }
        return missed == 0;
    }

    std::uint32_t search(const TextKey& key, std::uint64_t hash) const {
        const std::uint32_t entry = slots_.find(hash, [&](std::uint32_t number) {
            const Entry& known = entries_[number];
            return known.key.low == key.low && known.key.high == key.high;
        });
        return entry == ProbedSlots::none ? none : entries_[entry].code;
    }

    void grow_front() {
        if (front_.size() == most_front) {
            front_.clear();
        } else if (!front_.empty()) {
            const std::size_t size = std::min(4 * front_.size(), most_front);
            front_.assign(size, no_entry);
            front_shift_ = 65 - static_cast<int>(std::bit_width(size));
        }
    }

    [[gnu::noinline]] std::uint32_t add(const TextKey& key, const char* text, std::size_t size) {
        const auto code = static_cast<std::uint32_t>(texts_.size());
        texts_.emplace_back(text, size);
        enter(key, text, code);
        return code;
    }

    void enter(const TextKey& key, const char* text, std::uint32_t code) {
        entries_.push_back({key, text, code});
        if (entries_.size() * 16 > front_.size()) grow_front();
        slots_.add([&](std::uint32_t number) { return hash_key(entries_[number].key); });
    }

    std::vector<std::string_view> texts_;
    std::vector<Entry> entries_;
    std::vector<Entry> front_ = std::vector<Entry>(least_front, no_entry);
    int front_shift_ = 55;
    ProbedSlots slots_;
};

// The hash of a text of any length.
inline std::uint64_t hash_any_text(std::string_view text) {
    if (text.size() >= 8) return hash_number(hash_text(text.data(), text.size()));
    char padded[8] = {};
    if (!text.empty()) std::memcpy(padded, text.data(), text.size());
    return hash_number(load_word(padded) ^ static_cast<std::uint64_t>(text.size()) << 60);
}

// Distinct texts that lie anywhere, in the order they came.
class TextIndex {
public:
    // The place of a text; a new one gets the next.
    std::uint32_t place(std::string_view text) {
        const std::uint64_t hash = hash_any_text(text);
        const std::uint32_t known =
            slots_.find(hash, [&](std::uint32_t place) { return hashes_[place] == hash && texts_[place] == text; });
        if (known != ProbedSlots::none) return known;
        texts_.push_back(text);
        hashes_.push_back(hash);
        slots_.add([&](std::uint32_t place) { return hashes_[place]; });
        return static_cast<std::uint32_t>(texts_.size() - 1);
    }

    std::vector<std::string_view>& texts() { return texts_; }

private:
    std::vector<std::string_view> texts_;
    std::vector<std::uint64_t> hashes_;
    ProbedSlots slots_;
};

}  // namespace concordant
