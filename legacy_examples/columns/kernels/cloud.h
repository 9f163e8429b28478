/* A small cloud scheme, from the top down: saturation, cover, rain from cloud water, and its implicit fall. */
#define VF_KERNEL cloud
#define VF_SUMMARY \
  "Vapour above saturation condenses, cloud water becomes rain, rain falls: r = (r + c F(k-1))/(1 + c w)"
#define VF_POINTS columns
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                    \
  READ(logical, ldcum, surface, reach(0), "true: the column has convection")        \
  READ(int, ktype, surface, reach(0), "its kind: 1 deep, 2 shallow, 0 none")        \
  READ(real, plsm, surface, reach(0), "part covered by land")                       \
  READ(real, pap, levels, reach(0), "pressure in the middle of layers, Pa")         \
  READ(real, paph, half_levels, reach(0), "pressure on half levels, Pa")            \
  UPDATE(real, pt, levels, reach(0), "temperature, K")                              \
  UPDATE(real, pclv, levels_species(3), reach(0), "liquid, rain and vapour, kg/kg") \
  WRITE(real, pfplsl, half_levels, reach(0), "flux of rain, kg/(m2 s)")             \
  WRITE(real, pfhpsl, half_levels, reach(0), "flux of enthalpy with it, W/m2")      \
  WRITE(real, pcover, levels, reach(0), "part of a layer covered by cloud")         \
  WRITE(real, pcovptot, surface, reach(0), "part of a column covered by cloud")     \
  VALUE(real, ptsphy, "time step, s")
#define VF_CARRIED(CARRY) \
  CARRY(real, flux, 0)    \
  CARRY(real, cover, 0)   \
  CARRY(real, rate, 0)    \
  CARRY(real, critical, 0)
#define VF_SWEEPS(DOWN, UP) DOWN(begin, 1, 1) DOWN(fall, 1, nlev) DOWN(end, nlev, nlev)

enum { cloud_liquid = 1, cloud_rain = 2, cloud_vapour = 3 };
#define CLOUD_G ((real)9.80616)
#define CLOUD_RGAS ((real)287.04)
#define CLOUD_CP ((real)1005.0)
#define CLOUD_RV ((real)461.5)
#define CLOUD_LATENT ((real)2.5008e6)
#define CLOUD_EPS (CLOUD_RGAS / CLOUD_RV)
#define CLOUD_FALL_SPEED ((real)5.0)

VF_SWEEP(begin, i, k)
{
  VF_CARRIED_VALUE(rate) = VF_SURFACE(ldcum, i) ? (real)1.5e-3 : (real)1.0e-4;
  VF_CARRIED_VALUE(critical) = VF_SURFACE(plsm, i) * (real)5.0e-4 + (1 - VF_SURFACE(plsm, i)) * (real)3.0e-4;
  if (VF_SURFACE(ktype, i) == 1) VF_CARRIED_VALUE(critical) = (real)0.5 * VF_CARRIED_VALUE(critical);
  VF_HALF(pfplsl, i, 1) = VF_CARRIED_VALUE(flux);
  VF_HALF(pfhpsl, i, 1) = -CLOUD_LATENT * VF_CARRIED_VALUE(flux);
}

VF_SWEEP(fall, i, k)
{
  const real p = VF_LEVEL(pap, i, k), dp = VF_HALF(paph, i, k + 1) - VF_HALF(paph, i, k);
  real t = VF_LEVEL(pt, i, k), liquid = VF_LEVEL_OF(pclv, i, k, cloud_liquid),
       rain = VF_LEVEL_OF(pclv, i, k, cloud_rain);

  const real es = (real)611.21 * VF_EXP((real)17.502 * (t - (real)273.16) / (t - (real)32.19));
  const real qs = CLOUD_EPS * es / (p - (1 - CLOUD_EPS) * es), vapour = VF_LEVEL_OF(pclv, i, k, cloud_vapour);
  const real excess = (vapour - qs) / (1 + CLOUD_LATENT * CLOUD_LATENT * qs / (CLOUD_CP * CLOUD_RV * t * t));
  const real condensed = excess > -liquid ? excess : -liquid;
  t = t + CLOUD_LATENT / CLOUD_CP * condensed;
  liquid = liquid + condensed;
  VF_LEVEL(pt, i, k) = t;
  VF_LEVEL_OF(pclv, i, k, cloud_vapour) = vapour - condensed;

  const real ratio = liquid / VF_CARRIED_VALUE(critical), part = 1 - VF_EXP(-ratio * ratio);
  const real becomes_rain = liquid * (1 - VF_EXP(-VF_CARRIED_VALUE(rate) * ptsphy * part));
  VF_LEVEL(pcover, i, k) = part;
  VF_CARRIED_VALUE(cover) = VF_CARRIED_VALUE(cover) > part ? VF_CARRIED_VALUE(cover) : part;
  VF_LEVEL_OF(pclv, i, k, cloud_liquid) = liquid - becomes_rain;
  rain = rain + becomes_rain;

  const real of_flux = ptsphy * CLOUD_G / dp, of_rain = p / (CLOUD_RGAS * t) * CLOUD_FALL_SPEED;
  rain = (rain + of_flux * VF_CARRIED_VALUE(flux)) / (1 + of_flux * of_rain);
  VF_LEVEL_OF(pclv, i, k, cloud_rain) = rain;
  VF_CARRIED_VALUE(flux) = of_rain * rain;
  VF_HALF(pfplsl, i, k + 1) = VF_CARRIED_VALUE(flux);
  VF_HALF(pfhpsl, i, k + 1) = -CLOUD_LATENT * VF_CARRIED_VALUE(flux);
}

VF_SWEEP(end, i, k) { VF_SURFACE(pcovptot, i) = VF_CARRIED_VALUE(cover); }
