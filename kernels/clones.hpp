// One source, several machine codes: a hot function is compiled for the base instruction set, for AVX2 and for AVX-512,
// and the loader picks the best of the processor. That takes GCC, x86-64 and glibc: musl's loader cannot choose (it has
// no ifunc), and the runtime of a sanitizer is not ready when the choice is made. Elsewhere the plain code is used.
#pragma once

#include <cstddef>  // the C++ library's first header defines __GLIBC__ where the C library is glibc

#include "machine.hpp"

#if CONCORDANT_GNU && defined(__x86_64__) && defined(__linux__) && defined(__GLIBC__) && !defined(__clang__) && \
    !defined(CONCORDANT_SANITIZE)
#if __GNUC__ >= 12
#define CONCORDANT_CLONES __attribute__((target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4")))
#else  // older ones cannot tell a level of x86-64 from another at load time, but single features they can
#define CONCORDANT_CLONES __attribute__((target_clones("default", "avx2")))
#endif
#else
#define CONCORDANT_CLONES
#endif
