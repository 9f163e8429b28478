// The smooth of smooth_variable.h in single precision.
#include "single.h"
#include "smooth_variable.h"

namespace VF_LEVELS {

namespace {

template <smooth_start start> auto *launch_over(coarsening_kind coarsening)
{
  return coarsening == PLAIN    ? launch<float, start, false, PLAIN, float_coefficients>
         : coarsening == GRADED ? launch<float, start, false, GRADED, float_coefficients>
                                : launch<float, start, false, FLAT, float_coefficients>;
}

} // namespace

int smooth_single_variable(const vfi_engine *engine, const vfi_level *level, float *to, int first, int last,
                           smooth_start start, const vfi_level *coarse)
{
  const coarsening_kind coarsening = coarsening_of(coarse);
  auto *const run = start == AS_IT_IS      ? launch<float, AS_IT_IS, false, PLAIN, float_coefficients>
                    : start == FROM_ZERO   ? launch<float, FROM_ZERO, false, PLAIN, float_coefficients>
                    : start == ADDS_COARSE ? launch_over<ADDS_COARSE>(coarsening)
                                           : launch_over<SETS_COARSE>(coarsening);
  return run(engine, level, float_coefficients_of(level), single_grid_of(level), to, first, last, coarse);
}

} // namespace VF_LEVELS
