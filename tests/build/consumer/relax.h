#define VF_KERNEL relax
#define VF_SUMMARY "Weighted relaxation on one colour: x = x + w r"
#define VF_POINTS coloured
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)       \
  UPDATE(real, x, same, reach(0), "solution")          \
  READ  (real, r, same, reach(0), "residual")          \
  VALUE (real, w, "weight, no unit")

VF_INLINE real weighted(real w, real r) { return w * r; }

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) += weighted(w, VF_AT(r, i, j, k, n)); }
