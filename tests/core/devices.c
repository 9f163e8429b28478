/* Contexts: the device that a name picks, and the effect of the environment. */
#include "common.h"

/* Creates a context while an environment variable has the given value. */
static vf_status create_with(const char *variable, const char *value, const char *device)
{
  vf_context *context = NULL;
  const char *now = getenv(variable);
  char *before = now ? strdup(now) : NULL;
  setenv(variable, value, 1);
  const vf_status status = vf_context_create(device, &context);
  if (before) setenv(variable, before, 1);
  else unsetenv(variable);
  free(before);
  if (status) assert_null(context);
  else must(vf_context_destroy(context));
  return status;
}

static void names_that_are_no_device_are_refused(void **state)
{
  (void)state;
  static const char *const names[] = { "bogus",   "cud",     "hostess",
                                       "cuda1",   "host:",   "cuda:x",
                                       "host:-1", "cuda:1x", "host:99999999999999999999",
                                       "HOST",    " host" };
  vf_context *context = NULL;
  for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
    refused(vf_context_create(names[n], &context), VF_ERROR_DEVICE, names[n]);
    assert_null(context);
    refused(vf_init(names[n]), VF_ERROR_DEVICE, names[n]);
    refused(create_with("VF_DEVICE", names[n], NULL), VF_ERROR_DEVICE, names[n]);
  }
  must(vf_context_create("host", &context));
  must(vf_context_destroy(context));
}

static void devices_that_are_not_there_are_refused(void **state)
{
  (void)state;
  static const char *const names[] = { "host:1", "cuda:99", "hip:99" };
  vf_context *context = NULL;
  for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
    refused(vf_context_create(names[n], &context), VF_ERROR_DEVICE, names[n]);
    refused(create_with("VF_DEVICE", names[n], ""), VF_ERROR_DEVICE, names[n]);
    assert_null(context);
  }
  must(create_with("VF_DEVICE", "bogus", "host:0")); /* a name in the call comes first */
}

/* A wrong value of a variable is an error, not the default. */
static void wrong_values_in_the_environment_are_refused(void **state)
{
  (void)state;
  static const char *const tiles[] = { "32",     "32,8",   "32,8,1,1",        "a,b,c",          "0,8,1",
                                       "-1,8,1", "32;8;1", "100000,100000,1", "99999999999,1,1" };
  refused(create_with("VF_HOST_MEMORY", "mirrored", "host"), VF_ERROR_DEVICE, "'mirrored'");
  for (size_t t = 0; t < sizeof tiles / sizeof tiles[0]; t++)
    refused(create_with("VF_TILE", tiles[t], NULL), VF_ERROR_ARGUMENT, "");
  must(create_with("VF_TILE", "16,4,2", NULL));
  must(create_with("VF_TILE", "", NULL));
  must(create_with("VF_HOST_MEMORY", "", "host"));
}

/* A default context that failed to open does not block the next try. */
static void failed_init_can_be_repeated(void **state)
{
  (void)state;
  char *tile = getenv("VF_TILE") ? strdup(getenv("VF_TILE")) : NULL;
  must(vf_finalize());
  setenv("VF_TILE", "many", 1);
  const vf_status failed = vf_init(NULL);
  if (tile) setenv("VF_TILE", tile, 1);
  else unsetenv("VF_TILE");
  free(tile);
  assert_int_equal(failed, VF_ERROR_ARGUMENT);
  must(vf_init(NULL));
}

static void tile_of_a_context_is_checked(void **state)
{
  (void)state;
  static double values[5 * 7 * 9];
  const int64_t extents[3] = { 5, 7, 9 };
  const vf_box all = { { 1, 1, 1 }, { 5, 7, 9 } };
  const int wrong[4][3] = { { 0, 1, 1 }, { 1, -1, 1 }, { VF_MAX_TILE + 1, 1, 1 }, { 65536, 65536, 1 } };
  const int right[4][3] = { { 1, 1, 1 }, { 3, 2, 5 }, { 8, 8, 4 }, { VF_MAX_TILE, 1, 1 } };
  vf_view *view = wrapped(values, 3, extents, NULL, "values");
  for (int t = 0; t < 4; t++) refused(vf_context_use_tile(NULL, wrong[t]), VF_ERROR_ARGUMENT, "tile");
  refused(vf_context_use_tile(NULL, NULL), VF_ERROR_NULL, "tile");
  for (int t = 0; t < 4; t++) {
    must(vf_context_use_tile(NULL, right[t]));
    must(vf_fill_value(&all, view, t + 1));
    must(vf_view_to_host(view, VF_READ));
    for (int c = 0; c < 5 * 7 * 9; c++) assert_true(values[c] == t + 1);
  }
  discard(view);
}

/* A second call for the open device does nothing. A call for another device is refused as long as this
 * device is open. */
static void open_device_may_be_opened_again(void **state)
{
  (void)state;
  vf_context *context = NULL, *same = NULL;
  must(vf_context_default(&context));
  must(vf_init(NULL));
  must(vf_init(vf_context_device(NULL)));
  must(vf_context_default(&same));
  assert_ptr_equal(context, same);
  if (on_gpu()) refused(vf_init("host"), VF_ERROR_STATE, "vf_finalize");
}

/* Calls open the default context on first use, and each view knows its context. */
static void default_context_opens_by_itself(void **state)
{
  (void)state;
  static double values[3];
  vf_context *context = NULL, *of_view = NULL;
  void *queue = values;
  must(vf_finalize());
  must(vf_finalize());
  vf_view *view = wrapped_line(values, 3, "values");
  context = (vf_context *)values; /* whatever stood there before */
  must(vf_context_default(&context));
  must(vf_view_context(view, &of_view));
  assert_ptr_equal(context, of_view);
  must(vf_context_queue(NULL, &queue));
  if (!on_gpu()) assert_null(queue);
  must(vf_view_release(&view, false));
}

/* The end of a context ends its views in any state. A later use of such a view is an error, not a
 * crash. */
static void closed_context_is_noticed(void **state)
{
  (void)state;
  static double values[12];
  const int64_t twelve = 12;
  const vf_box all = line(1, 12);
  vf_context *context = NULL;
  vf_view *view = NULL;
  vf_counters now;
  must(vf_context_create(NULL, &context));
  must(vf_view_wrap(context, values, VF_REAL64, 1, &twelve, NULL, "values", VF_WRAP_DISTINCT, &view));
  must(vf_fill_value(&all, view, 4));
  must(vf_context_destroy(context));
  refused(vf_view_to_host(view, VF_READ), VF_ERROR_NULL, "released");
  refused(vf_context_destroy(context), VF_ERROR_STATE, "destroyed");
  refused(vf_counters_get(context, &now), VF_ERROR_STATE, "destroyed");
  must(vf_context_destroy(NULL));
  view = wrapped_line(values, 12, "again");
  must(vf_view_release(&view, false));
}

static const struct CMUnitTest tests[] = {
  claim(names_that_are_no_device_are_refused),
  claim(devices_that_are_not_there_are_refused),
  claim(wrong_values_in_the_environment_are_refused),
  claim(failed_init_can_be_repeated),
  claim(tile_of_a_context_is_checked),
  claim(open_device_may_be_opened_again),
  claim(default_context_opens_by_itself),
  claim(closed_context_is_noticed),
};
RUN("devices", tests)
