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

/* A body is only looked through here; the loops have the words of plain_remote.h. */
#define VF_REMOTE_DECLARE(element, name)   \
  typedef struct vfi_remote_array_##name { \
    element *origin;                       \
  } vfi_remote_array_##name;
#define VF_REMOTE_READER(element, name)                                                                  \
  enum { vfi_read_and_remote_##name };                                                                   \
  VF_INLINE element vfi_remote_read_of_##name(const vfi_remote_array_##name array, const int64_t number) \
  {                                                                                                      \
    return array.origin[number];                                                                         \
  }
#define VF_REMOTE_PUTTER(element, name)                                                              \
  enum { vfi_written_and_remote_##name };                                                            \
  VF_INLINE void vfi_remote_put_in_##name(const vfi_remote_array_##name array, const int64_t number, \
                                          const element value)                                       \
  {                                                                                                  \
    array.origin[number] = value;                                                                    \
  }
#define VF_REMOTE_ADDER(element, name)                                                               \
  enum { vfi_updated_and_remote_##name };                                                            \
  VF_INLINE void vfi_remote_add_to_##name(const vfi_remote_array_##name array, const int64_t number, \
                                          const element value)                                       \
  {                                                                                                  \
    array.origin[number] += value;                                                                   \
  }

/* Checks of the declaration. */
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

/* The forms beside flat in the kernel file, as bits. */
#define VF_REMOTE_FORM_ROW_table (2)
#define VF_REMOTE_FORM_ROW_handle (4)
#define VF_FORM_BIT(word) | VF_IF(VF_IS_ROW(VF_REMOTE_FORM_ROW_##word))(VF_ITSELF VF_REMOTE_FORM_ROW_##word)(0)
#define VF_FORM_WRONG(word) +(!VF_IS_ROW(VF_REMOTE_FORM_ROW_##word))
#define VF_REMOTE_BITS (1 VF_EACH(VF_FORM_BIT, VF_REMOTE_FORMS))
#define VF_REMOTE_COUNT (0 VF_ARGUMENTS(VF_COUNT_REMOTE, VF_COUNT_REMOTE, VF_COUNT_REMOTE, VF_REMOTE_NONE))
#define VF_COUNT_REMOTE(type, name, ...) +VF_IS_REMOTE_FROM(__VA_ARGS__)
#define VF_REMOTE_WRONG (0 VF_EACH(VF_FORM_WRONG, VF_REMOTE_FORMS))

#endif
