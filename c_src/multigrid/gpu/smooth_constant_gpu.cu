// The smooth of smooth_constant.h in double, for levels and for views.
#include "smooth_constant.h"

namespace VF_LEVELS {

namespace {

template <smooth_start start, bool over, bool anisotropic> auto *launch_for(bool whole)
{
  return whole ? launch<double, start, over, true, PLAIN, anisotropic>
               : launch<double, start, over, false, PLAIN, anisotropic>;
}

template <smooth_start start> auto *launch_from(const vfi_level *level)
{
  const bool whole = level->whole_diagonal;
  if (start != ADDS_COARSE && level->anisotropic) return launch_for<start, true, start != ADDS_COARSE>(whole);
  return level->omega != 1 ? launch_for<start, true, false>(whole) : launch_for<start, false, false>(whole);
}

} // namespace

int smooth_constant(const vfi_engine *engine, const vfi_level *level, double *to, int first, int last, bool from_zero,
                    const vfi_level *coarse)
{
  auto *const run = from_zero ? launch_from<FROM_ZERO>(level)
                    : coarse  ? launch_from<ADDS_COARSE>(level)
                              : launch_from<AS_IT_IS>(level);
  return run(engine, level, grid_of(level), to, first, last, coarse);
}

int smooth_constant_views(const vfi_engine *engine, const vfi_level *level, const double *from, double *to)
{
  using tile = constant_tile<double, AS_IT_IS>;
  const grid g = grid_of(level);
  const bool in_place = from == to;
  const int inner = tile::rows - 2 * (in_place ? 1 : HALO_ROWS);
  const march m = march_over(engine, g.n, in_place ? 1 : tiles_in_x(g.n), inner, g.n[2], 1, in_place ? 12 : 6);
  const int code = in_place ? smooth_layers(engine, level, inner, m.depth) : 0;
  if (code) return code;
  auto *const kernel = in_place ? smooth<double, AS_IT_IS, false, false, PLAIN, VIEWS_IN_PLACE, false>
                                : smooth<double, AS_IT_IS, false, false, PLAIN, VIEWS, false>;
  kernel<<<m.blocks, dim3(32, tile::rows / rows_per_thread), 0, queue_of(engine)>>>(
      to, from, level->rhs.at, g, level->h[0] * level->h[0], 1, 0, g.n[2], m.depth, 0, coarse_phi<double>{},
      views_of(level, from), widths_of<double>{});
  return launched();
}

} // namespace VF_LEVELS
