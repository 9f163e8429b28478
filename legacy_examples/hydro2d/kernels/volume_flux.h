#define VF_KERNEL volume_flux
#define VF_SUMMARY "Volume that faces sweep in dt with the mean of two velocities"
#define VF_RANK 2
#define VF_POINTS faces
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                             \
  VALUE(real, dt, "time")                                                    \
  READ(real, celldx, along(i), reach(0), "widths of cells")                  \
  READ(real, celldy, along(j), reach(0), "widths of cells")                  \
  READ(real, vel0, nodes, reach(0), "velocity in the direction of the call") \
  READ(real, vel1, nodes, reach(0), "velocity in the direction of the call") \
  WRITE(real, vol_flux, face_of_point, reach(0), "volume, upwards positive")

VF_BODY(i, j, n)
{
  const int di = VF_UNIT(1, direction), dj = VF_UNIT(0, direction); // along the face
  const real area = direction == 0 ? VF_AT(celldy, j) : VF_AT(celldx, i);
  VF_AT(vol_flux, i, j, n) = (real)0.25 * dt * area *
                             ((VF_AT(vel0, i, j, n) + VF_AT(vel0, i + di, j + dj, n)) +
                              (VF_AT(vel1, i, j, n) + VF_AT(vel1, i + di, j + dj, n)));
}
