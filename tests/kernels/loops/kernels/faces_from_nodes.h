#define VF_KERNEL faces_from_nodes
#define VF_SUMMARY "On the faces in one direction: the mean of the nodes at both ends, and the cells on both sides"
#define VF_RANK 2
#define VF_POINTS faces
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ(real, x, nodes, reach(0), "on nodes")     \
  READ(real, c, cells, reach(0), "on cells")     \
  WRITE(real, y, face_of_point, reach(0), "on faces")

VF_BODY(i, j, n)
{
  const int di = VF_UNIT(0, direction), dj = VF_UNIT(1, direction);
  VF_AT(y, i, j, n) =
      (VF_AT(x, i, j, n) + VF_AT(x, i + dj, j + di, n)) * (real)0.5 + (VF_AT(c, i - di, j - dj, n) + VF_AT(c, i, j, n));
}
