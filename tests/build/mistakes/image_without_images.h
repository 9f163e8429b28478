/* says: once: image_without_images\.h:9:[0-9]+: error: .*VF_IMAGE_and_VF_IMAGE_SIGN_need_images_in_VF_GHOSTS */
#define VF_KERNEL image_without_images
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS ghosts
#define VF_GHOSTS depth(2)
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  UPDATE(real, x, same, reach(0), "field")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = VF_AT(x, VF_IMAGE, n); }
