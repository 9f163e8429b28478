/* Included after the kernel file: checks the statements of the file. Defines VF_ACCEPTED if they have no mistake. */

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
#elif VF_IS_ON(VF_VALUES_BY_BOX) && VF_HAS_CONSTANTS
#define VF_REFUSAL "VF_VALUES_BY_BOX in a kernel with a structure of constants, which is the same for all boxes"
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
#define VF_REFUSED_ABOVE /* refused at the body, and so at the author's line */
#endif

#ifdef VF_REFUSAL
#include <viewfab/kit/refuse.h>
#endif
#ifdef VF_REFUSED_ABOVE
/* The preprocessor has refused the kernel, so the compiler must have refused it above. */
VF_ASSERT(VF_RUNS != VF_RUNS_BODY || !VF_HAS_BODY || VF_HAS_SWEEP || VF_HAS_PHASE || VF_WRONG_ARGUMENTS ||
              VF_WRONG_RESULTS,
          VF_KERNEL_FILE ": viewfab refuses the kernel and does not know why; please report it")
#endif
#if !defined(VF_REFUSAL) && !defined(VF_REFUSED_ABOVE)
#undef VF_ACCEPTED
#define VF_ACCEPTED
#define VF_REDUCTION_ROW VF_CAT(VF_REDUCTION_ROW_, VF_REDUCE)

/* VF_RESULTS_OF(DO) -> DO(mass, ...) DO(dt, ...). The only result of a term has the name result. */
#undef VF_RESULTS_OF
#if VF_RUNS == VF_RUNS_TERM
#define VF_RESULTS_OF(DO) DO(result, )
enum { vfi_index_result, vfi_results_count };
#elif VF_GIVES
#define VF_RESULTS_OF(DO) VF_RESULTS(DO, DO, DO)
#endif

#define VF_ADD_ARRAY(...) +1

/* Number of arguments of the kernel, and length of an array with an element for each. */
enum {
  vfi_argument_count = 0 VF_ARGUMENTS(VF_ADD_ARRAY, VF_ADD_ARRAY, VF_ADD_ARRAY, VF_ADD_ARRAY),
  vfi_argument_room = vfi_argument_count ? vfi_argument_count : 1
};

#if VF_HAS_LINES
#include <viewfab/kit/lines_listed.h>
#endif
#if VF_OVER_COLUMNS
#include <viewfab/kit/columns_listed.h>
#elif VF_RUNS == VF_RUNS_WINDOWS
#include <viewfab/kit/tiles_listed.h>
#endif

#endif
