#define VF_KERNEL spmv
#define VF_SUMMARY \
  "Rows of a matrix times a vector: y = sum over 27 entries of values x(columns_of), from the first entry on"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                              \
  VALUE(int, planes, "planes of nodes; entry e, from 0, of plane k is at k + e planes")       \
  READ(real, values, along(i, j, any), reach(0), "entries of the rows")                       \
  READ(int, columns_of, along(i, j, any), reach(0), "place in x of the factor of each entry") \
  READ(real, x, along(any), reach(0), "vector with its ghosts, as a list")                    \
  WRITE(real, y, same, reach(0), "product")

VF_BODY(i, j, k, n)
{
  real total = 0;
  for (int entry = 0; entry < 27; entry++)
    total += VF_AT(values, i, j, k + entry * planes) * VF_AT(x, VF_AT(columns_of, i, j, k + entry * planes));
  VF_AT(y, i, j, k, n) = total;
}
