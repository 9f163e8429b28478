/* Results of every sort, with a colour and a coefficient. */
#define VF_KERNEL sweep_totals
#define VF_SUMMARY "x = x w on one colour, and what that changes"
#define VF_POINTS coloured
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  UPDATE(real, x, same, reach(0), "field")       \
  VALUE (real, w, "factor, no unit")
#define VF_RESULTS(SUM, MIN, MAX)              \
  SUM(mass,   "mass in the box, kg")           \
  MIN(dt_cfl, "largest stable step, s", place) \
  MAX(speed,  "largest speed, m/s")

VF_BODY(i, j, k, n)
{
  const real v = VF_AT(x, i, j, k, n) * w;
  VF_AT(x, i, j, k, n) = v;
  VF_GIVE(mass, v);
  VF_GIVE(dt_cfl, 1 / v);
  VF_GIVE(speed, VF_ABS(v));
}
