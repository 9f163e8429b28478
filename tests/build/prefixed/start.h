#define VF_KERNEL start
#define VF_SUMMARY "adds w to x, or takes w away"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  UPDATE(real, x, same, reach(0), "field")       \
  VALUE(real, w, "number")                       \
  VALUE(option(up, down), sign, "up adds, down takes away")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) += sign == vf_start_up ? w : -w; }
