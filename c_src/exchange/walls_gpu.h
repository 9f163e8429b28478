/* Included by exchange_gpu.cu in the namespace of a type. */
template <int face>
static __device__ __forceinline__ void fill_beside(const vf_exchange &exchange, const vf_exchange_item &item, int i,
                                                   int j, int k, int n)
{
  vf_wall_cell(&exchange.spans[item.to], exchange.walls ? &exchange.walls[item.to] : nullptr, exchange.boxes[item.to],
               exchange.sides, face, i, j, k, n);
}

static __device__ __forceinline__ void fill(const vf_exchange &exchange, const vf_exchange_item &item, int i, int j,
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
