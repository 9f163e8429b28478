/* Included by accepted.h after the file of a kernel with lines: the file has a function for each line. The header is a system
 * header, so that the compiler reports a mistake at the author's line and not here. */
#pragma GCC system_header

/* A line without a function has a declaration all the same, so the compiler reports it once, at the file's first
 * line. There vfi_has_line_<name> has one element if the file has the line, and otherwise an unknown number of
 * elements. */
#define VF_LINE_DECLARED(type, name, ...)                        \
  VF_INLINE type_of_##name##_in_VF_LINES VF_LINE_FUNCTION(name)( \
      VF_POINT_PARAMETERS(vfi_i, vfi_j, vfi_k, vfi_n)            \
          VF_ARGUMENTS(VF_PARAMETER_READ, VF_NO_PARAMETER, VF_NO_PARAMETER, VF_PARAMETER_VALUE));
#define VF_LINE_AWAITED(type, name, ...)                                             \
  extern char vfi_has_line_##name[];                                                 \
  VF_ASSERT(!__builtin_types_compatible_p(__typeof__(vfi_has_line_##name), char[2]), \
            "the kernel file has no VF_LINE(" #name ", ...) { return ...; }")
VF_EACH_LINE(VF_LINE_TYPE)
VF_EACH_LINE(VF_LINE_DECLARED)
#ifndef __cplusplus
#line 1 VF_KERNEL_FILE
VF_EACH_LINE(VF_LINE_AWAITED)
#endif
