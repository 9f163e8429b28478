/* Included after the kernel file: checks what it must have stated, and packs a launch's arguments for the body. */

#undef VF_REFUSAL
#ifndef VF_KERNEL
#define VF_REFUSAL "the kernel file does not define VF_KERNEL"
#elif !defined(VF_POINTS)
#define VF_REFUSAL "the kernel file does not define VF_POINTS, one of:" VF_POINTS_WORDS
#elif !VF_IS_ROW(VF_POINTS_ROW)
#define VF_REFUSAL "VF_POINTS is " VF_STRING(VF_POINTS) ", none of:" VF_POINTS_WORDS
#elif !defined(VF_ARGUMENTS)
#define VF_REFUSAL "the kernel file does not define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)"
#elif !defined(VF_SUMMARY)
#define VF_REFUSAL "the kernel file does not define VF_SUMMARY, one sentence that says what the kernel does"
#elif !VF_IS_ROW(VF_RANK_ROW)
#define VF_REFUSAL "VF_RANK is " VF_STRING(VF_RANK) ", none of 1, 2, 3"
#elif !VF_IS_ROW(VF_POINTS_ON_ROW)
#define VF_REFUSAL "VF_POINTS_ON is " VF_STRING(VF_POINTS_ON) ", none of cells nodes face(d) edge(d)"
#elif defined(VF_POINTS_ON) && VF_IS_OF_CALL
#define VF_REFUSAL "VF_POINTS_ON is for other points than faces, which are where the call says"
#elif !VF_CAT(VF_FILE_IS_, VF_KERNEL)
#define VF_REFUSAL "VF_KERNEL is " VF_STRING(VF_KERNEL) ", which is not the name of the kernel file"
#elif defined(VF_AXES) && !defined(VF_AXIS)
#define VF_REFUSAL "the kernel file has VF_AXES now: configure the build again"
#elif !defined(VF_AXES) && defined(VF_AXIS)
#define VF_REFUSAL "the kernel file has no VF_AXES any more: configure the build again"
#elif defined(VF_AXIS) && VF_AXIS >= VF_DIMENSIONS
#define VF_REFUSAL "VF_AXES is " VF_STRING(VF_AXES) ", of which one is beyond the rank of the kernel"
#elif VF_RUNS == VF_RUNS_TERM && !defined(VF_REDUCE)
#define VF_REFUSAL "a reduction defines VF_REDUCE, one of:" VF_REDUCTION_WORDS
#elif VF_RUNS == VF_RUNS_TERM && !VF_IS_ROW(VF_CAT(VF_REDUCTION_ROW_, VF_REDUCE))
#define VF_REFUSAL "VF_REDUCE is " VF_STRING(VF_REDUCE) ", none of:" VF_REDUCTION_WORDS
#elif VF_GIVES && VF_RUNS == VF_RUNS_TERM
#define VF_REFUSAL \
  "VF_RESULTS in a kernel over reduction, whose one result is that of VF_TERM; say #define VF_POINTS all"
#elif VF_GIVES && !VF_CAN_GIVE
#define VF_REFUSAL "VF_RESULTS in a kernel over " VF_STRING(VF_POINTS) ", whose points give no results"
#elif VF_GIVES && VF_COUNT_RESULTS < 1
#define VF_REFUSAL "VF_RESULTS names no result"
#elif VF_GIVES && VF_COUNT_RESULTS > 16
#define VF_REFUSAL "VF_RESULTS names more than 16 results"
#elif VF_RUNS == VF_RUNS_BODY && !VF_HAS_BODY && !VF_HAS_TERM && !VF_HAS_SWEEP && !VF_HAS_PHASE
#define VF_REFUSAL "the kernel file has no VF_BODY(i, j, k, n) { ... }"
#elif VF_RUNS == VF_RUNS_TERM && !VF_HAS_TERM && !VF_HAS_BODY && !VF_HAS_SWEEP && !VF_HAS_PHASE
#define VF_REFUSAL "the kernel file has no VF_TERM(i, j, k, n) { return ...; }"
#elif VF_RUNS == VF_RUNS_SWEEPS && !defined(VF_SWEEPS)
#define VF_REFUSAL "a kernel over columns defines VF_SWEEPS(DOWN, UP), the sweeps in their order"
#elif VF_RUNS != VF_RUNS_SWEEPS && defined(VF_REPEATS)
#define VF_REFUSAL \
  "VF_REPEATS in a kernel over " VF_STRING(VF_POINTS) "; VF_POINTS columns has sweeps, which are repeated"
#elif VF_RUNS != VF_RUNS_PHASES && defined(VF_SIDE)
#define VF_REFUSAL "VF_SIDE in a kernel over " VF_STRING(VF_POINTS) "; VF_POINTS teams has elements"
#elif VF_RUNS == VF_RUNS_PHASES && !defined(VF_PHASES)
#define VF_REFUSAL "a kernel over teams defines VF_PHASES(POINTS, LEVELS, COLUMNS, DOWN, UP), the phases in their order"
#elif VF_RUNS == VF_RUNS_WINDOWS && VF_DIMENSIONS != 1
#define VF_REFUSAL "a kernel over tiles is of rank 1; say #define VF_RANK 1"
#elif VF_RUNS == VF_RUNS_WINDOWS && VF_HAS_LINES
#define VF_REFUSAL "VF_LINES in a kernel over tiles, which has VF_SCRATCH"
#elif VF_RUNS == VF_RUNS_WINDOWS && (VF_IS_ON(VF_SAFE_IN_PLACE) || VF_IS_ON(VF_VALUES_BY_BOX))
#define VF_REFUSAL "neither VF_SAFE_IN_PLACE nor VF_VALUES_BY_BOX is for a kernel over tiles"
#elif VF_RUNS == VF_RUNS_WINDOWS && !defined(VF_PHASES)
#define VF_REFUSAL "a kernel over tiles defines VF_PHASES(HALO, WINDOW, POINTS), the phases in their order"
#elif VF_RUNS == VF_RUNS_WINDOWS && !VF_HAS_BODY
#define VF_REFUSAL "the kernel file has none of the phases of a kernel over tiles"
#elif defined(VF_REMOTE_FORMS) && VF_REMOTE_WRONG
#define VF_REFUSAL "VF_REMOTE_FORMS is " VF_STRING(VF_REMOTE_FORMS) ", of which some is none of: table handle"
#elif defined(VF_REMOTE_FORMS) && !VF_REMOTE_COUNT
#define VF_REFUSAL "VF_REMOTE_FORMS in a kernel without an argument of the map remote"
#elif VF_OVER_COLUMNS && !VF_HAS_SWEEP && !VF_HAS_PHASE && !VF_HAS_BODY && !VF_HAS_TERM
#define VF_REFUSAL "the kernel file has neither VF_SWEEP(name, i, k) { ... } nor phases"
#elif (VF_HAS_BODY && VF_RUNS != VF_RUNS_BODY && VF_RUNS != VF_RUNS_WINDOWS) ||                                  \
    (VF_HAS_TERM && VF_RUNS != VF_RUNS_TERM) || (VF_HAS_SWEEP && !VF_OVER_COLUMNS) ||                            \
    (VF_HAS_PHASE && VF_RUNS != VF_RUNS_PHASES) || VF_WRONG_ARGUMENTS || (VF_OVER_COLUMNS && VF_WRONG_LISTED) || \
    VF_WRONG_RESULTS || VF_WRONG_TILES
#define VF_REFUSED_ABOVE /* where the body is, and so at the author's line */
#endif

#ifdef VF_REFUSAL
#include <viewfab/kit/refuse.h>
#endif
#ifdef VF_REFUSED_ABOVE
/* The preprocessor has refused what the compiler must have refused above. */
VF_ASSERT(VF_RUNS != VF_RUNS_BODY || !VF_HAS_BODY || VF_HAS_SWEEP || VF_HAS_PHASE || VF_WRONG_ARGUMENTS ||
              VF_WRONG_RESULTS,
          VF_KERNEL_FILE ": viewfab refuses the kernel and does not know why; please report it")
#endif
#if !defined(VF_REFUSAL) && !defined(VF_REFUSED_ABOVE)
#undef VF_ACCEPTED
#define VF_ACCEPTED
/* clang-format off */
#define VF_LOOPS_FILE(side) VF_STRING(viewfab/kit/points/VF_CAT(side, VF_LOOPS).h)
/* clang-format on */
#define VF_LOOPS VF_IF(VF_GIVES)(VF_CAT(VF_GIVING_LOOPS_, VF_POINTS_LOOPS_WORD))(VF_POINTS_LOOPS_WORD)
#define VF_POINTS_LOOPS_WORD VF_COLUMN_OF(VF_POINTS_LOOPS, VF_POINTS_ROW)
/* What j and k add to the colour of a point. */
#define VF_PARITY(j, k) VF_JOIN(VF_PARITY_IN_, VF_DIMENSIONS)(j, k)
#define VF_PARITY_IN_1(j, k) 0
#define VF_PARITY_IN_2(j, k) (j)
#define VF_PARITY_IN_3(j, k) ((j) + (k))

#define VF_STEP VF_COLUMN_OF(VF_POINTS_STEP, VF_POINTS_ROW)
#define VF_AROUND VF_COLUMN_OF(VF_POINTS_AROUND, VF_POINTS_ROW)
#define VF_REDUCTION_ROW VF_CAT(VF_REDUCTION_ROW_, VF_REDUCE)
#define VF_REDUCTION_KIND VF_COLUMN_OF(VF_REDUCTION_NAME, VF_REDUCTION_ROW)

/* VF_RESULTS_OF(DO) -> DO(mass, ...) DO(dt, ...): the one result of a term is called result. */
#undef VF_RESULTS_OF
#if VF_RUNS == VF_RUNS_TERM
#define VF_RESULTS_OF(DO) DO(result, )
VF_DECLARE_RESULTS(vf_index_result, )
enum { vf_count_of_placed, vf_place_at_result = -1, vf_result_result = (int)VF_REDUCTION_KIND * 2 };
#elif VF_GIVES
#define VF_RESULTS_OF(DO) VF_RESULTS(DO, DO, DO)
#endif

#define VF_ADD_NONE(type, name, text)

/* Sum of the declared reaches: 0 for a kernel without a stencil. */
#define VF_ADD_REACH(type, name, ...) +VF_TOTAL_REACH(VF_REACH_IN(__VA_ARGS__))
#define VF_ALL_REACH (0 VF_ARGUMENTS(VF_ADD_REACH, VF_ADD_REACH, VF_ADD_REACH, VF_ADD_NONE))

#define VF_ADD_ARRAY(...) +1
#define VF_ARRAY_COUNT (0 VF_ARGUMENTS(VF_ADD_ARRAY, VF_ADD_ARRAY, VF_ADD_ARRAY, VF_ADD_NONE))

/* Those that have elements for each point, as profiles along some of the directions do not. */
#define VF_ADD_FULL_ARRAY(type, name, ...) +(VF_OF_ROW(VF_ROW_IS_FULL, VF_MAP_IN(__VA_ARGS__)))
#define VF_FULL_ARRAY_COUNT (0 VF_ARGUMENTS(VF_ADD_FULL_ARRAY, VF_ADD_FULL_ARRAY, VF_ADD_FULL_ARRAY, VF_ADD_NONE))

/* Arguments of the kernel, and elements of an array with one for each. */
enum {
  vf_argument_count = 0 VF_ARGUMENTS(VF_ADD_ARRAY, VF_ADD_ARRAY, VF_ADD_ARRAY, VF_ADD_ARRAY),
  vf_argument_room = vf_argument_count ? vf_argument_count : 1
};

#define VF_MEMBER_READ(type, name, ...)       \
  VF_IF(VF_IS_REMOTE(VF_MAP_IN(__VA_ARGS__))) \
  (VF_REMOTE_ARRAY_OF(name))(VF_ARRAY_OF(read, VF_ELEMENT_ROW_##type, VF_INDICES(VF_MAP_IN(__VA_ARGS__)))) name;
#define VF_MEMBER_WRITE(type, name, ...)      \
  VF_IF(VF_IS_REMOTE(VF_MAP_IN(__VA_ARGS__))) \
  (VF_REMOTE_ARRAY_OF(name))(VF_ARRAY_OF(write, VF_ELEMENT_ROW_##type, VF_INDICES(VF_MAP_IN(__VA_ARGS__)))) name;
#define VF_MEMBER_VALUE(type, name, text) VF_VALUE_OF(VF_VALUE_ROW_##type) name;
/* Checks of kernels over columns know for what their bodies are run. */
#undef VF_BUNDLE_INSTANCE
#undef VF_SET_INSTANCE
#undef VF_SET_GUARD
#undef VF_PLACE_GUARD
#if VF_OVER_COLUMNS && defined(VIEWFAB_BOUNDS)
#define VF_BUNDLE_INSTANCE vf_instance vf_here;
#define VF_SET_INSTANCE(bundle, launch) (bundle).vf_here.record = (launch)->bounds
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
typedef struct vf_bundle {
  VF_ARGUMENTS(VF_MEMBER_READ, VF_MEMBER_WRITE, VF_MEMBER_WRITE, VF_MEMBER_VALUE)
  VF_BUNDLE_INSTANCE
} vf_bundle;

/* body(i, j, k, n, direction, face, box, bundle.phi, bundle.rhs, bundle.h), and the lanes of its results */
#define VF_USE_ARRAY(type, name, ...) \
  , VF_IF(VF_IS_REMOTE(VF_MAP_IN(__VA_ARGS__)))(vf_remote_formed_##name(bundle.name, VF_REMOTE_FORM))(bundle.name)
#define VF_USE_VALUE(type, name, text) , bundle.name
#define VF_BODY_CALL(i, j, k, n, selector, box)                                                                    \
  VF_OF_PASS(_body_)                                                                                               \
  (i, j, k, n, selector, selector,                                                                                 \
   box VF_HERE_PASS VF_ARGUMENTS(VF_USE_ARRAY, VF_USE_ARRAY, VF_USE_ARRAY, VF_USE_VALUE) VF_EACH_LINE(VF_USE_LINE) \
       VF_USE_GIVEN)
#define VF_USE_GIVEN VF_IF(VF_GIVES)(, vf_given)()
#define VF_USE_LINE(type, name, reach, text) , name##_line
#if VF_HAS_LINES
#include <viewfab/kit/lines_of_point.h>
#endif
#if VF_OVER_COLUMNS
#include <viewfab/kit/columns_of_block.h>
#elif VF_RUNS == VF_RUNS_WINDOWS
#include <viewfab/kit/tiles_of_box.h>
#elif defined(VIEWFAB_BOUNDS)
#include <viewfab/kit/bounds_body.h>
#else
#define VF_BODY_AT VF_LINES_JOIN(VF_BODY_AT_, VF_HAS_LINES)
#define VF_BODY_AT_0 VF_BODY_CALL
#define VF_BODY_AT_1(i, j, k, n, selector, box) VF_TYPED(_with_lines_)(i, j, k, n, selector, box, bundle VF_USE_GIVEN)
#if VF_HAS_LINES && VF_RUNS == VF_RUNS_TERM
VF_INLINE VF_REAL VF_TYPED(_with_lines_)(const int i, const int j, const int k, const int n, const int selector,
                                         const vf_box box, const vf_bundle bundle)
{
  VF_LINES_AROUND
  return VF_BODY_CALL(i, j, k, n, selector, box);
}
#elif VF_HAS_LINES
VF_INLINE void VF_TYPED(_with_lines_)(const int i, const int j, const int k, const int n, const int selector,
                                      const vf_box box, const vf_bundle bundle VF_GIVEN_PARAMETER)
{
  VF_LINES_AROUND
  VF_BODY_CALL(i, j, k, n, selector, box);
}
#endif
#endif

/* The same, and what a term gives is given. */
#if VF_RUNS == VF_RUNS_TERM
#define VF_POINT_AT(i, j, k, n, selector, box) \
  vf_give(vf_given, vf_result_result, (double)VF_BODY_AT(i, j, k, n, selector, box))
#else
#define VF_POINT_AT VF_BODY_AT
#endif

#define VF_HAS_COMPONENTS(map) (!VF_IS_SHARED(map))
#define VF_SET_STRIDES(map) VF_JOIN(VF_SET_STRIDES_, VF_INDICES(map))
#define VF_FIX_STRIDES(map) VF_JOIN(VF_FIX_STRIDES_, VF_INDICES(map))
#define VF_PACK_ARRAY(type, name, ...)                                         \
  VF_IF(VF_IS_REMOTE(VF_MAP_IN(__VA_ARGS__)))                                  \
  (VF_REMOTE_PACK(name, VF_ELEMENT_OF(VF_ELEMENT_ROW_##type)))({               \
    const vf_span *span = &launch->spans[index];                               \
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
static inline vf_bundle vf_bundle_of(const vf_launch *launch)
{
  vf_bundle bundle;
  int index = 0;
  VF_ARGUMENTS(VF_PACK_ARRAY, VF_PACK_ARRAY, VF_PACK_ARRAY, VF_PACK_VALUE)
  VF_SET_INSTANCE(bundle, launch);
  (void)index;
  return bundle;
}

/* Whether all strides of rows fit their type. They do, but of arrays with several rows of 2^31 elements or more. */
#define VF_ROWS_FIT_ARRAY(type, name, ...)                                                                            \
  if (!launch->sets && launch->spans[index].stride[0] != (VF_ROW_STRIDE)launch->spans[index].stride[0]) return false; \
  index++;
#define VF_ROWS_FIT_VALUE(...) index++;
VF_UNUSED static inline bool vf_rows_fit(VF_UNUSED const vf_launch *launch)
{
  int index = 0;
  VF_ARGUMENTS(VF_ROWS_FIT_ARRAY, VF_ROWS_FIT_ARRAY, VF_ROWS_FIT_ARRAY, VF_ROWS_FIT_VALUE)
  (void)index;
  return true;
}

/* A vf_launch_sets of as many arguments as the kernel has: parameters of GPU kernels have little room. */
typedef struct vf_sets {
  const vf_box *boxes;
  const int64_t *first_tiles;
  const char *values;
  size_t value_stride;
  uint32_t is_set[(vf_argument_room + 31) / 32];
  const vf_span *spans[vf_argument_room];
} vf_sets;
VF_UNUSED static inline vf_sets vf_sets_of(const vf_launch_sets *all)
{
  vf_sets sets;
  sets.boxes = all->boxes;
  sets.first_tiles = all->first_tiles;
  sets.values = all->values;
  sets.value_stride = all->value_stride;
  memcpy(sets.is_set, all->is_set.words, sizeof sets.is_set);
  memcpy(sets.spans, all->spans, sizeof sets.spans);
  return sets;
}

/* The bundle of one box of a launch on sets. Its values are those of bundle, or from the table. Compilers are given nothing to choose
 * from: nvcc 13.0 lost strides of a copy that was changed in part, and clang kept both choices in memory. */
#define VF_PLACE_ARRAY(type, name, ...)                                                                   \
  VF_IF(VF_IS_REMOTE(VF_MAP_IN(__VA_ARGS__)))                                                             \
  (VF_REMOTE_PLACE(name))({                                                                               \
    const vf_span *span = sets.spans[index] + (sets.is_set[index / 32] >> index % 32 & 1 ? b : 0);        \
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
  value += vf_packed_size(VF_COLUMN_OF(VF_VALUE_NAME, VF_VALUE_ROW_##type),                                        \
                          VF_COLUMN_OF(VF_VALUE_COUNT, VF_VALUE_ROW_##type));                                      \
  index++;
#else
#define VF_PLACE_VALUE(type, name, text) \
  placed.name = bundle.name;             \
  index++;
#endif
VF_INLINE vf_bundle vf_bundle_placed(VF_UNUSED const vf_bundle bundle, const vf_sets sets, const int b)
{
  vf_bundle placed;
  int index = 0;
#if VF_IS_ON(VF_VALUES_BY_BOX)
  const char *value = sets.values + (size_t)b * sets.value_stride;
#endif
  VF_ARGUMENTS(VF_PLACE_ARRAY, VF_PLACE_ARRAY, VF_PLACE_ARRAY, VF_PLACE_VALUE)
  (void)index;
  return placed;
}

#endif
