/* Arrays of all ranks: the map `remote` in VF_ARGUMENTS, and the access of a body to their elements. An argument has a
 * type of its own, declared before the body, so other kernels contain nothing of it. The header is a system header, so
 * that the compiler reports a mistake at the author's line and not here. */
#ifndef VIEWFAB_KIT_REMOTE_H
#define VIEWFAB_KIT_REMOTE_H
#pragma GCC system_header

#include <viewfab/kit/maps.h>

/* An element by its number. Each macro is for one intent. The declaration makes a constant with the intent in its name,
 * so the compiler's message about another intent names the mistake; C would otherwise take a missing function for a
 * function of int. */
#define VF_REMOTE(array, e) ((void)VF_CAT(vfi_read_and_remote_, array), VF_CAT(vfi_remote_read_of_, array)(array, e))
#define VF_REMOTE_PUT(array, e, value) \
  ((void)VF_CAT(vfi_written_and_remote_, array), VF_CAT(vfi_remote_put_in_, array)(array, e, value))
#define VF_REMOTE_ADD(array, e, value) \
  ((void)VF_CAT(vfi_updated_and_remote_, array), VF_CAT(vfi_remote_add_to_, array)(array, e, value))

/* 1 if the parts behind the name of an argument have the map remote. */
#define VF_IS_REMOTE_FROM(...) VF_IF(VF_HAS_THREE(__VA_ARGS__))(VF_IS_REMOTE_FIRST(__VA_ARGS__))(0)
#define VF_IS_REMOTE_FIRST(map, ...) VF_IS_REMOTE(map)

#define VF_REMOTE_ARRAY_OF(name) vfi_remote_array_##name
#define VF_REMOTE_ARRAYS \
  VF_ARGUMENTS(VF_REMOTE_READ_ARRAY, VF_REMOTE_WRITE_ARRAY, VF_REMOTE_UPDATE_ARRAY, VF_REMOTE_NONE)
#define VF_REMOTE_NONE(...)
#define VF_REMOTE_READ_ARRAY(type, name, ...)                          \
  VF_IF(VF_IS_REMOTE_FROM(__VA_ARGS__))                                \
  (VF_REMOTE_DECLARE(const VF_ELEMENT_OF(VF_ELEMENT_ROW_##type), name) \
       VF_REMOTE_READER(VF_ELEMENT_OF(VF_ELEMENT_ROW_##type), name))()
#define VF_REMOTE_WRITE_ARRAY(type, name, ...)                   \
  VF_IF(VF_IS_REMOTE_FROM(__VA_ARGS__))                          \
  (VF_REMOTE_DECLARE(VF_ELEMENT_OF(VF_ELEMENT_ROW_##type), name) \
       VF_REMOTE_PUTTER(VF_ELEMENT_OF(VF_ELEMENT_ROW_##type), name))()
#define VF_REMOTE_UPDATE_ARRAY(type, name, ...)                  \
  VF_IF(VF_IS_REMOTE_FROM(__VA_ARGS__))                          \
  (VF_REMOTE_DECLARE(VF_ELEMENT_OF(VF_ELEMENT_ROW_##type), name) \
       VF_REMOTE_ADDER(VF_ELEMENT_OF(VF_ELEMENT_ROW_##type), name))()

/* form: the form of the compiled loops; -1: the form of the launch. */
#define VF_REMOTE_DECLARE(element, name)                                                                    \
  typedef struct vfi_remote_array_##name {                                                                  \
    element *origin;                                                                                        \
    void *const *parts;                                                                                     \
    const vfi_remote_handle *handle;                                                                        \
    int shift, form;                                                                                        \
    VF_REMOTE_GUARD                                                                                         \
  } vfi_remote_array_##name;                                                                                \
  VF_INLINE vfi_remote_array_##name vfi_remote_formed_##name(vfi_remote_array_##name array, const int form) \
  {                                                                                                         \
    if (form >= 0) array.form = form;                                                                       \
    return array;                                                                                           \
  }
#define VF_REMOTE_READER(element, name)                                                                  \
  enum { vfi_read_and_remote_##name };                                                                   \
  VF_INLINE element vfi_remote_read_of_##name(const vfi_remote_array_##name array, const int64_t number) \
  {                                                                                                      \
    const int64_t e = VF_REMOTE_CHECKED(array, number);                                                  \
    if (array.form == VF_REMOTE_TABLE)                                                                   \
      return ((const element *)array.parts[e >> array.shift])[VF_REMOTE_OFFSET(array, e)];               \
    if (array.form == VF_REMOTE_HANDLE) {                                                                \
      element value = 0;                                                                                 \
      VF_REMOTE_BY_HANDLE(get, array, e, &value, element)                                                \
      return value;                                                                                      \
    }                                                                                                    \
    return array.origin[e];                                                                              \
  }
#define VF_REMOTE_PUTTER(element, name)                                                                                \
  enum { vfi_written_and_remote_##name };                                                                              \
  VF_INLINE void vfi_remote_put_in_##name(const vfi_remote_array_##name array, const int64_t number,                   \
                                          const element value)                                                         \
  {                                                                                                                    \
    const int64_t e = VF_REMOTE_CHECKED(array, number);                                                                \
    if (array.form == VF_REMOTE_TABLE) ((element *)array.parts[e >> array.shift])[VF_REMOTE_OFFSET(array, e)] = value; \
    else if (array.form == VF_REMOTE_HANDLE) {                                                                         \
      VF_REMOTE_BY_HANDLE(put, array, e, &value, element)                                                              \
    } else array.origin[e] = value;                                                                                    \
  }
#define VF_REMOTE_ADDER(element, name)                                                               \
  enum { vfi_updated_and_remote_##name };                                                            \
  VF_INLINE void vfi_remote_add_to_##name(const vfi_remote_array_##name array, const int64_t number, \
                                          const element value)                                       \
  {                                                                                                  \
    const int64_t e = VF_REMOTE_CHECKED(array, number);                                              \
    if (array.form == VF_REMOTE_TABLE) {                                                             \
      element *at = &((element *)array.parts[e >> array.shift])[VF_REMOTE_OFFSET(array, e)];         \
      VF_REMOTE_ATOMIC(element, at, value)                                                           \
    } else if (array.form == VF_REMOTE_HANDLE) {                                                     \
      VF_REMOTE_BY_HANDLE(add, array, e, &value, element)                                            \
    } else {                                                                                         \
      element *at = &array.origin[e];                                                                \
      VF_REMOTE_ATOMIC(element, at, value)                                                           \
    }                                                                                                \
  }
#define VF_REMOTE_OFFSET(array, e) ((e) & (((int64_t)1 << (array).shift) - 1))

/* Additions of all ranks and threads, one after the other. A GPU has the functions of NVSHMEM if the kernel is compiled for
 * NVSHMEM, and otherwise gets no launch with a handle. */
#ifdef VF_REMOTE_SYMMETRIC
#define VF_REMOTE_BY_HANDLE(what, array, e, value, element) \
  vf_symmetric_##what((array).origin, (array).parts, (int)((e) >> (array).shift), VF_REMOTE_OFFSET(array, e), value);
#else
#define VF_REMOTE_BY_HANDLE(what, array, e, value, element) (void)(value);
#endif
#if defined(__CUDACC__) || defined(__HIPCC__)
#define VF_REMOTE_ATOMIC(element, at, value) VF_CAT(VF_REMOTE_ATOMIC_, element)(at, value)
#define VF_REMOTE_ATOMIC_float(at, value) atomicAdd_system(at, value);
#define VF_REMOTE_ATOMIC_double(at, value) atomicAdd_system(at, value);
#define VF_REMOTE_ATOMIC_int(at, value) atomicAdd_system(at, value);
#define VF_REMOTE_ATOMIC_int64_t(at, value) atomicAdd_system((unsigned long long *)(at), (unsigned long long)(value));
#else /* a body is only looked through */
#define VF_REMOTE_ATOMIC(element, at, value) *(at) += (value);
#endif

/* Takes a remote array from a launch. */
#define VF_REMOTE_PACK(name, element)                        \
  {                                                          \
    const vfi_remote_span *remote = &launch->remotes[index]; \
    bundle.name.origin = (element *)remote->base;            \
    bundle.name.parts = remote->parts;                       \
    bundle.name.handle = remote->handle;                     \
    bundle.name.shift = remote->shift;                       \
    bundle.name.form = (int)remote->form;                    \
    VF_REMOTE_SET_GUARD(bundle.name)                         \
    index++;                                                 \
  }
#define VF_REMOTE_PLACE(name) \
  placed.name = bundle.name;  \
  index++;

/* The form of the compiled loops. */
#undef VF_REMOTE_FORM
#ifdef VF_GUARDED
#define VF_REMOTE_FORM -1
#else
#define VF_REMOTE_FORM VF_REMOTE_FLAT
#endif

/* Checks of the declaration, and of each number in a build with VIEWFAB_BOUNDS. */
#define VF_TAKES_REMOTE (VF_IF(VF_IS_ROW(VF_POINTS_ROW))(VF_TAKES_REMOTE_OF(VF_POINTS_ROW))(1) && !VF_HAS_LINES)
#define VF_TAKES_REMOTE_OF(row) VF_IS_ON(VF_CAT(VF_TAKES_REMOTE_, VF_COLUMN_OF(VF_POINTS_LOOPS, row)))
#define VF_TAKES_REMOTE_rows 1
#define VF_TAKES_REMOTE_reduction 1
#define VF_IS_REACHED(reach) (VF_TAKES_REMOTE && VF_TOTAL_REACH(reach) == 0)
#define VF_CHECK_REMOTE(name, reach)                                                                                 \
  VF_ASSERT(VF_TAKES_REMOTE, "argument " name ": the map remote is for kernels over all, coloured, faces and "       \
                             "reduction, without VF_LINES")                                                          \
  VF_ASSERT(VF_TOTAL_REACH(reach) == 0, "argument " name ": elements of the map remote are named by their numbers; " \
                                        "say reach(0)")

#ifdef VF_GUARDED
#define VF_REMOTE_GUARD   \
  vfi_guard guard;        \
  const int64_t *lengths; \
  int ranks;
#define VF_REMOTE_SET_GUARD(array)                           \
  VF_SET_GUARD(array, &launch->spans[index], index, launch); \
  array.lengths = remote->lengths;                           \
  array.ranks = remote->ranks;
#define VF_REMOTE_CHECKED(array, e) vfi_remote_checked(&(array).guard, e, (array).shift, (array).lengths, (array).ranks)
#else
#define VF_REMOTE_GUARD
#define VF_REMOTE_SET_GUARD(array)
#define VF_REMOTE_CHECKED(array, e) (e)
#endif

/* The forms beside flat in the kernel file, as bits. */
#define VF_REMOTE_FORM_ROW_table (2)
#define VF_REMOTE_FORM_ROW_handle (4)
#define VF_FORM_BIT(word) | VF_IF(VF_IS_ROW(VF_REMOTE_FORM_ROW_##word))(VF_ITSELF VF_REMOTE_FORM_ROW_##word)(0)
#define VF_FORM_WRONG(word) +(!VF_IS_ROW(VF_REMOTE_FORM_ROW_##word))
#define VF_REMOTE_BITS (1 VF_EACH(VF_FORM_BIT, VF_REMOTE_FORMS))
/* The forms of this unit. HIP has table in any case, because parts of several ranks have separate addresses there. */
#ifdef VIEWFAB_GPU_HIP
#define VF_REMOTE_BITS_HERE (VF_REMOTE_BITS | 2)
#else
#define VF_REMOTE_BITS_HERE VF_REMOTE_BITS
#endif
#define VF_REMOTE_SEVERAL (VF_REMOTE_COUNT && VF_REMOTE_BITS_HERE != 1)
#define VF_REMOTE_COUNT (0 VF_ARGUMENTS(VF_COUNT_REMOTE, VF_COUNT_REMOTE, VF_COUNT_REMOTE, VF_REMOTE_NONE))
#define VF_COUNT_REMOTE(type, name, ...) +VF_IS_REMOTE_FROM(__VA_ARGS__)
#define VF_REMOTE_WRONG (0 VF_EACH(VF_FORM_WRONG, VF_REMOTE_FORMS))

#endif
