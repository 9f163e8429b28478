/* says: once: fourth_direction\.h:9:[0-9]+: error: .*argument x: shared\(face\(3\)\) names a direction beyond those of the kernel */
#define VF_KERNEL fourth_direction
#define VF_SUMMARY "Wrong on purpose: directions are 0, 1 and 2"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)  \
  READ(real, x, shared(face(3)), reach(0), "field") \
  WRITE(real, y, same, reach(0), "copy of x")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = VF_AT(x, i, j, k, n); }
