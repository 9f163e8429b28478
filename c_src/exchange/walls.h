/* Ghosts beside a face of the domain, typed by the pass: included by a host unit for each type, and by exchange_gpu.cu in
 * a namespace of each type. */
#include <viewfab/kit/declare.h>
#include <viewfab/kit/ghost_value.h>

/* The array of a span. The elements are checked when the plan is made: no guard has anything to record. */
VF_INLINE VF_WRITE_real vfi_span_array(const vfi_span *span)
{
  VF_WRITE_real array;
  array.origin = (VF_REAL *)span->origin;
  VF_SET_STRIDES_4(array, span, true);
  VF_ARRAY_LONE_GUARD(array, span);
  return array;
}

/* walls: NULL for 0. The same rule as in the kernels fill_ghosts and fill_ghosts_to. */
VF_INLINE void vfi_wall_cell(const vfi_span *span, const vfi_span *walls, const vf_box box, const vf_boundary sides,
                             const int face, const int i, const int j, const int k, const int n)
{
  const VF_WRITE_real x = vfi_span_array(span);
  VF_REAL wall = 0;
  if (walls) {
    const VF_WRITE_real values = vfi_span_array(walls);
    wall = VF_AT(values, i, j, k, n);
  }
  VF_AT(x, i, j, k, n) = vf_ghost_value(x, sides, box, face, i, j, k, n, wall);
}

#if defined(__CUDACC__) || defined(__HIPCC__)

template <int face>
static __device__ __forceinline__ void fill_beside(const vf_exchange &exchange, const vfi_exchange_item &item, int i,
                                                   int j, int k, int n)
{
  vfi_wall_cell(&exchange.spans[item.to], exchange.walls ? &exchange.walls[item.to] : nullptr, exchange.boxes[item.to],
                exchange.sides, face, i, j, k, n);
}

static __device__ __forceinline__ void fill(const vf_exchange &exchange, const vfi_exchange_item &item, int i, int j,
                                            int k, int n)
{
  switch (item.face) {
    case 0: return fill_beside<0>(exchange, item, i, j, k, n);
    case 1: return fill_beside<1>(exchange, item, i, j, k, n);
    case 2: return fill_beside<2>(exchange, item, i, j, k, n);
    case 3: return fill_beside<3>(exchange, item, i, j, k, n);
    case 4: return fill_beside<4>(exchange, item, i, j, k, n);
    default: return fill_beside<5>(exchange, item, i, j, k, n);
  }
}

#else
#include "wall_items.h"

void VF_CAT(vfi_walls_host_, VF_REAL)(const vf_exchange *exchange, const vfi_exchange_item *item)
{
  if (exchange->sides.kind[item->face] == VF_UNFILLED) return;
  for (int n = 0; n < exchange->components; n++)
    for (int k = item->first[2]; k < item->first[2] + item->size[2]; k++)
      for (int j = item->first[1]; j < item->first[1] + item->size[1]; j++)
        for (int i = item->first[0]; i < item->first[0] + item->size[0]; i++)
          vfi_wall_cell(&exchange->spans[item->to], exchange->walls ? &exchange->walls[item->to] : NULL,
                        exchange->boxes[item->to], exchange->sides, item->face, i, j, k, n);
}

#endif
