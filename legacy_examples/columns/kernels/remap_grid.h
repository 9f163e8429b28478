/* The common part of all tracers of a column when their masses go from layers to other layers, by parabolas. The layers mirror
 * themselves at both ends. New layer k ends in old layer inside(k), at place(k), -1/2 at its top and 1/2 at its bottom. */
#define VF_KERNEL remap_grid
#define VF_SUMMARY \
  "Layers that follow the pressure of the surface, their ends in old layers, and weights of slopes and edges"
#define VF_POINTS columns
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                      \
  READ(real, hyai, half_profile, reach(0), "part of ps0 of half levels")                              \
  READ(real, hybi, half_profile, reach(0), "part of the pressure of the surface of half levels")      \
  READ(real, dp, levels, reach(2), "thickness of the old layers, Pa")                                 \
  WRITE(real, dp_new, levels, reach(0), "thickness of the new layers, Pa")                            \
  WRITE(int, inside, levels, reach(0), "old layer in which a new layer ends")                         \
  WRITE(real, place, levels, reach(0), "place in the old layer, in parts of its thickness")           \
  WRITE(real, slope_weight, levels_parts(3), reach(0), "of slopes")                                   \
  WRITE(real, edge1, half_levels, reach(0), "weight of the difference at an edge")                    \
  WRITE(real, edge2, half_levels, reach(0), "weight of the following terms")                          \
  WRITE(real, edge3, half_levels, reach(0), "weight of the difference in them")                       \
  WRITE(real, edge4, half_levels, reach(0), "weight of the slope below")                              \
  WRITE(real, edge5, half_levels, reach(0), "weight of the slope above")                              \
  WRITE(real, too_far, surface, reach(0), "1 if layers have moved too far for the parabolas, else 0") \
  VALUE(real, ps0, "reference pressure, Pa")                                                          \
  VALUE(real, ptop, "pressure at the top, Pa")
#define VF_TEMPORARIES(TEMPORARY)                             \
  TEMPORARY(real, thickness, levels, "of old layers")         \
  TEMPORARY(real, old_top, half_levels, "tops of old layers") \
  TEMPORARY(real, new_top, half_levels, "tops of new layers")
#define VF_CARRIED(CARRY) \
  CARRY(real, ps, ptop)   \
  CARRY(real, old_sum, 0) \
  CARRY(real, new_sum, 0) \
  CARRY(real, far, 0)
#define VF_SWEEPS(DOWN, UP) \
  DOWN(add, 1, nlev)        \
  DOWN(layers, 1, nlev) DOWN(search, 1, nlev) DOWN(slopes, 1, nlev) DOWN(edges, 1, nlev + 1) DOWN(tell, nlev, nlev)

/* k, or 1 - k if k is below 1; without a condition, so that compilers move the choice out of loops over columns. */
VF_INLINE int remap_grid_from_1(int k)
{
  const int twice = 2 * k - 1;
  return ((twice < 0 ? -twice : twice) + 1) / 2;
}
VF_INLINE int remap_grid_mirrored(int k, int nlev)
{
  return remap_grid_from_1(nlev + 1 - remap_grid_from_1(nlev + 1 - remap_grid_from_1(k)));
}
#define REMAP_DP(k) VF_LEVEL(dp, i, remap_grid_mirrored(k, nlev))

VF_SWEEP(add, i, k) { VF_CARRIED_VALUE(ps) = VF_CARRIED_VALUE(ps) + VF_LEVEL(dp, i, k); }

/* The last new layer ends at the end of the last old layer. */
VF_SWEEP(layers, i, k)
{
  const real old = VF_LEVEL(dp, i, k), before_last = k > 1 ? VF_TEMPORARY_AT(old_top, k - 1) : 0;
  const real now = (VF_HALF_PROFILE(hyai, k + 1) - VF_HALF_PROFILE(hyai, k)) * ps0 +
                   (VF_HALF_PROFILE(hybi, k + 1) - VF_HALF_PROFILE(hybi, k)) * VF_CARRIED_VALUE(ps);
  if (k == 1) VF_TEMPORARY_AT(old_top, 1) = VF_TEMPORARY_AT(new_top, 1) = 0;
  VF_CARRIED_VALUE(old_sum) = VF_CARRIED_VALUE(old_sum) + old;
  VF_CARRIED_VALUE(new_sum) = VF_CARRIED_VALUE(new_sum) + now;
  VF_LEVEL(dp_new, i, k) = now;
  VF_TEMPORARY_AT(thickness, k) = old;
  VF_TEMPORARY_AT(old_top, k + 1) = VF_CARRIED_VALUE(old_sum);
  VF_TEMPORARY_AT(new_top, k + 1) = k < nlev ? VF_CARRIED_VALUE(new_sum) : VF_CARRIED_VALUE(old_sum);
  if (!(old > 0) || !(now > 0) || (k > 1 && VF_CARRIED_VALUE(new_sum) < before_last)) VF_CARRIED_VALUE(far) = 1;
}

VF_SWEEP(search, i, k)
{
  const real end = VF_TEMPORARY_AT(new_top, k + 1);
  int below = k;
  while (below <= nlev + 1 && VF_TEMPORARY_AT(old_top, below) <= end) below++;
  const int in = below - 1 < nlev ? below - 1 : nlev, within = in > 1 ? in : 1;
  VF_LEVEL(inside, i, k) = within;
  VF_LEVEL(place, i, k) = (end - (VF_TEMPORARY_AT(old_top, within) + VF_TEMPORARY_AT(old_top, within + 1)) / 2) /
                          VF_TEMPORARY_AT(thickness, within);
}

VF_SWEEP(slopes, i, k)
{
  const real above = REMAP_DP(k - 1), here = REMAP_DP(k), below = REMAP_DP(k + 1);
  VF_LEVEL_PART(slope_weight, i, k, 1) = here / (above + here + below);
  VF_LEVEL_PART(slope_weight, i, k, 2) = (2 * above + here) / (below + here);
  VF_LEVEL_PART(slope_weight, i, k, 3) = (here + 2 * below) / (above + here);
}

/* Half level k is between layers k - 1 and k. */
VF_SWEEP(edges, i, k)
{
  const real d0 = REMAP_DP(k - 2), d1 = REMAP_DP(k - 1), d2 = REMAP_DP(k), d3 = REMAP_DP(k + 1);
  VF_HALF(edge1, i, k) = d1 / (d1 + d2);
  VF_HALF(edge2, i, k) = 1 / (d0 + d1 + d2 + d3);
  VF_HALF(edge3, i, k) = 2 * d2 * d1 / (d1 + d2) * ((d0 + d1) / (2 * d1 + d2) - (d3 + d2) / (2 * d2 + d1));
  VF_HALF(edge4, i, k) = d1 * (d0 + d1) / (2 * d1 + d2);
  VF_HALF(edge5, i, k) = d2 * (d2 + d3) / (d1 + 2 * d2);
}

VF_SWEEP(tell, i, k) { VF_SURFACE(too_far, i) = VF_CARRIED_VALUE(far); }
