// Large memory for trivial values, uncleared or zero, in huge pages where the system grants them on request: a write
// that goes to thousands of places in turn would otherwise miss the processor's table of pages each time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>

#include "kept_pages.hpp"

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
