/* Elements of remote arrays in the generated loops of a kernel: array x is the address of element 0 in the form flat,
 * with x_remote for the other forms, and vfi_form is the form of the launch, a constant in each copy of the loops. The
 * header is a system header, so that the compiler reports a mistake at the author's line and not here. */
#ifndef VIEWFAB_KIT_PLAIN_REMOTE_H
#define VIEWFAB_KIT_PLAIN_REMOTE_H
#pragma GCC system_header

#include <viewfab/backend/launch_data.h>
#include <viewfab/kit/vocabulary.h>

#define VF_REMOTE(x, e) VF_REMOTE_CALL(read, x)(x, &x##_remote, vfi_form, VF_REMOTE_NUMBER(x, e))
#define VF_REMOTE_PUT(x, e, value) VF_REMOTE_CALL(put, x)(x, &x##_remote, vfi_form, VF_REMOTE_NUMBER(x, e), value)
#define VF_REMOTE_ADD(x, e, value) VF_REMOTE_CALL(add, x)(x, &x##_remote, vfi_form, VF_REMOTE_NUMBER(x, e), value)

/* The function for the elements of an array: C++ chooses it by the type of the array. */
#ifdef __cplusplus
#define VF_REMOTE_NAME(what, c) vfi_remote_##what
#define VF_REMOTE_CALL(what, x) vfi_remote_##what
#else
#define VF_REMOTE_NAME(what, c) vfi_remote_##what##_##c
#define VF_REMOTE_CALL(what, x)                \
  _Generic(*(x), float                         \
           : vfi_remote_##what##_float, double \
           : vfi_remote_##what##_double, int   \
           : vfi_remote_##what##_int, int64_t  \
           : vfi_remote_##what##_int64_t)
#endif

/* The number of an element; in a build with VIEWFAB_BOUNDS it is the number of an element that a rank has. */
#ifdef VIEWFAB_KIT_PLAIN_BOUNDS_H
#define VF_REMOTE_NUMBER(x, e) \
  vfi_remote_checked(vfi_guard_of_##x, e, x##_remote.shift, x##_remote.lengths, x##_remote.ranks)
#else
#define VF_REMOTE_NUMBER(x, e) (e)
#endif

/* The offset of an element in the part of its rank, in elements. */
VF_MAP_FUNCTION int64_t vfi_remote_offset(const vfi_remote_span *remote, const int64_t e)
{
  return e & (((int64_t)1 << remote->shift) - 1);
}

/* The three ways to elements of type c, each by the form: by a table of the parts, by functions, or in one line. A GPU has
 * the functions of NVSHMEM if the kernel is compiled for NVSHMEM, and otherwise gets no launch with a handle. */
#define VF_REMOTE_ELEMENT(c, base) \
  (form == VF_REMOTE_TABLE ? (c *)remote->parts[e >> remote->shift] + vfi_remote_offset(remote, e) : (base) + e)
#if defined(VF_REMOTE_SYMMETRIC)
#define VF_REMOTE_BY_HANDLE(what, c, type, value) \
  vf_symmetric_##what(base, remote->parts, (int)(e >> remote->shift), vfi_remote_offset(remote, e), value)
#elif defined(VIEWFAB_GPU)
#define VF_REMOTE_BY_HANDLE(what, c, type, value) (void)(value)
#else
#define VF_REMOTE_BY_HANDLE(what, c, type, value)                        \
  remote->handle->what(remote->handle->state, (int)(e >> remote->shift), \
                       (size_t)vfi_remote_offset(remote, e) * sizeof(c), value, type)
#endif

/* Additions of all ranks and threads follow one after the other. */
#if defined(VIEWFAB_GPU)
#define VF_REMOTE_ATOMIC(c, at, value) VF_CAT(VF_REMOTE_ATOMIC_, c)(at, value)
#define VF_REMOTE_ATOMIC_float(at, value) atomicAdd_system(at, value);
#define VF_REMOTE_ATOMIC_double(at, value) atomicAdd_system(at, value);
#define VF_REMOTE_ATOMIC_int(at, value) atomicAdd_system(at, value);
#define VF_REMOTE_ATOMIC_int64_t(at, value) atomicAdd_system((unsigned long long *)(at), (unsigned long long)(value));
#else
#define VF_REMOTE_ATOMIC(c, at, value)          \
  c before, after;                              \
  __atomic_load(at, &before, __ATOMIC_RELAXED); \
  do after = before + value;                    \
  while (!__atomic_compare_exchange(at, &before, &after, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
#endif

#define VF_REMOTE_FUNCTIONS(c, type)                                                                \
  VF_INLINE c VF_REMOTE_NAME(read, c)(const c *const base, const vfi_remote_span *const remote,     \
                                      const vfi_remote_form form, const int64_t e)                  \
  {                                                                                                 \
    if (form != VF_REMOTE_HANDLE) return *VF_REMOTE_ELEMENT(const c, base);                         \
    c value = 0;                                                                                    \
    VF_REMOTE_BY_HANDLE(get, c, type, &value);                                                      \
    return value;                                                                                   \
  }                                                                                                 \
  VF_INLINE void VF_REMOTE_NAME(put, c)(c *const base, const vfi_remote_span *const remote,         \
                                        const vfi_remote_form form, const int64_t e, const c value) \
  {                                                                                                 \
    if (form != VF_REMOTE_HANDLE) *VF_REMOTE_ELEMENT(c, base) = value;                              \
    else VF_REMOTE_BY_HANDLE(put, c, type, &value);                                                 \
  }                                                                                                 \
  VF_INLINE void VF_REMOTE_NAME(add, c)(c *const base, const vfi_remote_span *const remote,         \
                                        const vfi_remote_form form, const int64_t e, const c value) \
  {                                                                                                 \
    if (form == VF_REMOTE_HANDLE) {                                                                 \
      VF_REMOTE_BY_HANDLE(add, c, type, &value);                                                    \
      return;                                                                                       \
    }                                                                                               \
    c *const at = VF_REMOTE_ELEMENT(c, base);                                                       \
    VF_REMOTE_ATOMIC(c, at, value)                                                                  \
  }
VF_REMOTE_FUNCTIONS(float, VF_REAL32)
VF_REMOTE_FUNCTIONS(double, VF_REAL64)
VF_REMOTE_FUNCTIONS(int, VF_INT32)
VF_REMOTE_FUNCTIONS(int64_t, VF_INT64)
#undef VF_REMOTE_FUNCTIONS

#endif
