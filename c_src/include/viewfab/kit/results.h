/* The results of points: the clause VF_RESULTS of a kernel file, and VF_GIVE. Included by body.h. The header is a
 * system header, so that the compiler reports a mistake at the author's line. */
#ifndef VIEWFAB_KIT_RESULTS_H
#define VIEWFAB_KIT_RESULTS_H
#pragma GCC system_header

#include <viewfab/kit/extrema.h>
#include <viewfab/kit/reduction_tree.h>

/* 1 if the file defines VF_RESULTS, else 0. */
#define VF_GIVES VF_IF(VF_LACKS_RESULTS)(0)(1)
#define VF_LACKS_RESULTS VF_LACKS_OF(VF_RESULTS(VF_RESULT_WORD, VF_RESULT_WORD, VF_RESULT_WORD))
#define VF_LACKS_OF(...) VF_SECOND(VF_CAT(VF_LACKS_, __VA_ARGS__))
#define VF_RESULT_WORD(...) given
#define VF_LACKS_VF_RESULTS(...) ~, 1

/* The name of a result is followed by its text, and by the word place if the call may ask for the place. */
#define VF_GIVES_PLACE(...) VF_CAT(VF_GIVES_PLACE_, VF_COUNT(__VA_ARGS__))(__VA_ARGS__)
#define VF_GIVES_PLACE_1(text) 0
#define VF_GIVES_PLACE_2(text, word) VF_SECOND(VF_CAT(VF_PLACE_PROBE_, word))
#define VF_GIVES_PLACE_3(...) 0
#define VF_GIVES_PLACE_4(...) 0
#define VF_PLACE_PROBE_place ~, 1

/* The results as numbers: vfi_index_<name> counts the results, and vfi_placed_<name> the results with a place.
 * vfi_result_<name> contains the properties of a result: its index, its operation, and 1 if it has a place. */
#define VF_RESULT_INDEX(name, ...) vfi_index_##name,
#define VF_RESULT_PLACED(name, ...) VF_IF(VF_GIVES_PLACE(__VA_ARGS__))(vfi_placed_##name, )()
#define VF_RESULT_PLACE_AT(name, ...) \
  vfi_place_at_##name = VF_IF(VF_GIVES_PLACE(__VA_ARGS__))(vfi_results_count + vfi_placed_##name)(-1),
#define VF_RESULT_NUMBER(name, reduction, ...) \
  vfi_result_##name = vfi_index_##name * 16 + (int)reduction * 2 + VF_GIVES_PLACE(__VA_ARGS__),
#define VF_RESULT_SUM(name, ...) VF_RESULT_NUMBER(name, VF_REDUCTION_SUM, __VA_ARGS__)
#define VF_RESULT_MIN(name, ...) VF_RESULT_NUMBER(name, VF_REDUCTION_MIN, __VA_ARGS__)
#define VF_RESULT_MAX(name, ...) VF_RESULT_NUMBER(name, VF_REDUCTION_MAX, __VA_ARGS__)
#define VF_INDEX_OF(result) ((result) / 16)
#define VF_REDUCTION_OF(result) ((vfi_reduction)((result) / 2 % 8))
#define VF_IS_PLACED_RESULT(result) ((result) % 2)

/* A lane: the best value of each result so far, and the present round. */
#define VF_DECLARE_RESULTS(...)                                                               \
  enum { __VA_ARGS__ vfi_results_count };                                                     \
  typedef struct vfi_lane {                                                                   \
    vfi_best best[vfi_results_count];                                                         \
    int round;                                                                                \
  } vfi_lane;                                                                                 \
  VF_INLINE void vfi_give(vfi_lane *given, const int result, const double value)              \
  {                                                                                           \
    vfi_best *best = &given->best[VF_INDEX_OF(result)];                                       \
    const vfi_reduction reduction = VF_REDUCTION_OF(result);                                  \
    if (VF_IS_PLACED_RESULT(result)) vfi_give_extremum(best, reduction, value, given->round); \
    else best->value = vfi_reduction_combine(reduction, best->value, value);                  \
  }
#define VF_DECLARE_GIVEN                                                                                \
  VF_CHECK_RESULTS                                                                                      \
  VF_DECLARE_RESULTS(VF_RESULTS(VF_RESULT_INDEX, VF_RESULT_INDEX, VF_RESULT_INDEX))                     \
  enum { VF_RESULTS(VF_RESULT_PLACED, VF_RESULT_PLACED, VF_RESULT_PLACED) vfi_count_of_placed };        \
  enum { VF_RESULTS(VF_RESULT_PLACE_AT, VF_RESULT_PLACE_AT, VF_RESULT_PLACE_AT) vfi_no_place_at = -1 }; \
  enum { VF_RESULTS(VF_RESULT_SUM, VF_RESULT_MIN, VF_RESULT_MAX) vfi_no_result = -1 };

/* The function of a point gets its lanes as a parameter. */
#define VF_GIVEN_PARAMETER VF_IF(VF_GIVES)(, VF_UNUSED vfi_lane *const vfi_given)()

#define VF_GIVE(name, value) \
  VF_IF(VF_GIVES)(vfi_give(vfi_given, vfi_result_##name, (double)(value)))(VF_GIVE_NOTHING(name))
#define VF_GIVE_NOTHING(name)                                                                         \
  do {                                                                                                \
    VF_ASSERT(0, "VF_GIVE(" #name ", ...) in a kernel without #define VF_RESULTS(SUM, MIN, MAX) ...") \
  } while (0)

/* The messages point to the line of the body. */
#define VF_CHECK_RESULTS VF_RESULTS(VF_CHECK_SUM, VF_CHECK_EXTREMUM, VF_CHECK_EXTREMUM)
#define VF_CHECK_SUM(name, ...)    \
  VF_CHECK_TEXT(name, __VA_ARGS__) \
  VF_ASSERT(!VF_GIVES_PLACE(__VA_ARGS__), "result " #name ": a sum has no place")
#define VF_CHECK_EXTREMUM(name, ...) VF_CHECK_TEXT(name, __VA_ARGS__)
#define VF_CHECK_TEXT(name, ...)                                       \
  VF_ASSERT(VF_COUNT(__VA_ARGS__) == 1 || VF_GIVES_PLACE(__VA_ARGS__), \
            "result " #name ": after its text there may be the word place, and nothing else: (" #__VA_ARGS__ ")")

/* The sum of a number of each result; 0 without a clause. */
#define VF_TOTAL_OF_RESULTS(SUM, EXTREMUM) (0 VF_CAT(VF_EACH_RESULT_, VF_GIVES)(SUM, EXTREMUM))
#define VF_EACH_RESULT_0(SUM, EXTREMUM)
#define VF_EACH_RESULT_1(SUM, EXTREMUM) VF_RESULTS(SUM, EXTREMUM, EXTREMUM)
#define VF_COUNT_RESULTS VF_TOTAL_OF_RESULTS(VF_COUNT_RESULT, VF_COUNT_RESULT)
#define VF_COUNT_RESULT(...) +1
#define VF_CAN_GIVE VF_IS_ON(VF_CAT(VF_CAN_GIVE_, VF_COLUMN_OF(VF_POINTS_LOOPS, VF_POINTS_ROW)))

/* 0 only if the checks above have no message. */
#define VF_WRONG_RESULTS VF_TOTAL_OF_RESULTS(VF_WRONG_SUM, VF_WRONG_EXTREMUM)
#define VF_WRONG_SUM(name, ...) +(VF_COUNT(__VA_ARGS__) != 1)
#define VF_WRONG_EXTREMUM(name, ...) +!(VF_COUNT(__VA_ARGS__) == 1 || VF_GIVES_PLACE(__VA_ARGS__))

#endif
