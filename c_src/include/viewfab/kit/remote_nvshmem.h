/* Elements of remote arrays by NVSHMEM, for kernels that are compiled for it. A mapped part is reached by its address
 * in parts; NULL there means no mapping. own: the own part; all parts have the same place in the symmetric heap. */
#ifndef VIEWFAB_KIT_REMOTE_NVSHMEM_H
#define VIEWFAB_KIT_REMOTE_NVSHMEM_H
#pragma GCC system_header

#define VF_REMOTE_SYMMETRIC /* asked by the other headers */

#include <nvshmem.h>
#include <stdint.h>

/* Keeps the unit with the heap in the program: unit_nvshmem.h */
extern "C" const int vfi_nvshmem_heap;
static const int *const vfi_nvshmem_heap_is_kept __attribute__((used)) = &vfi_nvshmem_heap;

/* X(type of an element, its name in NVSHMEM) */
#define VF_SYMMETRIC_TYPES(X) X(float, float) X(double, double) X(int, int) X(int64_t, int64)

#define VF_SYMMETRIC_ACCESS(type, name)                                                                          \
  __device__ inline void vf_symmetric_get(const type *own, void *const *parts, const int rank, const int64_t at, \
                                          type *value)                                                           \
  {                                                                                                              \
    const type *const part = (const type *)parts[rank];                                                          \
    *value = part ? part[at] : nvshmem_##name##_g(own + at, rank);                                               \
  }                                                                                                              \
  __device__ inline void vf_symmetric_put(type *own, void *const *parts, const int rank, const int64_t at,       \
                                          const type *value)                                                     \
  {                                                                                                              \
    type *const part = (type *)parts[rank];                                                                      \
    if (part) part[at] = *value;                                                                                 \
    else nvshmem_##name##_p(own + at, *value, rank);                                                             \
  }
VF_SYMMETRIC_TYPES(VF_SYMMETRIC_ACCESS)
#undef VF_SYMMETRIC_ACCESS
#undef VF_SYMMETRIC_TYPES

__device__ inline void vf_symmetric_add(int *own, void *const *parts, const int rank, const int64_t at,
                                        const int *value)
{
  int *const part = (int *)parts[rank];
  if (part) atomicAdd_system(part + at, *value);
  else nvshmem_int_atomic_add(own + at, *value, rank);
}

__device__ inline void vf_symmetric_add(int64_t *own, void *const *parts, const int rank, const int64_t at,
                                        const int64_t *value)
{
  int64_t *const part = (int64_t *)parts[rank];
  if (part) atomicAdd_system((unsigned long long *)(part + at), (unsigned long long)*value);
  else nvshmem_int64_atomic_add(own + at, *value, rank);
}

/* NVSHMEM does not add real numbers. The function compares and swaps, and tries again if another addition came
 * between. */
#define VF_SYMMETRIC_ADD(type, word, name)                                                                 \
  __device__ inline void vf_symmetric_add(type *own, void *const *parts, const int rank, const int64_t at, \
                                          const type *value)                                               \
  {                                                                                                        \
    type *const part = (type *)parts[rank];                                                                \
    if (part) {                                                                                            \
      atomicAdd_system(part + at, *value);                                                                 \
      return;                                                                                              \
    }                                                                                                      \
    union {                                                                                                \
      word bits;                                                                                           \
      type number;                                                                                         \
    } before, after, found;                                                                                \
    word *const there = (word *)(own + at);                                                                \
    found.bits = nvshmem_##name##_atomic_fetch(there, rank);                                               \
    do {                                                                                                   \
      before = found;                                                                                      \
      after.number = before.number + *value;                                                               \
      found.bits = nvshmem_##name##_atomic_compare_swap(there, before.bits, after.bits, rank);             \
    } while (found.bits != before.bits);                                                                   \
  }
VF_SYMMETRIC_ADD(float, uint32_t, uint32)
VF_SYMMETRIC_ADD(double, uint64_t, uint64)
#undef VF_SYMMETRIC_ADD

#endif
