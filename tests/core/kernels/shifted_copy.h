#define VF_KERNEL shifted_copy
#define VF_SUMMARY "destination = source, moved by a shift"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                          \
  READ(real, source, shifted(by), reach(0), "field to copy")              \
  WRITE(real, destination, same, reach(0), "field that takes the values") \
  VALUE(int3, by, "from a point to its source")

VF_BODY(i, j, k, n) { VF_AT(destination, i, j, k, n) = VF_AT(source, i + by.at[0], j + by.at[1], k + by.at[2], n); }
