/* The group of the tests: this process alone, or all processes with OVER_RANKS. The macros of the tests mean the same
 * in both. */
#ifndef VIEWFAB_TESTS_A_GROUP_H
#define VIEWFAB_TESTS_A_GROUP_H

#include <viewfab/group.h>

#ifdef OVER_RANKS
#include "ranks.h"
#define CLAIM(name) static void name(void)
#define CLAIMS claim_entry
#define RUN_ALL(subject, tests) RUN(tests)
#define assert_true(condition) holds(condition)
#define assert_null(pointer) holds(!(pointer))
#define assert_int_equal(a, b) holds((a) == (b))
#define fail_msg(...) give_up(__FILE__, __LINE__, __VA_ARGS__)
#define skip() return
#else
#include "testing.h"
#define CLAIM(name) static void name(UNUSED_STATE void **state)
#define UNUSED_STATE __attribute__((unused))
#define CLAIMS struct CMUnitTest
#define RUN_ALL(subject, tests) RUN(subject, tests)
#endif

/* Fails the test if no group can be made. */
static inline vf_group *make_group(void)
{
  vf_group *group = NULL;
#ifdef OVER_RANKS
  group = world();
#else
  must(vf_group_create_alone(NULL, &group));
#endif
  return group;
}

#endif
