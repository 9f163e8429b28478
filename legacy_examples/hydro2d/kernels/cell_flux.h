#define VF_KERNEL cell_flux
#define VF_SUMMARY \
  "Mass and energy through faces: from the donor cell with a limited slope, times the volume swept by the face"
#define VF_RANK 2
#define VF_POINTS faces
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                    \
  READ(real, vol_flux, face_of_point, reach(0), "volume through the faces")         \
  READ(real, pre_vol, cells_of_face, reach(0), "volumes of cells before the sweep") \
  READ(real, density, cells_of_face, reach(1, 1), "of cells before the sweep")      \
  READ(real, energy, cells_of_face, reach(1, 1), "of cells before the sweep")       \
  WRITE(real, mass_flux, face_of_point, reach(0), "mass through the faces")         \
  WRITE(real, ener_flux, face_of_point, reach(0), "energy through the faces")

/* The mean of two differences, but at most twice the smaller difference, and 0 if their signs differ. */
VF_INLINE real slope_of_cells(real a, real b)
{
  const real bound = 2 * (VF_ABS(a) < VF_ABS(b) ? VF_ABS(a) : VF_ABS(b)), mean = (real)0.5 * VF_ABS(a + b);
  return a * b > 0 ? VF_SIGN(bound < mean ? bound : mean, a) : 0;
}

VF_BODY(i, j, n)
{
  const int di = VF_UNIT(0, direction), dj = VF_UNIT(1, direction);
  const real half = (real)0.5, flux = VF_AT(vol_flux, i, j, n);
  const real volume_below = VF_AT(pre_vol, i - di, j - dj, n), volume_above = VF_AT(pre_vol, i, j, n);
  const real rho_1 = VF_AT(density, i - 2 * di, j - 2 * dj, n), rho_2 = VF_AT(density, i - di, j - dj, n);
  const real rho_3 = VF_AT(density, i, j, n), rho_4 = VF_AT(density, i + di, j + dj, n);
  const real e_1 = VF_AT(energy, i - 2 * di, j - 2 * dj, n), e_2 = VF_AT(energy, i - di, j - dj, n);
  const real e_3 = VF_AT(energy, i, j, n), e_4 = VF_AT(energy, i + di, j + dj, n);
  const bool upwards = flux > 0;
  const real volume = upwards ? volume_below : volume_above;
  const real rho_up = upwards ? rho_1 : rho_4, rho = upwards ? rho_2 : rho_3, rho_down = upwards ? rho_3 : rho_2;
  const real e_up = upwards ? e_1 : e_4, e = upwards ? e_2 : e_3, e_down = upwards ? e_3 : e_2;
  const real part = VF_ABS(flux) / volume;
  const real mass = flux * (rho + half * (1 - part) * slope_of_cells(rho - rho_up, rho_down - rho));
  const real part_of_mass = VF_ABS(mass) / (rho * volume);
  const real energy_there = e + half * (1 - part_of_mass) * slope_of_cells(e - e_up, e_down - e);
  VF_AT(mass_flux, i, j, n) = mass;
  VF_AT(ener_flux, i, j, n) = mass * energy_there;
}
