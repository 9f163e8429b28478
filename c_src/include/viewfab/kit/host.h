/* Included after the kernel file and bundle.h: the loops over the points of boxes on host threads. */
enum {
  VF_PARALLEL_POINTS = 8192, /* below this, starting threads costs more than the loop */
  VF_PARALLEL_BOXES = 32     /* from this on, threads take a box of a set each in place of a part of every box */
};

/* Threads that a parallel region would have here. */
VF_UNUSED static inline int vf_thread_count(void)
{
#ifdef _OPENMP
  return omp_get_max_threads();
#else
  return 1;
#endif
}

#include <viewfab/kit/distinct.h>
#if VF_REMOTE_SEVERAL && !defined(VIEWFAB_BOUNDS)
#include <viewfab/kit/remote_forms.h>
#else
#include VF_LOOPS_FILE(host_)
#endif
