/* says: once: ghosts_said_twice\.h:10:[0-9]+: error: .*VF_GHOSTS says the same twice: .* filled.* or images */
#define VF_KERNEL ghosts_said_twice
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS ghosts
#define VF_GHOSTS filled(sides), images(sides)
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  UPDATE(real, x, same, reach(0), "field") \
  VALUE(boundary, sides, "kinds")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = 0; }
