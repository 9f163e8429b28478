/* Declares more than it reads: x in j and above, and z, whose body reads no neighbour; y as it reads. */
#define VF_KERNEL wide_box
#define VF_SUMMARY "w = neighbours of x, y and z"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                               \
  READ(real, x, same, reach(below(2, 1, 0), above(2, 3, 0)), "too wide")       \
  READ(real, y, along(j, i), reach(below(1, 0, 0), above(0, 1, 0)), "as wide") \
  READ(real, z, same, reach(1), "too wide")                                    \
  WRITE(real, w, same, reach(0), "sum")                                        \
  VALUE(logical, far, "whether x is read further away")

VF_BODY(i, j, k, n)
{
  const real more = far ? VF_AT(x, i + 2, j, k, n) : 0;
  VF_AT(w, i, j, k, n) = VF_AT(x, i - 2, j, k, n) + VF_AT(x, i, j + 2, k, n) + VF_AT(y, j, i - 1) + VF_AT(y, j + 1, i) +
                         VF_AT(z, i, j, k, n) + more;
}
