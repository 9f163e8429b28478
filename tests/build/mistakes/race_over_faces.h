/* says: once: race_over_faces\.h:8:[0-9]+: error: .*argument x: UPDATE with a reach is a race */
#define VF_KERNEL race_over_faces
#define VF_SUMMARY "Wrong on purpose: reads what another face writes"
#define VF_POINTS faces
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  UPDATE(real, x, face_of_point, reach(below(0), above(1, 0, 0)), "field on faces")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = VF_AT(x, i + 1, j, k, n); }
