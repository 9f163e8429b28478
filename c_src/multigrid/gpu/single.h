/* Declarations shared by the kernels of levels in single precision (vfi_level.single). Odd extents are not
 * periodic. Kernels may write any value into element n of a row, the second element of its last pair, because
 * no kernel uses this value. */
#ifndef VIEWFAB_MULTIGRID_GPU_SINGLE_H
#define VIEWFAB_MULTIGRID_GPU_SINGLE_H

#include "column_tiles.h"

namespace VF_LEVELS {

inline single_grid single_grid_of(const vfi_level *level)
{
  const grid g = grid_of(level);
  single_grid s = {
    { g.n[0], g.n[1], g.n[2] }, g.parity, { g.periodic[0], g.periodic[1], g.periodic[2] }, {}, 0, 0, {}, {}
  };
  s.stored[0] = level->face[2].stored;
  s.stored[1] = level->face[5].stored;
  s.row = 2 * g.row;
  s.plane = 2 * g.plane;
  for (int f = 0; f < 6; f++) {
    s.w1[f] = (float)g.w1[f];
    s.w2[f] = (float)g.w2[f];
  }
  return s;
}

/* The variable operator of a level, whose coefficients contain alpha and beta / h^2: as helmholtz, with 1 for these numbers. */
struct float_coefficients {
  const float *__restrict__ a, *__restrict__ bx, *__restrict__ by, *__restrict__ bz;
  float omega;
  static constexpr float alpha = 1, dx = 1, dy = 1, dz = 1;
};

inline float_coefficients float_coefficients_of(const vfi_level *level)
{
  return { (const float *)level->a.at, (const float *)level->bx.at, (const float *)level->by.at,
           (const float *)level->bz.at, (float)level->omega };
}

/* Planes first .. last - 1 of a smooth, written to `to`. coarse: the level whose phi is interpolated, or NULL; its
 * ghosts are filled. */
int smooth_single(const vfi_engine *engine, const vfi_level *level, float *to, int first, int last, smooth_start start,
                  const vfi_level *coarse);
int smooth_single_variable(const vfi_engine *engine, const vfi_level *level, float *to, int first, int last,
                           smooth_start start, const vfi_level *coarse);
int fill_ghosts_single(const vfi_engine *engine, const vfi_level *level);
int interpolate_single(const vfi_engine *engine, const vfi_level *fine, const vfi_level *coarse, bool add);
int restrict_single(const vfi_engine *engine, const vfi_level *fine, const vfi_level *coarse);
/* Planes first .. last - 1 of a correction; phi is written to `to`. */
int correct_single(const vfi_engine *engine, const vfi_level *level, const vfi_correction *correction, double *to,
                   int first, int last, const vfi_level *into);
/* The same for all planes of the variable operator, after the error has been added to phi. */
int take_variable(vfi_engine *engine, const vfi_level *level, const vfi_correction *correction, const vfi_level *into,
                  double *norm);

} // namespace VF_LEVELS

#endif
