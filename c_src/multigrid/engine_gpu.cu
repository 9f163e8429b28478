// The level kernels of a GPU, for CUDA and HIP alike; the kernels are in gpu/.
#include "gpu/level.h"

namespace VF_LEVELS {

namespace {

enum { HALO_PLANES = 2 }; // that a smooth reads beside those which it writes

// A level whose second array would count takes a third of one more, and is smoothed in three slabs, each of which has its
// own start and end. In floats that array is small beside all others. The planes around a periodic domain would be
// overwritten by then.
int spare_planes(const vf_level *level)
{
  if (level->lines.along > 0) return 0; // in place
  const bool small = cells_of(level) <= (int64_t)1 << 21;
  if (level->variable || level->single || small || level->face[2].periodic) return level->n[2] + 2;
  return level->n[2] / 3 + 2 + HALO_PLANES;
}

bool fuses(const vf_level *level)
{
  if (level->spare_planes <= HALO_PLANES) return false;
  if ((uint64_t)level->phi.plane * sizeof(double) > UINT32_MAX) return false;
  for (int f = 0; f < 6; f++)
    if (level->face[f].periodic ? level->n[f % 3] % 2 != 0 : level->face[f].cells > 2) return false;
  return true;
}

// One smooth, slab by slab: one that goes to lower planes starts with the lowest slab, the other way round otherwise.
int pass(const vf_engine *engine, vf_level *level, bool from_zero, const vf_field *coarse)
{
  const bool lower = level->phi.at != level->phi_low;
  double *to = level->phi_low + (lower ? 0 : level->spare_planes * level->phi.plane);
  const int n = level->n[2], most = level->spare_planes >= n + HALO_PLANES ? n : level->spare_planes - HALO_PLANES;
  const int slabs = (n + most - 1) / most, height = (n + slabs - 1) / slabs;
  for (int s = 0; s < slabs; s++) {
    const int slab = lower ? s : slabs - 1 - s, first = slab * height;
    const int last = first + height < n ? first + height : n;
    const int code =
        (level->variable ? smooth_variable : smooth_constant)(engine, level, to, first, last, from_zero, coarse);
    if (code) return code;
  }
  level->phi.at = to;
  return 0;
}

int smooth(vf_engine *engine, vf_level *level, int count, bool from_zero)
{
  if (!fuses(level)) {
    const int code = from_zero ? combine(engine, level, 0, level->rhs, 0, level->phi) : 0;
    return code ? code : smooth_in_place(engine, level, count);
  }
  int code = 0;
  for (int s = 0; s < count && !code; s++) code = pass(engine, level, from_zero && s == 0, NULL);
  return code;
}

int interpolate_smooth(vf_engine *engine, vf_level *fine, vf_level *coarse, int count)
{
  // The first smooth takes the interpolation with it.
  const bool fused = count > 0 && fuses(fine) && fine->parity % 2 == 0 && !coarse->joint.graded && !fine->stretched;
  int code = fused ? fill_ghosts(engine, coarse, coarse->phi) : interpolate(engine, fine, coarse, true);
  if (!code && fused) code = pass(engine, fine, false, &coarse->phi);
  return code ? code : smooth(engine, fine, fused ? count - 1 : count, false);
}

vf_engine_table table_of_device()
{
  vf_engine_table table = {};
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
  table.knows_stretched = true;
  table.gather = gather;
  table.scatter = scatter;
  table.restrict_rhs = restrict_rhs;
  table.restrict_coefficients = restrict_coefficients;
  table.add_on_face = add_on_face;
  table.restrict_face = restrict_face;
  table.restrict_face_shares = restrict_face_shares;
  table.multiply = multiply;
  table.residual_norm = residual_norm;
  table.norm = norm;
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
#define VF_ENGINE_FUNCTION vf_engine_hip
#else
#define VF_ENGINE_FUNCTION vf_engine_cuda
#endif

extern "C" const vf_engine_table *VF_ENGINE_FUNCTION(void)
{
  static const vf_engine_table table = VF_LEVELS::table_of_device();
  return &table;
}
