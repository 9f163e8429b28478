/* Prolongation of a correction, piecewise constant, as interp3dgen has it. */
#define VF_KERNEL interp
#define VF_SUMMARY "Prolongation: adds a coarse correction to its 8 children, fine(2i:2i+1, 2j:2j+1, 2k:2k+1) += coarse(i,j,k)"
#define VF_POINTS children
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  READ  (real, coarse, coarsened, reach(0), "coarse cell-centred correction")                   \
  UPDATE(real, fine,   same,      reach(0), "fine cell-centred field; covers the refined box")

VF_BODY(i, j, k, n) { VF_AT(fine, i, j, k, n) += VF_AT(coarse, VF_COARSEN(i), VF_COARSEN(j), VF_COARSEN(k), n); }
