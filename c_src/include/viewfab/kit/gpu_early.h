/* The early start of a kernel, while the kernel before it in the queue still runs: its threads are then ready to begin.
 * The first kernel contains VF_NEXT_MAY_START. The second kernel contains VF_KERNEL_BEFORE_IS_OVER, before it touches
 * any memory, and is launched by vfi_launch_early. On AMD, and if the device or the code is older than sm_90, the launch
 * is ordinary. */
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
/* True if the device takes such launches, and the kernel's code contains the wait: code for older devices does not
 * contain it. */
static inline bool vfi_starts_early(const void *kernel)
{
  int device = 0, major = 0;
  cudaFuncAttributes code;
  if (cudaGetDevice(&device) != cudaSuccess) return false;
  if (cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device) != cudaSuccess || major < 9)
    return false;
  return cudaFuncGetAttributes(&code, kernel) == cudaSuccess && code.ptxVersion >= 90;
}

/* early: vfi_starts_early of the kernel; a caller asks once. */
template <typename... Parameters, typename... Arguments>
static inline cudaError_t vfi_launch_early(const bool early, void (*kernel)(Parameters...), const dim3 blocks,
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
static inline bool vfi_starts_early(const void *) { return false; }

template <typename... Parameters, typename... Arguments>
static inline VF_GPU(Error_t)
    vfi_launch_early(bool, void (*kernel)(Parameters...), const dim3 blocks, const unsigned threads,
                     const VF_GPU(Stream_t) queue, const Arguments &...arguments)
{
  kernel<<<blocks, threads, 0, queue>>>(static_cast<Parameters>(arguments)...);
  return VF_GPU(GetLastError)();
}
#endif

#endif
