/* says: once: result_with_an_unknown_word\.h:8:[0-9]+: error: .*result dt: after its text there may be the word place, and nothing else: .*plaec */
#define VF_KERNEL result_with_an_unknown_word
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) READ(real, x, same, reach(0), "field")
#define VF_RESULTS(SUM, MIN, MAX) MIN(dt, "step, s", plaec)

VF_BODY(i, j, k, n) { VF_GIVE(dt, VF_AT(x, i, j, k, n)); }
