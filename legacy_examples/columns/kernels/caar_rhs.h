/* One stage of the dynamics on elements of 4 x 4 points, in layers that move with the flow. The time levels n0 and nm1 may be
 * the same level. Sums along the sides of an element and through the layers keep the order of the original. */
#define VF_KERNEL caar_rhs
#define VF_SUMMARY "x(np1) = spheremp (x(nm1) + dt rhs(x(n0))) for x = t, v, dp; gathers mass flux and vertical motion"
#define VF_POINTS teams
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                 \
  READ(real, dvv, table(4, 4), reach(0), "dvv(m, l): derivative of basis function m at point l") \
  READ(real, d, parts(4), reach(0), "metric: 11, 21, 12, 22")                                    \
  READ(real, dinv, parts(4), reach(0), "its inverse: 11, 21, 12, 22")                            \
  READ(real, metdet, surface, reach(0), "its determinant")                                       \
  READ(real, spheremp, surface, reach(0), "weights of the points")                               \
  READ(real, fcor, surface, reach(0), "Coriolis parameter, 1/s")                                 \
  READ(real, phis, surface, reach(0), "geopotential of the surface, m2/s2")                      \
  READ(real, t, levels, reach(0), "temperature at n0, K")                                        \
  READ(real, v, levels_parts(2), reach(0), "wind at n0, m/s")                                    \
  READ(real, dp, levels, reach(0), "thickness of the layers at n0, Pa")                          \
  READ(real, t_nm1, levels, reach(0), "temperature before the stage, K")                         \
  READ(real, v_nm1, levels_parts(2), reach(0), "wind before the stage, m/s")                     \
  READ(real, dp_nm1, levels, reach(0), "thickness before the stage, Pa")                         \
  WRITE(real, t_np1, levels, reach(0), "temperature after the stage, times spheremp")            \
  WRITE(real, v_np1, levels_parts(2), reach(0), "wind after the stage, times spheremp")          \
  WRITE(real, dp_np1, levels, reach(0), "thickness after the stage, times spheremp")             \
  UPDATE(real, vn0, levels_parts(2), reach(0), "mass flux of the step, Pa m/s")                  \
  UPDATE(real, omega_p, levels, reach(0), "vertical motion of the step, 1/s")                    \
  WRITE(real, phi, levels, reach(0), "geopotential, m2/s2")                                      \
  WRITE(real, divdp, levels, reach(0), "divergence of the mass flux, Pa/s")                      \
  VALUE(real, ptop, "pressure at the top, Pa")                                                   \
  VALUE(real, dt, "length of the stage, s")                                                      \
  VALUE(real, eta_ave_w, "weight of the stage in vn0 and omega_p")                               \
  VALUE(reals(3), constants, "1/radius in 1/m; gas constant and gas constant over heat capacity")
#define VF_SCRATCH(SCRATCH)                                                           \
  SCRATCH(real, p, points_levels, "thickness, then pressure in the middle of layers") \
  SCRATCH(real, a, points_levels, "first component of a vector")                      \
  SCRATCH(real, b, points_levels, "second component of a vector")                     \
  SCRATCH(real, e, points_levels, "terms of the geopotential, then energy")           \
  SCRATCH(real, w, points_levels, "wind along the gradient of p, then omega/p")       \
  SCRATCH(real, r, points_levels, "divergence, then wind along the gradient of t")    \
  SCRATCH(real, vort, points_levels, "vorticity")
#define VF_CARRIED(CARRY)  \
  CARRY(real, p_above, 0)  \
  CARRY(real, dp_above, 0) \
  CARRY(real, sum, 0)
/* clang-format off */
#define VF_PHASES(POINTS, LEVELS, COLUMNS, DOWN, UP) \
  POINTS(thickness) DOWN(pressure, 1, nlev) POINTS(fluxes) POINTS(divergence) \
  DOWN(omega, 1, nlev) UP(geopotential, 1, nlev) POINTS(covariant) POINTS(energy) POINTS(stage)
/* clang-format on */
#define VF_TEAM_THREADS 288
#define VF_SIDE 4

enum { caar_side = 4 };
#define CAAR_I ((i - 1) % caar_side + 1)
#define CAAR_J ((i - 1) / caar_side + 1)
#define CAAR_ALONG(m) ((m) + (i - CAAR_I))            /* point m of the row of point i */
#define CAAR_ACROSS(m) (CAAR_I + caar_side * ((m)-1)) /* point m of its column */
#define CAAR_RREARTH constants.at[0]
#define CAAR_RGAS constants.at[1]
#define CAAR_KAPPA constants.at[2]
/* g1, g2 = gradient on the sphere of the values that READS gives for points */
#define CAAR_GRADIENT(g1, g2, READS)                                  \
  real g1, g2;                                                        \
  {                                                                   \
    real sum1 = 0, sum2 = 0;                                          \
    for (int m = 1; m <= caar_side; m++) {                            \
      sum1 = sum1 + VF_TABLE(dvv, m, CAAR_I) * READS(CAAR_ALONG(m));  \
      sum2 = sum2 + VF_TABLE(dvv, m, CAAR_J) * READS(CAAR_ACROSS(m)); \
    }                                                                 \
    const real d1 = CAAR_RREARTH * sum1, d2 = CAAR_RREARTH * sum2;    \
    g1 = VF_PART(dinv, i, 1) * d1 + VF_PART(dinv, i, 2) * d2;         \
    g2 = VF_PART(dinv, i, 3) * d1 + VF_PART(dinv, i, 4) * d2;         \
  }
#define CAAR_P(at) VF_SCRATCH_AT(p, at, k)
#define CAAR_T(at) VF_LEVEL(t, at, k)
#define CAAR_E(at) VF_SCRATCH_AT(e, at, k)

VF_POINTS_PHASE(thickness, i, k) { VF_SCRATCH_AT(p, i, k) = VF_LEVEL(dp, i, k); }

VF_SWEEP(pressure, i, k)
{
  const real here = VF_SCRATCH_AT(p, i, k);
  VF_CARRIED_VALUE(p_above) =
      k == 1 ? ptop + here / 2 : VF_CARRIED_VALUE(p_above) + (VF_CARRIED_VALUE(dp_above) + here) / 2;
  VF_CARRIED_VALUE(dp_above) = here;
  VF_SCRATCH_AT(p, i, k) = VF_CARRIED_VALUE(p_above);
}

VF_POINTS_PHASE(fluxes, i, k)
{
  const real v1 = VF_LEVEL_PART(v, i, k, 1), v2 = VF_LEVEL_PART(v, i, k, 2), thickness = VF_LEVEL(dp, i, k);
  const real flux1 = v1 * thickness, flux2 = v2 * thickness;
  const real half = thickness * (real)0.5 / VF_SCRATCH_AT(p, i, k);
  CAAR_GRADIENT(grad1, grad2, CAAR_P)
  VF_SCRATCH_AT(w, i, k) = v1 * grad1 + v2 * grad2;
  VF_SCRATCH_AT(e, i, k) = CAAR_RGAS * VF_LEVEL(t, i, k) * (2 * half);
  VF_LEVEL_PART(vn0, i, k, 1) = VF_LEVEL_PART(vn0, i, k, 1) + eta_ave_w * flux1;
  VF_LEVEL_PART(vn0, i, k, 2) = VF_LEVEL_PART(vn0, i, k, 2) + eta_ave_w * flux2;
  VF_SCRATCH_AT(a, i, k) = VF_SURFACE(metdet, i) * (VF_PART(dinv, i, 1) * flux1 + VF_PART(dinv, i, 3) * flux2);
  VF_SCRATCH_AT(b, i, k) = VF_SURFACE(metdet, i) * (VF_PART(dinv, i, 2) * flux1 + VF_PART(dinv, i, 4) * flux2);
}

VF_POINTS_PHASE(divergence, i, k)
{
  real sum1 = 0, sum2 = 0;
  for (int m = 1; m <= caar_side; m++) {
    sum1 = sum1 + VF_TABLE(dvv, m, CAAR_I) * VF_SCRATCH_AT(a, CAAR_ALONG(m), k);
    sum2 = sum2 + VF_TABLE(dvv, m, CAAR_J) * VF_SCRATCH_AT(b, CAAR_ACROSS(m), k);
  }
  const real div = (sum1 + sum2) * (1 / VF_SURFACE(metdet, i) * CAAR_RREARTH);
  VF_LEVEL(divdp, i, k) = div;
  VF_SCRATCH_AT(r, i, k) = div;
}

VF_SWEEP(omega, i, k)
{
  const real div = VF_SCRATCH_AT(r, i, k);
  VF_SCRATCH_AT(w, i, k) = VF_SCRATCH_AT(w, i, k) - (VF_CARRIED_VALUE(sum) + (real)0.5 * div);
  VF_CARRIED_VALUE(sum) = VF_CARRIED_VALUE(sum) + div;
}

/* Sums, for each layer, the terms of the layers below it. */
VF_SWEEP(geopotential, i, k)
{
  const real term = VF_SCRATCH_AT(e, i, k);
  VF_SCRATCH_AT(e, i, k) = VF_CARRIED_VALUE(sum);
  VF_CARRIED_VALUE(sum) = VF_CARRIED_VALUE(sum) + term;
}

VF_POINTS_PHASE(covariant, i, k)
{
  const real v1 = VF_LEVEL_PART(v, i, k, 1), v2 = VF_LEVEL_PART(v, i, k, 2);
  VF_SCRATCH_AT(a, i, k) = VF_PART(d, i, 1) * v1 + VF_PART(d, i, 2) * v2;
  VF_SCRATCH_AT(b, i, k) = VF_PART(d, i, 3) * v1 + VF_PART(d, i, 4) * v2;
  VF_SCRATCH_AT(w, i, k) = VF_SCRATCH_AT(w, i, k) / VF_SCRATCH_AT(p, i, k);
}

VF_POINTS_PHASE(energy, i, k)
{
  real sum1 = 0, sum2 = 0;
  for (int m = 1; m <= caar_side; m++) {
    sum1 = sum1 + VF_TABLE(dvv, m, CAAR_I) * VF_SCRATCH_AT(b, CAAR_ALONG(m), k);
    sum2 = sum2 + VF_TABLE(dvv, m, CAAR_J) * VF_SCRATCH_AT(a, CAAR_ACROSS(m), k);
  }
  VF_SCRATCH_AT(vort, i, k) = (sum1 - sum2) * (1 / VF_SURFACE(metdet, i) * CAAR_RREARTH);
  const real half = VF_LEVEL(dp, i, k) * (real)0.5 / VF_SCRATCH_AT(p, i, k);
  const real v1 = VF_LEVEL_PART(v, i, k, 1), v2 = VF_LEVEL_PART(v, i, k, 2);
  const real geopotential = VF_SURFACE(phis, i) + VF_SCRATCH_AT(e, i, k) + CAAR_RGAS * VF_LEVEL(t, i, k) * half;
  CAAR_GRADIENT(grad1, grad2, CAAR_T)
  VF_LEVEL(phi, i, k) = geopotential;
  VF_SCRATCH_AT(e, i, k) = (real)0.5 * (v1 * v1 + v2 * v2) + geopotential;
  VF_SCRATCH_AT(r, i, k) = v1 * grad1 + v2 * grad2;
  VF_LEVEL(omega_p, i, k) = VF_LEVEL(omega_p, i, k) + eta_ave_w * VF_SCRATCH_AT(w, i, k);
}

VF_POINTS_PHASE(stage, i, k)
{
  const real v1 = VF_LEVEL_PART(v, i, k, 1), v2 = VF_LEVEL_PART(v, i, k, 2), here = VF_LEVEL(t, i, k);
  const real turning = VF_SURFACE(fcor, i) + VF_SCRATCH_AT(vort, i, k), weight = VF_SURFACE(spheremp, i);
  CAAR_GRADIENT(grad_e1, grad_e2, CAAR_E)
  CAAR_GRADIENT(grad_p1, grad_p2, CAAR_P)
  const real t_tend = -VF_SCRATCH_AT(r, i, k) + CAAR_KAPPA * here * VF_SCRATCH_AT(w, i, k);
  const real over_p = CAAR_RGAS * here / VF_SCRATCH_AT(p, i, k);
  const real v1_tend = v2 * turning - (grad_e1 + over_p * grad_p1);
  const real v2_tend = -v1 * turning - (grad_e2 + over_p * grad_p2);
  VF_LEVEL(t_np1, i, k) = weight * (VF_LEVEL(t_nm1, i, k) + dt * t_tend);
  VF_LEVEL_PART(v_np1, i, k, 1) = weight * (VF_LEVEL_PART(v_nm1, i, k, 1) + dt * v1_tend);
  VF_LEVEL_PART(v_np1, i, k, 2) = weight * (VF_LEVEL_PART(v_nm1, i, k, 2) + dt * v2_tend);
  VF_LEVEL(dp_np1, i, k) = weight * (VF_LEVEL(dp_nm1, i, k) - dt * VF_LEVEL(divdp, i, k));
}
