/* Vapour, liquid and rain: vapour above saturation condenses, and a part of the liquid becomes rain. */
#define VF_KERNEL convert
#define VF_SUMMARY \
  "species 1 vapour, 2 liquid, 3 rain after condensation above qs and conversion of a share of the liquid"
#define VF_POINTS columns
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                            \
  READ(real, q, levels_species(3), reach(0), "vapour, liquid, rain, kg/kg") \
  READ(real, qs, levels, reach(0), "saturation, kg/kg")                     \
  WRITE(real, q_new, levels_species(3), reach(0), "the same afterwards")    \
  VALUE(real, share, "of the liquid that becomes rain")
#define VF_SWEEPS(DOWN, UP) DOWN(step, 1, nlev)

VF_SWEEP(step, i, k)
{
  const real above = VF_LEVEL_OF(q, i, k, 1) - VF_LEVEL(qs, i, k), condensed = above > 0 ? above : 0;
  const real liquid = VF_LEVEL_OF(q, i, k, 2) + condensed;
  VF_LEVEL_OF(q_new, i, k, 1) = VF_LEVEL_OF(q, i, k, 1) - condensed;
  VF_LEVEL_OF(q_new, i, k, 2) = liquid - share * liquid;
  VF_LEVEL_OF(q_new, i, k, 3) = VF_LEVEL_OF(q, i, k, 3) + share * liquid;
}
