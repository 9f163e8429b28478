/* A kernel over faces with an argument of each type, for the interface of its original. */
#define VF_KERNEL every_argument
#define VF_SUMMARY "x = x + factor mask on faces of one direction"
#define VF_POINTS faces
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                    \
  VALUE(int, count, "a number")                                     \
  UPDATE(real, x, face_of_point, reach(0), "field on faces")        \
  VALUE(real3, h, "three numbers")                                  \
  READ(int, mask, shared(cells_of_face), reach(0), "mask in cells") \
  VALUE(boundary, sides, "a boundary")                              \
  VALUE(int3, step, "three numbers")                                \
  VALUE(box, window, "a box")                                       \
  VALUE(real, factor, "no unit")

VF_BODY(i, j, k, n)
{
  VF_AT(x, i, j, k, n) +=
      factor * VF_AT(mask, i, j, k, n) + 0 * (count + step.at[0] + window.lower[0] + sides.order) + 0 * h.at[0];
}
