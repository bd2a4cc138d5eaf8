// What compilers offer beyond the standard, each with a plain twin: MSVC and clang-cl take the plain ones, as does a
// build with CONCORDANT_PLAIN, which the tests run.
#pragma once

#if defined(__GNUC__) && !defined(CONCORDANT_PLAIN)
#define CONCORDANT_GNU 1
#else
#define CONCORDANT_GNU 0
#endif

// Into its caller, and so into each of the caller's clones.
#if CONCORDANT_GNU
#define CONCORDANT_INLINE inline __attribute__((always_inline))
#elif defined(_MSC_VER)
#define CONCORDANT_INLINE __forceinline
#else
#define CONCORDANT_INLINE inline
#endif

namespace concordant {

// For a thread that looks again and again: lets another one of this core work meanwhile.
inline void rest_a_moment() {
#if CONCORDANT_GNU && (defined(__x86_64__) || defined(__i386__))
    __builtin_ia32_pause();
#endif
}

// Asks for memory that is read, or written, soon.
inline void prefetch([[maybe_unused]] const void* memory) {
#if CONCORDANT_GNU
    __builtin_prefetch(memory);
#endif
}

inline void prefetch_to_write([[maybe_unused]] const void* memory) {
#if CONCORDANT_GNU
    __builtin_prefetch(memory, 1);
#endif
}

}  // namespace concordant
