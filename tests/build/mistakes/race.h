/* says: once: race\.h:8:[0-9]+: error: .*argument x: UPDATE with a reach is a race.* say #define VF_RACE_INTENDED 1 */
#define VF_KERNEL race
#define VF_SUMMARY "Wrong on purpose: reads what another point writes"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  UPDATE(real, x, same, reach(1, 0, 0), "field")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = VF_AT(x, i + 1, j, k, n); }
