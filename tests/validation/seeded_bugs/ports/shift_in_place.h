/* A shift by one cell within an array, right only in ascending order. It has the arguments of add_constant. */
#define VF_KERNEL shift_in_place
#define VF_SUMMARY "Wrong port: x(i) = x(i+1) + value, each point by itself"
#define VF_POINTS all
#define VF_RACE_INTENDED 1
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  UPDATE(real, x, same, reach(1), "field")                                                      \
  VALUE (real, value, "number to add")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = VF_AT(x, i + 1, j, k, n) + value; }
