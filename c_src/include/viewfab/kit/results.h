/* What points give: the clause VF_RESULTS of a kernel file, and VF_GIVE. Included by body.h, which is a system header to
 * the compiler, so that it reports a mistake at the author's line. */
#ifndef VIEWFAB_KIT_RESULTS_H
#define VIEWFAB_KIT_RESULTS_H
#pragma GCC system_header

#include <viewfab/kit/reduction_tree.h>

/* 1 where the file defines VF_RESULTS, else 0. */
#define VF_GIVES VF_IF(VF_LACKS_RESULTS)(0)(1)
#define VF_LACKS_RESULTS VF_LACKS_OF(VF_RESULTS(VF_RESULT_WORD, VF_RESULT_WORD, VF_RESULT_WORD))
#define VF_LACKS_OF(...) VF_SECOND(VF_CAT(VF_LACKS_, __VA_ARGS__))
#define VF_RESULT_WORD(...) given
#define VF_LACKS_VF_RESULTS(...) ~, 1

/* What follows the name of a result is its text, and the word place where that is wanted as well. */
#define VF_GIVES_PLACE(...) VF_CAT(VF_GIVES_PLACE_, VF_COUNT(__VA_ARGS__))(__VA_ARGS__)
#define VF_GIVES_PLACE_1(text) 0
#define VF_GIVES_PLACE_2(text, word) VF_SECOND(VF_CAT(VF_PLACE_PROBE_, word))
#define VF_GIVES_PLACE_3(...) 0
#define VF_GIVES_PLACE_4(...) 0
#define VF_PLACE_PROBE_place ~, 1

/* The results as numbers: vf_index_<name> counts them, vf_placed_<name> those with a place, and vf_result_<name> has all
 * that is to be known of one: its index, operation, and whether it has a place. */
#define VF_RESULT_INDEX(name, ...) vf_index_##name,
#define VF_RESULT_PLACED(name, ...) VF_IF(VF_GIVES_PLACE(__VA_ARGS__))(vf_placed_##name, )()
#define VF_RESULT_PLACE_AT(name, ...) \
  vf_place_at_##name = VF_IF(VF_GIVES_PLACE(__VA_ARGS__))(vf_results_count + vf_placed_##name)(-1),
#define VF_RESULT_NUMBER(name, reduction, ...) \
  vf_result_##name = vf_index_##name * 16 + (int)reduction * 2 + VF_GIVES_PLACE(__VA_ARGS__),
#define VF_RESULT_SUM(name, ...) VF_RESULT_NUMBER(name, VF_REDUCTION_SUM, __VA_ARGS__)
#define VF_RESULT_MIN(name, ...) VF_RESULT_NUMBER(name, VF_REDUCTION_MIN, __VA_ARGS__)
#define VF_RESULT_MAX(name, ...) VF_RESULT_NUMBER(name, VF_REDUCTION_MAX, __VA_ARGS__)
#define VF_INDEX_OF(result) ((result) / 16)
#define VF_REDUCTION_OF(result) ((vf_reduction)((result) / 2 % 8))
#define VF_IS_PLACED_RESULT(result) ((result) % 2)

/* What the points of a lane have given for one result. A GPU keeps with an extremum the round in which the lane found it,
 * and the host, which looks for the place where a row has got a better one, whether the point has given any: -1 is none. */
typedef struct vf_best {
  double value;
  int round;
} vf_best;

#if !defined(__CUDACC__) && !defined(__HIPCC__)
/* Whether a value is not beyond the best before it, in one comparison: gcc has no vectors of the conjunction that
 * vf_reduction_is_beyond is. */
VF_INLINE bool vf_extremum_holds(const vf_reduction reduction, const double before, const double value)
{
  return reduction == VF_REDUCTION_MAX ? before >= value : before <= value;
}
#endif

VF_INLINE void vf_give_extremum(vf_best *best, const vf_reduction reduction, const double value, const int round)
{
#if defined(__CUDACC__) || defined(__HIPCC__)
  const bool taken = vf_reduction_is_beyond(reduction, best->value, value);
  best->value = taken ? value : best->value;
  best->round = taken ? round : best->round;
#else
  const double before = best->value;
  const double next = vf_extremum_holds(reduction, before, value) ? before : value;
  best->value = best->round < 0 ? value : before == before ? next : before;
  best->round = round;
#endif
}

/* One lane of each result, as points add to it, and in which round. */
#define VF_DECLARE_RESULTS(...)                                                              \
  enum { __VA_ARGS__ vf_results_count };                                                     \
  typedef struct vf_lane {                                                                   \
    vf_best best[vf_results_count];                                                          \
    int round;                                                                               \
  } vf_lane;                                                                                 \
  VF_INLINE void vf_give(vf_lane *given, const int result, const double value)               \
  {                                                                                          \
    vf_best *best = &given->best[VF_INDEX_OF(result)];                                       \
    const vf_reduction reduction = VF_REDUCTION_OF(result);                                  \
    if (VF_IS_PLACED_RESULT(result)) vf_give_extremum(best, reduction, value, given->round); \
    else best->value = vf_reduction_combine(reduction, best->value, value);                  \
  }
#define VF_DECLARE_GIVEN                                                                               \
  VF_CHECK_RESULTS                                                                                     \
  VF_DECLARE_RESULTS(VF_RESULTS(VF_RESULT_INDEX, VF_RESULT_INDEX, VF_RESULT_INDEX))                    \
  enum { VF_RESULTS(VF_RESULT_PLACED, VF_RESULT_PLACED, VF_RESULT_PLACED) vf_count_of_placed };        \
  enum { VF_RESULTS(VF_RESULT_PLACE_AT, VF_RESULT_PLACE_AT, VF_RESULT_PLACE_AT) vf_no_place_at = -1 }; \
  enum { VF_RESULTS(VF_RESULT_SUM, VF_RESULT_MIN, VF_RESULT_MAX) vf_no_result = -1 };

/* A function of one point has its lane of each result as a parameter. */
#define VF_GIVEN_PARAMETER VF_IF(VF_GIVES)(, VF_UNUSED vf_lane *const vf_given)()

#define VF_GIVE(name, value) \
  VF_IF(VF_GIVES)(vf_give(vf_given, vf_result_##name, (double)(value)))(VF_GIVE_NOTHING(name))
#define VF_GIVE_NOTHING(name)                                                                         \
  do {                                                                                                \
    VF_ASSERT(0, "VF_GIVE(" #name ", ...) in a kernel without #define VF_RESULTS(SUM, MIN, MAX) ...") \
  } while (0)

/* Each is said at the line of the body. */
#define VF_CHECK_RESULTS VF_RESULTS(VF_CHECK_SUM, VF_CHECK_EXTREMUM, VF_CHECK_EXTREMUM)
#define VF_CHECK_SUM(name, ...)    \
  VF_CHECK_TEXT(name, __VA_ARGS__) \
  VF_ASSERT(!VF_GIVES_PLACE(__VA_ARGS__), "result " #name ": a sum has no place")
#define VF_CHECK_EXTREMUM(name, ...) VF_CHECK_TEXT(name, __VA_ARGS__)
#define VF_CHECK_TEXT(name, ...)                                       \
  VF_ASSERT(VF_COUNT(__VA_ARGS__) == 1 || VF_GIVES_PLACE(__VA_ARGS__), \
            "result " #name ": after its text there may be the word place, and nothing else: (" #__VA_ARGS__ ")")

/* Of each result a number is added; 0 without a clause. */
#define VF_TOTAL_OF_RESULTS(SUM, EXTREMUM) (0 VF_CAT(VF_EACH_RESULT_, VF_GIVES)(SUM, EXTREMUM))
#define VF_EACH_RESULT_0(SUM, EXTREMUM)
#define VF_EACH_RESULT_1(SUM, EXTREMUM) VF_RESULTS(SUM, EXTREMUM, EXTREMUM)
#define VF_COUNT_RESULTS VF_TOTAL_OF_RESULTS(VF_COUNT_RESULT, VF_COUNT_RESULT)
#define VF_COUNT_RESULT(...) +1
#define VF_CAN_GIVE VF_IS_ON(VF_CAT(VF_CAN_GIVE_, VF_COLUMN_OF(VF_POINTS_LOOPS, VF_POINTS_ROW)))

/* 0 only where the checks have nothing to say. */
#define VF_WRONG_RESULTS VF_TOTAL_OF_RESULTS(VF_WRONG_SUM, VF_WRONG_EXTREMUM)
#define VF_WRONG_SUM(name, ...) +(VF_COUNT(__VA_ARGS__) != 1)
#define VF_WRONG_EXTREMUM(name, ...) +!(VF_COUNT(__VA_ARGS__) == 1 || VF_GIVES_PLACE(__VA_ARGS__))

#endif
