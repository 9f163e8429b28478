/* Translation unit: the host loops of one kernel for one type. Needs VF_KERNEL_FILE (in quotes),
 * VF_FILE_IS_<kernel> 1 and VF_REAL. One type a unit, so that helpers in the kernel file exist once. */
#ifdef _OPENMP
#include <omp.h>
#endif
#include <viewfab/kit/declare.h>
#include VF_KERNEL_FILE
#include <viewfab/kit/bundle.h>
#ifdef VF_ACCEPTED
#include <viewfab/kit/host.h>
#endif

#if defined(VF_ACCEPTED) && (VF_RUNS == VF_RUNS_TERM || VF_GIVES) && !defined(VF_NO_FMA)
#undef VF_REFUSAL
#define VF_REFUSAL "the kernel gives results now: configure the build again (such kernels are compiled without FMA)"
#include <viewfab/kit/refuse.h>
#endif
