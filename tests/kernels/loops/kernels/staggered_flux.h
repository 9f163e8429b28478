#define VF_KERNEL staggered_flux
#define VF_SUMMARY \
  "Volume flux through x faces: area (v(i,j) + v(i,j+1) + w(i,j) + w(i,j+1)) dt / 4, velocities on nodes"
#define VF_RANK 2
#define VF_POINTS all
#define VF_POINTS_ON face(0)
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                \
  READ(real, v, nodes, reach(0), "velocity before the step")    \
  READ(real, w, nodes, reach(0), "velocity behind it")          \
  READ(real, area, same, reach(0), "of the faces")              \
  WRITE(real, flux, same, reach(0), "volume through the faces") \
  VALUE(real, dt, "time step")

VF_BODY(i, j, n)
{
  const real sum = VF_AT(v, i, j, n) + VF_AT(v, i, j + 1, n) + VF_AT(w, i, j, n) + VF_AT(w, i, j + 1, n);
  VF_AT(flux, i, j, n) = (real)0.25 * dt * VF_AT(area, i, j, n) * sum;
}
