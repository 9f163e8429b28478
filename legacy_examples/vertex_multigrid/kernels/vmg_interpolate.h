/* A point is a cell of the coarse grid, with the index of its lower vertex. A cell owns eight fine vertices. */
#define VF_KERNEL vmg_interpolate
#define VF_SUMMARY "Adds the trilinear interpolation of the coarse z to the fine u; fine 2j-1 lies on coarse j"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)           \
  READ(real, z, same, reach(below(0), above(1)), "coarse") \
  UPDATE(real, u, refined_by(2, -1), reach(0), "fine")
#define VF_LINES(LINE)                                                              \
  LINE(real, z1, reach(below(0), above(1)), "sum over the two rows of a face in y") \
  LINE(real, z2, reach(below(0), above(1)), "sum over the two rows of a face in z") \
  LINE(real, z3, reach(below(0), above(1)), "sum over the four rows of a cell")

VF_LINE(z1, i, j, k, n) { return VF_AT(z, i, j, k, n) + VF_AT(z, i, j + 1, k, n); }
VF_LINE(z2, i, j, k, n) { return VF_AT(z, i, j, k, n) + VF_AT(z, i, j, k + 1, n); }

VF_LINE(z3, i, j, k, n)
{
  return VF_AT(z, i, j, k, n) + VF_AT(z, i, j + 1, k, n) + VF_AT(z, i, j, k + 1, n) + VF_AT(z, i, j + 1, k + 1, n);
}

/* All reads stand before the writes: a GPU waits if a read may get a value that was just written. */
VF_BODY(i, j, k, n)
{
  const int x = 2 * i - 1, y = 2 * j - 1, w = 2 * k - 1;
  const real z0 = VF_AT(z, i, j, k, n), z0_next = VF_AT(z, i + 1, j, k, n);
  const real u000 = VF_AT(u, x, y, w, n) + z0;
  const real u100 = VF_AT(u, x + 1, y, w, n) + (real)0.5 * (z0 + z0_next);
  const real u010 = VF_AT(u, x, y + 1, w, n) + (real)0.5 * VF_LINE_AT(z1, i);
  const real u110 = VF_AT(u, x + 1, y + 1, w, n) + (real)0.25 * (VF_LINE_AT(z1, i) + VF_LINE_AT(z1, i + 1));
  const real u001 = VF_AT(u, x, y, w + 1, n) + (real)0.5 * VF_LINE_AT(z2, i);
  const real u101 = VF_AT(u, x + 1, y, w + 1, n) + (real)0.25 * (VF_LINE_AT(z2, i) + VF_LINE_AT(z2, i + 1));
  const real u011 = VF_AT(u, x, y + 1, w + 1, n) + (real)0.25 * VF_LINE_AT(z3, i);
  const real u111 = VF_AT(u, x + 1, y + 1, w + 1, n) + (real)0.125 * (VF_LINE_AT(z3, i) + VF_LINE_AT(z3, i + 1));
  VF_AT(u, x, y, w, n) = u000;
  VF_AT(u, x + 1, y, w, n) = u100;
  VF_AT(u, x, y + 1, w, n) = u010;
  VF_AT(u, x + 1, y + 1, w, n) = u110;
  VF_AT(u, x, y, w + 1, n) = u001;
  VF_AT(u, x + 1, y, w + 1, n) = u101;
  VF_AT(u, x, y + 1, w + 1, n) = u011;
  VF_AT(u, x + 1, y + 1, w + 1, n) = u111;
}
