#define VF_KERNEL pass_on
#define VF_SUMMARY "x(to(i)) += y(from(i)), where elements of x and y are those of all ranks"
#define VF_RANK 1
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                   \
  READ(int64, from, along(i), reach(0), "numbers of elements of y") \
  READ(int, to, along(i), reach(0), "numbers of elements of x")     \
  READ(real, y, remote, reach(0), "what is added")                  \
  UPDATE(real, x, remote, reach(0), "sums")

VF_BODY(i, n) { VF_REMOTE_ADD(x, VF_AT(to, i), VF_REMOTE(y, VF_AT(from, i))); }
