/* Included by the generated units of kernels for a GPU, outside the namespaces of kernels: the words of bodies, and the
 * data of a launch. */
#ifndef VIEWFAB_KIT_DEVICE_H
#define VIEWFAB_KIT_DEVICE_H

#include <viewfab/kit/gpu_names.h>

#if defined(VIEWFAB_NVSHMEM) && !defined(VIEWFAB_GPU_HIP)
#include <viewfab/kit/remote_nvshmem.h>
#endif
#ifdef VIEWFAB_BOUNDS
#include <viewfab/kit/plain_bounds.h>
#endif
#include <viewfab/backend/launch.h>
#include <viewfab/kit/gpu_early.h>
#include <viewfab/kit/gpu_grid.h>
#include <viewfab/kit/plain.h>

/* Arrays of an inline function are distinct. AMD's compiler then takes the strides of a box for values of single threads, which
 * costs a kernel on sets up to 30 vector registers. */
#if defined(__HIP_PLATFORM_AMD__)
#define VF_ON_AMD 1
#define VF_DISTINCT
#else
#define VF_ON_AMD 0
#define VF_DISTINCT __restrict__
#endif

/* Bytes of a kernel for its parameters. */
#if defined(VIEWFAB_GPU_HIP) || CUDART_VERSION >= 12010
enum { VF_PARAMETER_BYTES = 32764 };
#else
enum { VF_PARAMETER_BYTES = 4096 };
#endif

/* True if the stride of an array's rows fits its type. Only arrays with several rows of 2^31 elements or more fail. */
static inline bool vfi_row_fits(const vfi_launch *launch, const int argument)
{
  const ptrdiff_t stride = launch->spans[argument].stride[0];
  return launch->sets || stride == (VF_ROW_STRIDE)stride;
}

/* A vfi_launch_sets with as many arguments as the kernel has: GPU kernels have little room for parameters. */
template <int arguments> struct vfi_sets {
  const vf_box *boxes;
  const int64_t *first_tiles;
  const char *values;
  size_t value_stride;
  uint32_t is_set[(arguments + 31) / 32];
  const vfi_span *spans[arguments];
};

template <int arguments> static inline vfi_sets<arguments> vfi_sets_of(const vfi_launch_sets *all)
{
  vfi_sets<arguments> sets;
  sets.boxes = all->boxes;
  sets.first_tiles = all->first_tiles;
  sets.values = all->values;
  sets.value_stride = all->value_stride;
  memcpy(sets.is_set, all->is_set.words, sizeof sets.is_set);
  memcpy(sets.spans, all->spans, sizeof sets.spans);
  return sets;
}

/* The array of an argument in box b; and a value of a kernel with VF_VALUES_BY_BOX.
 *   at  its first byte among the packed values of the box */
template <int arguments>
VF_INLINE const vfi_span *vfi_span_in_set(const vfi_sets<arguments> &sets, const int argument, const int b)
{
  return sets.spans[argument] + (sets.is_set[argument / 32] >> argument % 32 & 1 ? b : 0);
}
template <int arguments>
VF_INLINE const vf_value *vfi_value_in_set(const vfi_sets<arguments> &sets, const int b, const size_t at)
{
  return (const vf_value *)(sets.values + (size_t)b * sets.value_stride + at);
}

/* An array of a launch that may repeat arrays. */
typedef struct vfi_used_array {
  int argument, size; /* bytes of an element */
  bool is_written;
} vfi_used_array;

/* True if no written array shares memory with another array, from the first element of each view to its last. */
static inline bool vfi_launch_is_distinct(const vfi_launch *launch, const vfi_used_array *arrays, const int count)
{
  uintptr_t begin[VF_MAX_ARGUMENTS], end[VF_MAX_ARGUMENTS];
  for (int a = 0; a < count; a++) {
    const vfi_span *span = &launch->spans[arrays[a].argument];
    int64_t first = span->lower[0], last = span->upper[0];
    for (int d = 1; d < 4; d++) {
      first += span->lower[d] * (int64_t)span->stride[d - 1];
      last += span->upper[d] * (int64_t)span->stride[d - 1];
    }
    begin[a] = (uintptr_t)span->origin + (uintptr_t)(first * arrays[a].size);
    end[a] = (uintptr_t)span->origin + (uintptr_t)((last + 1) * arrays[a].size);
    for (int other = 0; other < a; other++)
      if ((arrays[a].is_written || arrays[other].is_written) && begin[a] < end[other] && begin[other] < end[a])
        return false;
  }
  return true;
}

#endif
