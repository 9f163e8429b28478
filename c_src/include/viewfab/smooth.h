/* Multigrid operations made of several kernels. Each operation is a composite: its default is the plain sequence of the
 * kernels in its description. A device may have a faster version with the same result. */
#ifndef VIEWFAB_SMOOTH_H
#define VIEWFAB_SMOOTH_H

#include <viewfab/viewfab.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Red-black Gauss-Seidel smooths for laplacian(phi) = rhs. Each smooth has four steps: fill ghosts, colour 0, fill
 * ghosts, colour 1.
 *   box    cells of the domain
 *   phi    solution, cell-centred (updated); the call uses its one ghost layer and leaves undefined values there
 *   rhs    right-hand side, in units of phi / h^2 (read)
 *   wall   values on Dirichlet walls, in the ghost cells beside them (read); NULL: 0
 *   h      cell width, the same in all directions
 *   sides  boundary of the domain
 *   count  number of smooths, >= 0
 * phi may be a set of boxes in the domain (viewfab/set.h). Then wall is a set of the same boxes, and each other array
 * is a set or a view that holds the domain. If a call fails while one of its kernels is checked, captured or runs its
 * original, phi keeps its values.
 * Errors: as the kernels fill_ghosts, fill_ghosts_to and gsrb_poisson, for sets also vf_set_fill_ghosts; VF_ERROR_NULL
 * (an argument other than wall), VF_ERROR_ARGUMENT (count). */
VF_API vf_status vf_smooth_poisson(const vf_box *box, vf_view *phi, vf_view *rhs, vf_view *wall, double h,
                                   const vf_boundary *sides, int count);

/* The same for alpha a phi - beta div(b grad phi) = rhs with the kernel gsrb_helmholtz.
 *   alpha, beta  factors of the two terms
 *   a            coefficient in the cells (read)
 *   bx, by, bz   coefficients on the faces, one more in their own direction (read)
 *   h            [3] cell widths
 *   omega        over-relaxation; the legacy kernel has 1.15
 * Other arguments and errors as above, with gsrb_helmholtz in the place of gsrb_poisson. */
VF_API vf_status vf_smooth_helmholtz(const vf_box *box, vf_view *phi, vf_view *rhs, vf_view *wall, double alpha,
                                     double beta, vf_view *a, vf_view *bx, vf_view *by, vf_view *bz, const double h[3],
                                     double omega, const vf_boundary *sides, int count);

#ifdef __cplusplus
}
#endif

#endif
