/* Ghosts, and no value at all. */
#define VF_KERNEL mirror_ghosts
#define VF_SUMMARY "Ghosts beside the faces take the value of the cell inside"
#define VF_POINTS ghosts
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) UPDATE(real, x, same, reach(0), "field with a ghost layer")

VF_BODY(i, j, k, n)
{
  VF_AT(x, i, j, k, n) = VF_AT(x, i + VF_INWARD(0, face), j + VF_INWARD(1, face), k + VF_INWARD(2, face), n);
}
