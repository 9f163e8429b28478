/* Cells after a sweep: fluxes along the axis and across it. */
#define VF_KERNEL swept_cells
#define VF_AXES x, y
#define VF_SUMMARY \
  "rho = (rho (volume + along(+1) - along + across(+1) - across) + mass - mass(+1)) / (volume + across(+1) - across)"
#define VF_RANK 2
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                   \
  READ(real, volume, "of cells")                                                   \
  READ(real, along_axis, face(VF_AXIS), reach(0), "flux of volume along the axis") \
  READ(real, across, face(VF_OTHER_AXIS), reach(0), "flux of volume across it")    \
  READ(real, mass, face(VF_AXIS), reach(0), "flux of mass along the axis")         \
  UPDATE(real, rho, "density")

VF_BODY(i, j, n)
{
  const real after = VF_AT(volume, i, j, n) + VF_AT_ACROSS(across, 1, i, j, n) - VF_AT(across, i, j, n);
  const real before = after + VF_AT_ALONG(along_axis, 1, i, j, n) - VF_AT(along_axis, i, j, n);
  VF_AT(rho, i, j, n) = (VF_AT(rho, i, j, n) * before + VF_AT(mass, i, j, n) - VF_AT_ALONG(mass, 1, i, j, n)) / after;
}
