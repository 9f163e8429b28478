#include "derive.h"

#include "legacy_call.h"

/* The layer of cells outside of a face, 0 to 5. */
static vf_box layer_beside(const vf_box *cells, int side)
{
  vf_box layer = *cells;
  const int d = side % 3;
  layer.lower[d] = layer.upper[d] = side < 3 ? cells->lower[d] - 1 : cells->upper[d] + 1;
  return layer;
}

static void ghost_layer(vfi_legacy_call *call)
{
  const int side = vfi_legacy_value(call, "side")->integer;
  if (side < 0 || side > 5) return; /* the call is refused for its kind of box */
  call->box = layer_beside(&vfi_legacy_value(call, "cells")->box, side);
  int *inward = vfi_legacy_value(call, "inward")->integers;
  for (int d = 0; d < 3; d++) inward[d] = d != side % 3 ? 0 : side < 3 ? 1 : -1;
}

static void fine_layer(vfi_legacy_call *call)
{
  const int side = vfi_legacy_value(call, "side")->integer, d = side % 3;
  const int *ratio = vfi_legacy_value(call, "ratio")->integers;
  const int first = vfi_legacy_derived(call, "cb");
  int lower[3], upper[3];
  for (int e = 0; e < 3; e++) {
    lower[e] = *(const int *)call->parameters[first + e];
    upper[e] = *(const int *)call->parameters[first + 3 + e];
  }
  call->box = layer_beside(&call->box, side);
  for (int e = 0; e < 3; e++) {
    if (e == d) continue;
    call->box.lower[e] = ratio[e] * lower[e];
    call->box.upper[e] = ratio[e] * upper[e] + ratio[e] - 1;
  }
  vfi_legacy_value(call, "coarse_index")->integer = side < 3 ? lower[d] - 1 : upper[d] + 1;
}

/* The largest number of cells inside that a polynomial reads across the face. */
enum { CELLS_READ = 4 };

vf_value *vfi_derive_least(vfi_derive_rule rule, vfi_legacy_call *call, vf_value *was)
{
  if (rule != VF_DERIVE_GHOST_LAYER) return NULL;
  const int side = vfi_legacy_value(call, "side")->integer, d = side % 3;
  vf_value *cells = vfi_legacy_value(call, "cells");
  *was = *cells;
  if (side < 0 || side > 5 || (int64_t)cells->box.upper[d] - cells->box.lower[d] < CELLS_READ) return NULL;
  if (side < 3) cells->box.upper[d] = cells->box.lower[d] + CELLS_READ - 1;
  else cells->box.lower[d] = cells->box.upper[d] - CELLS_READ + 1;
  return cells;
}

void vfi_derive(vfi_derive_rule rule, vfi_legacy_call *call)
{
  if (rule == VF_DERIVE_GHOST_LAYER) ghost_layer(call);
  if (rule == VF_DERIVE_FINE_LAYER) fine_layer(call);
}
