#define VF_KERNEL add_to
#define VF_SUMMARY "x(to(i)) += y(i), count(place(i)) += 1"
#define VF_RANK 1
#define VF_POINTS all
#define VF_REMOTE_FORMS table, handle
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                         \
  READ(int64, to, along(i), reach(0), "numbers of elements of x")        \
  READ(int64, place, along(i), reach(0), "numbers of elements of count") \
  READ(real, y, along(i), reach(0), "values")                            \
  UPDATE(real, x, remote, reach(0), "vector of all ranks")               \
  UPDATE(int, count, remote, reach(0), "how many were added; as long as x")

VF_BODY(i, n)
{
  VF_REMOTE_ADD(x, VF_AT(to, i), VF_AT(y, i));
  VF_REMOTE_ADD(count, VF_AT(place, i), 1);
}
