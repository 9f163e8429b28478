/* The longest allowed names, on faces. */
#define VF_KERNEL kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk
#define VF_SUMMARY "Long names"
#define VF_POINTS faces
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                \
  WRITE(real, aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, face_of_point, reach(0), "field on faces")    \
  READ(int, mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm, shared(cells_of_face), reach(0), "mask")        \
  VALUE(real3, vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv, "three numbers")                             \
  VALUE(int, nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn, "a number")

VF_BODY(i, j, k, n) { VF_AT(aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, i, j, k, n) = vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv.at[0]; }
