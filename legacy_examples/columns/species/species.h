/* Liquid, ice, rain, snow and vapour, from the top down: in each layer sources and sinks, limited in an order of the layer's
 * own, and an implicit solve of 5 x 5. The arrays (klon,klev) and (klon,klev,nclv) of the code that a later sweep reads are
 * temporaries, those that the next level reads are carried, and all others are variables of a level. */
#define VF_KERNEL species
#define VF_SUMMARY "Saturation, rain and snow from cloud, melting, evaporation and fall of five species in columns"
#define VF_POINTS columns
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                               \
  READ(real, efficiency, table(16, 2), reach(0), "growth of rain and of snow, by temperature") \
  READ(real, pland, surface, reach(0), "part covered by land")                                 \
  READ(logical, ldcum, surface, reach(0), "true: the column has convection")                   \
  READ(real, pap, levels, reach(0), "pressure in the middle of layers, Pa")                    \
  READ(real, paph, half_levels, reach(0), "pressure on half levels, Pa")                       \
  READ(real, ptend_t, levels, reach(0), "tendency of other processes, K/s")                    \
  READ(real, ptend_clv, levels_species(5), reach(0), "tendencies of other processes, 1/s")     \
  UPDATE(real, pt, levels, reach(0), "temperature, K")                                         \
  UPDATE(real, pclv, levels_species(5), reach(0), "liquid, ice, rain, snow and vapour, kg/kg") \
  WRITE(real, pcover, levels, reach(0), "part of a layer under cloud, with the clouds above")  \
  WRITE(real, pfice, half_levels, reach(0), "flux of ice, kg/(m2 s)")                          \
  WRITE(real, pfrain, half_levels, reach(0), "flux of rain, kg/(m2 s)")                        \
  WRITE(real, pfsnow, half_levels, reach(0), "flux of snow, kg/(m2 s)")                        \
  WRITE(real, pload, half_levels, reach(0), "liquid, ice, rain and snow below, kg/m2")         \
  WRITE(int, kfirst, levels, reach(0), "species that is limited first")                        \
  VALUE(constants(species_constants), c, "constants of the scheme")
#define VF_CARRIED(CARRY) \
  CARRY(real, flux, 0, 5) \
  CARRY(real, above, 0)   \
  CARRY(real, total, 0)   \
  CARRY(real, load, 0)
#define VF_TEMPORARIES(TEMPORARY)                                 \
  TEMPORARY(real, zt, levels, "temperature after the tendencies") \
  TEMPORARY(real, zq, levels_species(5), "species after the tendencies")
#define VF_LEVELS_TOGETHER 1
#define VF_SWEEPS(DOWN, UP) \
  DOWN(prepare, 1, nlev) DOWN(top, 1, 1) DOWN(layer, 1, nlev) DOWN(bottom, nlev, nlev) UP(gather, 1, nlev)

/* The members of the routine's own type that the scheme uses. */
#define VF_CONSTANTS_species_constants(MEMBER)                             \
  MEMBER(real, dt, "time step, s")                                         \
  MEMBER(real, g, "gravity, m/s2")                                         \
  MEMBER(real, rgas, "gas constant of air, J/(kg K)")                      \
  MEMBER(real, rv, "gas constant of vapour, J/(kg K)")                     \
  MEMBER(real, cp, "heat capacity of air, J/(kg K)")                       \
  MEMBER(real, vaporise, "heat of liquid to vapour, J/kg")                 \
  MEMBER(real, sublime, "heat of ice to vapour, J/kg")                     \
  MEMBER(real, freeze, "melting point, K")                                 \
  MEMBER(real, all_ice, "no liquid cloud below this, K")                   \
  MEMBER(real, e0, "saturation pressure at the melting point, Pa")         \
  MEMBER(real, liquid_a, "of the saturation pressure over liquid: factor") \
  MEMBER(real, liquid_b, "pole, K")                                        \
  MEMBER(real, ice_a, "the same over ice: factor")                         \
  MEMBER(real, ice_b, "pole, K")                                           \
  MEMBER(real, least, "less of a species becomes vapour, kg/kg")           \
  MEMBER(real, rain_rate, "of rain from liquid, 1/s")                      \
  MEMBER(real, snow_rate, "of snow from ice, 1/s")                         \
  MEMBER(real, critical_land, "liquid that makes rain over land, kg/kg")   \
  MEMBER(real, critical_sea, "liquid that makes rain over sea, kg/kg")     \
  MEMBER(real, critical_ice, "ice that makes snow, kg/kg")                 \
  MEMBER(real, ice_speed, "of the fall of ice, m/s")                       \
  MEMBER(real, rain_speed, "of the fall of rain, m/s")                     \
  MEMBER(real, snow_speed, "of the fall of snow, m/s")                     \
  MEMBER(real, melt_time, "time that snow takes to melt, s")               \
  MEMBER(real, freeze_time, "time that rain takes to freeze, s")           \
  MEMBER(real, riming, "of liquid, 1/s for a flux of snow of 1 kg/(m2 s)") \
  MEMBER(real, evaporation, "of rain, 1/s for a flux of 1 kg/(m2 s)")      \
  MEMBER(real, coldest, "lower end of the classes of temperature, K")      \
  MEMBER(real, class_width, "width of a class, K")
#define VF_MODULE_species_constants species_scheme
VF_CONSTANTS_TYPE(species_constants)

enum { species_liquid = 1, species_ice, species_rain, species_snow, species_vapour, species_count = 5 };

/* 1: liquid or rain, 2: ice or snow, 0: vapour. */
VF_INLINE int species_phase(const int s)
{
  return s == species_vapour ? 0 : s == species_liquid || s == species_rain ? 1 : 2;
}

VF_INLINE real species_warm(const real t, const VF_CONSTANTS(species_constants) c)
{
  const real share = (t - c.all_ice) / (c.freeze - c.all_ice), positive = share > 0 ? share : 0,
             warm = positive < 1 ? positive : 1;
  return warm * warm;
}

VF_SWEEP(prepare, i, k)
{
  real t = VF_LEVEL(pt, i, k) + c.dt * VF_LEVEL(ptend_t, i, k);
  real vapour = VF_LEVEL_OF(pclv, i, k, species_vapour) + c.dt * VF_LEVEL_OF(ptend_clv, i, k, species_vapour);
  for (int s = 1; s < species_vapour; s++) {
    const real q = VF_LEVEL_OF(pclv, i, k, s) + c.dt * VF_LEVEL_OF(ptend_clv, i, k, s);
    if (q < c.least) {
      vapour = vapour + q;
      t = t - (species_phase(s) == 1 ? c.vaporise : c.sublime) / c.cp * q;
    }
    VF_TEMPORARY_OF(zq, k, s) = q < c.least ? 0 : q;
  }
  VF_TEMPORARY_OF(zq, k, species_vapour) = vapour;
  VF_TEMPORARY_AT(zt, k) = t;
}

VF_SWEEP(top, i, k)
{
  VF_HALF(pfice, i, 1) = 0;
  VF_HALF(pfrain, i, 1) = 0;
  VF_HALF(pfsnow, i, 1) = 0;
}

/* Index 0 of the small arrays is not used: species count from 1, as in the code. */
VF_SWEEP(layer, i, k)
{
  const real p = VF_LEVEL(pap, i, k), speed[6] = { 0, 0, c.ice_speed, c.rain_speed, c.snow_speed, 0 };
  const real of_flux = c.dt * c.g / (VF_HALF(paph, i, k + 1) - VF_HALF(paph, i, k));
  real q[6], a[6][6], b[6][6], first[6], fall[6], lhs[6][6], now[6], ratio[6], flux_here[6];
  int order[6], is_free[6];
  for (int s = 1; s <= species_count; s++) {
    q[s] = VF_TEMPORARY_OF(zq, k, s);
    flux_here[s] = VF_CARRIED_OF(flux, s);
    for (int n = 1; n <= species_count; n++) a[s][n] = b[s][n] = 0;
  }

  /* Saturation. */
  real t = VF_TEMPORARY_AT(zt, k), cloud = q[species_liquid] + q[species_ice], rest = q[species_vapour], condensed = 0,
       sat = 0;
  for (int n = 1; n <= 2; n++) {
    const real part = species_warm(t, c);
    const real pressure = c.e0 * (part * VF_EXP(c.liquid_a * (t - c.freeze) / (t - c.liquid_b)) +
                                  (1 - part) * VF_EXP(c.ice_a * (t - c.freeze) / (t - c.ice_b)));
    const real es = pressure / p < (real)0.5 ? pressure / p : (real)0.5,
               latent = part * c.vaporise + (1 - part) * c.sublime;
    sat = c.rgas / c.rv * es / (1 - (1 - c.rgas / c.rv) * es);
    const real excess = (rest - sat) / (1 + latent * latent * sat / (c.cp * c.rv * t * t)),
               step = excess > -cloud ? excess : -cloud;
    t = t + latent / c.cp * step;
    rest = rest - step;
    cloud = cloud + step;
    condensed = condensed + step;
  }
  const real warm = condensed < 0 ? q[species_liquid] / (q[species_liquid] + q[species_ice]) : species_warm(t, c);
  a[species_liquid][species_vapour] = warm * condensed;
  a[species_vapour][species_liquid] = -(warm * condensed);
  a[species_ice][species_vapour] = (1 - warm) * condensed;
  a[species_vapour][species_ice] = -((1 - warm) * condensed);
  for (int s = 1; s <= species_count; s++) first[s] = q[s];
  first[species_liquid] = first[species_liquid] + warm * condensed;
  first[species_ice] = first[species_ice] + (1 - warm) * condensed;

  /* What has fallen from above. */
  for (int s = 1; s <= species_count; s++) {
    fall[s] = 0;
    if (speed[s] > 0) {
      a[s][s] = flux_here[s] * of_flux;
      first[s] = first[s] + flux_here[s] * of_flux;
      fall[s] = of_flux * (p / (c.rgas * t)) * speed[s];
    }
  }

  /* Cover, with the clouds above. */
  const real cover = 1 - VF_EXP(-cloud / c.critical_sea), above_here = VF_CARRIED_VALUE(above);
  const real larger = cover > above_here ? cover : above_here,
             open = above_here < (real)0.999 ? above_here : (real)0.999;
  VF_CARRIED_VALUE(total) = 1 - (1 - VF_CARRIED_VALUE(total)) * (1 - larger) / (1 - open);
  VF_CARRIED_VALUE(above) = cover;
  VF_LEVEL(pcover, i, k) = VF_CARRIED_VALUE(total);

  /* Rain from liquid, snow from ice. */
  const int from_coldest = 1 + VF_INT((t - c.coldest) / c.class_width);
  const int not_below = from_coldest > 1 ? from_coldest : 1, of_class = not_below < 16 ? not_below : 16;
  const real critical = VF_SURFACE(pland, i) * c.critical_land + (1 - VF_SURFACE(pland, i)) * c.critical_sea;
  const real rate = VF_SURFACE(ldcum, i) ? 3 * c.rain_rate : c.rain_rate;
  const real of_liquid = first[species_liquid] / critical, of_ice = first[species_ice] / c.critical_ice;
  b[species_rain][species_liquid] =
      c.dt * rate * VF_TABLE(efficiency, of_class, 1) * (1 - VF_EXP(-(of_liquid * of_liquid)));
  if (t < c.freeze)
    b[species_snow][species_ice] =
        c.dt * c.snow_rate * VF_TABLE(efficiency, of_class, 2) * (1 - VF_EXP(-(of_ice * of_ice)));

  /* Below the melting point snow takes up liquid, and rain freezes; above it snow melts. Rain evaporates outside of clouds. */
  if (t < c.freeze) {
    const real rime = c.dt * c.riming * flux_here[species_snow] * first[species_liquid];
    const real freezes = c.dt / c.freeze_time * first[species_rain];
    a[species_snow][species_liquid] = rime;
    a[species_liquid][species_snow] = -rime;
    a[species_snow][species_rain] = freezes;
    a[species_rain][species_snow] = -freezes;
  }
  if (t > c.freeze && first[species_snow] > c.least) {
    const real most = c.cp * (t - c.freeze) / (c.sublime - c.vaporise) * (c.dt / c.melt_time);
    const real melt = first[species_snow] < most ? first[species_snow] : most;
    a[species_rain][species_snow] = melt;
    a[species_snow][species_rain] = -melt;
  }
  if (first[species_rain] > c.least && q[species_vapour] < sat) {
    const real most = (1 - cover) * c.dt * c.evaporation * VF_SQRT(flux_here[species_rain]) * (sat - q[species_vapour]);
    const real evaporates = most < first[species_rain] ? most : first[species_rain];
    a[species_vapour][species_rain] = evaporates;
    a[species_rain][species_vapour] = a[species_rain][species_vapour] - evaporates;
  }

  /* The order of the species. */
  for (int s = 1; s <= species_count; s++) {
    real sink = 0;
    for (int n = 1; n <= species_count; n++) sink = sink - a[s][n];
    const real there = q[s] > c.least ? q[s] : c.least;
    ratio[s] = there / (sink > there ? sink : there);
    is_free[s] = 1;
  }
  for (int m = 1; m <= species_count; m++) {
    real smallest = 2;
    order[m] = 0;
    for (int n = 1; n <= species_count; n++)
      if (is_free[n] && ratio[n] < smallest) {
        order[m] = n;
        smallest = ratio[n];
      }
    VF_PUT(is_free, order[m], 0);
  }
  VF_LEVEL(kfirst, i, k) = order[1];

  /* In this order sinks are made as large as what is there allows, with the sources that they are for others. */
  for (int m = 1; m <= species_count; m++) {
    const int o = order[m];
    real sink = 0;
    for (int n = 1; n <= species_count; n++) sink = sink - VF_PICK(a, o, n);
    const real there = VF_PICK(q, o) > c.least ? VF_PICK(q, o) : c.least, scale = there / (sink > there ? sink : there);
    for (int n = 1; n <= species_count; n++)
      if (n != o && VF_PICK(a, o, n) < 0) {
        VF_PUT(a, o, n, VF_PICK(a, o, n) * scale);
        VF_PUT(a, n, o, VF_PICK(a, n, o) * scale);
      }
  }

  /* The implicit solve. */
  for (int m = 1; m <= species_count; m++) {
    for (int n = 1; n <= species_count; n++) lhs[n][m] = -b[n][m];
    lhs[m][m] = 1 + fall[m];
    now[m] = q[m];
    for (int n = 1; n <= species_count; n++) {
      lhs[m][m] = lhs[m][m] + b[n][m];
      now[m] = now[m] + a[m][n];
    }
  }
  for (int n = 1; n < species_count; n++)
    for (int m = n + 1; m <= species_count; m++) {
      lhs[m][n] = lhs[m][n] / lhs[n][n];
      now[m] = now[m] - lhs[m][n] * now[n];
      for (int l = n + 1; l <= species_count; l++) lhs[m][l] = lhs[m][l] - lhs[m][n] * lhs[n][l];
    }
  for (int n = species_count; n >= 1; n--) {
    for (int m = n + 1; m <= species_count; m++) now[n] = now[n] - lhs[n][m] * now[m];
    now[n] = now[n] / lhs[n][n];
  }
  for (int s = 1; s < species_vapour; s++)
    if (now[s] < 0) {
      now[species_vapour] = now[species_vapour] + (1 + fall[s]) * now[s];
      now[s] = 0;
    }

  /* Fluxes to the next layer, and the heat of all that has changed its phase here. */
  real heated = VF_TEMPORARY_AT(zt, k);
  for (int s = 1; s <= species_count; s++) {
    const real out = fall[s] * now[s], gain = now[s] - q[s] - (flux_here[s] * of_flux - out);
    if (species_phase(s) == 1) heated = heated + c.vaporise / c.cp * gain;
    if (species_phase(s) == 2) heated = heated + c.sublime / c.cp * gain;
    VF_CARRIED_OF(flux, s) = out / of_flux;
    VF_LEVEL_OF(pclv, i, k, s) = now[s];
  }
  VF_LEVEL(pt, i, k) = heated;
  VF_HALF(pfice, i, k + 1) = VF_CARRIED_OF(flux, species_ice);
  VF_HALF(pfrain, i, k + 1) = VF_CARRIED_OF(flux, species_rain);
  VF_HALF(pfsnow, i, k + 1) = VF_CARRIED_OF(flux, species_snow);
}

VF_SWEEP(bottom, i, k) { VF_HALF(pload, i, nlev + 1) = 0; }

VF_SWEEP(gather, i, k)
{
  const real sum = VF_LEVEL_OF(pclv, i, k, species_liquid) + VF_LEVEL_OF(pclv, i, k, species_ice) +
                   VF_LEVEL_OF(pclv, i, k, species_rain) + VF_LEVEL_OF(pclv, i, k, species_snow);
  VF_CARRIED_VALUE(load) = VF_CARRIED_VALUE(load) + sum * (VF_HALF(paph, i, k + 1) - VF_HALF(paph, i, k)) / c.g;
  VF_HALF(pload, i, k) = VF_CARRIED_VALUE(load);
}
