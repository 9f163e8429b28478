// The smooth of smooth_variable.h in double, for levels and for views.
#include "smooth_variable.h"

namespace VF_LEVELS {

namespace {

template <smooth_start start> auto *launch_for(bool whole)
{
  return whole ? launch<double, start, true, PLAIN, helmholtz> : launch<double, start, false, PLAIN, helmholtz>;
}

} // namespace

int smooth_variable(const vfi_engine *engine, const vfi_level *level, double *to, int first, int last, bool from_zero,
                    const vfi_level *coarse)
{
  const bool whole = level->whole_diagonal;
  auto *const run = from_zero ? launch_for<FROM_ZERO>(whole)
                    : coarse  ? launch_for<ADDS_COARSE>(whole)
                              : launch_for<AS_IT_IS>(whole);
  return run(engine, level, helmholtz_of(level), grid_of(level), to, first, last, coarse);
}

int smooth_variable_views(const vfi_engine *engine, const vfi_level *level, const double *from, double *to)
{
  const grid g = grid_of(level);
  const bool in_place = from == to;
  const int inner = rows - 2 * (in_place ? 1 : HALO_ROWS);
  const march m = march_over(engine, g.n, in_place ? 1 : tiles_in_x(g.n), inner, g.n[2], 1, in_place ? 10 : 5);
  const int code = in_place ? smooth_layers(engine, level, inner, m.depth) : 0;
  if (code) return code;
  auto *const kernel = in_place ? smooth<double, AS_IT_IS, false, PLAIN, VIEWS_IN_PLACE, helmholtz>
                                : smooth<double, AS_IT_IS, false, PLAIN, VIEWS, helmholtz>;
  kernel<<<m.blocks, dim3(32, threads / 32), 0, queue_of(engine)>>>(to, from, level->rhs.at, helmholtz_of(level), g, 0,
                                                                    g.n[2], m.depth, 0, coarse_phi<double>{},
                                                                    views_of(level, from));
  return launched();
}

} // namespace VF_LEVELS
