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

#endif
