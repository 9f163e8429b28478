/* says: nodal_beyond_one\.h:5: error: .*nodal.2, 0, 0. has numbers other than -1, 0 and 1 */
#define VF_KERNEL nodal_beyond_one
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS ghosts
#define VF_GHOSTS nodal(2, 0, 0)
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  UPDATE(real, x, same, reach(0), "field")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = 0; }
