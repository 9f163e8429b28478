/* Bounds of each element become the bounds over the element and its neighbours; a list has their numbers. */
#define VF_KERNEL neighbour_bounds
#define VF_SUMMARY "qmin, qmax = min, max of own_min, own_max over 9 elements"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                             \
  READ(int, list, along(i, any, k), reach(0), "the elements, 9 of each one") \
  READ(real, own_min, anywhere, reach(0), "lower bounds of the elements")    \
  READ(real, own_max, anywhere, reach(0), "upper bounds of the elements")    \
  WRITE(real, qmin, same, reach(0), "lower bounds of the neighbourhood")     \
  WRITE(real, qmax, same, reach(0), "upper bounds of the neighbourhood")

VF_BODY(i, j, k, n)
{
  real low = VF_AT(own_min, i, j, k, n), high = VF_AT(own_max, i, j, k, n);
  for (int c = 1; c <= 9; c++) {
    const int other = VF_AT(list, i, c, k);
    const real other_low = VF_AT(own_min, i, j, other, n), other_high = VF_AT(own_max, i, j, other, n);
    low = other_low < low ? other_low : low;
    high = other_high > high ? other_high : high;
  }
  VF_AT(qmin, i, j, k, n) = low;
  VF_AT(qmax, i, j, k, n) = high;
}
