/* The core with the test's own hooks in place of the parts above the core: when the core calls each hook, and the
 * effect of a hook's failure. This program links without those parts, so the core needs none of them. */
#include "noted_hooks.h"

/* A kernel and a composite without anything generated. */

static int launches;

static int launch(const vfi_launch *of)
{
  assert_int_equal(of->box_count, together ? 2 : 1);
  launches++;
  return 0;
}

static const vfi_argument_description arguments[] = {
  { .name = "x",
    .intent = VF_ARGUMENT_UPDATE,
    .map = { .at = { { .refine = 1, .coarsen = 1 }, { 1, 1, 1 }, { 2, 1, 1 } }, .rank = 3, .shift = "", .word = "" } }
};
static vf_kernel kernel = {
  .description = { .name = "of_the_test", .rank = 3, .argument_count = 1, .arguments = arguments },
  .launchers = { { launch, launch } },
};

static vf_status dispatch(vf_view *view, int last)
{
  const vf_box box = { { 1, 1, 1 }, { last, 1, 1 } };
  const vfi_argument given[] = { { .view = view } };
  return vfi_dispatch(&(vfi_call){ .kernel = &kernel, .boxes = &box, .box_count = 1, .arguments = given });
}

static int plain_runs, tuned_runs;

static vf_status plain(const void *unused)
{
  (void)unused;
  plain_runs++;
  return VF_OK;
}

static vf_status tuned(const void *unused)
{
  (void)unused;
  tuned_runs++;
  return VF_OK;
}

static double values[4];
static const int64_t extents[1] = { 4 };

static vf_view *wrap(void)
{
  vf_view *view = NULL;
  must(vf_view_wrap(NULL, values, VF_REAL64, 1, extents, NULL, "values", VF_WRAP_DISTINCT, &view));
  return view;
}

static void a_context_opens_and_closes(void **state)
{
  (void)state;
  expect_calls("o"); /* the context of the test */
  vf_context *context = NULL;
  failing = 'o';
  assert_int_equal(vf_context_create("host", &context), VF_ERROR_STATE);
  assert_null(context);
  failing = 0;
  must(vf_context_create("host", &context));
  expect_calls("oo");
  must(vf_context_destroy(context));
  expect_calls("c");
}

static void a_call_is_run_between_its_begin_and_its_end(void **state)
{
  (void)state;
  vf_view *view = wrap();
  memset(calls, 0, sizeof calls);
  launches = 0;
  must(dispatch(view, 4));
  expect_calls("bre");
  assert_int_equal(launches, 1);
  /* refused by its checks */
  assert_int_equal(dispatch(view, 5), VF_ERROR_BOX);
  expect_calls("be");
  failing = 'r';
  assert_int_equal(dispatch(view, 4), VF_ERROR_STATE);
  failing = 0;
  expect_calls("bre");
  assert_int_equal(launches, 1);
  must(vf_view_release(&view, true));
}

static vf_status dispatch_three(vf_view *view, int last)
{
  const vf_box boxes[3] = { { { 1, 1, 1 }, { 1, 1, 1 } },
                            { { 2, 1, 1 }, { last, 1, 1 } },
                            { { 3, 1, 1 }, { 2, 1, 1 } } };
  const vfi_argument given[] = { { .view = view } };
  vfi_call three[3];
  for (int c = 0; c < 3; c++)
    three[c] = (vfi_call){ .kernel = &kernel, .boxes = &boxes[c], .box_count = 1, .arguments = given };
  return vf_dispatch_together(three, 3);
}

static void calls_that_may_join_are_not_run_one_by_one(void **state)
{
  (void)state;
  vf_view *view = wrap();
  memset(calls, 0, sizeof calls);
  together = true;
  launches = 0;
  must(dispatch_three(view, 4));
  expect_calls("bjnnne"); /* the third call is empty */
  /* refused by their checks */
  assert_int_equal(dispatch_three(view, 5), VF_ERROR_BOX);
  expect_calls("be");
  failing = 'j';
  assert_int_equal(dispatch_three(view, 4), VF_ERROR_STATE);
  failing = 0;
  expect_calls("bje");
  assert_int_equal(launches, 1);
  must(vf_view_release(&view, true));
}

static void calls_that_may_not_join_are_run_one_by_one(void **state)
{
  (void)state;
  vf_view *view = wrap();
  memset(calls, 0, sizeof calls);
  together = false;
  launches = 0;
  must(dispatch_three(view, 4));
  expect_calls("bjebrebrebre");
  assert_int_equal(launches, 2);
  failing = 'r';
  assert_int_equal(dispatch_three(view, 4), VF_ERROR_STATE);
  failing = 0;
  expect_calls("bjebre");
  must(vf_view_release(&view, true));
}

static void a_composite_asks_before_its_tuned_version_runs(void **state)
{
  (void)state;
  const vfi_composite composite = { .name = "both", .plain = plain, .tuned = { tuned } };
  const vfi_composite without = { .name = "plain", .plain = plain };
  plain_runs = tuned_runs = 0;
  memset(calls, 0, sizeof calls);
  must(vfi_composite_run(&composite, NULL, NULL));
  expect_calls("t");
  assert_int_equal(tuned_runs, 1);
  failing = 't';
  must(vfi_composite_run(&composite, NULL, NULL));
  failing = 0;
  expect_calls("t");
  must(vfi_composite_run(&without, NULL, NULL));
  expect_calls("");
  assert_int_equal(tuned_runs, 1);
  assert_int_equal(plain_runs, 2);
}

static void the_host_reads_where_it_does_not_overwrite(void **state)
{
  (void)state;
  vf_view *view = wrap();
  must(vf_view_to_device(view, VF_UPDATE));
  memset(calls, 0, sizeof calls);
  must(vf_view_to_host(view, VF_READ));
  expect_calls("h");
  must(vf_view_sync_d2h(view));
  expect_calls("h");
  must(vf_view_to_host(view, VF_WRITE));
  expect_calls("");
  must(vf_view_to_device(view, VF_READ));
  expect_calls("");
  /* a refused access of the host has written nothing */
  bool host = false, device = false;
  failing = 'h';
  assert_int_equal(vf_view_to_host(view, VF_UPDATE), VF_ERROR_STATE);
  failing = 0;
  expect_calls("h");
  must(vf_view_state(view, &host, &device));
  assert_true(device);
  must(vf_view_release(&view, true));
}

static void old_values_of_the_host_are_told(void **state)
{
  (void)state;
  vf_view *view = wrap();
  void *device = NULL;
  must(vf_view_device_address(view, VF_READ, &device));
  const int apart = device != values;
  made_old = made_new = ended = 0;
  must(dispatch(view, 4));
  must(dispatch(view, 4)); /* they are old already */
  assert_int_equal(made_old, apart);
  must(vf_view_to_host(view, VF_READ));
  must(vf_view_to_host(view, VF_READ)); /* they are new already */
  assert_int_equal(made_new, apart);
  must(dispatch(view, 4));
  assert_int_equal(made_old, 2 * apart);
  assert_int_equal(made_new, apart);
  assert_int_equal(ended, 0);
  must(vf_view_release(&view, true));
  assert_int_equal(ended, 1);
}

static void accesses_states_and_memory_are_told(void **state)
{
  (void)state;
  vfi_host_watched = true;
  wrapped_bytes = 0;
  vf_view *view = wrap();
  assert_int_equal(wrapped_bytes, 4 * sizeof(double));
  void *device = NULL;
  memset(told, 0, sizeof told);
  must(dispatch(view, 4));
  const bool apart = strchr(told, 'm');
  expect_told(apart ? "(Dm=!)" : "(D=)");
  must(dispatch(view, 4));
  expect_told(apart ? "(D!)" : "(D=)");
  must(vf_view_to_host(view, VF_UPDATE));
  expect_told(apart ? "H==" : "H=");
  must(vf_view_sync_h2d(view));
  must(vf_view_sync_d2h(view));
  expect_told(apart ? "d=h=" : "dh");
  must(vf_view_device_address(view, VF_WRITE, &device));
  expect_told(apart ? "D!" : "D=");
  vf_view *kept = view;
  assert_int_equal(vf_view_release(&view, false), apart ? VF_ERROR_STALE : VF_OK);
  brings = true;
  if (apart) must(vf_view_release(&kept, false));
  brings = false;
  vfi_host_watched = false;
}

static void accesses_and_states_are_not_told_unless_the_host_is_watched(void **state)
{
  (void)state;
  vf_view *view = wrap();
  memset(told, 0, sizeof told);
  must(dispatch(view, 4));
  const bool apart = strchr(told, 'm');
  must(vf_view_to_host(view, VF_UPDATE));
  must(vf_view_sync_h2d(view));
  must(vf_view_sync_d2h(view));
  expect_told(apart ? "m" : "");
  must(vf_view_release(&view, true));
}

/* Makes a set of the view alone, and forgets the calls so far. */
static vf_view *wrap_set(vf_view *view)
{
  const vf_box box = { { 1, 1, 1 }, { 4, 1, 1 } };
  vf_view *set = NULL;
  must(vf_set_wrap(NULL, &box, 1, &view, "set", &set));
  memset(calls, 0, sizeof calls);
  return set;
}

static void views_and_sets_end(void **state)
{
  (void)state;
  vf_view *view = wrap(), *set = wrap_set(view);
  failing = 'v';
  assert_int_equal(vf_view_release(&set, true), VF_ERROR_STATE);
  assert_int_equal(vf_view_release(&view, true), VF_ERROR_STATE);
  assert_non_null(set);
  assert_non_null(view);
  expect_calls("vv");
  failing = 0;
  must(vf_view_release(&set, true));
  expect_calls("vs");
  must(vf_view_release(&view, true));
  expect_calls("v");
}

static void a_context_that_closes_ends_its_views_whatever_a_hook_says(void **state)
{
  (void)state;
  vf_view *view = wrap(), *set = wrap_set(view);
  failing = 'v';
  assert_int_equal(vf_finalize(), VF_ERROR_STATE);
  failing = 0;
  expect_calls("cvsv");
  assert_int_equal(vf_view_sync_h2d(view), VF_ERROR_NULL);
  assert_int_equal(vf_view_sync_h2d(set), VF_ERROR_NULL);
  view = wrap();
  expect_calls("o");
  must(vf_view_release(&view, true));
}

static const struct CMUnitTest tests[] = {
  claim(a_context_opens_and_closes),
  claim(a_call_is_run_between_its_begin_and_its_end),
  claim(calls_that_may_join_are_not_run_one_by_one),
  claim(calls_that_may_not_join_are_run_one_by_one),
  claim(a_composite_asks_before_its_tuned_version_runs),
  claim(the_host_reads_where_it_does_not_overwrite),
  claim(old_values_of_the_host_are_told),
  claim(accesses_states_and_memory_are_told),
  claim(accesses_and_states_are_not_told_unless_the_host_is_watched),
  claim(views_and_sets_end),
  claim(a_context_that_closes_ends_its_views_whatever_a_hook_says),
};
RUN("hooks", tests)
