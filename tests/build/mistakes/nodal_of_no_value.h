/* says: nodal_of_no_value\.h:5: error: .*the name .nodes. says where points are nodes, but is no VALUE.int3 */
#define VF_KERNEL nodal_of_no_value
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS ghosts
#define VF_GHOSTS nodal(nodes)
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  UPDATE(real, x, same, reach(0), "field")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = 0; }
