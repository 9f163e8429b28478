/* The same product, with the scalar product for conjugate gradients. */
#define VF_KERNEL ell_product_dot
#define VF_SUMMARY "y = A x in ELL form, x over all ranks; gives the sum of own(i) y(i)"
#define VF_RANK 1
#define VF_POINTS all
#define VF_REMOTE_FORMS table, handle
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                              \
  READ(real, values, along(i, any), reach(0), "matrix; (rows, entries)")      \
  READ(int64, columns, along(i, any), reach(0), "numbers of elements of x")   \
  READ(real, x, remote, reach(0), "vector of all ranks")                      \
  READ(real, own, along(i), reach(0), "another vector, or the own part of x") \
  WRITE(real, y, along(i), reach(0), "product")                               \
  VALUE(int, entries, "entries of a row")
#define VF_RESULTS(SUM, MIN, MAX) SUM(product, "of own and y")

VF_BODY(i, n)
{
  real sum = 0;
  for (int c = 1; c <= entries; c++) sum += VF_AT(values, i, c) * VF_REMOTE(x, VF_AT(columns, i, c));
  VF_AT(y, i) = sum;
  VF_GIVE(product, VF_AT(own, i) * sum);
}
