/* Smooths of a user's views: every field has strides of its own, nothing is aligned, and elements beside the cells need
 * not exist.
 *
 * In place: the outermost layers of cells of each block, in y and z, get their first colour before, by a kernel of
 * their own. Blocks then read nothing of each other that changes: of cells beside theirs the first colour only. In x a
 * block does one tile after the other; its second colour stays one cell behind, so that the next tile finds the values
 * that its first colour needs. */
#ifndef VIEWFAB_MULTIGRID_GPU_VIEWS_H
#define VIEWFAB_MULTIGRID_GPU_VIEWS_H

#include "column_tiles.h"

namespace VF_LEVELS {

/* In bytes. */
struct view_strides {
  unsigned row, plane;
};

/* What a kernel works on. */
enum { LEVEL, VIEWS, VIEWS_IN_PLACE };

struct of_views {
  const double *phi; /* not marked as unchanging, as the kernel's argument is */
  view_strides rhs, a, bx, by, bz;
};

inline view_strides strides_of(const vf_field &field)
{
  return { (unsigned)(field.row * (ptrdiff_t)sizeof(double)), (unsigned)(field.plane * (ptrdiff_t)sizeof(double)) };
}

inline of_views views_of(const vf_level *level, const double *phi)
{
  return { phi,
           strides_of(level->rhs),
           strides_of(level->a),
           strides_of(level->bx),
           strides_of(level->by),
           strides_of(level->bz) };
}

/* Two cells, or the first one twice. */
__device__ __forceinline__ double2 cells_at(const double *field, unsigned k, unsigned plane_bytes, unsigned offset,
                                            bool second)
{
  const double *at = (const double *)((const char *)field + ((unsigned long long)k * plane_bytes + offset));
  return make_double2(at[0], at[second ? 1 : 0]);
}

/* Whether a row or plane is an outermost one of blocks that have so many of them. */
__device__ __forceinline__ bool is_layer(int at, int size, int n)
{
  const int within = at % size;
  return within == 0 || within == size - 1 || at == n - 1;
}

/* The first colour of the layers of blocks of so many rows and planes. In a periodic x direction, that of the last
 * column too. */
int smooth_layers(const vf_engine *engine, const vf_level *level, int block_rows, int block_planes);

} // namespace VF_LEVELS

#endif
