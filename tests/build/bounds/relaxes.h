/* Right: reads the cells around its own cell, and writes its own cell. */
#define VF_KERNEL relaxes
#define VF_SUMMARY "x = mean of the two neighbours in x"
#define VF_POINTS coloured
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)  \
  UPDATE(real, x, same, reach(1, 0, 0), "field")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = (VF_AT(x, i - 1, j, k, n) + VF_AT(x, i + 1, j, k, n)) / 2; }
