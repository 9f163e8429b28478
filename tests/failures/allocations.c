/* Every allocation of typical work fails once. The call reports the failure, loses nothing and leaves nothing half
 * done. The same call, made again, continues as if nothing had happened. */
#include "failing_scripts.h"

static void views_and_kernels_outlive_each_failed_allocation(void **state)
{
  (void)state;
  fail_each("views", false);
}

static void parts_of_views_outlive_each_failed_allocation(void **state)
{
  (void)state;
  fail_each("parts", false);
}

static void prefetches_and_chunks_outlive_each_failed_allocation(void **state)
{
  (void)state;
  fail_each("prefetches", false);
}

static void queues_of_kernels_outlive_each_failed_allocation(void **state)
{
  (void)state;
  fail_each("queues", false);
}

static void sets_outlive_each_failed_allocation(void **state)
{
  (void)state;
  fail_each("sets", false);
}

static void multigrid_outlives_each_failed_allocation(void **state)
{
  (void)state;
  fail_each("multigrid", false);
}

static void checked_calls_outlive_each_failed_allocation(void **state)
{
  (void)state;
  fail_each("checked", false);
}

static void checked_calls_on_sets_outlive_each_failed_allocation(void **state)
{
  (void)state;
  fail_each("checked sets", false);
}

static void smooths_that_no_tuned_version_takes_outlive_each_failed_allocation(void **state)
{
  (void)state;
  fail_each("plain smooths", false);
}

static void checked_smooths_outlive_each_failed_allocation(void **state)
{
  (void)state;
  fail_each("checked smooths", false);
}

static void windows_of_checked_calls_outlive_each_failed_allocation(void **state)
{
  (void)state;
  fail_each("windows", false);
}

static void checked_results_of_sets_outlive_each_failed_allocation(void **state)
{
  (void)state;
  fail_each("results of sets", false);
}

static void checked_routines_outlive_each_failed_allocation(void **state)
{
  (void)state;
  fail_each("routines", false);
}

static const struct CMUnitTest tests[] = {
  claim(views_and_kernels_outlive_each_failed_allocation),
  claim(parts_of_views_outlive_each_failed_allocation),
  claim(prefetches_and_chunks_outlive_each_failed_allocation),
  claim(queues_of_kernels_outlive_each_failed_allocation),
  claim(sets_outlive_each_failed_allocation),
  claim(multigrid_outlives_each_failed_allocation),
  claim(checked_calls_outlive_each_failed_allocation),
  claim(checked_calls_on_sets_outlive_each_failed_allocation),
  claim(smooths_that_no_tuned_version_takes_outlive_each_failed_allocation),
  claim(checked_smooths_outlive_each_failed_allocation),
  claim(windows_of_checked_calls_outlive_each_failed_allocation),
  claim(checked_results_of_sets_outlive_each_failed_allocation),
  claim(checked_routines_outlive_each_failed_allocation),
};
RUN("allocations", tests)
