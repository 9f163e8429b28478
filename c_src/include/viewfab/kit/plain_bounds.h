/* Included by the generated host loops of a build with VIEWFAB_BOUNDS, before plain.h: accesses of bodies are compared
 * with the declarations of their kernel. Array x has its bounds in vfi_guard_of_x. The header is a system header, so
 * that the compiler reports a mistake at the author's line and not here. */
#ifndef VIEWFAB_KIT_PLAIN_BOUNDS_H
#define VIEWFAB_KIT_PLAIN_BOUNDS_H
#pragma GCC system_header

#include <viewfab/backend/launch.h>
#include <viewfab/kit/bounds.h>

#define VF_CHECKED_AT(x, i, j, k, n, stride2, stride3, stride4) \
  (x[vfi_guarded_offset(vfi_guard_of_##x, x, (int)sizeof *x, i, j, k, n, stride2, stride3, stride4)])
#define VF_AT_4(x, i, j, k, n) VF_CHECKED_AT(x, i, j, k, n, x##_stride2, x##_stride3, x##_stride4)
#define VF_AT_3(x, i, j, k) VF_CHECKED_AT(x, i, j, k, 0, x##_stride2, x##_stride3, 0)
#define VF_AT_2(x, i, j) VF_CHECKED_AT(x, i, j, 0, 0, x##_stride2, 0, 0)
#define VF_AT_1(x, i) VF_CHECKED_AT(x, i, 0, 0, 0, 0, 0, 0)

/* An array with three directions and components as parameter and as argument of a function that kernel files share. */
#define VF_ARRAY_PARAMETER(x)                                                                              \
  VF_REAL *const x, const ptrdiff_t x##_stride2, const ptrdiff_t x##_stride3, const ptrdiff_t x##_stride4, \
      const vfi_guard *const vfi_guard_of_##x
#define VF_ARRAY_ARGUMENT(x) x, x##_stride2, x##_stride3, x##_stride4, vfi_guard_of_##x

/* The value of a line at point m. */
#define VF_LINE_AT(line, m)                                                                         \
  (line[vfi_guarded_value(vfi_lines_guard, vfi_number_of_##line, m, vfi_point, vfi_below_of_##line, \
                          vfi_above_of_##line)])

/* The guard of an array in box b of a launch. */
static inline vfi_guard vfi_guard_in_box(const vfi_launch *launch, const vfi_span *span, const int argument,
                                         const int b)
{
  vfi_guard guard = vfi_guard_of(span, argument, launch->bounds);
  if (launch->sets) guard.box = b;
  return guard;
}

/* The same in a launch of a GPU on sets. */
VF_MAP_FUNCTION vfi_guard vfi_guard_in_set(const vfi_span *span, const int argument, vfi_bounds_record *record,
                                           const int b)
{
  vfi_guard guard = vfi_guard_of(span, argument, record);
  guard.box = b;
  return guard;
}

/* A guard with the elements that a point may use. */
VF_MAP_FUNCTION vfi_guard vfi_guard_at(const vfi_guard *of_box, const vfi_near *near)
{
  vfi_guard guard = *of_box;
  guard.near = near;
  return guard;
}

/* The elements that a point in the halo of a tile may read: all elements of the points of the call. */
VF_MAP_FUNCTION vfi_near vfi_near_of_halo(const vfi_map *map, const vfi_reach *reach, const int *shift,
                                          const vf_box *within, const int point[3], const vf_box *box)
{
  vfi_near near = vfi_near_of(VF_ARGUMENT_READ, map, reach, NULL, 0, shift, within, point, box, NULL);
  const vfi_mapping mapping = vfi_mapping_of(map, 0, shift);
  near.cells = near.allowed = vfi_near_box(&mapping, reach, within, box->lower, box->upper);
  return near;
}

#endif
