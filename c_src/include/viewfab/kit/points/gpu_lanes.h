/* Included by GPU loops that take what points give: the lanes of a tile of reductions. */
#include <viewfab/kit/reduction_tree.h>

/* What the lanes of a tile leave for each other. */
struct vf_tile_lanes {
  double value[vf_results_count][VF_REDUCTION_LANES];
  int at[vf_count_of_placed > 0 ? vf_count_of_placed : 1]
        [VF_REDUCTION_LANES]; /* cell of the tile; the tile's size: none */
};

/* One step of the tree for a result whose cells are numbers in the tile. */
static __device__ __forceinline__ void vf_lane_step(const int result, double *a, int *p, const double b, const int q)
{
  if (!VF_IS_PLACED_RESULT(result)) {
    *a = vf_reduction_combine(VF_REDUCTION_OF(result), *a, b);
    return;
  }
  int64_t at = *p == VF_REDUCTION_TILE ? VF_NO_PLACE : *p;
  vf_reduction_step(VF_REDUCTION_OF(result), true, a, &at, b, q == VF_REDUCTION_TILE ? VF_NO_PLACE : q);
  *p = at == VF_NO_PLACE ? VF_REDUCTION_TILE : (int)at;
}

template <typename number> static __device__ __forceinline__ number vf_from_above(const number value, const int lanes)
{
#if defined(__HIP_PLATFORM_AMD__)
  return __shfl_down(value, lanes, 32);
#else
  return __shfl_down_sync(0xffffffffu, value, lanes);
#endif
}

/* Combines the lanes of one result pairwise, upper half onto lower half; 32 threads do it. */
static __device__ __forceinline__ void vf_reduce_lanes(const int result, const double *values, const int *places,
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
    for (int part = 0; part < half; part++) vf_lane_step(result, &v[part], &p[part], v[part + half], p[part + half]);
#pragma unroll
  for (int half = 16; half > 0; half /= 2) {
    const double b = vf_from_above(v[0], half);
    const int q = placed ? vf_from_above(p[0], half) : 0;
    vf_lane_step(result, &v[0], &p[0], b, q);
  }
  *value = v[0];
  *place = p[0];
}

#define VF_GIVEN_START(name, ...)                                                            \
  given.best[vf_index_##name].value = vf_reduction_start(VF_REDUCTION_OF(vf_result_##name)); \
  given.best[vf_index_##name].round = -1;
#define VF_GIVEN_SHARE(name, ...)                                                 \
  lanes.value[vf_index_##name][lane] = given.best[vf_index_##name].value;         \
  if (VF_IS_PLACED_RESULT(vf_result_##name))                                      \
    lanes.at[VF_PLACED_INDEX(name)][lane] = given.best[vf_index_##name].round < 0 \
                                                ? (int)VF_REDUCTION_TILE          \
                                                : given.best[vf_index_##name].round * VF_REDUCTION_LANES + lane;
#define VF_PLACED_INDEX(name) (vf_place_at_##name < 0 ? 0 : vf_place_at_##name - vf_results_count)
/* Each result has 32 threads of the block. */
#define VF_GIVEN_REDUCE(name, ...)                                                                                    \
  if (lane / 32 == vf_index_##name % (VF_REDUCTION_LANES / 32)) {                                                     \
    double value;                                                                                                     \
    int place;                                                                                                        \
    vf_reduce_lanes(vf_result_##name, lanes.value[vf_index_##name], lanes.at[VF_PLACED_INDEX(name)], &value, &place); \
    if (lane % 32 == 0) {                                                                                             \
      row[vf_index_##name].value = value;                                                                             \
      if (VF_IS_PLACED_RESULT(vf_result_##name))                                                                      \
        row[vf_place_at_##name].place =                                                                               \
            place == VF_REDUCTION_TILE ? VF_NO_PLACE : (done + t) * VF_REDUCTION_TILE + place;                        \
    }                                                                                                                 \
  }
