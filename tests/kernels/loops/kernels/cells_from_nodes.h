#define VF_KERNEL cells_from_nodes
#define VF_SUMMARY "Mean of the four nodes of a cell"
#define VF_RANK 2
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ(real, x, nodes, reach(0), "on nodes")     \
  WRITE(real, y, same, reach(0), "on cells")

VF_BODY(i, j, n)
{
  VF_AT(y, i, j, n) =
      (VF_AT(x, i, j, n) + VF_AT(x, i + 1, j, n) + VF_AT(x, i, j + 1, n) + VF_AT(x, i + 1, j + 1, n)) / 4;
}
