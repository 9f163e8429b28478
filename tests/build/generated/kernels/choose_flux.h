/* Small arrays, a logical and options as values, and arrays of each type of elements. */
#define VF_KERNEL choose_flux
#define VF_SUMMARY "flux = by the scheme that is chosen"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                         \
  VALUE(reals(4), a, "coefficients")                                                     \
  VALUE(ints(2), offsets, "in cells")                                                    \
  VALUE(logical, upwind, "whether the side matters")                                     \
  VALUE(option(none, minmod = 3, superbee), limiter, "of the slope")                     \
  READ(logical, wet, shared(same), reach(0), "whether a cell has water")                 \
  READ(float, depth, same, reach(1), "as it was read")                                   \
  UPDATE(int64, visits, same, reach(0), "how often")                                     \
  WRITE(logical, dry, same, reach(0), "what has become dry")                             \
  WRITE(double, total, same, reach(0), "in double precision")                            \
  WRITE(real, flux, same, reach(0), "what flows")

VF_BODY(i, j, k, n)
{
  VF_AT(flux, i, j, k, n) = limiter == vf_choose_flux_minmod ? a.at[0] : a.at[3] * VF_EXP(a.at[1]);
  VF_AT(dry, i, j, k, n) = upwind && !VF_AT(wet, i, j, k, n);
  VF_AT(visits, i, j, k, n) += offsets.at[1];
  VF_AT(total, i, j, k, n) = VF_AT(depth, i, j, k, n);
}
