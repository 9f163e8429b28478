/* A flux through faces in x. Some codes mirror it at walls about the first and the last row of cells. */
#define VF_KERNEL flux_images
#define VF_SUMMARY "flux(ghost) = flux(image), two layers"
#define VF_RANK 2
#define VF_POINTS ghosts
#define VF_GHOSTS depth(2), with(faces, corners), images(mirrors), nodal(1, -1, 0)
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) UPDATE(real, flux, same, reach(0), "flux in x, with its ghosts")

VF_BODY(i, j, n) { VF_AT(flux, i, j, n) = VF_AT(flux, VF_IMAGE, n); }
