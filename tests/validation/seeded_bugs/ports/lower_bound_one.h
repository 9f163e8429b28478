/* add_constant that treats the first cell of the box as cell 1, as if the dummy array had lost its lower bound. */
#define VF_KERNEL lower_bound_one
#define VF_SUMMARY "Wrong port: x(i - lo + 1) = x(i - lo + 1) + value"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  UPDATE(real, x, same, reach(0), "field")                                                      \
  VALUE (real, value, "number to add")

VF_BODY(i, j, k, n) { VF_AT(x, i - box.lower[0] + 1, j, k, n) += value; }
