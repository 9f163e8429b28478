/* Checked element access, for builds with VIEWFAB_BOUNDS. The first access outside an array is put on record;
 * the host then goes on with an element inside the array, a GPU stops the kernel with a trap (a device assert
 * would cost registers even where it never fires). The record names the argument and the index. */
#ifndef VIEWFAB_KIT_BOUNDS_H
#define VIEWFAB_KIT_BOUNDS_H

typedef struct vf_guard {
  int lower[3], upper[3], components, argument, box;
  vf_bounds_record *record;
} vf_guard;

#if defined(__CUDACC__) || defined(__HIPCC__)
#define VF_GUARD_FUNCTION static __host__ __device__ __forceinline__
#else
#define VF_GUARD_FUNCTION static inline
#endif

/* Turns a guard to the span that an argument has for a box. */
VF_GUARD_FUNCTION void vf_guard_move(vf_guard *guard, const vf_span *span, bool has_components, int box)
{
  for (int d = 0; d < 3; d++) {
    guard->lower[d] = span->lower[d];
    guard->upper[d] = span->upper[d];
  }
  guard->components = has_components ? span->components : VF_ANY_COMPONENT;
  guard->box = box;
}

/* Of an array that is no argument, and whose elements are known to be inside: nothing to record in. */
VF_GUARD_FUNCTION vf_guard vf_guard_lone(const vf_span *span)
{
  vf_guard guard;
  guard.argument = 0;
  guard.record = NULL;
  vf_guard_move(&guard, span, true, 0);
  return guard;
}

static inline vf_guard vf_guard_of(const vf_span *span, int argument, vf_bounds_record *record)
{
  vf_guard guard;
  guard.argument = argument;
  guard.record = record;
  vf_guard_move(&guard, span, true, 0);
  return guard;
}

VF_INLINE ptrdiff_t vf_guarded_offset(const vf_guard *guard, int i, int j, int k, int n, ptrdiff_t stride_j,
                                      ptrdiff_t stride_k, ptrdiff_t stride_n)
{
  if (i < guard->lower[0] || i > guard->upper[0] || j < guard->lower[1] || j > guard->upper[1] || k < guard->lower[2] ||
      k > guard->upper[2] || n < 0 || n >= guard->components) {
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
    if (atomicExch(&guard->record->found, 1) == 0) {
#else
    if (__atomic_exchange_n(&guard->record->found, 1, __ATOMIC_RELAXED) == 0) {
#endif
      guard->record->argument = guard->argument;
      guard->record->box = guard->box;
      guard->record->index[0] = i;
      guard->record->index[1] = j;
      guard->record->index[2] = k;
      guard->record->index[3] = n;
    }
#if defined(__CUDA_ARCH__)
    __threadfence_system();
    __trap();
#elif defined(__HIP_DEVICE_COMPILE__)
    __threadfence_system();
    __builtin_trap();
#endif
    i = guard->lower[0];
    j = guard->lower[1];
    k = guard->lower[2];
    n = 0;
  }
  return i + j * stride_j + k * stride_k + n * stride_n;
}

#endif
