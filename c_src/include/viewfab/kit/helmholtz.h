/* The 7-point operator alpha a - beta div(b grad) at one cell, for kernels that apply it or relax with it; see
 * stencil.h. Included inside a kernel file and typed by the pass, so the file has no include guard. */
#include <viewfab/kit/stencil.h>

typedef struct vf_helmholtz_row {
  VF_REAL diagonal, neighbours;
} vf_helmholtz_row;

#define VF_HELMHOLTZ_ROW(x, i, j, k, n, alpha, beta, a, bx, by, bz, h)                                         \
  vfi_helmholtz_row_of(alpha *VF_AT(a, i, j, k, n), beta, h, VF_AT(bx, i, j, k, n), VF_AT(bx, i + 1, j, k, n), \
                       VF_AT(by, i, j, k, n), VF_AT(by, i, j + 1, k, n), VF_AT(bz, i, j, k, n),                \
                       VF_AT(bz, i, j, k + 1, n), VF_AT(x, i - 1, j, k, n), VF_AT(x, i + 1, j, k, n),          \
                       VF_AT(x, i, j - 1, k, n), VF_AT(x, i, j + 1, k, n), VF_AT(x, i, j, k - 1, n),           \
                       VF_AT(x, i, j, k + 1, n))

VF_INLINE vf_helmholtz_row vfi_helmholtz_row_of(VF_REAL mass, VF_REAL beta, VF_VALUE_real3 h, VF_REAL bx_low,
                                                VF_REAL bx_high, VF_REAL by_low, VF_REAL by_high, VF_REAL bz_low,
                                                VF_REAL bz_high, VF_REAL west, VF_REAL east, VF_REAL south,
                                                VF_REAL north, VF_REAL below, VF_REAL above)
{
  const VF_REAL dx = VF_OVER_H2(beta, h.at[0]), dy = VF_OVER_H2(beta, h.at[1]), dz = VF_OVER_H2(beta, h.at[2]);
  vf_helmholtz_row row;
  row.diagonal = VF_HELMHOLTZ_DIAGONAL(mass, dx, dy, dz, bx_low, bx_high, by_low, by_high, bz_low, bz_high);
  row.neighbours = VF_HELMHOLTZ_NEIGHBOURS(dx, dy, dz, bx_low, bx_high, by_low, by_high, bz_low, bz_high, west, east,
                                           south, north, below, above);
  return row;
}
