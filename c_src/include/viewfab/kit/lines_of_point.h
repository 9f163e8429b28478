/* Included by bundle.h after the file of a kernel with lines: the values of lines around a point. The macros use the
 * names i, j, k, n, selector, box and bundle of their surroundings. */
#pragma GCC system_header

#define VF_LINE_CALL(name, i) \
  VF_LINE_FUNCTION(name)      \
  (i, j, k, n, selector, selector, box VF_ARGUMENTS(VF_USE_ARRAY, VF_NO_PARAMETER, VF_NO_PARAMETER, VF_USE_VALUE))

/* The lines around point i. */
#define VF_LINES_AROUND_1() VF_LINES_GUARDED VF_EACH_LINE(VF_LINE_AROUND)
#define VF_LINE_AROUND(type, name, reach, text)                                                        \
  VF_LINE_ELEMENT(type) name##_values[VF_LINE_BELOW(reach) + VF_LINE_ABOVE(reach) + 1];                \
  _Pragma("unroll") for (int vfi_x = 0; vfi_x <= VF_LINE_BELOW(reach) + VF_LINE_ABOVE(reach); vfi_x++) \
      name##_values[vfi_x] = VF_LINE_CALL(name, i - VF_LINE_BELOW(reach) + vfi_x);                     \
  VF_LINE_OF(type, name, reach, i - VF_LINE_BELOW(reach))

#ifdef VF_GUARDED
#define VF_LINES_GUARDED                   \
  const vfi_guard *vfi_lines_guard = NULL; \
  int vfi_line_number = 0;                 \
  VF_ARGUMENTS(VF_LINES_GUARD, VF_LINES_GUARD, VF_LINES_GUARD, VF_NO_PARAMETER)
#define VF_LINES_GUARD(type, name, ...) vfi_lines_guard = &bundle.name.guard;
#define VF_LINE_GUARD_OF , vfi_lines_guard, ++vfi_line_number
#else
#define VF_LINES_GUARDED
#define VF_LINE_GUARD_OF
#endif

/* The line for the body of point i; values begin with the value of point first. */
#define VF_LINE_OF(type, name, reach, first) \
  const VF_LINE_STRUCT(type)                 \
      name##_line = { name##_values, first, i, VF_LINE_BELOW(reach), VF_LINE_ABOVE(reach) VF_LINE_GUARD_OF };
