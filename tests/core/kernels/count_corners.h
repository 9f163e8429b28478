#define VF_KERNEL count_corners
#define VF_SUMMARY "x += 1 in two layers at faces and corners of a box of nodes in x and z, edges excepted"
#define VF_POINTS ghosts
#define VF_GHOSTS depth(2), with(corners, faces), nodal(1, 0, 1)
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) UPDATE(real, x, same, reach(0), "field with its ghosts")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) += 1; }
