/* Included by bundle.h for kernels over tiles: the scratch of a tile, and the calls of the phases. Names of the kit
 * begin with vf_ beside the names of the call's values. */
#include <viewfab/kit/tiles_guarded.h>

/* The scratch of a tile, element j of point j. */
#define VF_TILE_MEMBER(type, name, ...) VF_CAT(VF_CAT(vfi_scratch_, VF_LISTED_ELEMENT(type)), _halo) name;
typedef struct vfi_tile_scratch {
  VF_EACH_SCRATCH(VF_TILE_MEMBER)
  VF_TILE_HERE
  char none; /* for files without scratch */
} vfi_tile_scratch;

#define VF_TILE_SIDE(around) ((around) > 0 ? (around) : 0)
#define VF_TILE_ROOM(axes, type) \
  ((((size_t)vfi_points + 2 * (size_t)VF_TILE_SIDE(VF_HALO_OF(axes))) * sizeof(VF_LISTED_ELEMENT(type)) + 15) / 16 * 16)
#define VF_ADD_TILE_ROOM(type, name, axes, text) +VF_TILE_ROOM(axes, type)
#define VF_LAY_TILE(type, name, axes, text)                                                          \
  vfi_scratch.name.halo =                                                                            \
      (VF_LISTED_ELEMENT(type) *)vfi_pool - ((ptrdiff_t)vfi_first - VF_TILE_SIDE(VF_HALO_OF(axes))); \
  VF_GUARD_TILE(vfi_scratch.name, axes)                                                              \
  vfi_pool += VF_TILE_ROOM(axes, type);
#define VF_WIDEST_SIDE(type, name, axes, text) \
  if (VF_HALO_OF(axes) > widest) widest = VF_HALO_OF(axes);

/* Bytes of the scratch of a tile of so many points, and its widest halo. */
VF_UNUSED static inline size_t vfi_tile_bytes(VF_UNUSED const vfi_bundle bundle, VF_UNUSED const int vfi_points)
{
  VF_TAKE_VALUES
  return 0 VF_EACH_SCRATCH(VF_ADD_TILE_ROOM);
}
VF_UNUSED static inline int vfi_tile_halo(VF_UNUSED const vfi_bundle bundle)
{
  VF_TAKE_VALUES
  int widest = 0;
  VF_EACH_SCRATCH(VF_WIDEST_SIDE)
  return widest;
}

#define VF_PASS_OVER(...)

/* The widest halo of scratch and phases; phases may go further than scratch. */
#define VF_WIDEST_PHASE(phase, around) \
  if ((around) > widest) widest = (around);
VF_UNUSED static inline int vfi_tile_around(VF_UNUSED const vfi_bundle bundle)
{
  VF_TAKE_VALUES
  int widest = vfi_tile_halo(bundle);
  VF_PHASES(VF_WIDEST_PHASE, VF_WIDEST_PHASE, VF_PASS_OVER)
  return widest;
}

enum { VF_LAST_AROUND = INT32_MAX - 1024 }; /* threads of a GPU step beyond the last index */
/* True if all elements around the points of a call have an index. */
static inline bool vfi_tiles_have_indices(const vfi_launch *launch, const vfi_bundle bundle)
{
  const int64_t around = vfi_tile_around(bundle);
  for (int b = 0; b < launch->box_count; b++) {
    const vf_box *box = &launch->boxes[b];
    if (vfi_has_points(box) && (box->lower[0] - around < INT32_MIN || box->upper[0] + around > VF_LAST_AROUND))
      return false;
  }
  return true;
}

/* The first and last element of a halo. A negative extent leaves elements of the tile out, at most all of them. */
VF_MAP_FUNCTION int vfi_halo_from(const int first, const int around)
{
  const int64_t from = (int64_t)first - around;
  return from < VF_LAST_AROUND ? (int)from : (int)VF_LAST_AROUND;
}
VF_MAP_FUNCTION int vfi_halo_to(const int last, const int around)
{
  const int64_t to = (int64_t)last + around;
  return to > INT32_MIN ? (int)to : INT32_MIN;
}
/* Elements on each side of a point; all negative numbers are an empty window. */
VF_MAP_FUNCTION int vfi_window_around(const int around) { return around < 0 ? -1 : around; }

#define VF_USE_SCRATCH_OF_HALO(type, name, ...) , vfi_scratch.name
#define VF_USE_FILLED_SCRATCH(type, name, ...) \
  , VF_CAT(VF_CAT(vfi_filled_, VF_LISTED_ELEMENT(type)), _halo_of)(vfi_scratch.name)
#define VF_USE_WRITTEN(...) , vfi_written
#define VF_HALO_PASS                                        \
  vfi_n, vfi_domain VF_EACH_SCRATCH(VF_USE_SCRATCH_OF_HALO) \
             VF_ARGUMENTS(VF_USE_ARRAY, VF_USE_WRITTEN, VF_USE_WRITTEN, VF_USE_VALUE)
#define VF_TILE_PASS                                       \
  vfi_n, vfi_domain VF_EACH_SCRATCH(VF_USE_FILLED_SCRATCH) \
             VF_ARGUMENTS(VF_USE_ARRAY, VF_USE_ARRAY, VF_USE_ARRAY, VF_USE_VALUE)

/* The carried values of VF_TILE_LANES neighbouring points. */
#undef VF_LANES
#define VF_LANES VF_TILE_LANES

/* The results of a point lie apart until all its phases are done: points give results in the order of the tree. */
#define VF_POINT_GIVEN_START(name, ...)                                                              \
  vfi_given->best[vfi_index_##name].value = vfi_reduction_start(VF_REDUCTION_OF(vfi_result_##name)); \
  vfi_given->best[vfi_index_##name].round = -1;
