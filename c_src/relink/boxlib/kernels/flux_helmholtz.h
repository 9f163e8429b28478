/* flux3daabbec, one direction in a call. */
#define VF_KERNEL flux_helmholtz
#define VF_SUMMARY "Flux on faces: flux(i) = -(1 / h_d) b (x(i) - x(i-1)), in the direction d of the call"
#define VF_POINTS faces
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  READ (real, x,    cells_of_face, reach(0), "cell-centred field; the cells on both sides of the faces") \
  READ (real, b,    shared(face_of_point), reach(0), "coefficient on the faces of the direction") \
  WRITE(real, flux, face_of_point, reach(0), "flux through the faces, in units of x b / h")     \
  VALUE(real3, h, "cell widths")

VF_BODY(i, j, k, n)
{
  const int di = VF_UNIT(0, direction), dj = VF_UNIT(1, direction), dk = VF_UNIT(2, direction);
  const real width = direction == 0 ? h.at[0] : direction == 1 ? h.at[1] : h.at[2];
  const real difference = VF_AT(x, i, j, k, n) - VF_AT(x, i - di, j - dj, k - dk, n);
  VF_AT(flux, i, j, k, n) = -(1 / width) * VF_AT(b, i, j, k, n) * difference;
}
