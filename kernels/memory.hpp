// Memory: rows fetched ahead of their use, and large pages that are kept for the next call.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <type_traits>
#include <utility>

#include "columns.hpp"
#include "platform.hpp"

namespace concordant {

// The rows of the next block are asked for while this block is counted, so that the memory never rests: 0.6 ns a row
// in place of 0.9 for int64. One-byte and two-byte labels come fast enough without.

struct Ahead {
    const std::byte* truth;
    const std::byte* prediction;
    std::int64_t truth_step;  // bytes of four rows
    std::int64_t prediction_step;

    Ahead(const Column& a, const Column& b, std::int64_t row)
        : truth(a.data + row * a.stride), prediction(b.data + row * b.stride), truth_step(4 * a.stride),
          prediction_step(4 * b.stride) {}

    static bool pays(const Column& a, const Column& b) { return a.stride >= 4 && b.stride >= 4; }

    void fetch(std::int64_t four_rows) const {
#if defined(__GNUC__)
        __builtin_prefetch(truth + four_rows * truth_step);
        __builtin_prefetch(prediction + four_rows * prediction_step);
#else
        static_cast<void>(four_rows);
#endif
    }
};

struct Nothing {
    void fetch(std::int64_t) const {}
};

}  // namespace concordant

// Large memory that was freed a moment ago and is handed out again: the system clears each page that it gives and takes
// a fault for it, which for arrays of a curve took as long as the sort (small pages come at 2 to 3 GB/s, where memory
// that is there is written at 30). No more is kept than an allocator would keep: 64 MiB.

namespace concordant::ranked {

struct KeptMemory {
    void* memory = nullptr;
    std::size_t bytes = 0;
};

class KeptPages {
public:
    static constexpr std::size_t least = std::size_t{1} << 18;  // less is kept by the allocator
    static constexpr std::size_t most = std::size_t{1} << 26;   // in all
    static constexpr std::size_t most_each = most / 4;

    // Never destroyed, as arrays may be freed after everything else.
    static KeptPages& of_process() {
        static KeptPages* const kept = new KeptPages;
        return *kept;
    }

    // Memory of at least so many bytes, and hardly more; none where nothing fits.
    KeptMemory take(std::size_t bytes) {
        const std::unique_lock lock(mutex_, std::try_to_lock);
        if (!lock) return {};  // nobody waits: not for another thread, nor for one that was lost in a fork
        for (auto& each : kept_)
            if (each.bytes >= bytes && each.bytes - bytes <= bytes / 4) {
                in_all_ -= each.bytes;
                return std::exchange(each, {});
            }
        return {};
    }

    // Keeps this memory in the place of what was kept longest; gives back what is to be freed instead: that, or itself.
    KeptMemory keep(KeptMemory freed) {
        if (freed.bytes < least || freed.bytes > most_each) return freed;
        const std::unique_lock lock(mutex_, std::try_to_lock);
        if (!lock) return freed;
        auto& place = kept_[next_];
        if (in_all_ - place.bytes + freed.bytes > most) return freed;
        next_ = (next_ + 1) % kept_.size();
        in_all_ += freed.bytes - place.bytes;
        return std::exchange(place, freed);
    }

private:
    std::mutex mutex_;
    std::array<KeptMemory, 8> kept_{};
    std::size_t next_ = 0;  // the place that was filled longest ago
    std::size_t in_all_ = 0;
};

}  // namespace concordant::ranked

// Large memory for trivial values, uncleared or zero, in huge pages where the system grants them on request: a write
// that goes to thousands of places in turn would otherwise miss the processor's table of pages each time.

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace concordant::ranked {

inline constexpr std::size_t huge_page = std::size_t{1} << 21;
inline constexpr std::size_t line_bytes = 64;  // of the cache

inline std::align_val_t alignment_for(std::size_t bytes) {
    return std::align_val_t{bytes < 2 * huge_page ? line_bytes : huge_page};
}

// Whole huge pages of the larger ones, so that none of it comes in small pages.
inline std::size_t rounded_up(std::size_t bytes) {
    return bytes < 2 * huge_page ? bytes : (bytes + huge_page - 1) / huge_page * huge_page;
}

inline void free_pages(const KeptMemory& pages) noexcept {
    ::operator delete(pages.memory, alignment_for(pages.bytes));
}

struct FreePages {
    std::size_t bytes = 0;  // 0: of the C library
    void operator()(void* memory) const noexcept {
        if (bytes == 0) {
            std::free(memory);
            return;
        }
#if defined(CONCORDANT_SANITIZE)
        free_pages({memory, bytes});  // a sanitizer sees what is written to memory after it was freed
#else
        free_pages(KeptPages::of_process().keep({memory, bytes}));
#endif
    }
};

template <class T>
using Pages = std::unique_ptr<T[], FreePages>;

template <class T>
Pages<T> make_pages(std::size_t count) {
    static_assert(std::is_trivially_destructible_v<T> && std::is_trivially_copyable_v<T>);
    // So that the line after the last value is there, too.
    const std::size_t bytes = rounded_up(count * sizeof(T) + line_bytes);
    if (bytes >= KeptPages::least)
        if (const KeptMemory kept = KeptPages::of_process().take(bytes); kept.memory != nullptr)
            return Pages<T>(static_cast<T*>(kept.memory), FreePages{kept.bytes});
    void* memory = ::operator new(bytes, alignment_for(bytes));
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    if (bytes >= 2 * huge_page) madvise(memory, bytes, MADV_HUGEPAGE);  // a wish: may fail
#endif
    return Pages<T>(static_cast<T*>(memory), FreePages{bytes});
}

// Values that are all zero. Much fresh memory of the system is so already, and is not touched before it is used; a
// little is kept, and cleared.
template <class T>
Pages<T> make_zeros(std::size_t count) {
    static_assert(std::is_trivially_destructible_v<T> && std::is_trivially_copyable_v<T>);
    const std::size_t bytes = count * sizeof(T);
    if (bytes >= KeptPages::least && bytes <= KeptPages::most_each) {
        auto pages = make_pages<T>(count);
        std::memset(static_cast<void*>(pages.get()), 0, bytes);
        return pages;
    }
    void* memory = std::calloc(count + 1, sizeof(T));  // also for no value: null means that there is no memory
    if (memory == nullptr) throw std::bad_alloc();
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    const std::size_t skip = (huge_page - reinterpret_cast<std::uintptr_t>(memory) % huge_page) % huge_page;
    if (bytes >= 2 * huge_page)
        madvise(static_cast<std::byte*>(memory) + skip, (bytes - skip) / huge_page * huge_page, MADV_HUGEPAGE);
#endif
    return Pages<T>(static_cast<T*>(memory));
}

}  // namespace concordant::ranked
