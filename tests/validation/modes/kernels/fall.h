/* Constants that a code may have forgotten to set. */
#define VF_CONSTANTS_falling(MEMBER)         \
  MEMBER(int, plain, "other than 0: y is x") \
  MEMBER(real, gravity, "m/s2")              \
  MEMBER(reals(2), of_layers, "densities, kg/m3")
VF_CONSTANTS_TYPE(falling)
#define VF_KERNEL fall
#define VF_SUMMARY "y = x gravity / the sum of densities"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ(real, x, same, reach(0), "field")         \
  WRITE(real, y, same, reach(0), "field")        \
  VALUE(constants(falling), c, "of the fall")

VF_BODY(i, j, k, n)
{
  const real x_here = VF_AT(x, i, j, k, n);
  VF_AT(y, i, j, k, n) = c.plain ? x_here : x_here * c.gravity / (c.of_layers.at[0] + c.of_layers.at[1]);
}
