#define VF_KERNEL spmv_remote
#define VF_SUMMARY "Rows of a matrix times a vector of all ranks: y = sum over 27 entries of values x(columns_of)"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                 \
  VALUE(int, planes, "planes of nodes; entry e, from 0, of plane k is at k + e planes")          \
  READ(real, values, along(i, j, any), reach(0), "entries of the rows")                          \
  READ(int, columns_of, along(i, j, any), reach(0), "number of the element of x for each entry") \
  READ(real, x, remote, reach(0), "vector over all ranks")                                       \
  WRITE(real, y, same, reach(0), "product")

VF_BODY(i, j, k, n)
{
  real total = 0;
  for (int entry = 0; entry < 27; entry++)
    total += VF_AT(values, i, j, k + entry * planes) * VF_REMOTE(x, VF_AT(columns_of, i, j, k + entry * planes));
  VF_AT(y, i, j, k, n) = total;
}
