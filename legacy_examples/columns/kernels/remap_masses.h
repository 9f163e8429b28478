/* Masses go from layers to other layers, by a parabola in each old layer. remap_grid.h has the common part of tracers. */
#define VF_KERNEL remap_masses
#define VF_SUMMARY "qdp(k) = mass above the bottom of new layer k less mass above its top, by parabolas in old layers"
#define VF_POINTS teams
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                  \
  READ(real, dp, levels, reach(0), "thickness of the old layers, Pa")             \
  READ(int, inside, levels, reach(0), "old layer in which a new layer ends")      \
  READ(real, place, levels, reach(0), "place in the old layer, -1/2 to 1/2")      \
  READ(real, slope_weight, levels_parts(3), reach(0), "of slopes")                \
  READ(real, edge1, half_levels, reach(0), "weight of the difference at an edge") \
  READ(real, edge2, half_levels, reach(0), "weight of the following terms")       \
  READ(real, edge3, half_levels, reach(0), "weight of the difference in them")    \
  READ(real, edge4, half_levels, reach(0), "weight of the slope below")           \
  READ(real, edge5, half_levels, reach(0), "weight of the slope above")           \
  UPDATE(real, qdp, species(levels), reach(0), "masses, of old layers and then of new layers")
#define VF_SCRATCH(SCRATCH)                                                                 \
  SCRATCH(real, mean, points_levels, "mass by thickness")                                   \
  SCRATCH(real, mass_above, points_levels, "mass above a layer")                            \
  SCRATCH(real, slope, points_levels, "limited; then mass above the bottom of a new layer") \
  SCRATCH(real, edge, points_half_levels, "value at an edge")
#define VF_CARRIED(CARRY) CARRY(real, sum, 0)
#define VF_PHASES(POINTS, LEVELS, COLUMNS, DOWN, UP) \
  POINTS(divide) DOWN(add, 1, nlev) POINTS(slopes) POINTS(edges, 1, nlev + 1) POINTS(cut) POINTS(store)

VF_POINTS_PHASE(divide, i, k)
{
  const real mass = VF_LEVEL(qdp, i, k);
  VF_SCRATCH_AT(mean, i, k) = mass / VF_LEVEL(dp, i, k);
  VF_SCRATCH_AT(mass_above, i, k) = mass;
}

VF_SWEEP(add, i, k)
{
  const real mass = VF_SCRATCH_AT(mass_above, i, k);
  VF_SCRATCH_AT(mass_above, i, k) = VF_CARRIED_VALUE(sum);
  VF_CARRIED_VALUE(sum) = VF_CARRIED_VALUE(sum) + mass;
}

/* Layers mirror themselves at both ends, so the first and the last layer have no slope. */
VF_POINTS_PHASE(slopes, i, k)
{
  const real here = VF_SCRATCH_AT(mean, i, k);
  const real up = here - VF_SCRATCH_AT(mean, i, k > 1 ? k - 1 : 1);
  const real down = VF_SCRATCH_AT(mean, i, k < nlev ? k + 1 : nlev) - here;
  const real wanted = VF_LEVEL_PART(slope_weight, i, k, 1) *
                      (VF_LEVEL_PART(slope_weight, i, k, 2) * down + VF_LEVEL_PART(slope_weight, i, k, 3) * up);
  const real room = 2 * VF_ABS(up) < 2 * VF_ABS(down) ? 2 * VF_ABS(up) : 2 * VF_ABS(down);
  const real size = VF_ABS(wanted) < room ? VF_ABS(wanted) : room;
  VF_SCRATCH_AT(slope, i, k) = down * up > 0 ? VF_SIGN(size, wanted) : 0;
}

VF_POINTS_PHASE(edges, i, k)
{
  const real above = VF_SCRATCH_AT(mean, i, k > 1 ? k - 1 : 1), below = VF_SCRATCH_AT(mean, i, k <= nlev ? k : nlev);
  const real slope_above = k > 1 ? VF_SCRATCH_AT(slope, i, k - 1) : 0,
             slope_below = k <= nlev ? VF_SCRATCH_AT(slope, i, k) : 0;
  VF_SCRATCH_HALF(edge, i, k) =
      above + VF_HALF(edge1, i, k) * (below - above) +
      VF_HALF(edge2, i, k) * (VF_HALF(edge3, i, k) * (below - above) - VF_HALF(edge4, i, k) * slope_below +
                              VF_HALF(edge5, i, k) * slope_above);
}

/* The parabola of the old layer in which new layer k ends, from the top of the old layer to the end of the new layer. */
VF_POINTS_PHASE(cut, i, k)
{
  const int in = VF_LEVEL(inside, i, k);
  const real mean_in = VF_SCRATCH_AT(mean, i, in), z = VF_LEVEL(place, i, k);
  real top = VF_SCRATCH_HALF(edge, i, in), bottom = VF_SCRATCH_HALF(edge, i, in + 1);
  const bool is_extreme = (bottom - mean_in) * (mean_in - top) <= 0;
  top = is_extreme ? mean_in : top;
  bottom = is_extreme ? mean_in : bottom;
  top = (bottom - top) * (mean_in - (top + bottom) / 2) > (bottom - top) * (bottom - top) / 6 ? 3 * mean_in - 2 * bottom
                                                                                              : top;
  bottom = (bottom - top) * (mean_in - (top + bottom) / 2) < -((bottom - top) * (bottom - top) / 6)
               ? 3 * mean_in - 2 * top
               : bottom;
  const real c0 = (real)1.5 * mean_in - (top + bottom) / 4, c1 = bottom - top, c2 = 3 * (top + bottom - 2 * mean_in);
  const real part = c0 * (z + (real)0.5) + c1 * (z * z - (real)0.25) / 2 + c2 * (z * z * z + (real)0.125) / 3;
  VF_SCRATCH_AT(slope, i, k) = VF_SCRATCH_AT(mass_above, i, in) + VF_LEVEL(dp, i, in) * part;
}

VF_POINTS_PHASE(store, i, k)
{
  VF_LEVEL(qdp, i, k) = VF_SCRATCH_AT(slope, i, k) - (k > 1 ? VF_SCRATCH_AT(slope, i, k - 1) : 0);
}
