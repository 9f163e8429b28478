/* says: once: gives_to_no_result\.h:8:[0-9]+: error: .*vfi_result_mas.* undeclared */
#define VF_KERNEL gives_to_no_result
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) READ(real, x, same, reach(0), "field")
#define VF_RESULTS(SUM, MIN, MAX) SUM(mass, "mass, kg")

VF_BODY(i, j, k, n) { VF_GIVE(mas, VF_AT(x, i, j, k, n)); }
