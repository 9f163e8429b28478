/* Translation unit: one kernel on a GPU, for both types. Headers that must stay outside the namespace of a pass come
 * first. Needs VF_KERNEL_FILE (in quotes) and VF_FILE_IS_<kernel> 1. */
#include <viewfab/kit/gpu_names.h>
#include <viewfab/kernel.h>
#include <viewfab/kit/gpu_early.h>
#include <viewfab/kit/gpu_grid.h>
#include <viewfab/kit/results.h>
#if defined(VIEWFAB_NVSHMEM) && !defined(VIEWFAB_GPU_HIP)
#include <viewfab/kit/remote_nvshmem.h>
#endif

#define VF_REAL float
#include <viewfab/kit/gpu_pass.h>
#undef VF_REAL
#define VF_REAL double
#include <viewfab/kit/gpu_pass.h>

#if defined(VF_ACCEPTED) && (VF_RUNS == VF_RUNS_TERM || VF_GIVES) && !defined(VF_NO_FMA)
#error "the kernel gives results now: configure the build again (such kernels are compiled without FMA)"
#endif
