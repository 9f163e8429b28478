/* bdintrpxlo to bdintrpzhi. A slope is one-sided if the mask covers one neighbour, and 0 if the mask covers both. Second
 * differences need both neighbours; the mixed difference needs all four corners. */
#define VF_KERNEL interpolate_boundary
#define VF_SUMMARY "Boundary values of fine cells beside one face from a coarse layer: C by injection, or C + x Dx + x^2 Dxx + y Dy + y^2 Dyy + x y Dxy on the face, where x = (off - r/2 + 1/2) / r for fine cell off of the r in the coarse cell, with r/2 rounded down"
#define VF_POINTS all
#define VF_VALUES_BY_BOX 1
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  WRITE(real, bdry, same, reach(0), "in the fine layer beside the face, which is the box of the call") \
  READ (int,  mask, shared(anywhere), reach(0), "of fine cells in that layer and one further in both tangential directions, at the corners too; sampled at the first cell before and behind a coarse cell") \
  READ (real, crse, anywhere, reach(0), "coarse cells at coarse_index, one more on each side in both tangential directions") \
  VALUE(int, side, "the face: 0 to 5 for x low, y low, z low, x high, y high, z high")          \
  VALUE(int3, ratio, "fine cells in a coarse one, in each direction; 1 or more")                \
  VALUE(int, not_covered, "value of the mask where the coarse neighbour can be used")           \
  VALUE(int, max_order, "1: injection; else the polynomial")                                    \
  VALUE(int, coarse_index, "index of the coarse layer in the direction of the face")

VF_INLINE int vf_floor_division(const int p, const int ratio) { return p >= 0 ? p / ratio : -((ratio - 1 - p) / ratio); }

/* The slope from both neighbours, from the only usable neighbour, or 0 without a usable neighbour. */
VF_INLINE real vf_boundary_slope(const bool has_low, const bool has_high, const real low, const real self, const real high)
{
  if (has_low && has_high) return (real)0.5 * (high - low);
  return has_high ? high - self : has_low ? self - low : 0;
}
VF_INLINE real vf_boundary_curvature(const bool has_both, const real low, const real self, const real high)
{
  return has_both ? (real)0.5 * (high - 2 * self + low) : 0;
}

VF_BODY(i, j, k, n)
{
  const int d = side % 3;
  /* p and q count along the two tangential directions; a step of p is (px, py, 0), a step of q is (0, qy, qz). */
  const int px = d != 0, py = d == 0, qy = d == 2, qz = d != 2;
  const int p = px ? i : j, q = qz ? k : j;
  const int rp = px ? ratio.at[0] : ratio.at[1], rq = qz ? ratio.at[2] : ratio.at[1];
  const int pc = vf_floor_division(p, rp), qc = vf_floor_division(q, rq);
  const int ic = d == 0 ? coarse_index : pc, jc = d == 1 ? coarse_index : py ? pc : qc, kc = d == 2 ? coarse_index : qc;
#define VF_COARSE_BESIDE(a, b) VF_AT(crse, ic + (a) * px, jc + (a) * py + (b) * qy, kc + (b) * qz, n)
  const real self = VF_COARSE_BESIDE(0, 0);
  if (max_order == 1) {
    VF_AT(bdry, i, j, k, n) = self;
    return;
  }
  /* the first fine cell of the coarse cell; the fine cells just before and just behind the coarse cell are at -1 and at r */
  const int p_off = p - rp * pc, q_off = q - rq * qc;
  const int i0 = i - p_off * px, j0 = j - p_off * py - q_off * qy, k0 = k - q_off * qz;
#define VF_OPEN_BESIDE(a, b) (VF_AT(mask, i0 + (a) * px, j0 + (a) * py + (b) * qy, k0 + (b) * qz, n) == not_covered)
  const bool p_low = VF_OPEN_BESIDE(-1, 0), p_high = VF_OPEN_BESIDE(rp, 0);
  const bool q_low = VF_OPEN_BESIDE(0, -1), q_high = VF_OPEN_BESIDE(0, rq);
  const bool corners = VF_OPEN_BESIDE(-1, -1) && VF_OPEN_BESIDE(rp, -1) && VF_OPEN_BESIDE(-1, rq) && VF_OPEN_BESIDE(rp, rq);
  const real west = VF_COARSE_BESIDE(-1, 0), east = VF_COARSE_BESIDE(1, 0);
  const real south = VF_COARSE_BESIDE(0, -1), north = VF_COARSE_BESIDE(0, 1);
  const real twist = VF_COARSE_BESIDE(1, 1) - VF_COARSE_BESIDE(-1, 1) + VF_COARSE_BESIDE(-1, -1) - VF_COARSE_BESIDE(1, -1);
#undef VF_COARSE_BESIDE
#undef VF_OPEN_BESIDE
  const real x = ((real)(p_off - rp / 2) + (real)0.5) / rp, y = ((real)(q_off - rq / 2) + (real)0.5) / rq;
  const real dx = vf_boundary_slope(p_low, p_high, west, self, east);
  const real dxx = vf_boundary_curvature(p_low && p_high, west, self, east);
  const real dy = vf_boundary_slope(q_low, q_high, south, self, north);
  const real dyy = vf_boundary_curvature(q_low && q_high, south, self, north);
  const real dxy = corners ? (real)0.25 * twist : 0;
  VF_AT(bdry, i, j, k, n) = self + x * dx + x * x * dxx + y * dy + y * y * dyy + x * y * dxy;
}
