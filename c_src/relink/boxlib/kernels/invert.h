#define VF_KERNEL invert
#define VF_SUMMARY "Divides a number by every cell: d = a / d"
#define VF_POINTS all
#define VF_SAFE_IN_PLACE 1
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  UPDATE(real, d, same, reach(0), "field")                                                      \
  VALUE (real, a, "number to divide, in units of d before by those of d after")

VF_BODY(i, j, k, n) { VF_AT(d, i, j, k, n) = a / VF_AT(d, i, j, k, n); }
