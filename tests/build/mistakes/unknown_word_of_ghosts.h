/* says: once: unknown_word_of_ghosts\.h:9:[0-9]+: error: .*VF_GHOSTS: there is no word layers.2., but: depth */
#define VF_KERNEL unknown_word_of_ghosts
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS ghosts
#define VF_GHOSTS layers(2), with(faces, edges)
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  UPDATE(real, x, same, reach(0), "field")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = 0; }
