/* Bugs of teams. */
#include "../columns/column_calls.h"

#include <seeded_columns_kernels.h>

static void limiter_without_weights_is_found(void **state)
{
  (void)state;
  const column_call call = tracer_call();
  column_named(&call, &vf_limiter_without_weights_kernel, "tracer:", "'qdp_new' differs in", "first at (i ",
               "worst at (i ");
}

static void missing_barrier_is_found_by_the_order_of_blocks(void **state)
{
  (void)state;
  column_call call = tracer_call();
  call.order = true;
  if (on_gpu()) skip(); /* on a GPU the threads of a team run at once, and their reads depend on chance */
  column_named(&call, &vf_missing_barrier_kernel, "'qdp_new' depends on the order");
}

/* A GPU computes the columns at the same time, so the kept value depends on chance. */
static void sum_that_is_kept_from_the_column_before_is_named(void **state)
{
  (void)state;
  const column_call call = burden_call();
  if (on_gpu()) skip();
  column_named(
      &call, &vf_kept_from_the_column_before_kernel,
      "'above' is right in the first column of each block alone: is a value kept from one column to the next?");
}

/* Behind the last level lies the first level of the next species or block. */
static void profile_that_is_too_long_is_named_in_the_block_behind(void **state)
{
  (void)state;
  column_call call = tracer_call();
  call.columns.last_block = 6;
  char *report = column_report(&call, &vf_profile_too_long_kernel);
  if (!has_words(report,
                 "tracer:", "the port writes 1 elements of 'qmin' outside the declared map, first (k 1, s 1, e 7)",
                 "all in blocks that are not in the call"))
    fail_msg("%s", report);
  free(report);
}

static const struct CMUnitTest tests[] = {
  claim(limiter_without_weights_is_found),
  claim(missing_barrier_is_found_by_the_order_of_blocks),
  claim(profile_that_is_too_long_is_named_in_the_block_behind),
  claim(sum_that_is_kept_from_the_column_before_is_named),
};
RUN("seeded_teams", tests)
