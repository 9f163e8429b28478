/* Adds to x, so that a second visit of a ghost shows. The box tells how far inside a point lies. */
#define VF_KERNEL count_faces
#define VF_SUMMARY "x += 10 + face + 100 steps to the other side"
#define VF_POINTS ghosts
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) UPDATE(real, x, same, reach(0), "field with a ghost layer")

VF_BODY(i, j, k, n)
{
  const int steps = VF_INWARD(0, face) * (face < 3 ? box.upper[0] - i : box.lower[0] - i) +
                    VF_INWARD(1, face) * (face < 3 ? box.upper[1] - j : box.lower[1] - j) +
                    VF_INWARD(2, face) * (face < 3 ? box.upper[2] - k : box.lower[2] - k);
  VF_AT(x, i, j, k, n) += (real)(10 + face + 100 * steps);
}
