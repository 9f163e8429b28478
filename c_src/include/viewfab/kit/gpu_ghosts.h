/* Included by the generated units of kernels over ghosts for a GPU: one launch for all pieces beside a box. */
#ifndef VIEWFAB_KIT_GPU_GHOSTS_H
#define VIEWFAB_KIT_GPU_GHOSTS_H

#include <viewfab/kit/plain_ghosts.h>

enum { VF_GHOST_SHIFT = 8, VF_GHOST_BLOCK = 1 << VF_GHOST_SHIFT };

/* A block covers 2^shift points of a piece in x and in y, fewer if the piece is thin, and in z its remaining
 * threads. */
typedef struct vfi_ghost_grid {
  unsigned first;      /* first block in the launch */
  unsigned in_x, in_y; /* number of blocks */
  signed char piece, shift_x, shift_y;
} vfi_ghost_grid;

/* The pieces of a launch, one after the other. The host writes the table once, because each block of a launch would
 * need longer for it than for its points. Unused places have a first block beyond all blocks.
 * The table has room for all pieces, also if a launch has fewer: a compiler copies a small table to the memory of each
 * thread before an index chooses from the table. */
typedef struct vfi_ghost_table {
  vfi_ghost_grid grids[VF_HALO_PIECES - 1];
} vfi_ghost_table;

/* The least shift with 1 << shift no less than the size; at most `most`. */
static inline int vfi_shift_over(const int size, const int most)
{
  int shift = 0;
  while (shift < most && (1 << shift) < size) shift++;
  return shift;
}

/* Fills a table for boxes of at most this size; returns the number of blocks.
 *   most  pieces of a launch, at most */
static inline int64_t vfi_ghost_table_of(const vfi_halo *halo, const vf_box *box, const int most,
                                         vfi_ghost_table *table)
{
  int64_t blocks = 0;
  int used = 0;
  for (int number = 0; number < VF_HALO_PIECES; number++) {
    if (!(halo->pieces >> number & 1)) continue;
    vfi_ghost_grid *grid = &table->grids[used++];
    int64_t counts[3];
    int shifts[3], left = VF_GHOST_SHIFT;
    for (int d = 0; d < 3; d++) {
      const int size = vfi_halo_side(number, d) ? halo->depth : box->upper[d] - box->lower[d] + 1 + halo->nodal[d];
      shifts[d] = d == 2 ? left : vfi_shift_over(size, d == 0 && left > 5 ? 5 : left);
      left -= shifts[d];
      counts[d] = (((int64_t)size - 1) >> shifts[d]) + 1;
    }
    grid->first = (unsigned)blocks;
    grid->in_x = (unsigned)counts[0];
    grid->in_y = (unsigned)counts[1];
    grid->piece = (signed char)number;
    grid->shift_x = (signed char)shifts[0];
    grid->shift_y = (signed char)shifts[1];
    blocks += counts[0] * counts[1] * counts[2];
  }
  while (used < most) table->grids[used++].first = ~0u;
  return blocks;
}

/* The entry of a block in the table. */
template <int most>
static __device__ __forceinline__ vfi_ghost_grid vfi_ghost_grid_of(const vfi_ghost_table &table, const unsigned block)
{
  int place = 0;
#pragma unroll
  for (int p = 1; p < most; p++) place += block >= table.grids[p].first;
  return table.grids[place];
}

#endif
