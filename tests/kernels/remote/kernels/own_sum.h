/* Reads an element of the own part by its number in the remote array. Another argument reads the same element by
 * index. */
#define VF_KERNEL own_sum
#define VF_SUMMARY "result = sum of x(first + i) - own(i), which is 0 where both are one array"
#define VF_RANK 1
#define VF_POINTS reduction
#define VF_REDUCE sum
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)         \
  READ(real, x, remote, reach(0), "vector of all ranks") \
  READ(real, own, along(i), reach(0), "its own part")    \
  VALUE(int, first, "number of the element before the own part")

VF_TERM(i, n) { return VF_ABS(VF_REMOTE(x, (int64_t)first + i) - VF_AT(own, i)); }
