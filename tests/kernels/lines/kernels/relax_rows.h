/* Lines in a coloured kernel. */
#define VF_KERNEL relax_rows
#define VF_SUMMARY "x = x + w (m(i-1) + m(i+1)) on one colour, where m is the mean of b over both sides in y"
#define VF_POINTS coloured
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)             \
  READ(real, b, same, reach(1, 1, 0), "coefficient; ghosts") \
  UPDATE(real, x, same, reach(0), "solution")                \
  VALUE(real, w, "weight")
#define VF_LINES(LINE) LINE(real, m, reach(1), "mean of b over both sides in y")

VF_LINE(m, i, j, k, n) { return (VF_AT(b, i, j - 1, k, n) + VF_AT(b, i, j + 1, k, n)) / 2; }

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) += w * (VF_LINE_AT(m, i - 1) + VF_LINE_AT(m, i + 1)); }
