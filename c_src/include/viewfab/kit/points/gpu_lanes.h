/* Included by GPU loops that collect results of points: the lanes of a tile of reductions. */
#include <viewfab/kit/reduction_tree.h>

/* The results of the lanes of a tile, in shared memory. */
struct vfi_tile_lanes {
  double value[vfi_results_count][VF_REDUCTION_LANES];
  int at[vfi_count_of_placed > 0 ? vfi_count_of_placed : 1]
        [VF_REDUCTION_LANES]; /* cell of the tile; size of a tile: no cell */
};

/* One step of the tree for a result with cells as numbers in the tile. */
static __device__ __forceinline__ void vfi_lane_step(const int result, double *a, int *p, const double b, const int q)
{
  if (!VF_IS_PLACED_RESULT(result)) {
    *a = vfi_reduction_combine(VF_REDUCTION_OF(result), *a, b);
    return;
  }
  int64_t at = *p == VF_REDUCTION_TILE ? VF_NO_PLACE : *p;
  vfi_reduction_step(VF_REDUCTION_OF(result), true, a, &at, b, q == VF_REDUCTION_TILE ? VF_NO_PLACE : q);
  *p = at == VF_NO_PLACE ? VF_REDUCTION_TILE : (int)at;
}

template <typename number> static __device__ __forceinline__ number vfi_from_above(const number value, const int lanes)
{
#if defined(__HIP_PLATFORM_AMD__)
  return __shfl_down(value, lanes, 32);
#else
  return __shfl_down_sync(0xffffffffu, value, lanes);
#endif
}

/* Combines the lanes of one result pairwise, upper half onto lower half, with 32 threads. */
static __device__ __forceinline__ void vfi_reduce_lanes(const int result, const double *values, const int *places,
                                                        double *value, int *place)
{
  const int lane = (int)threadIdx.x % 32;
  const bool placed = VF_IS_PLACED_RESULT(result);
  double v[8];
  int p[8];
#pragma unroll
  for (int part = 0; part < 8; part++) {
    v[part] = values[lane + 32 * part];
    p[part] = placed ? places[lane + 32 * part] : 0;
  }
#pragma unroll
  for (int half = 4; half > 0; half /= 2)
#pragma unroll
    for (int part = 0; part < half; part++) vfi_lane_step(result, &v[part], &p[part], v[part + half], p[part + half]);
#pragma unroll
  for (int half = 16; half > 0; half /= 2) {
    const double b = vfi_from_above(v[0], half);
    const int q = placed ? vfi_from_above(p[0], half) : 0;
    vfi_lane_step(result, &v[0], &p[0], b, q);
  }
  *value = v[0];
  *place = p[0];
}

#define VF_GIVEN_START(name, ...)                                                               \
  given.best[vfi_index_##name].value = vfi_reduction_start(VF_REDUCTION_OF(vfi_result_##name)); \
  given.best[vfi_index_##name].round = -1;
#define VF_GIVEN_SHARE(name, ...)                                                  \
  lanes.value[vfi_index_##name][lane] = given.best[vfi_index_##name].value;        \
  if (VF_IS_PLACED_RESULT(vfi_result_##name))                                      \
    lanes.at[VF_PLACED_INDEX(name)][lane] = given.best[vfi_index_##name].round < 0 \
                                                ? (int)VF_REDUCTION_TILE           \
                                                : given.best[vfi_index_##name].round * VF_REDUCTION_LANES + lane;
#define VF_PLACED_INDEX(name) (vfi_place_at_##name < 0 ? 0 : vfi_place_at_##name - vfi_results_count)
/* Each result has 32 threads of the block. */
#define VF_GIVEN_REDUCE(name, ...)                                                                              \
  if (lane / 32 == vfi_index_##name % (VF_REDUCTION_LANES / 32)) {                                              \
    double value;                                                                                               \
    int place;                                                                                                  \
    vfi_reduce_lanes(vfi_result_##name, lanes.value[vfi_index_##name], lanes.at[VF_PLACED_INDEX(name)], &value, \
                     &place);                                                                                   \
    if (lane % 32 == 0) {                                                                                       \
      row[vfi_index_##name].value = value;                                                                      \
      if (VF_IS_PLACED_RESULT(vfi_result_##name))                                                               \
        row[vfi_place_at_##name].place =                                                                        \
            place == VF_REDUCTION_TILE ? VF_NO_PLACE : (done + t) * VF_REDUCTION_TILE + place;                  \
    }                                                                                                           \
  }
