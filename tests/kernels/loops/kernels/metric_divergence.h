#define VF_KERNEL metric_divergence
#define VF_SUMMARY "Divergence on a stretched plane: (u(i+1) - u(i)) / dx(i) + (v(j+1) - v(j)) / dy(j)"
#define VF_RANK 2
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)          \
  READ(real, u, face(0), reach(0), "velocity on x faces") \
  READ(real, v, face(1), reach(0), "velocity on y faces") \
  READ(real, dx, along(i), reach(0), "cell widths in x")  \
  READ(real, dy, along(j), reach(0), "cell widths in y")  \
  WRITE(real, divergence, same, reach(0), "1 / time")

VF_BODY(i, j, n)
{
  VF_AT(divergence, i, j, n) = (VF_AT(u, i + 1, j, n) - VF_AT(u, i, j, n)) / VF_AT(dx, i) +
                               (VF_AT(v, i, j + 1, n) - VF_AT(v, i, j, n)) / VF_AT(dy, j);
}
