#define VF_KERNEL mirror_edges
#define VF_SUMMARY "x(ghost) = x(image) at edges alone"
#define VF_POINTS ghosts
#define VF_GHOSTS depth(2), with(edges), images(mirrors)
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) UPDATE(real, x, same, reach(0), "field with its ghosts")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = VF_IMAGE_SIGN * VF_AT(x, VF_IMAGE, n); }
