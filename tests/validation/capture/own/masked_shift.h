/* A kernel with arguments unknown to viewfab's own kernels: an integer array, a shift, and a box and an integer as
 * values. */
#define VF_KERNEL masked_shift
#define VF_SUMMARY "x += factor y(i + s) if mask is set and the point lies in inner"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)            \
  READ(int, mask, shared(same), reach(0), "0 or 1")         \
  READ(real, y, shifted(s), reach(0), "field to add")       \
  UPDATE(real, x, same, reach(0), "field that is added to") \
  VALUE(int3, s, "shift in cells")                          \
  VALUE(box, inner, "cells that change")                    \
  VALUE(int, factor, "of y")

VF_BODY(i, j, k, n)
{
  if (!VF_AT(mask, i, j, k, n)) return;
  if (i < inner.lower[0] || j < inner.lower[1] || k < inner.lower[2]) return;
  if (i > inner.upper[0] || j > inner.upper[1] || k > inner.upper[2]) return;
  VF_AT(x, i, j, k, n) += (real)factor * VF_AT(y, i + s.at[0], j + s.at[1], k + s.at[2], n);
}
