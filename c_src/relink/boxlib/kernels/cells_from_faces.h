/* bl_avg_fc_to_cc in Cartesian coordinates. */
#define VF_KERNEL cells_from_faces
#define VF_SUMMARY "Cells from faces: cc of component 0, 1, 2 = mean of fx, fy, fz on the two faces of the cell in x, y, z"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  WRITE(real, cc, same, reach(0), "cell-centred, of three components")                          \
  READ (real, fx, shared(face(0)), reach(0), "on the faces in x; one more in x")                \
  READ (real, fy, shared(face(1)), reach(0), "on the faces in y; one more in y")                \
  READ (real, fz, shared(face(2)), reach(0), "on the faces in z; one more in z")

VF_BODY(i, j, k, n)
{
  const real low = n == 0 ? VF_AT(fx, i, j, k, n) : n == 1 ? VF_AT(fy, i, j, k, n) : VF_AT(fz, i, j, k, n);
  const real high = n == 0 ? VF_AT(fx, i + 1, j, k, n) : n == 1 ? VF_AT(fy, i, j + 1, k, n) : VF_AT(fz, i, j, k + 1, n);
  VF_AT(cc, i, j, k, n) = (low + high) * (real)0.5;
}
