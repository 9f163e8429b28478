/* Wrong on purpose: reads a neighbour without a declaration, in an array of logicals. */
#define VF_KERNEL reads_mask_beside
#define VF_SUMMARY "x = 1 where the cell above is marked"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ(logical, mask, "marks")                   \
  WRITE(real, x, "field")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = VF_AT(mask, i, j + 1, k, n) ? 1 : 0; }
