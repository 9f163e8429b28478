/* Values of several numbers, logical values and choices, and arrays of each type of elements. */
#define VF_CONSTANTS_gathered(MEMBER) \
  MEMBER(real, half, "added")         \
  MEMBER(ints(2), counts, "added")    \
  MEMBER(logical, twice, "true or false")
VF_CONSTANTS_TYPE(gathered)

#define VF_KERNEL gather_types
#define VF_SUMMARY "x, wide, count and marked by all the others"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)             \
  READ(logical, mask, same, reach(0), "true or false")       \
  READ(float, narrow, same, reach(0), "single precision")    \
  VALUE(reals(16), weights, "sixteen")                       \
  VALUE(ints(2), steps, "two")                               \
  VALUE(logical, contrary, "true or false")                  \
  VALUE(option(low = -1, high = 7), side, "a choice")        \
  UPDATE(int64, count, same, reach(0), "large numbers")      \
  UPDATE(double, wide, same, reach(0), "double precision")   \
  WRITE(logical, marked, same, reach(0), "true or false")    \
  UPDATE(real, x, same, reach(0), "in the type of the pass") \
  VALUE(constants(gathered), more, "constants")

VF_BODY(i, j, k, n)
{
  const bool is = VF_AT(mask, i, j, k, n) ? !contrary : contrary;
  VF_AT(count, i, j, k, n) += steps.at[is] * (side == vf_gather_types_high ? 4294967296 : 1);
  VF_AT(wide, i, j, k, n) -= VF_AT(narrow, i, j, k, n);
  VF_AT(x, i, j, k, n) *= weights.at[is ? 15 : 0];
  VF_AT(x, i, j, k, n) += (more.twice ? 2 : 1) * more.half + (real)more.counts.at[1];
  VF_AT(marked, i, j, k, n) = is;
}
