/* The rows of a list, such as rows with elements of other ranks. The rows are whole, so each sum keeps its
 * order. */
#define VF_KERNEL ell_product_rows
#define VF_SUMMARY "y(r) = sum over c of values(r,c) x(columns(r,c)) for r = rows(i)"
#define VF_RANK 1
#define VF_POINTS all
#define VF_RACE_INTENDED 1 /* rows of the list differ */
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                \
  READ(int, rows, along(i), reach(0), "list of rows, each once")                \
  READ(real, values, along(any, any), reach(0), "matrix; (rows, entries)")      \
  READ(int, columns, along(any, any), reach(0), "numbers of elements of x")     \
  READ(real, x, remote, reach(0), "vector of all ranks")                        \
  UPDATE(real, y, along(any), reach(0), "product; other rows keep their value") \
  VALUE(int, entries, "entries of a row")

VF_BODY(i, n)
{
  const int r = VF_AT(rows, i);
  real sum = 0;
  for (int c = 1; c <= entries; c++) sum += VF_AT(values, r, c) * VF_REMOTE(x, VF_AT(columns, r, c));
  VF_AT(y, r) = sum;
}
