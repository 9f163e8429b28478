/* bl_avgdown_faces. The sum is in column order, then multiplied by 1 / area. */
#define VF_KERNEL average_down_faces
#define VF_SUMMARY "Restriction on faces by any ratio: coarse = mean of the fine faces in a coarse face; their normal index is ratio i"
#define VF_POINTS faces
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  READ (real, fine,   anywhere,      reach(0), "on the faces of the fine grid; covers the refined faces") \
  WRITE(real, coarse, face_of_point, reach(0), "on the faces of the coarse grid, in the units of fine") \
  VALUE(int3, ratio, "fine cells in a coarse one, in each direction; 1 or more")

VF_BODY(i, j, k, n)
{
  const int x = ratio.at[0] * i, y = ratio.at[1] * j, z = ratio.at[2] * k;
  const int in_x = direction == 0 ? 1 : ratio.at[0], in_y = direction == 1 ? 1 : ratio.at[1];
  const int in_z = direction == 2 ? 1 : ratio.at[2];
  real sum = 0;
  for (int c = 0; c < in_z; c++)
    for (int b = 0; b < in_y; b++)
      for (int a = 0; a < in_x; a++) sum += VF_AT(fine, x + a, y + b, z + c, n);
  VF_AT(coarse, i, j, k, n) = 1 / (real)(in_x * in_y * in_z) * sum;
}
