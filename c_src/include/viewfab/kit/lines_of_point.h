/* Included by bundle.h after the file of a kernel with lines: their values around a point, or along a part of a row. The
 * macros use i, j, k, n, selector, box and bundle of where they stand. */
#pragma GCC system_header

#define VF_LINE_CALL(name, i) \
  VF_LINE_FUNCTION(name)      \
  (i, j, k, n, selector, selector, box VF_ARGUMENTS(VF_USE_ARRAY, VF_NO_PARAMETER, VF_NO_PARAMETER, VF_USE_VALUE))

#ifdef __cplusplus
#define VF_UNROLLED _Pragma("unroll")
#else
#define VF_UNROLLED _Pragma("GCC unroll 16")
#endif

/* The lines around point i. */
#define VF_LINES_AROUND_1() VF_LINES_GUARDED VF_EACH_LINE(VF_LINE_AROUND)
#define VF_LINE_AROUND(type, name, reach, text)                                                                     \
  VF_LINE_ELEMENT(type) name##_values[VF_LINE_BELOW(reach) + VF_LINE_ABOVE(reach) + 1];                             \
  VF_UNROLLED for (int vf_x = 0; vf_x <= VF_LINE_BELOW(reach) + VF_LINE_ABOVE(reach); vf_x++) name##_values[vf_x] = \
      VF_LINE_CALL(name, i - VF_LINE_BELOW(reach) + vf_x);                                                          \
  VF_LINE_OF(type, name, reach, i - VF_LINE_BELOW(reach))

#ifdef VIEWFAB_BOUNDS
#define VF_LINES_GUARDED                 \
  const vf_guard *vf_lines_guard = NULL; \
  int vf_line_number = 0;                \
  VF_ARGUMENTS(VF_LINES_GUARD, VF_LINES_GUARD, VF_LINES_GUARD, VF_NO_PARAMETER)
#define VF_LINES_GUARD(type, name, ...) vf_lines_guard = &bundle.name.guard;
#define VF_LINE_GUARD_OF , vf_lines_guard, ++vf_line_number
#else
#define VF_LINES_GUARDED
#define VF_LINE_GUARD_OF
#endif

/* The line of the body of point i, where values begin with that of point first. */
#define VF_LINE_OF(type, name, reach, first) \
  const VF_LINE_STRUCT(type)                 \
      name##_line = { name##_values, first, i, VF_LINE_BELOW(reach), VF_LINE_ABOVE(reach) VF_LINE_GUARD_OF };

/* The lines of points first .. last of a row. Rows are cut in parts, so that values stay in the first-level cache and take
 * no memory but the stack. What all lines need is computed in one loop, as originals have it, and begins with a cache line
 * in each of them. */
#define VF_LINE_BYTES(type, ...) +sizeof(VF_LINE_ELEMENT(type))
enum { VF_LINE_PART = 16384 / (0 VF_EACH_LINE(VF_LINE_BYTES)), VF_CACHE_LINE = 64 };
#define VF_LINES_ROOM                               \
  int vf_below = 2147483647, vf_above = 2147483647; \
  VF_EACH_LINE(VF_LINE_ROOM)
#define VF_LINE_ROOM(type, name, reach, text)                                               \
  VF_LINE_ELEMENT(type)                                                                     \
  name##_values[VF_LINE_PART + VF_LINE_BELOW(reach) + VF_LINE_ABOVE(reach) + VF_CACHE_LINE] \
      __attribute__((aligned(VF_CACHE_LINE)));                                              \
  if (vf_below > VF_LINE_BELOW(reach)) vf_below = VF_LINE_BELOW(reach);                     \
  if (vf_above > VF_LINE_ABOVE(reach)) vf_above = VF_LINE_ABOVE(reach);
/* The point of the first value. */
#define VF_LINE_FIRST(reach) \
  (first - vf_below - (VF_LINE_BELOW(reach) - vf_below + VF_CACHE_LINE - 1) / VF_CACHE_LINE * VF_CACHE_LINE)
#define VF_LINES_FILLED                                                          \
  _Pragma("omp simd") for (int vf_x = first - vf_below; vf_x <= last + vf_above; \
                           vf_x++){ VF_EACH_LINE(VF_LINE_FILLED) } VF_EACH_LINE(VF_LINE_ENDS)
#define VF_LINE_FILLED(type, name, reach, text) name##_values[vf_x - VF_LINE_FIRST(reach)] = VF_LINE_CALL(name, vf_x);
#define VF_LINE_ENDS(type, name, reach, text)                                       \
  for (int vf_x = first - VF_LINE_BELOW(reach); vf_x < first - vf_below; vf_x++)    \
    VF_LINE_FILLED(type, name, reach, text)                                         \
  for (int vf_x = last + vf_above + 1; vf_x <= last + VF_LINE_ABOVE(reach); vf_x++) \
  VF_LINE_FILLED(type, name, reach, text)
#define VF_LINES_OF_PART VF_EACH_LINE(VF_LINE_OF_PART)
#define VF_LINE_OF_PART(type, name, reach, text) VF_LINE_OF(type, name, reach, VF_LINE_FIRST(reach))

/* A line that nobody wrote has a declaration all the same, so that it is said once: at the file's first line, where it is
 * known whether an array has one element or any number. */
#define VF_LINE_DECLARED(type, name, ...)                                            \
  VF_INLINE type_of_##name##_in_VF_LINES VF_LINE_FUNCTION(name)(VF_POINT_PARAMETERS( \
      vf_i, vf_j, vf_k, vf_n) VF_ARGUMENTS(VF_PARAMETER_READ, VF_NO_PARAMETER, VF_NO_PARAMETER, VF_PARAMETER_VALUE));
#define VF_LINE_AWAITED(type, name, ...)                                            \
  extern char vf_has_line_##name[];                                                 \
  VF_ASSERT(!__builtin_types_compatible_p(__typeof__(vf_has_line_##name), char[2]), \
            "the kernel file has no VF_LINE(" #name ", ...) { return ...; }")
VF_EACH_LINE(VF_LINE_TYPE)
VF_EACH_LINE(VF_LINE_DECLARED)
#ifndef __cplusplus
#line 1 VF_KERNEL_FILE
VF_EACH_LINE(VF_LINE_AWAITED)
#endif
