/* A flux in the style of hydrodynamics sweeps: from the cell upwind, with a limited slope, on a stretched mesh. */
#define VF_KERNEL donor_flux
#define VF_AXES x, y /* a kernel for each axis */
#define VF_SUMMARY \
  "mass = flux (rho(upwind) + (1 - c) slope / 2) on faces, where c = abs(flux) / width(upwind) and slope is limited"
#define VF_RANK 2
#define VF_POINTS all
#define VF_POINTS_ON face(VF_AXIS)
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                    \
  READ(real, rho, cells, reach_along(1), "density")                                 \
  READ(real, width, along(VF_AXIS), reach_along(1, 0), "of cells, from one beside") \
  READ(real, flux, "of volume, through the faces")                                  \
  WRITE(real, mass, "flux of mass")

VF_BODY(i, j, n)
{
  const real through = VF_AT(flux, i, j, n);
  const int upwind = through > 0 ? -1 : 0, downwind = -1 - upwind, beyond = 3 * upwind + 1;
  const real here = VF_AT_ALONG(rho, upwind, i, j, n);
  const real back = here - VF_AT_ALONG(rho, beyond, i, j, n), ahead = VF_AT_ALONG(rho, downwind, i, j, n) - here;
  const real courant = VF_ABS(through) / VF_AT(width, VF_ON_AXIS(i, j) + upwind);
  const real slope = back * ahead > 0 ? VF_SIGN(VF_MIN(VF_ABS(back), VF_ABS(ahead)), ahead) : 0;
  VF_AT(mass, i, j, n) = through * (here + (1 - courant) * slope / 2);
}
