#define VF_KERNEL reads_other_ghosts
#define VF_SUMMARY "Wrong on purpose: fills an edge from a ghost beside a face, which another point of the call fills"
#define VF_POINTS ghosts
#define VF_GHOSTS depth(1), with(faces, edges), images(mirrors)
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) UPDATE(real, x, same, reach(0), "array with a layer of ghosts")

VF_BODY(i, j, k, n)
{
  if (VF_BEYOND(0) < 0 && VF_BEYOND(1) < 0 && k == box.lower[2]) VF_AT(x, i, j, k, n) = VF_AT(x, i + 1, j, k, n);
  else VF_AT(x, i, j, k, n) = VF_AT(x, VF_IMAGE, n);
}
