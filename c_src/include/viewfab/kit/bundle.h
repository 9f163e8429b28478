/* Included after the kernel file in a GPU translation unit: checks the statements of the file, and packs the arguments of a
 * launch for the body. */
#include <viewfab/kit/accepted.h>

#ifdef VF_ACCEPTED
/* clang-format off */
#define VF_LOOPS_FILE(side) VF_STRING(viewfab/kit/points/VF_CAT(side, VF_LOOPS).h)
/* clang-format on */
#define VF_LOOPS VF_IF(VF_GIVES)(VF_CAT(VF_GIVING_LOOPS_, VF_POINTS_LOOPS_WORD))(VF_POINTS_LOOPS_WORD)
#define VF_POINTS_LOOPS_WORD VF_COLUMN_OF(VF_POINTS_LOOPS, VF_POINTS_ROW)
/* The share of j and k in the colour of a point. */
#define VF_PARITY(j, k) VF_JOIN(VF_PARITY_IN_, VF_DIMENSIONS)(j, k)
#define VF_PARITY_IN_1(j, k) 0
#define VF_PARITY_IN_2(j, k) (j)
#define VF_PARITY_IN_3(j, k) ((j) + (k))

#define VF_MEMBER_READ(type, name, ...)       \
  VF_IF(VF_IS_REMOTE(VF_MAP_IN(__VA_ARGS__))) \
  (VF_REMOTE_ARRAY_OF(name))(VF_ARRAY_OF(read, VF_ELEMENT_ROW_##type, VF_INDICES(VF_MAP_IN(__VA_ARGS__)))) name;
#define VF_MEMBER_WRITE(type, name, ...)      \
  VF_IF(VF_IS_REMOTE(VF_MAP_IN(__VA_ARGS__))) \
  (VF_REMOTE_ARRAY_OF(name))(VF_ARRAY_OF(write, VF_ELEMENT_ROW_##type, VF_INDICES(VF_MAP_IN(__VA_ARGS__)))) name;
#define VF_MEMBER_VALUE(type, name, text) VF_VALUE_OF(VF_VALUE_ROW_##type) name;
/* In a kernel over columns the checks know the instance of the running body. */
#undef VF_BUNDLE_INSTANCE
#undef VF_SET_INSTANCE
#undef VF_SET_GUARD
#undef VF_PLACE_GUARD
#if VF_OVER_COLUMNS && defined(VF_GUARDED)
#define VF_BUNDLE_INSTANCE vfi_instance vfi_here;
#define VF_SET_INSTANCE(bundle, launch) (bundle).vfi_here.record = (launch)->bounds
#define VF_SET_GUARD(array, span, index, launch) \
  (array).guard.argument = index;                \
  (array).guard.first_level = (span)->lower[1];  \
  (array).guard.last_level = (span)->upper[1]
#define VF_PLACE_GUARD(array, from, span, box) (array).guard = (from).guard
#else
#define VF_BUNDLE_INSTANCE
#define VF_SET_INSTANCE(bundle, launch) (void)0
#define VF_SET_GUARD VF_ARRAY_SET_GUARD
#define VF_PLACE_GUARD VF_ARRAY_PLACE_GUARD
#endif
typedef struct vfi_bundle {
  VF_ARGUMENTS(VF_MEMBER_READ, VF_MEMBER_WRITE, VF_MEMBER_WRITE, VF_MEMBER_VALUE)
  VF_BUNDLE_INSTANCE
} vfi_bundle;

/* body(i, j, k, n, direction, face, box, bundle.phi, bundle.rhs, bundle.h), and the lanes of its results */
#define VF_USE_ARRAY(type, name, ...) \
  , VF_IF(VF_IS_REMOTE(VF_MAP_IN(__VA_ARGS__)))(vfi_remote_formed_##name(bundle.name, VF_REMOTE_FORM))(bundle.name)
#define VF_USE_VALUE(type, name, text) , bundle.name
#define VF_BODY_CALL(i, j, k, n, selector, box)                                                                    \
  VF_TYPED(_body_)                                                                                                 \
  (i, j, k, n, selector, selector,                                                                                 \
   box VF_HERE_PASS VF_ARGUMENTS(VF_USE_ARRAY, VF_USE_ARRAY, VF_USE_ARRAY, VF_USE_VALUE) VF_EACH_LINE(VF_USE_LINE) \
       VF_USE_GIVEN)
#define VF_USE_GIVEN VF_IF(VF_GIVES)(, vfi_given)()
#define VF_USE_LINE(type, name, reach, text) , name##_line
#if VF_HAS_LINES
#include <viewfab/kit/lines_of_point.h>
#endif
#if VF_OVER_COLUMNS
#include <viewfab/kit/columns_of_block.h>
#elif VF_RUNS == VF_RUNS_WINDOWS
#include <viewfab/kit/tiles_of_box.h>
#elif defined(VF_GUARDED)
#include <viewfab/kit/bounds_body.h>
#else
#define VF_BODY_AT VF_LINES_JOIN(VF_BODY_AT_, VF_HAS_LINES)
#define VF_BODY_AT_0 VF_BODY_CALL
#define VF_BODY_AT_1(i, j, k, n, selector, box) VF_TYPED(_with_lines_)(i, j, k, n, selector, box, bundle VF_USE_GIVEN)
#if VF_HAS_LINES && VF_RUNS == VF_RUNS_TERM
VF_INLINE VF_REAL VF_TYPED(_with_lines_)(const int i, const int j, const int k, const int n, const int selector,
                                         const vf_box box, const vfi_bundle bundle)
{
  VF_LINES_AROUND
  return VF_BODY_CALL(i, j, k, n, selector, box);
}
#elif VF_HAS_LINES
VF_INLINE void VF_TYPED(_with_lines_)(const int i, const int j, const int k, const int n, const int selector,
                                      const vf_box box, const vfi_bundle bundle VF_GIVEN_PARAMETER)
{
  VF_LINES_AROUND
  VF_BODY_CALL(i, j, k, n, selector, box);
}
#endif
#endif

/* The same; the value of a term becomes a result. */
#if VF_RUNS == VF_RUNS_TERM
#define VF_POINT_AT(i, j, k, n, selector, box) \
  vfi_give(vfi_given, vfi_result_result, (double)VF_BODY_AT(i, j, k, n, selector, box))
#else
#define VF_POINT_AT VF_BODY_AT
#endif

#define VF_HAS_COMPONENTS(map) (!VF_IS_SHARED(map))
#define VF_SET_STRIDES(map) VF_JOIN(VF_SET_STRIDES_, VF_INDICES(map))
#define VF_FIX_STRIDES(map) VF_JOIN(VF_FIX_STRIDES_, VF_INDICES(map))
#define VF_PACK_ARRAY(type, name, ...)                                         \
  VF_IF(VF_IS_REMOTE(VF_MAP_IN(__VA_ARGS__)))                                  \
  (VF_REMOTE_PACK(name, VF_ELEMENT_OF(VF_ELEMENT_ROW_##type)))({               \
    const vfi_span *span = &launch->spans[index];                              \
    bundle.name.origin = (VF_ELEMENT_OF(VF_ELEMENT_ROW_##type) *)span->origin; \
    VF_SET_STRIDES(VF_MAP_IN(__VA_ARGS__))(bundle.name, span, true);           \
    VF_SET_GUARD(bundle.name, span, index, launch);                            \
    index++;                                                                   \
  })
#define VF_UNPACK_SCALAR(to, from, count) to = from
#define VF_UNPACK_STRUCT(to, from, count) to = from
#define VF_UNPACK_ARRAY(to, from, count) \
  for (int m = 0; m < count; m++) to.at[m] = from[m]
#define VF_UNPACK(shape, member, count, to, from) VF_CAT(VF_UNPACK_, shape)(to, (from).member, count)
#define VF_PACK_VALUE(type, name, text)                                                                              \
  {                                                                                                                  \
    VF_UNPACK(VF_COLUMN_OF(VF_VALUE_SHAPE, VF_VALUE_ROW_##type), VF_COLUMN_OF(VF_VALUE_MEMBER, VF_VALUE_ROW_##type), \
              VF_COLUMN_OF(VF_VALUE_COUNT, VF_VALUE_ROW_##type), bundle.name, launch->values[index]);                \
    index++;                                                                                                         \
  }
static inline vfi_bundle vfi_bundle_of(const vfi_launch *launch)
{
  vfi_bundle bundle;
  int index = 0;
  VF_ARGUMENTS(VF_PACK_ARRAY, VF_PACK_ARRAY, VF_PACK_ARRAY, VF_PACK_VALUE)
  VF_SET_INSTANCE(bundle, launch);
  (void)index;
  return bundle;
}

/* True if all strides of rows fit their type. Only arrays with several rows of 2^31 elements or more fail. */
#define VF_ROWS_FIT_ARRAY(type, name, ...)                                                                            \
  if (!launch->sets && launch->spans[index].stride[0] != (VF_ROW_STRIDE)launch->spans[index].stride[0]) return false; \
  index++;
#define VF_ROWS_FIT_VALUE(...) index++;
VF_UNUSED static inline bool vfi_rows_fit(VF_UNUSED const vfi_launch *launch)
{
  int index = 0;
  VF_ARGUMENTS(VF_ROWS_FIT_ARRAY, VF_ROWS_FIT_ARRAY, VF_ROWS_FIT_ARRAY, VF_ROWS_FIT_VALUE)
  (void)index;
  return true;
}

/* A vfi_launch_sets with as many arguments as the kernel has: GPU kernels have little room for parameters. */
typedef struct vfi_sets {
  const vf_box *boxes;
  const int64_t *first_tiles;
  const char *values;
  size_t value_stride;
  uint32_t is_set[(vfi_argument_room + 31) / 32];
  const vfi_span *spans[vfi_argument_room];
} vfi_sets;
VF_UNUSED static inline vfi_sets vfi_sets_of(const vfi_launch_sets *all)
{
  vfi_sets sets;
  sets.boxes = all->boxes;
  sets.first_tiles = all->first_tiles;
  sets.values = all->values;
  sets.value_stride = all->value_stride;
  memcpy(sets.is_set, all->is_set.words, sizeof sets.is_set);
  memcpy(sets.spans, all->spans, sizeof sets.spans);
  return sets;
}

/* The bundle of one box of a launch on sets. Its values are those of bundle, or come from the table. The code contains
 * no choices between bundles: nvcc 13.0 lost strides of a copy that was changed in part, and clang kept both choices in
 * memory. */
#define VF_PLACE_ARRAY(type, name, ...)                                                                   \
  VF_IF(VF_IS_REMOTE(VF_MAP_IN(__VA_ARGS__)))                                                             \
  (VF_REMOTE_PLACE(name))({                                                                               \
    const vfi_span *span = sets.spans[index] + (sets.is_set[index / 32] >> index % 32 & 1 ? b : 0);       \
    placed.name.origin = (VF_ELEMENT_OF(VF_ELEMENT_ROW_##type) *)span->origin;                            \
    VF_SET_STRIDES(VF_MAP_IN(__VA_ARGS__))(placed.name, span, VF_HAS_COMPONENTS(VF_MAP_IN(__VA_ARGS__))); \
    VF_PLACE_GUARD(placed.name, bundle.name, span, b);                                                    \
    index++;                                                                                              \
  })
#undef VF_PLACE_VALUE
#if VF_IS_ON(VF_VALUES_BY_BOX)
#define VF_PLACE_VALUE(type, name, text)                                                                           \
  VF_UNPACK(VF_COLUMN_OF(VF_VALUE_SHAPE, VF_VALUE_ROW_##type), VF_COLUMN_OF(VF_VALUE_MEMBER, VF_VALUE_ROW_##type), \
            VF_COLUMN_OF(VF_VALUE_COUNT, VF_VALUE_ROW_##type), placed.name, *(const vf_value *)value);             \
  value += vfi_packed_size(VF_COLUMN_OF(VF_VALUE_NAME, VF_VALUE_ROW_##type),                                       \
                           VF_COLUMN_OF(VF_VALUE_COUNT, VF_VALUE_ROW_##type));                                     \
  index++;
#else
#define VF_PLACE_VALUE(type, name, text) \
  placed.name = bundle.name;             \
  index++;
#endif
VF_INLINE vfi_bundle vfi_bundle_placed(VF_UNUSED const vfi_bundle bundle, const vfi_sets sets, const int b)
{
  vfi_bundle placed;
  int index = 0;
#if VF_IS_ON(VF_VALUES_BY_BOX)
  const char *value = sets.values + (size_t)b * sets.value_stride;
#endif
  VF_ARGUMENTS(VF_PLACE_ARRAY, VF_PLACE_ARRAY, VF_PLACE_ARRAY, VF_PLACE_VALUE)
  (void)index;
  return placed;
}

#endif
