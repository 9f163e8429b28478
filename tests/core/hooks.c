/* The core with the test's own hooks in place of the parts above the core: when the core calls each hook, and the
 * effect of a hook's failure. This program links without those parts, so the core needs none of them. */
#include "testing.h"

#include "../../c_src/core/error.h"
#include "../../c_src/core/hooks.h"

/* A letter for each hook, in the order of the calls. */
static char calls[64];
static bool together; /* calls may join */
static char failing;  /* the letter of the hook that fails; 0: none */

static vf_status note(char letter)
{
  const size_t length = strlen(calls);
  assert_true(length + 1 < sizeof calls);
  calls[length] = letter;
  if (letter != failing) return VF_OK;
  return vfi_fail(VF_ERROR_STATE, "refused by the hook");
}

#define expect_calls(letters)            \
  do {                                   \
    assert_string_equal(calls, letters); \
    memset(calls, 0, sizeof calls);      \
  } while (0)

static vf_status context_opens(void) { return note('o'); }

static void context_closes(vf_context *context)
{
  assert_non_null(context);
  note('c');
}

static int call_begins(const vf_kernel *kernel)
{
  assert_non_null(kernel);
  note('b');
  return 7;
}

static void call_ends(int begun)
{
  assert_int_equal(begun, 7);
  note('e');
}

static vf_status call_runs(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list)
{
  const vf_status status = note('r');
  return status ? status : vfi_execute(call, checked, list);
}

static vf_status calls_join(vf_kernel *kernel, bool *may)
{
  assert_non_null(kernel);
  *may = together;
  return note('j');
}

static void call_joined(const vfi_call *call, const vfi_checked *checked)
{
  assert_ptr_equal(call->kernel->description.name, "of_the_test");
  assert_non_null(checked->context);
  note('n');
}

static bool composite_runs(const vfi_composite *composite)
{
  assert_non_null(composite);
  return !note('t');
}

static bool kernels_watched(vf_kernel *const *kernels) { return !kernels; }

static vf_status host_reads(const vfi_record *record)
{
  assert_string_equal(record->label, "values");
  return note('h');
}

static vf_status view_ends(const vfi_record *record)
{
  assert_string_equal(record->label, "values");
  return note('v');
}

/* Only a device with memory of its own makes values of the host old: these are counted by themselves. */
static int made_old, made_new, ended;

static void host_gets_old(vfi_array *array)
{
  assert_int_equal(array->state, VF_STATE_DEVICE);
  made_old++;
}

static void host_gets_new(vfi_array *array)
{
  assert_string_equal(array->label, "values");
  made_new++;
}

static void array_ends(vfi_array *array)
{
  assert_int_equal(array->views, 0);
  ended++;
}

/* The events of accesses and states, in the order in which core tells them: ( ) around a call on the device, H D before an
 * access of a side, m new memory of the device, = a state, ! a state by a write of the device. */
static char told[64];

static void tell(char letter)
{
  const size_t length = strlen(told);
  if (length + 1 < sizeof told) told[length] = letter;
}

#define expect_told(letters)            \
  do {                                  \
    assert_string_equal(told, letters); \
    memset(told, 0, sizeof told);       \
  } while (0)

static bool states_by_part(void) { return true; }
static bool host_keeps_copy(void) { return false; }

static vf_status call_uses_arrays(const vfi_call *call, const vfi_checked *checked, bool begins)
{
  assert_non_null(call->kernel);
  assert_non_null(checked->context);
  tell(begins ? '(' : ')');
  return VF_OK;
}

static void array_is_used(vfi_array *array, vf_side side, vf_intent intent, bool copies)
{
  assert_string_equal(array->label, "values");
  assert_true(intent >= VF_READ && intent <= VF_UPDATE);
  tell(side == VF_HOST ? (copies ? 'h' : 'H') : copies ? 'd' : 'D');
}

static void state_is_set(vfi_array *array, bool device_wrote)
{
  assert_string_equal(array->label, "values");
  tell(device_wrote ? '!' : '=');
}

static void device_memory_is_new(vfi_array *array)
{
  assert_non_null(array->device);
  tell('m');
}

static bool brings; /* an array may end while the device has its newest values */

static bool brings_at_end(vfi_array *array)
{
  assert_int_equal(array->state, VF_STATE_DEVICE);
  return brings;
}

static void set_ends(vfi_set_state *set)
{
  assert_non_null(set);
  note('s');
}

const vfi_hooks vfi_wiring = {
  .context_opens = context_opens,
  .context_closes = context_closes,
  .call_begins = call_begins,
  .call_ends = call_ends,
  .call_runs = call_runs,
  .calls_join = calls_join,
  .call_joined = call_joined,
  .composite_runs = composite_runs,
  .kernels_watched = kernels_watched,
  .host_reads = host_reads,
  .view_ends = view_ends,
  .host_gets_old = host_gets_old,
  .host_gets_new = host_gets_new,
  .states_by_part = states_by_part,
  .host_keeps_copy = host_keeps_copy,
  .call_uses_arrays = call_uses_arrays,
  .array_is_used = array_is_used,
  .state_is_set = state_is_set,
  .device_memory_is_new = device_memory_is_new,
  .brings_at_end = brings_at_end,
  .array_ends = array_ends,
  .set_ends = set_ends,
};

/* ---- A kernel and a composite without anything generated ---- */

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

/* ---- The claims ---- */

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
  vf_view *view = wrap();
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
