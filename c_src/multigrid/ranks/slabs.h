/* How the levels of a solver are cut between ranks: in slabs of z planes, one a rank, the finest `count` levels. All
 * coarser levels are on every rank, which computes them by itself. */
#ifndef VIEWFAB_MULTIGRID_RANKS_SLABS_H
#define VIEWFAB_MULTIGRID_RANKS_SLABS_H

#include <stdbool.h>
#include <stdint.h>

/* The planes of a level that this rank has. The fields of such a level keep the numbers of the whole level: `at` is
 * where element (0, 0, 0) would stand, and only planes first - below - 1 .. last + above exist. */
struct vf_slab {
  int n;                /* planes of the whole level */
  int first, last;      /* own ones: first .. last - 1 */
  int depth;            /* copies of other ranks' planes that are kept beside a cut, even */
  int below, above;     /* depth where a slab of another rank follows, 0 at an end of the domain */
  int valid, rhs_valid; /* so many of them, of phi and of rhs, hold what their owners have. The same on all ranks */
};

/* The planes of the finest level on rank r are starts[r] .. starts[r + 1] - 1, and each coarser cut level has half of
 * them. Slabs begin at even planes on all of them; only the last one may have an odd number. Returns how many levels are
 * cut: those that can be halved and have more than agglomerate_cells cells, as long as every rank has planes. 0: no
 * level is, and all starts are 0.
 *   n       cells of the finest level
 *   even    directions in which levels that are cut have to have an even number of cells
 *   starts  [ranks + 1] out */
int vf_slabs_cut(const int n[3], int ranks, int64_t agglomerate_cells, const bool even[3], int *starts);

/* The first plane of a rank on a cut level, or on the first one behind them; for rank = ranks the number of planes. */
int vf_slab_start(const int *starts, int ranks, int rank, int level);

/* The slab of a rank of a cut level. n0, n1: its extents; level: its number, 0 the finest. */
struct vf_slab vf_slab_of(const int *starts, int ranks, int rank, int level, int n0, int n1, bool periodic);

#endif
