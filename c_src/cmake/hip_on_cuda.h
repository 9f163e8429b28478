// Lets the NVIDIA side of Debian's HIP headers (5.2) compile with CUDA 12 and 13: stand-ins for functions and types that CUDA
// has removed or changed since. viewfab itself uses none of them. The compiler includes this file first, by -include.
#ifndef VIEWFAB_HIP_ON_CUDA_H
#define VIEWFAB_HIP_ON_CUDA_H

#include <cuda.h>
#include <cuda_runtime.h>

#if CUDART_VERSION >= 12000

// CUDA has no texture references and no launches over several devices any more.
struct textureReference;
template <class T, int dimensions, enum cudaTextureReadMode mode> struct texture;
#define VF_REMOVED_CALL(name) \
  template <class... Arguments> static inline cudaError_t name(Arguments &&...) { return cudaErrorNotSupported; }
VF_REMOVED_CALL(cudaBindTexture)
VF_REMOVED_CALL(cudaBindTexture2D)
VF_REMOVED_CALL(cudaBindTextureToArray)
VF_REMOVED_CALL(cudaUnbindTexture)
VF_REMOVED_CALL(cudaGetTextureAlignmentOffset)
VF_REMOVED_CALL(cudaLaunchCooperativeKernelMultiDevice)
#undef VF_REMOVED_CALL

#endif

#if CUDART_VERSION >= 13000

// Device properties that CUDA now gives only as single attributes.
struct vf_device_properties : cudaDeviceProp {
  int clockRate, memoryClockRate, computeMode, cooperativeMultiDeviceLaunch, kernelExecTimeoutEnabled;
  int deviceOverlap, maxTexture1DLinear;
};
static inline cudaError_t cudaGetDeviceProperties(vf_device_properties *properties, int device)
{
  *properties = vf_device_properties();
  cudaError_t error = cudaGetDeviceProperties(static_cast<cudaDeviceProp *>(properties), device);
  const struct {
    int *to;
    cudaDeviceAttr attribute;
  } moved[] = {
    { &properties->clockRate, cudaDevAttrClockRate },
    { &properties->memoryClockRate, cudaDevAttrMemoryClockRate },
    { &properties->computeMode, cudaDevAttrComputeMode },
    { &properties->kernelExecTimeoutEnabled, cudaDevAttrKernelExecTimeout },
  };
  for (const auto &field : moved)
    if (error == cudaSuccess) error = cudaDeviceGetAttribute(field.to, field.attribute, device);
  return error;
}
#define cudaDeviceProp vf_device_properties
#define cudaDevAttrCooperativeMultiDeviceLaunch (static_cast<cudaDeviceAttr>(96))

// CUDA describes places of memory by structures; the headers pass device numbers.
static inline cudaMemLocation vf_location(int device)
{
  cudaMemLocation location = cudaMemLocation();
  location.type = device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
  location.id = device == cudaCpuDeviceId ? 0 : device;
  return location;
}
static inline cudaError_t cudaMemAdvise(const void *memory, size_t bytes, cudaMemoryAdvise advice, int device)
{
  return cudaMemAdvise(memory, bytes, advice, vf_location(device));
}
static inline cudaError_t cudaMemPrefetchAsync(const void *memory, size_t bytes, int device, cudaStream_t stream)
{
  return cudaMemPrefetchAsync(memory, bytes, vf_location(device), 0u, stream);
}

// Calls with one more argument than before.
static inline CUresult cuCtxCreate_v4(CUcontext *context, unsigned flags, CUdevice device)
{
  return cuCtxCreate_v4(context, nullptr, flags, device);
}
using vf_node = cudaGraphNode_t;
static inline cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const vf_node *from, const vf_node *to, size_t n)
{
  return cudaGraphAddDependencies(graph, from, to, nullptr, n);
}
static inline cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const vf_node *from, const vf_node *to,
                                                      size_t n)
{
  return cudaGraphRemoveDependencies(graph, from, to, nullptr, n);
}
static inline cudaError_t cudaGraphGetEdges(cudaGraph_t graph, vf_node *from, vf_node *to, size_t *n)
{
  return cudaGraphGetEdges(graph, from, to, nullptr, n);
}
static inline cudaError_t cudaGraphNodeGetDependencies(vf_node node, vf_node *nodes, size_t *n)
{
  return cudaGraphNodeGetDependencies(node, nodes, nullptr, n);
}
static inline cudaError_t cudaGraphNodeGetDependentNodes(vf_node node, vf_node *nodes, size_t *n)
{
  return cudaGraphNodeGetDependentNodes(node, nodes, nullptr, n);
}
static inline cudaError_t cudaStreamGetCaptureInfo_v2(cudaStream_t stream, cudaStreamCaptureStatus *status,
                                                      unsigned long long *id, cudaGraph_t *graph, const vf_node **nodes,
                                                      size_t *n)
{
  return cudaStreamGetCaptureInfo(stream, status, id, graph, nodes, nullptr, n);
}
static inline cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, vf_node *nodes, size_t n,
                                                              unsigned flags)
{
  return cudaStreamUpdateCaptureDependencies(stream, nodes, nullptr, n, flags);
}

#endif

#endif
