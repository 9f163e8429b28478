#define VF_KERNEL face_means
#define VF_SUMMARY "Means on faces: mean(i) = (x(i-1) + x(i)) / 2, in the direction of the call"
#define VF_POINTS faces
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)               \
  READ(real, x, cells_of_face, reach(0), "cell-centred field") \
  WRITE(real, mean, face_of_point, reach(0), "mean on the faces")

VF_BODY(i, j, k, n)
{
  const int di = VF_UNIT(0, direction), dj = VF_UNIT(1, direction), dk = VF_UNIT(2, direction);
  VF_AT(mean, i, j, k, n) = (VF_AT(x, i - di, j - dj, k - dk, n) + VF_AT(x, i, j, k, n)) / 2;
}
