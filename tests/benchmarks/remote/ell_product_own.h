/* The product of ell_product for a vector of this rank: the reference for the cost of a remote read. */
#define VF_KERNEL ell_product_own
#define VF_SUMMARY "y(i) = sum over c = 1 .. entries of values(i,c) x(columns(i,c)), all of it of this rank"
#define VF_RANK 1
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                      \
  READ(real, values, along(i, any), reach(0), "matrix")               \
  READ(int, columns, along(i, any), reach(0), "indices of x, from 1") \
  READ(real, x, along(any), reach(0), "vector")                       \
  WRITE(real, y, along(i), reach(0), "product")                       \
  VALUE(int, entries, "entries of a row")

VF_BODY(i, n)
{
  real sum = 0;
  for (int c = 1; c <= entries; c++) sum += VF_AT(values, i, c) * VF_AT(x, VF_AT(columns, i, c));
  VF_AT(y, i) = sum;
}
