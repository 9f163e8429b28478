#define VF_KERNEL coloured_move
#define VF_SUMMARY "Copies cells of one colour with an offset: to((i,j,k) + offset) = from(i,j,k)"
#define VF_POINTS coloured
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)            \
  READ(real, from, same, reach(0), "source")                \
  WRITE(real, to, shifted(offset), reach(0), "destination") \
  VALUE(int3, offset, "cells by which the values move")

VF_BODY(i, j, k, n) { VF_AT(to, i + offset.at[0], j + offset.at[1], k + offset.at[2], n) = VF_AT(from, i, j, k, n); }
