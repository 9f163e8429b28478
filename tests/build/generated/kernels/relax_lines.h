/* A colour, an argument of every type, and texts too long for a line. */
#define VF_KERNEL relax_lines
#define VF_SUMMARY "One colour of a sweep described here at great length, until its text goes over the end of a line of exactly 100 columns, and then over the end of a next line"
#define VF_POINTS coloured
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                     \
  UPDATE(real, phi, same, reach(2), "solution; a text of this kernel, long enough to be broken at the end of its line") \
  READ(real, coefficient_in_x, shared(face(0)), reach(0), "on faces")                               \
  READ(int, mask, shared(shifted(step)), reach(below(1, 0, 2), above(0, 0, 2)), "0 or 1")               \
  WRITE(int, visits, shifted(step), reach(0), "how often")                                           \
  VALUE(int3, step, "in cells")                                                                      \
  VALUE(real, weight, "no unit")                                                                     \
  VALUE(real3, widths, "of a cell")                                                                  \
  VALUE(int, sweeps, "a number")                                                                     \
  VALUE(box, window, "cells that change")                                                            \
  VALUE(boundary, sides, "of the domain")

VF_BODY(i, j, k, n) { VF_AT(phi, i, j, k, n) += weight * VF_AT(coefficient_in_x, i, j, k, n); }
