/* Included after the kernel file and bundle.h: the loops over the points of boxes on host threads. */
enum {
  VF_PARALLEL_POINTS = 8192, /* below this, starting threads costs more than the loop */
  VF_PARALLEL_BOXES = 32     /* from this on, threads take a box of a set each in place of a part of every box */
};

/* Boxes of sets may be empty, in several directions too, where a product of their extents says nothing. */
static inline bool vf_has_points(const vf_box *box)
{
  return box->lower[0] <= box->upper[0] && box->lower[1] <= box->upper[1] && box->lower[2] <= box->upper[2];
}

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
#if defined(VF_REMOTE_FORMS) && !defined(VIEWFAB_BOUNDS)
#include <viewfab/kit/remote_forms.h>
#else
#include VF_LOOPS_FILE(host_)
#endif
