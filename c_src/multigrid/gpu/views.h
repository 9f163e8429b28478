/* Smooths of a user's views: every field has its own strides, nothing is aligned, and elements beside the cells need
 * not exist.
 *
 * In place, a kernel of its own first computes the first colour of the outermost layers of cells of each block, in y
 * and z. Afterwards blocks read no changing cell of other blocks: from cells beside its own, a block reads only the
 * first colour. In x a block does one tile after the other; its second colour stays one cell behind, so the next tile
 * finds the old values for its first colour. */
#ifndef VIEWFAB_MULTIGRID_GPU_VIEWS_H
#define VIEWFAB_MULTIGRID_GPU_VIEWS_H

#include "column_tiles.h"

namespace VF_LEVELS {

/* In bytes. */
struct view_strides {
  unsigned row, plane;
};

/* The fields of a kernel. */
enum { LEVEL, VIEWS, VIEWS_IN_PLACE };

struct of_views {
  const double *phi; /* not marked as unchanging, unlike the kernel's argument */
  view_strides rhs, a, bx, by, bz;
};

inline view_strides strides_of(const vf_field &field)
{
  return { (unsigned)(field.row * (ptrdiff_t)sizeof(double)), (unsigned)(field.plane * (ptrdiff_t)sizeof(double)) };
}

inline of_views views_of(const vfi_level *level, const double *phi)
{
  return { phi,
           strides_of(level->rhs),
           strides_of(level->a),
           strides_of(level->bx),
           strides_of(level->by),
           strides_of(level->bz) };
}

/* Two cells, or the first one twice. */
template <typename T>
__device__ __forceinline__ pair_in_memory<T> cells_at(const T *field, unsigned k, unsigned plane_bytes, unsigned offset,
                                                      bool second)
{
  const T *at = (const T *)((const char *)field + ((unsigned long long)k * plane_bytes + offset));
  return pair_made_of(at[0], at[second ? 1 : 0]);
}

/* True if a row or plane is an outermost layer of blocks of `size` rows or planes. */
__device__ __forceinline__ bool is_layer(int at, int size, int n)
{
  const int within = at % size;
  return within == 0 || within == size - 1 || at == n - 1;
}

/* Computes the first colour of the layers of blocks of block_rows rows and block_planes planes; in a periodic x
 * direction also of the last column. */
int smooth_layers(const vfi_engine *engine, const vfi_level *level, int block_rows, int block_planes);

} // namespace VF_LEVELS

#endif
