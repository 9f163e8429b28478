/* A kernel that is started while the one before it in its queue still runs: its threads are there when they may begin. Both
 * say so: the first with VF_NEXT_MAY_START, the second with VF_KERNEL_BEFORE_IS_OVER, before it touches any memory, and it is
 * launched by vf_launch_early. Where the device or the code is older than sm_90, and on AMD, it is an ordinary launch. */
#ifndef VIEWFAB_KIT_GPU_EARLY_H
#define VIEWFAB_KIT_GPU_EARLY_H

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
#define VF_NEXT_MAY_START cudaTriggerProgrammaticLaunchCompletion();
#define VF_KERNEL_BEFORE_IS_OVER cudaGridDependencySynchronize();
#else
#define VF_NEXT_MAY_START
#define VF_KERNEL_BEFORE_IS_OVER
#endif

#if !defined(VIEWFAB_GPU_HIP) && CUDART_VERSION >= 12000
/* Whether the device takes such launches and the kernel's code for it waits by itself: code for an older one does not. */
static inline bool vf_starts_early(const void *kernel)
{
  int device = 0, major = 0;
  cudaFuncAttributes code;
  if (cudaGetDevice(&device) != cudaSuccess) return false;
  if (cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device) != cudaSuccess || major < 9)
    return false;
  return cudaFuncGetAttributes(&code, kernel) == cudaSuccess && code.ptxVersion >= 90;
}

/* early: vf_starts_early of the kernel, which a caller asks for once. */
template <typename... Parameters, typename... Arguments>
static inline cudaError_t vf_launch_early(const bool early, void (*kernel)(Parameters...), const dim3 blocks,
                                          const unsigned threads, const cudaStream_t queue,
                                          const Arguments &...arguments)
{
  cudaLaunchAttribute attribute = cudaLaunchAttribute();
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config = cudaLaunchConfig_t();
  config.gridDim = blocks;
  config.blockDim = dim3(threads);
  config.stream = queue;
  config.attrs = &attribute;
  config.numAttrs = early ? 1 : 0;
  return cudaLaunchKernelEx(&config, kernel, static_cast<Parameters>(arguments)...);
}
#else
static inline bool vf_starts_early(const void *) { return false; }

template <typename... Parameters, typename... Arguments>
static inline VF_GPU(Error_t)
    vf_launch_early(bool, void (*kernel)(Parameters...), const dim3 blocks, const unsigned threads,
                    const VF_GPU(Stream_t) queue, const Arguments &...arguments)
{
  kernel<<<blocks, threads, 0, queue>>>(static_cast<Parameters>(arguments)...);
  return VF_GPU(GetLastError)();
}
#endif

#endif
