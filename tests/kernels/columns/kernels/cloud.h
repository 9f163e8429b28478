/* A small cloud scheme: condensation on each level, rain through the column, and the base of the cloud from below. Its
 * arrays are of every kind allowed in a column. */
#define VF_KERNEL cloud
#define VF_SUMMARY "Condensation and rain of a time step; cloud base and cover"
#define VF_POINTS columns
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                             \
  READ(real, ak, half_profile, reach(0), "pressure of half levels, part without ps, Pa")     \
  READ(real, bk, half_profile, reach(0), "the same, factor of ps")                           \
  READ(real, relax, profile, reach(0), "condensing share of the excess")                     \
  READ(real, ps, surface, reach(0), "pressure of the surface, Pa")                           \
  READ(logical, active, surface, reach(0), "true: the column is worked on")                  \
  READ(int, ktype, surface, reach(0), "number of the speed of rain, 1 or 2")                 \
  READ(real, speed, parts(2), reach(0), "of falling rain, Pa-like units")                    \
  READ(real, mix, levels, reach(1), "smoothed along the column, then added to t")            \
  UPDATE(real, t, levels, reach(0), "temperature, K")                                        \
  UPDATE(real, water, levels_species(5), reach(0), "liquid, ice, rain, snow, vapour, kg/kg") \
  WRITE(real, flux, half_levels, reach(0), "of rain")                                        \
  UPDATE(real, cover, surface, reach(0), "of the cloud; only in active columns")             \
  UPDATE(int, base, surface, reach(0), "level of the cloud's base; only in active columns")  \
  VALUE(real, dt, "time step, s")
#define VF_CARRIED(CARRY) \
  CARRY(real, above, 0)   \
  CARRY(real, widest, 0)  \
  CARRY(int, lowest, 0)
#define VF_TEMPORARIES(TEMPORARY)                  \
  TEMPORARY(real, ph, half_levels, "pressure, Pa") \
  TEMPORARY(real, made, levels, "new rain")
#define VF_SWEEPS(DOWN, UP)   \
  DOWN(pressure, 1, nlev + 1) \
  DOWN(condense, 1, nlev)     \
  DOWN(fall, 1, nlev)         \
  UP(look, 1, nlev)

VF_SWEEP(pressure, i, k)
{
  VF_TEMPORARY_AT(ph, k) = VF_HALF_PROFILE(ak, k) + VF_HALF_PROFILE(bk, k) * VF_SURFACE(ps, i);
}

VF_SWEEP(condense, i, k)
{
  VF_TEMPORARY_AT(made, k) = 0;
  if (!VF_SURFACE(active, i)) return;
  const int before = k > 1 ? k - 1 : k, behind = k < nlev ? k + 1 : k;
  const real smooth = (VF_LEVEL(mix, i, before) + 2 * VF_LEVEL(mix, i, k)) + VF_LEVEL(mix, i, behind);
  const real warm = VF_LEVEL(t, i, k) + dt * smooth;
  const real middle = (VF_TEMPORARY_AT(ph, k) + VF_TEMPORARY_AT(ph, k + 1)) / 2;
  const real vapour = VF_LEVEL_OF(water, i, k, 5), liquid = VF_LEVEL_OF(water, i, k, 1);
  const real es = (real)611.21 * VF_EXP((real)17.502 * (warm - (real)273.16) / (warm - (real)32.19));
  const real qs = (real)0.622 * es / (middle - (real)0.378 * es);
  real excess = (vapour - qs) * VF_PROFILE(relax, k);
  if (excess < -liquid) excess = -liquid;
  const real now = liquid + excess;
  const real lost = now * (1 - VF_EXP(-(dt * (real)0.001)));
  VF_LEVEL(t, i, k) = warm + 2500 * excess;
  VF_LEVEL_OF(water, i, k, 5) = vapour - excess;
  VF_LEVEL_OF(water, i, k, 1) = now - lost;
  VF_TEMPORARY_AT(made, k) = lost;
}

VF_SWEEP(fall, i, k)
{
  if (k == 1) VF_HALF(flux, i, 1) = 0;
  if (VF_SURFACE(active, i)) {
    const real thick = dt / (VF_TEMPORARY_AT(ph, k + 1) - VF_TEMPORARY_AT(ph, k));
    const real rate = VF_PART(speed, i, VF_SURFACE(ktype, i));
    real rain = VF_LEVEL_OF(water, i, k, 3) + VF_TEMPORARY_AT(made, k);
    rain = (rain + thick * VF_CARRIED_VALUE(above)) / (1 + thick * rate);
    VF_CARRIED_VALUE(above) = rate * rain;
    const int frozen = VF_LEVEL(t, i, k) < (real)273.16;
    for (int s = 2; s <= 4; s += 2)
      VF_LEVEL_OF(water, i, k, s) = VF_LEVEL_OF(water, i, k, s) * (frozen ? 1 : (real)0.75);
    VF_LEVEL_OF(water, i, k, 3) = rain;
  }
  VF_HALF(flux, i, k + 1) = VF_CARRIED_VALUE(above);
}

VF_SWEEP(look, i, k)
{
  if (!VF_SURFACE(active, i)) return;
  const real liquid = VF_LEVEL_OF(water, i, k, 1);
  if (VF_CARRIED_VALUE(lowest) == 0 && liquid > (real)0.0005) VF_CARRIED_VALUE(lowest) = k;
  VF_CARRIED_VALUE(widest) = VF_CARRIED_VALUE(widest) > liquid ? VF_CARRIED_VALUE(widest) : liquid;
  if (k > 1) return;
  VF_SURFACE(base, i) = VF_CARRIED_VALUE(lowest);
  VF_SURFACE(cover, i) = VF_CARRIED_VALUE(widest);
}
