/* says: once: result_repeated\.h:8: error: viewfab: the name .Mass. is used twice */
#define VF_KERNEL result_repeated
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ(real, x, same, reach(0), "field")         \
  WRITE(real, y, same, reach(0), "copy of x")
#define VF_RESULTS(SUM, MIN, MAX) SUM(mass, "kg") MAX(Mass, "kg")

VF_BODY(i, j, k, n) { VF_GIVE(mass, VF_AT(x, i, j, k, n)); }
