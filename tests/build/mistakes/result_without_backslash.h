/* says: once: result_without_backslash\.h:8: error: viewfab: this line of VF_RESULTS lacks the backslash at its end: MAX[(]...[)] follows */
#define VF_KERNEL result_without_backslash
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) READ (real, x, same, reach(0), "field")
#define VF_RESULTS(SUM, MIN, MAX) \
  SUM(mass, "mass in the box, kg") \
  MIN(least, "least")
  MAX(most, "largest")

VF_BODY(i, j, k, n) { VF_GIVE(mass, VF_AT(x, i, j, k, n)); }
