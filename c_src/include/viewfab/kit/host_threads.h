/* The threads of host loops. */
#ifndef VIEWFAB_KIT_HOST_THREADS_H
#define VIEWFAB_KIT_HOST_THREADS_H
#include <stdint.h>

#ifdef _OPENMP
int omp_get_max_threads(void); /* as in omp.h */
#endif

enum { VF_PARALLEL_POINTS = 8192 }; /* below this, starting threads costs more than the loop */
enum { VF_PARALLEL_BOXES = 32 };    /* from this on, threads take a box of a set each in place of a part of every box */

/* Threads that a parallel region would have here. */
static inline int vfi_thread_count(void)
{
#ifdef _OPENMP
  return omp_get_max_threads();
#else
  return 1;
#endif
}

/* The first of count items that belongs to a part; without a division for the first part and behind the last. */
static inline int64_t vfi_share(const int64_t count, const int part, const int parts)
{
  return part == 0 ? 0 : part == parts ? count : count * part / parts;
}

#endif
