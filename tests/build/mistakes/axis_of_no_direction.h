/* says: once: axis_of_no_direction\.h:3: error: viewfab: VF_AXES is a list of directions, such as x, y; i is none of x, y, z */
#define VF_KERNEL axis_of_no_direction
#define VF_AXES i, j
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, same, reach_along(1), "field")  \
  WRITE(real, y, "difference")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = VF_AT_ALONG(x, 1, i, j, k, n); }
