/* The results of points: the clause VF_RESULTS of a kernel file, and VF_GIVE. Included by body.h. The header is a
 * system header, so that the compiler reports a mistake at the author's line. */
#ifndef VIEWFAB_KIT_RESULTS_H
#define VIEWFAB_KIT_RESULTS_H
#pragma GCC system_header

#include <viewfab/words/rows.h>

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

/* The results as numbers: vfi_index_<name>, and vfi_result_<name>, which a body names. A body is only looked through; the
 * loops have functions for its results. */
#define VF_RESULT_INDEX(name, ...) vfi_index_##name,
#define VF_RESULT_NUMBER(name, ...) vfi_result_##name,
#define VF_DECLARE_GIVEN                                                                    \
  VF_CHECK_RESULTS                                                                          \
  enum { VF_RESULTS(VF_RESULT_INDEX, VF_RESULT_INDEX, VF_RESULT_INDEX) vfi_results_count }; \
  enum { VF_RESULTS(VF_RESULT_NUMBER, VF_RESULT_NUMBER, VF_RESULT_NUMBER) vfi_no_result };  \
  VF_INLINE void vfi_give(const int result, const double value)                             \
  {                                                                                         \
    (void)result;                                                                           \
    (void)value;                                                                            \
  }

#define VF_GIVE(name, value) VF_IF(VF_GIVES)(vfi_give(vfi_result_##name, (double)(value)))(VF_GIVE_NOTHING(name))
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
