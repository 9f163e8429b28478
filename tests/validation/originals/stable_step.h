/* The kernel of the guide's page on results. */
#define VF_KERNEL stable_step
#define VF_SUMMARY "Mass in the box, and the largest stable step"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ(real, rho, same, reach(0), "density")     \
  READ(real, c, same, reach(0), "speed")         \
  VALUE(real, h, "width of a cell")
#define VF_RESULTS(SUM, MIN, MAX)  \
  SUM(mass, "mass in the box, kg") \
  MIN(dt, "largest stable step, s", place)

VF_BODY(i, j, k, n)
{
  VF_GIVE(mass, VF_AT(rho, i, j, k, n) * h * h * h);
  if (VF_AT(c, i, j, k, n) > 0) VF_GIVE(dt, h / VF_AT(c, i, j, k, n));
}
