/* The boundary terms of the masked operators: a factor for each face of a cell. If the cell lies beside this face of
 * the valid box, and the mask behind the face is greater than 0, the ghost behind the face is the factor times the
 * cell. Otherwise the factor is 0. Included inside a kernel file and typed by the pass, so the file has no include
 * guard. */
#include <viewfab/kit/stencil.h>

typedef struct vf_side_factors {
  VF_REAL west, east, south, north, below, above;
} vf_side_factors;

/* Factor and mask are loaded together, not one after the other. */
VF_INLINE VF_REAL vfi_side_factor(VF_REAL factor, int mask) { return mask > 0 ? factor : 0; }

/* A cell away from the face loads nothing. */
#define VF_SIDE_FACTOR(beside, factor, mask) ((beside) ? vfi_side_factor(factor, mask) : 0)

/* For a kernel file with the arrays f0, m0 to f5, m5, by faces: x low, y low, z low, x high, y high, z high. The
 * factors lie in the first layer inside, the masks in the first layer outside. */
#define VF_SIDE_FACTORS(i, j, k, valid)                                                                                \
  {                                                                                                                    \
    VF_SIDE_FACTOR((i) == (valid).lower[0], VF_AT(f0, (valid).lower[0], j, k), VF_AT(m0, (valid).lower[0] - 1, j, k)), \
        VF_SIDE_FACTOR((i) == (valid).upper[0], VF_AT(f3, (valid).upper[0], j, k),                                     \
                       VF_AT(m3, (valid).upper[0] + 1, j, k)),                                                         \
        VF_SIDE_FACTOR((j) == (valid).lower[1], VF_AT(f1, i, (valid).lower[1], k),                                     \
                       VF_AT(m1, i, (valid).lower[1] - 1, k)),                                                         \
        VF_SIDE_FACTOR((j) == (valid).upper[1], VF_AT(f4, i, (valid).upper[1], k),                                     \
                       VF_AT(m4, i, (valid).upper[1] + 1, k)),                                                         \
        VF_SIDE_FACTOR((k) == (valid).lower[2], VF_AT(f2, i, j, (valid).lower[2]),                                     \
                       VF_AT(m2, i, j, (valid).lower[2] - 1)),                                                         \
        VF_SIDE_FACTOR((k) == (valid).upper[2], VF_AT(f5, i, j, (valid).upper[2]),                                     \
                       VF_AT(m5, i, j, (valid).upper[2] + 1))                                                          \
  }

/* sum_d dh_d (b- f- + b+ f+) of the variable-coefficient operator. */
#define VF_HELMHOLTZ_SIDES(side, i, j, k, n, beta, bx, by, bz, h)                                                \
  VF_HELMHOLTZ_NEIGHBOURS(VF_OVER_H2(beta, (h).at[0]), VF_OVER_H2(beta, (h).at[1]), VF_OVER_H2(beta, (h).at[2]), \
                          VF_AT(bx, i, j, k, n), VF_AT(bx, (i) + 1, j, k, n), VF_AT(by, i, j, k, n),             \
                          VF_AT(by, i, (j) + 1, k, n), VF_AT(bz, i, j, k, n), VF_AT(bz, i, j, (k) + 1, n),       \
                          (side).west, (side).east, (side).south, (side).north, (side).below, (side).above)
