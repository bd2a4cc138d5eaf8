// One source, several machine codes: where the loader can choose (GCC on x86-64 Linux), a hot function is compiled
// for the base instruction set, for AVX2 and for AVX-512, and the processor's best is picked at load time.
// Elsewhere, and under sanitizers (whose runtime is not ready when the choice is made), the plain code is used.
#pragma once

#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(CONCORDANT_SANITIZE)
#define CONCORDANT_CLONES __attribute__((target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4")))
#else
#define CONCORDANT_CLONES
#endif
