/* says: once: nodes_of_a_cell_are_shared\.h:8:[0-9]+: error: .*argument x: several points have the same elements of nodes */
#define VF_KERNEL nodes_of_a_cell_are_shared
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  UPDATE(real, x, nodes, reach(0), "on nodes")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) += 1; }
