#define VF_KERNEL sweep_volumes
#define VF_SUMMARY "Volumes of the cells before and after a sweep of the advection"
#define VF_RANK 2
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                             \
  VALUE(int, x_inc, "1 for a sweep in x, 0 for a sweep in y")                                \
  VALUE(logical, first_sweep, "true: the flux of the other direction is still in the cells") \
  READ(real, volume, same, reach(0), "of the cells of the mesh")                             \
  READ(real, vol_flux_x, face(0), reach(0), "volume through x faces")                        \
  READ(real, vol_flux_y, face(1), reach(0), "volume through y faces")                        \
  WRITE(real, pre_vol, same, reach(0), "before the sweep")                                   \
  WRITE(real, post_vol, same, reach(0), "after the sweep")

VF_BODY(i, j, n)
{
  const real in_x = VF_AT(vol_flux_x, i + 1, j, n) - VF_AT(vol_flux_x, i, j, n);
  const real in_y = VF_AT(vol_flux_y, i, j + 1, n) - VF_AT(vol_flux_y, i, j, n);
  const real along = x_inc == 1 ? in_x : in_y, across = x_inc == 1 ? in_y : in_x;
  const real post = VF_AT(volume, i, j, n) + (first_sweep ? across : 0);
  VF_AT(post_vol, i, j, n) = post;
  VF_AT(pre_vol, i, j, n) = post + along;
}
