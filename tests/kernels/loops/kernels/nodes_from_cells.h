#define VF_KERNEL nodes_from_cells
#define VF_SUMMARY "On nodes: the sum of the cells two before and one behind in i, written where the nodes are"
#define VF_RANK 2
#define VF_POINTS all
#define VF_POINTS_ON nodes
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ(real, c, cells, reach(1, 0), "on cells")  \
  WRITE(real, y, nodes, reach(0), "on nodes")

VF_BODY(i, j, n)
{
  VF_AT(y, i, j, n) = VF_AT(c, i - 2, j, n) + VF_AT(c, i - 1, j, n) + VF_AT(c, i, j - 1, n) + VF_AT(c, i + 1, j, n);
}
