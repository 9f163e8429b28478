/* A port that writes outside its declaration. */
#define VF_KERNEL set_astray
#define VF_SUMMARY "x = value, and once more some rows beyond the last point"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  WRITE(real, x, same, reach(0), "field to set") \
  VALUE(real, value, "new value")                \
  VALUE(int, rows, "how far; 0: nothing else is written")

VF_BODY(i, j, k, n)
{
  VF_AT(x, i, j, k, n) = value;
  if (rows && i == box.upper[0] && j == box.upper[1] && k == box.upper[2]) VF_AT(x, i, j + rows, k, n) = value;
}
