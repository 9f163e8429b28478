/* VF_WIDE before a function compiles the function for processors with wider vectors too, and the program takes the
 * version of its machine. */
#ifndef VIEWFAB_VALIDATE_COMPARE_WIDE_H
#define VIEWFAB_VALIDATE_COMPARE_WIDE_H

/* The choice is made while a program is loaded, before a sanitizer is ready for it. */
#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define VF_WIDE __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define VF_WIDE
#endif

#endif
