/* xpay with a loop over j that starts one row late. */
#define VF_KERNEL first_row_forgotten
#define VF_SUMMARY "Wrong port: y = x + a y from the second row on"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  READ  (real, x, same, reach(0), "field to add")                                               \
  VALUE (real, a, "factor of y")                                                                \
  UPDATE(real, y, same, reach(0), "field that is scaled and added to")

VF_BODY(i, j, k, n)
{
  if (j > box.lower[1]) VF_AT(y, i, j, k, n) = VF_AT(x, i, j, k, n) + a * VF_AT(y, i, j, k, n);
}
