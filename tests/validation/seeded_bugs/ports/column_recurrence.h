/* A sum down the columns, right only in the order of the original's loop. It has the arguments of axpy. */
#define VF_KERNEL column_recurrence
#define VF_SUMMARY "Wrong port: y(k) = y(k-1) + a x(k), each point by itself"
#define VF_POINTS all
#define VF_RACE_INTENDED 1
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  VALUE (real, a, "weight")                                                                     \
  READ  (real, x, same, reach(0), "field to sum")                                               \
  UPDATE(real, y, same, reach(1), "sums; given in the plane below the box")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = VF_AT(y, i, j, k - 1, n) + a * VF_AT(x, i, j, k, n); }
