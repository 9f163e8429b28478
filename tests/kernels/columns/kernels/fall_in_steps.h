/* Rain falls in as many steps as its speed asks for; the kernel finds this number again after each step. Level 1 is the
 * lowest level. */
#define VF_KERNEL fall_in_steps
#define VF_SUMMARY "qr falls for dt in steps in which no rain passes more than 3/4 of a layer"
#define VF_POINTS columns
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                       \
  READ(real, rho, levels, reach(below(0), above(1)), "density, kg/m3") \
  READ(real, dz, levels, reach(0), "thickness of layers, m")           \
  UPDATE(real, qr, levels, reach(0), "rain, kg/kg")                    \
  UPDATE(real, fallen, surface, reach(0), "rain below the column")     \
  WRITE(int, rounds, surface, reach(0), "number of steps")             \
  VALUE(real, dt, "time step, s")
#define VF_CARRIED(CARRY) \
  CARRY(real, courant, 0) \
  CARRY(real, left, dt)   \
  CARRY(real, step, dt)   \
  CARRY(int, steps, 0)    \
  CARRY(int, taken, 0)
#define VF_TEMPORARIES(TEMPORARY)          \
  TEMPORARY(real, rain, levels, "of rain") \
  TEMPORARY(real, speed, levels, "of fall, m/s")
#define VF_SWEEPS(DOWN, UP) \
  DOWN(begin, 1, nlev)      \
  DOWN(split, nlev, nlev)   \
  DOWN(leave, 1, 1) DOWN(fall, 1, nlev) DOWN(look, 1, nlev) DOWN(again, nlev, nlev) UP(end, 1, nlev)
#define VF_REPEATS(REPEAT) REPEAT(leave, again, steps)

VF_SWEEP(begin, i, k)
{
  VF_TEMPORARY_AT(rain, k) = VF_LEVEL(qr, i, k);
  VF_TEMPORARY_AT(speed, k) = 36 * VF_SQRT(VF_SQRT(VF_LEVEL(qr, i, k) * VF_LEVEL(rho, i, k)));
  VF_CARRIED_VALUE(courant) = VF_MAX(VF_CARRIED_VALUE(courant), VF_TEMPORARY_AT(speed, k) * dt / VF_LEVEL(dz, i, k));
}
VF_SWEEP(split, i, k)
{
  VF_CARRIED_VALUE(steps) = VF_CARRIED_VALUE(courant) > 0 ? (int)(1 + VF_CARRIED_VALUE(courant) / (real)0.75) : 0;
  if (VF_CARRIED_VALUE(steps) > 0) VF_CARRIED_VALUE(step) = dt / (real)VF_CARRIED_VALUE(steps);
}
VF_SWEEP(leave, i, k)
{
  VF_CARRIED_VALUE(left) = VF_CARRIED_VALUE(left) - VF_CARRIED_VALUE(step);
  VF_CARRIED_VALUE(taken) = VF_CARRIED_VALUE(taken) + 1;
  VF_SURFACE(fallen, i) = VF_SURFACE(fallen, i) + VF_LEVEL(rho, i, k) * VF_TEMPORARY_AT(rain, k) *
                                                      VF_TEMPORARY_AT(speed, k) * VF_CARRIED_VALUE(step);
}
VF_SWEEP(fall, i, k)
{
  const real out = VF_LEVEL(rho, i, k) * VF_TEMPORARY_AT(rain, k) * VF_TEMPORARY_AT(speed, k);
  real in = 0;
  if (k < nlev) in = VF_LEVEL(rho, i, k + 1) * VF_TEMPORARY_AT(rain, k + 1) * VF_TEMPORARY_AT(speed, k + 1);
  VF_TEMPORARY_AT(rain, k) =
      VF_TEMPORARY_AT(rain, k) - VF_CARRIED_VALUE(step) / (VF_LEVEL(dz, i, k) * VF_LEVEL(rho, i, k)) * (out - in);
}
VF_SWEEP(look, i, k)
{
  const real rain_here = VF_MAX(VF_TEMPORARY_AT(rain, k), (real)0);
  if (k == 1) VF_CARRIED_VALUE(courant) = 0;
  VF_TEMPORARY_AT(speed, k) = 36 * VF_SQRT(VF_SQRT(rain_here * VF_LEVEL(rho, i, k)));
  VF_CARRIED_VALUE(courant) =
      VF_MAX(VF_CARRIED_VALUE(courant), VF_TEMPORARY_AT(speed, k) * VF_CARRIED_VALUE(left) / VF_LEVEL(dz, i, k));
}
VF_SWEEP(again, i, k)
{
  const int before = VF_CARRIED_VALUE(steps) - 1, now = (int)(1 + VF_CARRIED_VALUE(courant) / (real)0.75);
  VF_CARRIED_VALUE(steps) = before > 0 ? now : 0;
  if (before > 0 && now != before) VF_CARRIED_VALUE(step) = VF_CARRIED_VALUE(left) / (real)now;
}
VF_SWEEP(end, i, k)
{
  VF_LEVEL(qr, i, k) = VF_TEMPORARY_AT(rain, k);
  if (k == 1) VF_SURFACE(rounds, i) = VF_CARRIED_VALUE(taken);
}
