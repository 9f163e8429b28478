/* says: is longer than 60 characters, but names an array */
#define VF_KERNEL array_without_room_for_its_bounds
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  WRITE(real, aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, same, reach(0), "field")

VF_BODY(i, j, k, n) { VF_AT(aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, i, j, k, n) = 0; }
