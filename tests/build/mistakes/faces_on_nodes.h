/* says: once: faces_on_nodes\.h:1:[0-9]+: error: .*VF_POINTS_ON is for other points than faces */
#define VF_KERNEL faces_on_nodes
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS faces
#define VF_POINTS_ON nodes
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  WRITE(real, y, face_of_point, reach(0), "result")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = 1; }
