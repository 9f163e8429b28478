// The level kernels of a GPU, for CUDA and HIP alike; the kernels are in gpu/.
#include "gpu/level.h"
#include "gpu/slabs.h"

namespace VF_LEVELS {

namespace {

// A large level takes a third of a second array and is smoothed in three slabs, each with its own start and end. For
// small levels and for floats a second array is small beside all other arrays. A periodic level in z also takes a
// second array: slabs would overwrite the planes at the other side of the domain.
int spare_planes(const vfi_level *level)
{
  if (level->lines.along > 0) return 0; // in place
  const bool small = vfi_level_cells(level) <= (int64_t)1 << 21;
  if (level->variable || level->single || small || level->face[2].periodic) return level->n[2] + 2;
  return level->n[2] / 3 + 2 + HALO_PLANES;
}

bool fuses(const vfi_level *level)
{
  if (level->spare_planes <= HALO_PLANES) return false;
  if ((uint64_t)level->phi.plane * sizeof(double) > UINT32_MAX) return false;
  for (int f = 0; f < 6; f++)
    if (level->face[f].periodic ? level->n[f % 3] % 2 != 0 : level->face[f].cells > 2) return false;
  return true;
}

// One smooth, slab by slab.
int pass(const vfi_engine *engine, vfi_level *level, bool from_zero, const vfi_level *coarse)
{
  return in_slabs(level, 1, [&](double *to, int first, int last) {
    return (level->variable ? smooth_variable : smooth_constant)(engine, level, to, first, last, from_zero, coarse);
  });
}

int smooth(vfi_engine *engine, vfi_level *level, int count, bool from_zero)
{
  if (!fuses(level)) {
    const int code = from_zero ? combine(engine, level, 0, level->rhs, 0, level->phi) : 0;
    return code ? code : smooth_in_place(engine, level, count);
  }
  int code = 0;
  for (int s = 0; s < count && !code; s++) code = pass(engine, level, from_zero && s == 0, NULL);
  return code;
}

int interpolate_smooth(vfi_engine *engine, vfi_level *fine, vfi_level *coarse, int count)
{
  // The first smooth includes the interpolation.
  const bool fused =
      count > 0 && fuses(fine) && fine->parity % 2 == 0 && !coarse->coarsening.graded && !fine->anisotropic;
  int code = fused ? fill_ghosts(engine, coarse, coarse->phi) : interpolate(engine, fine, coarse, true);
  if (!code && fused) code = pass(engine, fine, false, coarse);
  return code ? code : smooth(engine, fine, fused ? count - 1 : count, false);
}

vfi_engine_table table_of_device()
{
  vfi_engine_table table = {};
  table.spare_planes = spare_planes;
  table.open = engine_open;
  table.close = engine_close;
  table.smooth = smooth;
  table.residual_restrict = residual_restrict;
  table.interpolate = interpolate;
  table.interpolate_resampled = interpolate_resampled;
  table.restrict_resampled = restrict_resampled;
  table.interpolate_smooth = interpolate_smooth;
  table.smooth_lines = smooth_lines;
  table.make_pivots = make_pivots;
  table.takes_views = takes_views;
  table.smooth_views = smooth_views;
  table.aggregates_cycle = aggregates_cycle;
  table.relax_single = relax_single;
  table.residual_single = residual_single;
  table.narrow = narrow;
  table.widen = widen;
  table.coarse_cycle = coarse_cycle;
  table.coarse_cells = VF_SMALL_CELLS;
  table.coarse_levels = most_coarse_levels;
  table.knows_whole_diagonal = true;
  table.knows_anisotropic = true;
  table.gather = gather;
  table.scatter = scatter;
  table.restrict_rhs = restrict_rhs;
  table.restrict_coefficients = restrict_coefficients;
  table.add_on_face = add_on_face;
  table.restrict_face = restrict_face;
  table.restrict_face_shares = restrict_face_shares;
  table.multiply = multiply;
  table.residual_norm = residual_norm;
  table.norm_max = norm;
  table.sum = sum;
  table.dot = dot;
  table.tiles = tiles;
  table.residual = residual;
  table.operate = operate;
  table.combine = combine;
  table.shift = shift;
  table.conjugate = conjugate;
  table.zero = zero;
  return table;
}

} // namespace

} // namespace VF_LEVELS

#if defined(VIEWFAB_GPU_HIP)
#define VF_ENGINE_FUNCTION vfi_engine_hip
#else
#define VF_ENGINE_FUNCTION vfi_engine_cuda
#endif

extern "C" const vfi_engine_table *VF_ENGINE_FUNCTION(void)
{
  static const vfi_engine_table table = VF_LEVELS::table_of_device();
  return &table;
}
