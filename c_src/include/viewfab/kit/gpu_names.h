/* One spelling for the two GPU runtimes. Everything here is a macro, local to the translation unit. */
#ifndef VIEWFAB_KIT_GPU_NAMES_H
#define VIEWFAB_KIT_GPU_NAMES_H

#define VIEWFAB_GPU /* kernel.h: bodies are compiled for a GPU */

#if defined(VIEWFAB_GPU_HIP)
#include <hip/hip_runtime.h>
#define VF_GPU(name) hip##name
#define VF_GPU_NAME hip
#define VF_GPU_ID VF_BACKEND_HIP
#define VF_GPU_MULTIPROCESSORS hipDeviceAttributeMultiprocessorCount
#define VF_GPU_MOST_SHARED hipDeviceAttributeMaxSharedMemoryPerBlock
#define VF_GPU_ATTRIBUTE_TYPE hipDeviceAttribute_t
#define VF_GPU_CONCURRENT_MANAGED hipDeviceAttributeConcurrentManagedAccess
#define VF_GPU_PAGEABLE hipDeviceAttributePageableMemoryAccess
#define VF_GPU_HOST_TABLES hipDeviceAttributePageableMemoryAccessUsesHostPageTables
#define VF_GPU_POINTER_ATTRIBUTES hipPointerAttribute_t
#define VF_GPU_IS_MANAGED(attributes) ((attributes).isManaged != 0)
#else
#include <cuda_runtime.h>
#define VF_GPU(name) cuda##name
#define VF_GPU_NAME cuda
#define VF_GPU_ID VF_BACKEND_CUDA
#define VF_GPU_MULTIPROCESSORS cudaDevAttrMultiProcessorCount
#define VF_GPU_MOST_SHARED cudaDevAttrMaxSharedMemoryPerBlockOptin
#define VF_GPU_ATTRIBUTE_TYPE cudaDeviceAttr
#define VF_GPU_CONCURRENT_MANAGED cudaDevAttrConcurrentManagedAccess
#define VF_GPU_PAGEABLE cudaDevAttrPageableMemoryAccess
#define VF_GPU_HOST_TABLES cudaDevAttrPageableMemoryAccessUsesHostPageTables
#define VF_GPU_POINTER_ATTRIBUTES cudaPointerAttributes
#define VF_GPU_IS_MANAGED(attributes) ((attributes).type == cudaMemoryTypeManaged)
#define cudaHostMalloc cudaHostAlloc
#define cudaHostFree cudaFreeHost
#endif

#endif
