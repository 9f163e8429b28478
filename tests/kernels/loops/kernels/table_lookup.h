#define VF_KERNEL table_lookup
#define VF_SUMMARY "y(i,j) = table(entry(i,j)) x(from(i), j): reads by index arrays"
#define VF_RANK 2
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)             \
  READ(real, table, along(any), reach(0), "values")          \
  READ(int, entry, shared(same), reach(0), "where in table") \
  READ(real, x, anywhere, reach(0), "field; whole")          \
  READ(int, from, along(i), reach(0), "index of x in i")     \
  WRITE(real, y, same, reach(0), "result")

VF_BODY(i, j, n) { VF_AT(y, i, j, n) = VF_AT(table, VF_AT(entry, i, j, n)) * VF_AT(x, VF_AT(from, i), j, n); }
