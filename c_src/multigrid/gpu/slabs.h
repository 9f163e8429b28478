/* Smooths that write beside their input, slab by slab; see vfi_level.spare_planes. */
#ifndef VIEWFAB_MULTIGRID_GPU_SLABS_H
#define VIEWFAB_MULTIGRID_GPU_SLABS_H

#include "level.h"

namespace VF_LEVELS {

enum { HALO_PLANES = 2 }; // planes beside its own planes that a smooth reads

// Calls run(to, first, last) for the slabs first .. last - 1 of a level; `to` is the place of the new phi. A pass that writes
// to lower planes starts with the lowest slab, otherwise with the highest. Slabs begin at multiples of `multiple`, a power
// of two.
template <typename F> int in_slabs(vfi_level *level, int multiple, F run)
{
  const bool lower = level->phi.at != level->phi_low;
  double *to = level->phi_low + (lower ? 0 : level->spare_planes * level->phi.plane);
  const int n = level->n[2], most = level->spare_planes >= n + HALO_PLANES ? n : level->spare_planes - HALO_PLANES;
  const int slabs = (n + most - 1) / most, height = ((n + slabs - 1) / slabs + multiple - 1) & ~(multiple - 1);
  for (int s = 0; s < slabs; s++) {
    const int slab = lower ? s : slabs - 1 - s, first = slab * height;
    const int last = first + height < n ? first + height : n;
    const int code = first < last ? run(to, first, last) : 0;
    if (code) return code;
  }
  level->phi.at = to;
  return 0;
}

} // namespace VF_LEVELS

#endif
