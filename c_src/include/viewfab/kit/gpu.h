/* Included after the kernel file and bundle.h in a GPU translation unit: the kernel and its launcher. The
 * includer has opened a namespace of its own for the type of the pass. */

#include <viewfab/kit/distinct.h>

/* Arguments go to GPU kernels as their parameters, beside boxes and numbers. */
#if !defined(VIEWFAB_GPU_HIP) || defined(__HIP_PLATFORM_NVIDIA__)
#if CUDART_VERSION >= 12010
#define VF_PARAMETER_BYTES 32764
#else
#define VF_PARAMETER_BYTES 4096
#endif
static_assert(sizeof(vfi_bundle) + sizeof(vfi_sets) + VF_ARRAY_COUNT * sizeof(void *) + 256 <= VF_PARAMETER_BYTES,
              VF_KERNEL_FILE ": the arguments of the kernel take more bytes than a CUDA kernel has for its parameters, "
                             "4096 before CUDA 12.1 and 32764 since");
#undef VF_PARAMETER_BYTES
#endif
#if VF_REMOTE_SEVERAL && !defined(VIEWFAB_BOUNDS)
#include <viewfab/kit/remote_forms.h>
#else
#include VF_LOOPS_FILE(gpu_)
#endif
