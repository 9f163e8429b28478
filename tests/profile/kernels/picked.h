#define VF_KERNEL picked
#define VF_SUMMARY "y(i) = table(entry(i))"
#define VF_RANK 1
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)     \
  READ(real, table, along(any), reach(0), "values")  \
  READ(int, entry, along(i), reach(0), "place of y") \
  WRITE(real, y, along(i), reach(0), "picked values")

VF_BODY(i, n) { VF_AT(y, i) = VF_AT(table, VF_AT(entry, i)); }
