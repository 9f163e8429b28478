/* Wrong on purpose: two further than declared, of a node. */
#define VF_KERNEL reads_plane_beyond
#define VF_SUMMARY "y = x(i, j + 2) of the nodes of a cell"
#define VF_RANK 2
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)   \
  READ (real, x, nodes, reach(0), "on nodes")      \
  WRITE(real, y, same, reach(0), "on cells")

VF_BODY(i, j, n) { VF_AT(y, i, j, n) = VF_AT(x, i, j + 2, n); }
