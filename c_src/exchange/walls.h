/* Ghosts beside a face of the domain, typed by the pass: included by a host unit for each type, and by exchange_gpu.cu in
 * a namespace of each type. */
#include <viewfab/kit/plain.h>
#ifdef VIEWFAB_GPU
#include <viewfab/kit/math.h>
#endif
#include <viewfab/kit/ghost_value.h>

/* walls: NULL for 0. The same rule as in the kernels fill_ghosts and fill_ghosts_to. The elements are checked when the plan is
 * made. */
VF_INLINE void vfi_wall_cell(const vfi_span *span, const vfi_span *walls, const vf_box box, const vf_boundary sides,
                             const int face, const int i, const int j, const int k, const int n)
{
  VF_REAL *const x = (VF_REAL *)span->origin;
  const VF_ROW_STRIDE x_stride2 = (VF_ROW_STRIDE)span->stride[0];
  const ptrdiff_t x_stride3 = span->stride[1], x_stride4 = span->stride[2];
  VF_REAL wall = 0;
  if (walls) {
    const VF_REAL *const values = (const VF_REAL *)walls->origin;
    const VF_ROW_STRIDE values_stride2 = (VF_ROW_STRIDE)walls->stride[0];
    const ptrdiff_t values_stride3 = walls->stride[1], values_stride4 = walls->stride[2];
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
