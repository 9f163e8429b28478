/* Every type of value, and every member of it, with a weight of its own. */
#define VF_KERNEL take_values
#define VF_SUMMARY "x = weighted sum of the values"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)         \
  VALUE(real, number, "one")                             \
  VALUE(int, integer, "one")                             \
  WRITE(real, x, shared(same), reach(0), "the sum")      \
  VALUE(real3, numbers, "three")                         \
  VALUE(int3, integers, "three")                         \
  VALUE(box, window, "six integers")                     \
  VALUE(boundary, sides, "kinds and distances of faces") \
  READ(int, mask, shared(same), reach(0), "0 or 1")

VF_BODY(i, j, k, n)
{
  real sum = number + 2 * (real)integer;
  for (int d = 0; d < 3; d++) {
    sum += (real)(3 + d) * numbers.at[d] + (real)((6 + d) * integers.at[d]);
    sum += (real)((9 + d) * window.lower[d] + (12 + d) * window.upper[d]);
  }
  for (int f = 0; f < 6; f++) sum += (real)((15 + f) * sides.kind[f]) + (real)((21 + f) * sides.distance[f]);
  VF_AT(x, i, j, k, n) = VF_AT(mask, i, j, k, n) ? sum + (real)(27 * sides.order) : -1;
}
