// The smooth of smooth_constant.h in single precision: with more threads, because a thread needs fewer registers.
#include "single.h"
#include "smooth_constant.h"

namespace VF_LEVELS {

namespace {

template <smooth_start start, coarsening_kind coarsening> auto *launch_over(const vfi_level *level)
{
  if (level->whole_diagonal)
    return level->anisotropic ? launch<float, start, true, true, coarsening, true>
                              : launch<float, start, true, true, coarsening, false>;
  return level->anisotropic ? launch<float, start, true, false, coarsening, true>
                            : launch<float, start, true, false, coarsening, false>;
}

template <smooth_start start> auto *launch_from(const vfi_level *level, coarsening_kind coarsening)
{
  return coarsening == PLAIN    ? launch_over<start, PLAIN>(level)
         : coarsening == GRADED ? launch_over<start, GRADED>(level)
                                : launch_over<start, FLAT>(level);
}

} // namespace

int smooth_single(const vfi_engine *engine, const vfi_level *level, float *to, int first, int last, smooth_start start,
                  const vfi_level *coarse)
{
  const coarsening_kind coarsening = coarsening_of(coarse);
  auto *const run = start == AS_IT_IS      ? launch_over<AS_IT_IS, PLAIN>(level)
                    : start == FROM_ZERO   ? launch_over<FROM_ZERO, PLAIN>(level)
                    : start == ADDS_COARSE ? launch_from<ADDS_COARSE>(level, coarsening)
                                           : launch_from<SETS_COARSE>(level, coarsening);
  return run(engine, level, single_grid_of(level), to, first, last, coarse);
}

} // namespace VF_LEVELS
