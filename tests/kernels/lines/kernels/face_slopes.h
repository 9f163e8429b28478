/* Lines in a kernel over faces. */
#define VF_KERNEL face_slopes
#define VF_SUMMARY "s = means of x over both cells of a face, at the face before less those at the face behind along i"
#define VF_POINTS faces
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                            \
  READ(real, x, cells_of_face, reach(1, 0, 0), "cell-centred; ghosts in x") \
  WRITE(real, s, face_of_point, reach(0), "differences")
#define VF_LINES(LINE) LINE(real, mean, reach(1), "of both cells of a face")

VF_LINE(mean, i, j, k, n)
{
  const int di = VF_UNIT(0, direction), dj = VF_UNIT(1, direction), dk = VF_UNIT(2, direction);
  return (VF_AT(x, i - di, j - dj, k - dk, n) + VF_AT(x, i, j, k, n)) / 2;
}

VF_BODY(i, j, k, n) { VF_AT(s, i, j, k, n) = VF_LINE_AT(mean, i - 1) - VF_LINE_AT(mean, i + 1); }
