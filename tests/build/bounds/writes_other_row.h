/* Wrong on purpose: writes the element of the next point of a line. */
#define VF_KERNEL writes_other_row
#define VF_SUMMARY "y(i + 1) = 1"
#define VF_RANK 1
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  WRITE(real, y, same, reach(0), "line")

VF_BODY(i, n) { VF_AT(y, i + 1, n) = 1; }
