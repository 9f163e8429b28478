/* Columns, with an array of each possible kind. */
#define VF_KERNEL settle
#define VF_SUMMARY "Particles settle: a sweep down, and one up"
#define VF_POINTS columns
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                              \
  READ(real, above, half_profile, reach(0), "pressure of half levels")                        \
  READ(real, height, levels, reach(1), "height of levels")                                    \
  READ(int, soil, surface, reach(0), "kind of soil")                                          \
  READ(logical, land, surface, reach(0), "whether there is land")                             \
  READ(real, radius, parts(3), reach(0), "radius of three sizes")                             \
  READ(real, share, table(3, 2), reach(0), "of each size in each kind of soil")               \
  UPDATE(real, mass, species(levels), reach(below(0), above(2)), "mass of particles")         \
  UPDATE(float, all, levels_species(5), reach(0), "all five species")                         \
  WRITE(real, flux, species(half_levels), reach(0), "through half levels")                    \
  WRITE(real, fallen, species(surface), reach(0), "on the ground")                            \
  VALUE(real, dt, "time step")                                                                \
  VALUE(option(slow, fast), speed, "how fast they are")
#define VF_CARRIED(CARRY) CARRY(real, falling, 0)
#define VF_SWEEPS(DOWN, UP) DOWN(fall, 1, nlev) UP(rise, 1, nlev)

VF_SWEEP(fall, i, k)
{
  VF_CARRIED_VALUE(falling) = VF_CARRIED_VALUE(falling) + dt * VF_LEVEL(mass, i, k) * VF_TABLE(share, 1, VF_SURFACE(soil, i));
  VF_HALF(flux, i, k) = VF_CARRIED_VALUE(falling) * VF_PART(radius, i, 2) * VF_HALF_PROFILE(above, k);
}

VF_SWEEP(rise, i, k)
{
  VF_LEVEL(mass, i, k) = VF_LEVEL(height, i, k) * (speed == vf_settle_fast ? 2 : 1);
  VF_LEVEL_OF(all, i, k, species) = VF_SURFACE(land, i) ? 1 : 0;
  if (k == 1) VF_HALF(flux, i, nlev + 1) = VF_SURFACE(fallen, i) = VF_CARRIED_VALUE(falling);
}
