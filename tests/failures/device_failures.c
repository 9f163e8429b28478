/* Every call of the device in typical work fails once: copies, waits, reductions. A call of viewfab reports the failure, and gives
 * back its memory. After a failed check the arrays are as before the call, so that the call can be made again. */
#include "failing_scripts.h"

static void each_failure_is_told_by_views_and_kernels(void **state)
{
  (void)state;
  fail_each("views", true);
}

static void each_failure_is_told_by_parts_of_views(void **state)
{
  (void)state;
  fail_each("parts", true);
}

static void each_failure_is_told_by_sets(void **state)
{
  (void)state;
  fail_each("sets", true);
}

static void each_failure_is_told_by_multigrid(void **state)
{
  (void)state;
  fail_each("multigrid", true);
}

static void each_failure_is_told_by_checked_calls(void **state)
{
  (void)state;
  fail_each("checked", true);
}

static void each_failure_is_told_by_checked_calls_on_sets(void **state)
{
  (void)state;
  fail_each("checked sets", true);
}

static void each_failure_is_told_by_windows_of_checked_calls(void **state)
{
  (void)state;
  fail_each("windows", true);
}

static void each_failure_is_told_by_checked_results_of_sets(void **state)
{
  (void)state;
  fail_each("results of sets", true);
}

static void each_failure_is_told_by_checked_routines(void **state)
{
  (void)state;
  fail_each("routines", true);
}

static void each_failure_is_told_by_checked_smooths(void **state)
{
  (void)state;
  fail_each("checked smooths", true);
}

static const struct CMUnitTest tests[] = {
  claim(each_failure_is_told_by_views_and_kernels),
  claim(each_failure_is_told_by_parts_of_views),
  claim(each_failure_is_told_by_sets),
  claim(each_failure_is_told_by_multigrid),
  claim(each_failure_is_told_by_checked_calls),
  claim(each_failure_is_told_by_checked_calls_on_sets),
  claim(each_failure_is_told_by_windows_of_checked_calls),
  claim(each_failure_is_told_by_checked_results_of_sets),
  claim(each_failure_is_told_by_checked_routines),
  claim(each_failure_is_told_by_checked_smooths),
};
RUN("device_failures", tests)
