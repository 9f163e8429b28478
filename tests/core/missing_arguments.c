/* Calls without a place for their result, or without a view: a single table over the public functions. Each call is
 * refused with VF_ERROR_NULL and the name of the missing argument, and leaves its results empty. */
#include "common.h"

#include <viewfab/set.h>

#define REFUSED(call, words) refused(call, VF_ERROR_NULL, words)

static double values[8];
static const int64_t eight = 8;
static const vf_box all = { { 1, 1, 1 }, { 8, 1, 1 } };

static void results_without_a_place_are_refused(void **state)
{
  (void)state;
  vf_view *view = wrapped_line(values, 8, "values");
  vf_set *set = NULL;
  REFUSED(vf_view_find(values, NULL), "vf_view_find: view is NULL");
  REFUSED(vf_view_context(view, NULL), "vf_view_context: context is NULL");
  REFUSED(vf_view_host_address(view, NULL), "vf_view_host_address: address is NULL");
  REFUSED(vf_view_device_address(view, VF_READ, NULL), "device_address: address is NULL");
  REFUSED(vf_view_counters(view, NULL), "vf_view_counters: counters is NULL");
  REFUSED(vf_view_component(view, 1, 1, NULL), "vf_view_component: view is NULL");
  REFUSED(vf_view_create(NULL, VF_REAL64, 1, &eight, NULL, "own", NULL), "'own': view is NULL");
  REFUSED(vf_context_default(NULL), "vf_context_default: context is NULL");
  REFUSED(vf_context_create(NULL, NULL), "vf_context_create: context is NULL");
  REFUSED(vf_context_queue(NULL, NULL), "vf_context_queue: queue is NULL");
  REFUSED(vf_counters_get(NULL, NULL), "vf_counters_get: counters is NULL");
  REFUSED(vfi_kernel_tune(NULL, VF_BACKEND_HOST, VF_REAL64, NULL), "vfi_kernel_tune: kernel is NULL");
  REFUSED(vfi_composite_run(NULL, NULL, NULL), "vfi_composite_run: no operation");
  REFUSED(vfi_composite_run(&(vfi_composite){ 0 }, NULL, NULL), "vfi_composite_run: no operation");
  REFUSED(vf_norm_max(&all, view, NULL), "vf_norm_max: result is NULL");
  REFUSED(vf_fill_value(NULL, view, 1), "vf_fill_value: box is NULL");
  REFUSED(vf_set_wrap(NULL, &all, 1, &view, "set", NULL), "vf_set_wrap 'set': set is NULL");
  REFUSED(vf_set_wrap(NULL, NULL, 1, &view, "set", &set), "vf_set_wrap 'set': boxes is NULL");
  REFUSED(vf_set_wrap(NULL, &all, 1, NULL, "set", &set), "vf_set_wrap 'set': views is NULL");
  REFUSED(vf_set_create(NULL, &all, 1, VF_REAL64, 1, 0, 0, "set", NULL), "vf_set_create 'set': set is NULL");
  REFUSED(vf_set_create(NULL, NULL, 1, VF_REAL64, 1, 0, 0, "set", &set), "vf_set_create 'set': boxes is NULL");
  assert_null(set);
  must(vf_set_create(NULL, &all, 1, VF_REAL64, 1, 1, 0, "set", &set));
  REFUSED(vf_set_fill_ghosts(set, NULL, 1, NULL, &(vf_boundary){ 0 }), "domain is NULL");
  REFUSED(vf_set_fill_ghosts(set, NULL, 1, &all, NULL), "sides is NULL");
  must(vf_view_release(&set, true));
  discard(view);
}

/* Every call that takes a view, with a view that was never set and with a released view. */
static void calls_without_a_view_are_refused(void **state)
{
  (void)state;
  vf_view *released = wrapped_line(values, 8, "gone"), *copy = released;
  discard(released);
  vf_view *const wrong[2] = { NULL, copy };
  for (int w = 0; w < 2; w++) {
    vf_view *view = wrong[w], *other = NULL;
    const char *words = w ? "released" : "not set";
    int64_t bounds[4];
    bool flags[2];
    int count = 7;
    void *address = values;
    vf_context *context = NULL;
    vf_counters numbers;
    double number = 0;
    vf_box box;
    REFUSED(vf_view_bounds(view, bounds, bounds), words);
    REFUSED(vf_view_context(view, &context), words);
    REFUSED(vf_view_host_address(view, &address), words);
    assert_null(address);
    address = values;
    REFUSED(vf_view_device_address(view, VF_READ, &address), words);
    assert_null(address);
    REFUSED(vf_view_state(view, &flags[0], &flags[1]), words);
    REFUSED(vf_view_counters(view, &numbers), words);
    REFUSED(vf_view_sync_h2d(view), words);
    REFUSED(vf_view_sync_d2h(view), words);
    REFUSED(vf_view_to_host(view, VF_READ), words);
    REFUSED(vf_view_to_device(view, VF_READ), words);
    REFUSED(vf_view_mark_written(view, VF_HOST), words);
    REFUSED(vf_view_component(view, 1, 1, &other), words);
    REFUSED(vf_set_size(view, &flags[0], &count), words);
    assert_int_equal(count, 7);
    REFUSED(vf_set_view(view, 0, &box, &other), words);
    REFUSED(vf_fill_value(&all, view, 1), words);
    REFUSED(vf_norm_max(&all, view, &number), words);
    REFUSED(vf_set_fill_ghosts(view, NULL, 1, &all, &(vf_boundary){ .order = 2 }), words);
    assert_null(other);
    assert_null(context);
    assert_int_equal(vf_view_rank(view), 0);
    assert_int_equal((int)vf_view_type(view), 0);
    assert_string_equal(vf_view_label(view), "");
  }
  vf_view *result = wrapped_line(values, 8, "values");
  REFUSED(vf_norm_max_boxes(&all, 1, result, NULL, copy), "released");
  discard(result);
}

/* A call that asks for some of the results gets just these. */
static void results_may_be_left_out(void **state)
{
  (void)state;
  vf_view *view = wrapped_line(values, 8, "values"), *of_set = NULL;
  vf_set *set = NULL;
  int64_t lower[1] = { 0 }, upper[1] = { 0 };
  bool is_set = true;
  int count = 0;
  vf_box box = { { 0, 0, 0 }, { 0, 0, 0 } };
  must(vf_view_bounds(view, lower, NULL));
  must(vf_view_bounds(view, NULL, upper));
  assert_true(lower[0] == 1 && upper[0] == 8);
  must(vf_set_size(view, &is_set, NULL));
  must(vf_set_size(view, NULL, &count));
  assert_true(!is_set && count == 1);
  must(vf_set_wrap(NULL, &all, 1, &view, NULL, &set));
  assert_string_equal(vf_view_label(set), "unnamed");
  must(vf_set_view(set, 0, &box, NULL));
  must(vf_set_view(set, 0, NULL, &of_set));
  assert_int_equal(box.upper[0], 8);
  assert_string_equal(vf_view_label(of_set), "values");
  discard(set);
  discard(view);
}

static const struct CMUnitTest tests[] = {
  claim(results_without_a_place_are_refused),
  claim(calls_without_a_view_are_refused),
  claim(results_may_be_left_out),
};
RUN("missing_arguments", tests)
