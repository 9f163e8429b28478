/* Smooths of a user's views: every field has strides of its own, nothing is aligned, and elements beside the cells need
 * not exist. phi may be written in place. What a block reads of phi outside the cells that it writes then comes from a
 * second array of the same strides, where such cells have been saved before. */
#ifndef VIEWFAB_MULTIGRID_GPU_VIEWS_H
#define VIEWFAB_MULTIGRID_GPU_VIEWS_H

#include "march.h"

namespace VF_LEVELS {

/* In bytes. */
struct view_strides {
  unsigned row, plane;
};

struct of_views {
  const double *beside; /* phi where it is not the block's own */
  view_strides phi, rhs, a, bx, by, bz;
};

inline view_strides strides_of(const vf_field &field)
{
  return { (unsigned)(field.row * (ptrdiff_t)sizeof(double)), (unsigned)(field.plane * (ptrdiff_t)sizeof(double)) };
}

inline of_views views_of(const vf_level *level, const double *beside)
{
  return { beside,
           strides_of(level->phi),
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

/* Saves the cells of phi that blocks of so many own rows and planes read of each other. */
int save_bands(const vf_engine *engine, const vf_level *level, double *to, int block_rows, int block_planes);

} // namespace VF_LEVELS

#endif
