#define VF_KERNEL face_jump
#define VF_SUMMARY "jump = difference of the cells on both sides of a face"
#define VF_POINTS faces
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)  \
  READ(real, x, cells_of_face, reach(0), "field") \
  WRITE(real, jump, face_of_point, reach(0), "on faces")

VF_BODY(i, j, k, n)
{
  VF_AT(jump, i, j, k, n) = VF_AT(x, i, j, k, n) - VF_AT(x, i - VF_UNIT(0, direction), j - VF_UNIT(1, direction),
                                                         k - VF_UNIT(2, direction), n);
}
