/* Points on nodes, named in the texts. */
#define VF_KERNEL on_nodes
#define VF_SUMMARY "y = mean of the cells beside a node"
#define VF_RANK 2
#define VF_POINTS all
#define VF_POINTS_ON nodes
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, c, cells, reach(0), "on cells")    \
  WRITE(real, y, nodes, reach(0), "on nodes")

VF_BODY(i, j, n) { VF_AT(y, i, j, n) = (VF_AT(c, i - 1, j - 1, n) + VF_AT(c, i, j, n)) / 2; }
