#define VF_KERNEL nodes_from_faces
#define VF_SUMMARY \
  "On nodes: the fluxes of the x faces and of the y faces beside, (fx(i,j-1) + fx(i,j)) + 2 (fy(i-1,j) + fy(i,j))"
#define VF_RANK 2
#define VF_POINTS all
#define VF_POINTS_ON nodes
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)  \
  READ(real, fx, face(0), reach(0), "on x faces") \
  READ(real, fy, face(1), reach(0), "on y faces") \
  READ(real, c, cells, reach(0), "on cells")      \
  WRITE(real, y, same, reach(0), "on nodes")

VF_BODY(i, j, n)
{
  VF_AT(y, i, j, n) = (VF_AT(fx, i, j - 1, n) + VF_AT(fx, i, j, n)) +
                      2 * (VF_AT(fy, i - 1, j, n) + VF_AT(fy, i, j, n)) +
                      4 * (VF_AT(c, i - 1, j - 1, n) + VF_AT(c, i, j, n));
}
