/* The values of lines in the generated loops of a kernel. The loops define VF_LINE_PLACE(line, m), the place of point m in the
 * array of a line. The header is a system header, so that the compiler reports a mistake at the author's line. */
#ifndef VIEWFAB_KIT_PLAIN_LINES_H
#define VIEWFAB_KIT_PLAIN_LINES_H
#pragma GCC system_header

#if defined(VIEWFAB_GPU) && !defined(VF_LINE_AT)
#define VF_LINE_AT(line, m) (line[VF_LINE_PLACE(line, m)])
#elif !defined(VF_LINE_AT)
/* If the optimiser finds a constant offset beyond the reach, the file does not compile. */
void vfi_line_beyond_its_reach(void)
    __attribute__((error("a body reads a line beyond the reach that VF_LINES gives it")));

/* The value at point m of the row. */
#define VF_LINE_AT(line, m)                                                                                          \
  (line[__extension__({                                                                                              \
    const int vfi_at = (m), vfi_offset = vfi_at - vfi_point;                                                         \
    if (__builtin_constant_p(vfi_offset) && (vfi_offset < -vfi_below_of_##line || vfi_offset > vfi_above_of_##line)) \
      vfi_line_beyond_its_reach();                                                                                   \
    VF_LINE_PLACE(line, vfi_at);                                                                                     \
  })])
#endif

#endif
