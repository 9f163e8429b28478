/* says: once: results_over_ghosts\.h:1:[0-9]+: error: .*VF_RESULTS in a kernel over ghosts, whose points give no results */
#define VF_KERNEL results_over_ghosts
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS ghosts
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) UPDATE(real, x, same, reach(0), "field")
#define VF_RESULTS(SUM, MIN, MAX) SUM(mass, "mass, kg")

VF_BODY(i, j, k, n) { VF_GIVE(mass, VF_AT(x, i, j, k, n)); }
