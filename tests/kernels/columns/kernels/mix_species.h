/* Species of a column in the shapes of a cloud scheme: temporaries of levels and half levels with species, several carried
 * numbers under a name, and a small dense solve at each point whose rows are taken by size. */
#define VF_KERNEL mix_species
#define VF_SUMMARY \
  "q of three species: a solve of 3 x 3 at each point in the order of size, and fluxes through half levels"
#define VF_POINTS columns
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                \
  READ(int, fastest, surface, reach(0), "species that falls fastest, 1 to 3")   \
  READ(real, ph, half_levels, reach(0), "pressure on half levels, Pa")          \
  UPDATE(real, q, levels_species(3), reach(0), "species, kg/kg")                \
  WRITE(real, flux, half_levels, reach(0), "sum of the fluxes of all species")  \
  WRITE(int, largest, levels, reach(0), "species that is largest in the level") \
  VALUE(real, dt, "time step, s")
#define VF_CARRIED(CARRY)  \
  CARRY(real, fall, dt, 3) \
  CARRY(int, seen, -1, 2)  \
  CARRY(real, total, 0)
#define VF_TEMPORARIES(TEMPORARY)                                          \
  TEMPORARY(real, part, levels_species(3), "of each species")              \
  TEMPORARY(real, thickness, levels, "of layers, Pa")                      \
  TEMPORARY(real, through, half_levels_species(3), "flux of each species") \
  TEMPORARY(int, order, levels_species(3), "species by size")
#define VF_SWEEPS(DOWN, UP) DOWN(top, 1, 1) DOWN(sort, 1, nlev) DOWN(solve, 1, nlev) UP(gather, 1, nlev + 1)

enum { mix_species_count = 3 };

VF_SWEEP(top, i, k)
{
  for (int s = 1; s <= mix_species_count; s++) VF_TEMPORARY_OF(through, k, s) = 0;
  VF_CARRIED_OF(fall, VF_SURFACE(fastest, i)) = 2 * dt;
}

VF_SWEEP(sort, i, k)
{
  real sum = 0;
  int taken[mix_species_count] = { 0, 0, 0 };
  VF_TEMPORARY_AT(thickness, k) = VF_HALF(ph, i, k + 1) - VF_HALF(ph, i, k);
  for (int s = 1; s <= mix_species_count; s++) sum = sum + VF_LEVEL_OF(q, i, k, s);
  for (int s = 1; s <= mix_species_count; s++) VF_TEMPORARY_OF(part, k, s) = VF_LEVEL_OF(q, i, k, s) / sum;
  for (int n = 1; n <= mix_species_count; n++) {
    int best = 0;
    for (int s = 1; s <= mix_species_count; s++)
      if (!taken[s - 1] && (best == 0 || VF_TEMPORARY_OF(part, k, s) > VF_TEMPORARY_OF(part, k, best))) best = s;
    VF_PUT(taken, best - 1, 1);
    VF_TEMPORARY_OF(order, k, n) = best;
  }
}

VF_SWEEP(solve, i, k)
{
  real a[mix_species_count][mix_species_count], x[mix_species_count];
  for (int m = 1; m <= mix_species_count; m++) {
    const int s = VF_TEMPORARY_OF(order, k, m);
    const real share = VF_CARRIED_OF(fall, s) / VF_TEMPORARY_AT(thickness, k);
    x[m - 1] = VF_LEVEL_OF(q, i, k, s) + VF_TEMPORARY_OF(through, k, s) / VF_TEMPORARY_AT(thickness, k);
    for (int n = 1; n <= mix_species_count; n++)
      a[m - 1][n - 1] =
          n == m ? 1 + share : -(real)0.25 * share * VF_TEMPORARY_OF(part, k, VF_TEMPORARY_OF(order, k, n));
  }
  for (int n = 0; n < mix_species_count; n++)
    for (int m = n + 1; m < mix_species_count; m++) {
      const real factor = a[m][n] / a[n][n];
      for (int l = n + 1; l < mix_species_count; l++) a[m][l] = a[m][l] - factor * a[n][l];
      x[m] = x[m] - factor * x[n];
    }
  for (int n = mix_species_count - 1; n >= 0; n--) {
    for (int l = n + 1; l < mix_species_count; l++) x[n] = x[n] - a[n][l] * x[l];
    x[n] = x[n] / a[n][n];
  }
  /* Elements of small arrays by numbers that the column chooses. */
  const int first = VF_TEMPORARY_OF(order, k, 1) - 1, last = VF_TEMPORARY_OF(order, k, 3) - 1;
  VF_PUT(a, first, last, VF_PICK(a, first, first) * VF_PICK(a, last, last));
  VF_PUT(x, first, VF_PICK(x, first) + (real)0.001 * VF_PICK(a, first, last));
  for (int m = 1; m <= mix_species_count; m++) {
    const int s = VF_TEMPORARY_OF(order, k, m);
    VF_LEVEL_OF(q, i, k, s) = x[m - 1];
    VF_TEMPORARY_OF(through, k + 1, s) = VF_CARRIED_OF(fall, s) * x[m - 1];
    VF_CARRIED_OF(fall, s) = (real)0.5 * (VF_CARRIED_OF(fall, s) + dt);
  }
  VF_CARRIED_OF(seen, 2) = VF_CARRIED_OF(seen, 1);
  VF_CARRIED_OF(seen, 1) = VF_TEMPORARY_OF(order, k, 1);
  VF_LEVEL(largest, i, k) = VF_CARRIED_OF(seen, 1) + 10 * VF_CARRIED_OF(seen, 2);
}

VF_SWEEP(gather, i, k)
{
  for (int s = 1; s <= mix_species_count; s++)
    VF_CARRIED_VALUE(total) = VF_CARRIED_VALUE(total) + VF_TEMPORARY_OF(through, k, s);
  VF_HALF(flux, i, k) = VF_CARRIED_VALUE(total);
}
