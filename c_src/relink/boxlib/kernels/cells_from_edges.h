/* bl_avg_eg_to_cc. The sum goes in column order. */
#define VF_KERNEL cells_from_edges
#define VF_SUMMARY "Cells from edges: cc of component 0, 1, 2 = mean of ex, ey, ez on the four edges of the cell along x, y, z"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  WRITE(real, cc, same, reach(0), "cell-centred, of three components")                          \
  READ (real, ex, shared(edge(0)), reach(0), "on the edges along x; one more in the other directions") \
  READ (real, ey, shared(edge(1)), reach(0), "on the edges along y; one more in the other directions") \
  READ (real, ez, shared(edge(2)), reach(0), "on the edges along z; one more in the other directions")

VF_BODY(i, j, k, n)
{
  real first, second, third, fourth;
  if (n == 0) {
    first = VF_AT(ex, i, j, k, n), second = VF_AT(ex, i, j + 1, k, n);
    third = VF_AT(ex, i, j, k + 1, n), fourth = VF_AT(ex, i, j + 1, k + 1, n);
  } else if (n == 1) {
    first = VF_AT(ey, i, j, k, n), second = VF_AT(ey, i + 1, j, k, n);
    third = VF_AT(ey, i, j, k + 1, n), fourth = VF_AT(ey, i + 1, j, k + 1, n);
  } else {
    first = VF_AT(ez, i, j, k, n), second = VF_AT(ez, i + 1, j, k, n);
    third = VF_AT(ez, i, j + 1, k, n), fourth = VF_AT(ez, i + 1, j + 1, k, n);
  }
  VF_AT(cc, i, j, k, n) = (first + second + third + fourth) * (real)0.25;
}
