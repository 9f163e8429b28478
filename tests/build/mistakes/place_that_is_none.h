/* says: once: place_that_is_none\.h:1:[0-9]+: error: .*VF_POINTS_ON is corners, none of cells nodes face\(d\) edge\(d\) */
#define VF_KERNEL place_that_is_none
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_POINTS_ON corners
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, cells, reach(0), "cells") \
  WRITE(real, y, same, reach(0), "result")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = 1; }
