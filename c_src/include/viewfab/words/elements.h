/* Element types of arrays. */
#ifndef VIEWFAB_WORDS_ELEMENTS_H
#define VIEWFAB_WORDS_ELEMENTS_H

/* A row is NAME, word, number, C type, epsilon:
 *   NAME     VF_<NAME>
 *   word     name in messages, and name of its kind in Fortran's iso_fortran_env
 *   number   number of the type in Fortran and in captures
 *   C type   its type in C
 *   epsilon  relative distance of neighbouring numbers; 0 for types that are not real */

/* X(with, row): the real types. Kernels are compiled once for each real type. */
#define VF_PASS_LIST(X, with)                \
  X(with, REAL32, real32, 1, float, 0x1p-23) \
  X(with, REAL64, real64, 2, double, 0x1p-52)

#define VF_REAL_TYPE_LIST(X) VF_PASS_LIST(VF_TYPE_ROW, X)
#define VF_TYPE_ROW(X, ...) X(__VA_ARGS__)

#define VF_INTEGER_TYPE_LIST(X)  \
  X(INT32, int32, 3, int32_t, 0) \
  X(INT64, int64, 4, int64_t, 0)

/* Fortran's default logical: 0 is false. Compilers write 1 or -1 for true, so any number but 0 counts as true. Kernels
 * write 1, a true value for all compilers. */
#define VF_LOGICAL_TYPE_LIST(X) X(LOGICAL32, logical32, 5, int32_t, 0)

#define VF_TYPE_LIST(X) VF_REAL_TYPE_LIST(X) VF_INTEGER_TYPE_LIST(X) VF_LOGICAL_TYPE_LIST(X)

#endif
