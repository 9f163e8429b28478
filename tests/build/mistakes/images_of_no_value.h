/* says: images_of_no_value\.h:5: error: .*the name .sides. gives images, but is neither mirrors nor a VALUE.boundary */
#define VF_KERNEL images_of_no_value
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS ghosts
#define VF_GHOSTS images(sides)
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  UPDATE(real, x, same, reach(0), "field") \
  VALUE(int, layers, "number")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = 0; }
