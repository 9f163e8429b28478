/* A point shared by elements gets the mean of its values in all elements, in the order of the elements. The list has, for each
 * point of each element, the places of this point: point + 16 (element - 1), its own place too, then 0 up to 4 entries. */
#define VF_KERNEL mean_of_shared
#define VF_SUMMARY "b = rspheremp sum of a over the elements that share a point"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                       \
  READ(int, list, along(i, any, k), reach(0), "of each point and element up to 4 points")              \
  READ(real, rspheremp, along(i, any, k), reach(0), "1 over the sum of the weights of a shared point") \
  READ(real, a, anywhere, reach(0), "field by point, level and element, times spheremp")               \
  WRITE(real, b, same, reach(0), "the field of all elements")

enum { shared_points = 16, shared_most = 4 };

/* Without a break the host reads a list once for all levels; a GPU reads less with a break. */
VF_BODY(i, j, k, n)
{
  real total = 0;
  for (int c = 1; c <= shared_most; c++) {
    const unsigned place = (unsigned)VF_AT(list, i, c, k);
    if (VF_ON_GPU && place == 0) break;
    if (place == 0) continue;
    total = total + VF_AT(a, (int)((place - 1) % shared_points) + 1, j, (int)((place - 1) / shared_points) + 1, n);
  }
  VF_AT(b, i, j, k, n) = total * VF_AT(rspheremp, i, 1, k);
}
