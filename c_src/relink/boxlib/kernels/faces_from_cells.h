/* bl_avg_cc_to_fc in Cartesian coordinates, one direction in a call. */
#define VF_KERNEL faces_from_cells
#define VF_SUMMARY "Faces from cells: f = (cc(i-1) + cc(i)) / 2, in the direction of the call"
#define VF_POINTS faces
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  WRITE(real, f,  face_of_point, reach(0), "on the faces of the direction")                     \
  READ (real, cc, cells_of_face, reach(0), "cell-centred; the cells on both sides of the faces")

VF_BODY(i, j, k, n)
{
  const int di = VF_UNIT(0, direction), dj = VF_UNIT(1, direction), dk = VF_UNIT(2, direction);
  VF_AT(f, i, j, k, n) = (VF_AT(cc, i - di, j - dj, k - dk, n) + VF_AT(cc, i, j, k, n)) * (real)0.5;
}
