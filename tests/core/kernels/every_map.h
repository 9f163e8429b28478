/* Reads through every map of the vocabulary. The weights are powers of 8, so that no two sets of elements have the same
 * sum. */
#define VF_KERNEL every_map
#define VF_SUMMARY "On faces: a weighted sum of one element of an array under each map"
#define VF_POINTS faces
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                  \
  READ(real, around, same, reach(2), "the element two further in each direction") \
  READ(real, fine, refined, reach(0), "both ends of the eight children")          \
  READ(real, coarse, coarsened, reach(0), "the parent")                           \
  READ(real, face_x, face(0), reach(0), "the face behind the point in x")         \
  READ(real, face_z, face(2), reach(0), "the face behind the point in z")         \
  READ(real, cells, cells_of_face, reach(0), "the two cells beside the face")     \
  READ(real, moved, shifted(offset), reach(1), "moved, and one lower")            \
  WRITE(real, total, face_of_point, reach(0), "the sum")                          \
  VALUE(int3, offset, "of moved")

VF_BODY(i, j, k, n)
{
  const int di = VF_UNIT(0, direction), dj = VF_UNIT(1, direction), dk = VF_UNIT(2, direction);
  const int x = i + offset.at[0], y = j + offset.at[1], z = k + offset.at[2];
  real sum = VF_AT(around, i + 2, j - 2, k + 2, n);
  sum += 8 * (VF_AT(fine, 2 * i, 2 * j, 2 * k, n) + 2 * VF_AT(fine, 2 * i + 1, 2 * j + 1, 2 * k + 1, n));
  sum += 64 * VF_AT(coarse, VF_COARSEN(i), VF_COARSEN(j), VF_COARSEN(k), n);
  sum += 512 * VF_AT(face_x, i + 1, j, k, n) + 4096 * VF_AT(face_z, i, j, k + 1, n);
  sum += 32768 * (VF_AT(cells, i, j, k, n) + 2 * VF_AT(cells, i - di, j - dj, k - dk, n));
  sum += 262144 * VF_AT(moved, x - 1, y - 1, z - 1, n);
  VF_AT(total, i, j, k, n) = sum;
}
