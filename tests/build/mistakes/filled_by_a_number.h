/* says: filled_by_a_number\.h:5: error: .*the name .sides. names the filled faces, but is no VALUE.boundary */
#define VF_KERNEL filled_by_a_number
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS ghosts
#define VF_GHOSTS filled(sides)
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  UPDATE(real, x, same, reach(0), "field") \
  VALUE(int, sides, "number")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = 0; }
