/* The product of a sparse matrix in ELL form. The matrix's columns are numbers of elements of all ranks. Rows are
 * coalesced: the arrays of the matrix have the shape (rows, entries). A row with fewer entries multiplies 0 by any
 * existing element. */
#define VF_KERNEL ell_product
#define VF_SUMMARY "y(i) = sum over c = 1 .. entries of values(i,c) x(columns(i,c)), from the first entry on"
#define VF_RANK 1
#define VF_POINTS all
#define VF_REMOTE_FORMS table, handle
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                          \
  READ(real, values, along(i, any), reach(0), "matrix; (rows, entries)")  \
  READ(int, columns, along(i, any), reach(0), "numbers of elements of x") \
  READ(real, x, remote, reach(0), "vector of all ranks")                  \
  WRITE(real, y, along(i), reach(0), "product")                           \
  VALUE(int, entries, "entries of a row")

VF_BODY(i, n)
{
  real sum = 0;
  for (int c = 1; c <= entries; c++) sum += VF_AT(values, i, c) * VF_REMOTE(x, VF_AT(columns, i, c));
  VF_AT(y, i) = sum;
}
