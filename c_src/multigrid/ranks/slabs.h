/* The cut of a solver's levels between ranks: the finest `count` levels are cut in slabs of z planes, a slab for each
 * rank. Every rank has all coarser levels and computes them by itself. */
#ifndef VIEWFAB_MULTIGRID_RANKS_SLABS_H
#define VIEWFAB_MULTIGRID_RANKS_SLABS_H

#include <stdbool.h>
#include <stdint.h>

/* The planes of a level on this rank. The fields of such a level keep the numbers of the whole level: `at` is the place
 * of element (0, 0, 0), even if this element does not exist. Only planes first - below - 1 .. last + above exist. */
struct vfi_slab {
  int n;                /* planes of the whole level */
  int first, last;      /* the rank's own planes: first .. last - 1 */
  int depth;            /* copies of other ranks' planes kept beside a cut; an even number */
  int below, above;     /* depth if a slab of another rank follows, 0 at an end of the domain */
  int valid, rhs_valid; /* number of halo planes of phi and of rhs that hold the owners' values; the same on all
                           ranks */
};

/* Cuts levels. The planes of the finest level on rank r are starts[r] .. starts[r + 1] - 1, and each coarser cut level
 * has half of these planes. Slabs begin at even planes on all cut levels; only the last slab may have an odd number of
 * planes. A level is cut if it can be halved and has more than agglomerate_cells cells, as long as every rank has
 * planes. Returns the number of cut levels; with 0 all starts are 0.
 *   n       cells of the finest level
 *   even    directions in which cut levels must have an even number of cells
 *   starts  [ranks + 1] out */
int vfi_slabs_cut(const int n[3], int ranks, int64_t agglomerate_cells, const bool even[3], int *starts);

/* The first plane of a rank on a cut level, or on the first level behind the cut levels; for rank =
 * ranks the number of planes. */
int vfi_slab_start(const int *starts, int ranks, int rank, int level);

/* The slab of a rank of a cut level. n0, n1: its extents; level: its number, 0 the finest. */
struct vfi_slab vfi_slab_of(const int *starts, int ranks, int rank, int level, int n0, int n1, bool periodic);

#endif
