/* haraverageec3dgen. The sum goes in column order: the first tangential direction is the fastest. */
#define VF_KERNEL harmonic_average_faces
#define VF_SUMMARY "Restriction of coefficients on faces: coarse = 4 / (sum of 1 / fine over the 4 fine faces in a coarse face); their normal index is 2 i"
#define VF_POINTS faces
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  READ (real, fine,   refined_face_of_point, reach(0), "on the faces of the fine grid; covers the refined faces") \
  WRITE(real, coarse, face_of_point, reach(0), "on the faces of the coarse grid, in the units of fine")

VF_BODY(i, j, k, n)
{
  const int x = 2 * i, y = 2 * j, z = 2 * k;
  /* steps in the first and in the second tangential direction */
  const int px = direction != 0, py = direction == 0, qy = direction == 2, qz = direction != 2;
  const real first = VF_AT(fine, x, y, z, n), second = VF_AT(fine, x + px, y + py, z, n);
  const real third = VF_AT(fine, x, y + qy, z + qz, n), fourth = VF_AT(fine, x + px, y + py + qy, z + qz, n);
  VF_AT(coarse, i, j, k, n) = 4 / (1 / first + 1 / second + 1 / third + 1 / fourth);
}
