/* Sets with arrays in different states: which arrays move, and which sides are valid afterwards. Each claim runs with
 * the odd array at every place of the set. */
#include "boxes.h"

#include <stdio.h>

enum { PARTS = 3, LENGTH = 6 };
static double values[PARTS][LENGTH];
static const vf_box parts[PARTS] = { { { 1, 1, 1 }, { 6, 1, 1 } },
                                     { { 7, 1, 1 }, { 12, 1, 1 } },
                                     { { 13, 1, 1 }, { 18, 1, 1 } } };
static const char *const labels[PARTS] = { "first", "second", "third" };
static vf_view *views[PARTS];

/* Three lines of numbers as a set; the host has the newest values, and the device has none. */
static vf_set *lines(void)
{
  const int64_t length = LENGTH;
  vf_set *set = NULL;
  for (int b = 0; b < PARTS; b++) {
    for (int c = 0; c < LENGTH; c++) values[b][c] = 10 * b + c;
    views[b] = wrapped(values[b], 1, &length, &parts[b].lower[0], labels[b]);
  }
  must(vf_set_wrap(NULL, parts, PARTS, views, "lines", &set));
  must(vf_counters_reset(NULL));
  return set;
}

static void discard_lines(vf_set *set)
{
  discard(set);
  for (int b = 0; b < PARTS; b++) discard(views[b]);
}

/* A side of the set is valid if it is valid for all arrays. */
static void side_of_a_set_is_valid_where_all_arrays_have_it(void **state)
{
  (void)state;
  for (int odd = 0; odd < PARTS; odd++) {
    vf_set *set = lines();
    expect_state(set, true, !separate());
    must(vf_view_to_device(views[odd], VF_READ));
    expect_state(set, true, !separate());
    must(vf_view_to_device(set, VF_READ));
    expect_copies(separate() ? PARTS : 0, 0);
    expect_state(set, true, true);
    must(vf_view_to_host(views[odd], VF_UPDATE));
    expect_state(set, true, !separate());
    must(vf_view_to_device(views[odd], VF_UPDATE));
    expect_state(set, !separate(), true);
    must(vf_view_to_host(set, VF_READ));
    expect_copies(separate() ? PARTS + 1 : 0, separate() ? 1 : 0);
    expect_state(set, true, true);
    discard_lines(set);
  }
}

/* Either result may be left out. */
static void one_side_may_be_asked_for_alone(void **state)
{
  (void)state;
  vf_set *set = lines();
  bool host = false, device = separate();
  must(vf_view_state(set, &host, NULL));
  must(vf_view_state(set, NULL, &device));
  assert_true(host && device == !separate());
  discard_lines(set);
}

/* If the host marks a set as written, the next kernel sees the host's values of every array. */
static void marking_a_set_marks_all_its_arrays(void **state)
{
  (void)state;
  const vf_side sides[2] = { VF_HOST, VF_DEVICE };
  for (int s = 0; s < 2; s++) {
    vf_set *set = lines();
    must(vf_view_to_device(set, VF_READ));
    must(vf_view_mark_written(set, sides[s]));
    for (int b = 0; b < PARTS; b++)
      expect_state(views[b], sides[s] == VF_HOST || !separate(), sides[s] == VF_DEVICE || !separate());
    must(vf_view_to_host(set, VF_READ));
    discard_lines(set);
  }
}

/* A single array whose newest values would be lost is enough for a refusal. The text names this array, and nothing
 * changes. */
static void marking_the_stale_side_of_one_array_is_refused(void **state)
{
  (void)state;
  if (!separate()) skip();
  for (int odd = 0; odd < PARTS; odd++) {
    char word[80];
    vf_set *set = lines();
    must(vf_view_to_device(set, VF_READ));
    must(vf_view_to_device(views[odd], VF_UPDATE));
    snprintf(word, sizeof word, "mark_written of '%s'", labels[odd]);
    refused(vf_view_mark_written(set, VF_HOST), VF_ERROR_STALE, word);
    refused(vf_view_mark_written(set, VF_HOST), VF_ERROR_STALE, "to_host");
    for (int b = 0; b < PARTS; b++) expect_state(views[b], b != odd, true);
    must(vf_view_to_host(views[odd], VF_UPDATE));
    refused(vf_view_mark_written(set, VF_DEVICE), VF_ERROR_STALE, word);
    refused(vf_view_mark_written(set, VF_DEVICE), VF_ERROR_STALE, "to_device");
    for (int b = 0; b < PARTS; b++) expect_state(views[b], true, b != odd);
    discard_lines(set);
  }
}

static void side_that_is_none_is_refused(void **state)
{
  (void)state;
  vf_set *set = lines();
  refused(vf_view_mark_written(set, (vf_side)2), VF_ERROR_ARGUMENT, "mark_written of 'lines': side 2");
  refused(vf_view_mark_written(views[0], (vf_side)-1), VF_ERROR_ARGUMENT, "'first': side -1");
  refused(vf_view_to_host(set, (vf_intent)-1), VF_ERROR_ARGUMENT, "'lines': intent -1");
  refused(vf_view_to_device(set, (vf_intent)(VF_UPDATE + 1)), VF_ERROR_ARGUMENT, "'lines': intent");
  discard_lines(set);
}

/* sync_d2h of a set needs every array on the device. */
static void array_that_the_device_never_held_is_named(void **state)
{
  (void)state;
  if (!separate()) skip();
  for (int odd = 0; odd < PARTS; odd++) {
    char word[80];
    vf_set *set = lines();
    for (int b = 0; b < PARTS; b++)
      if (b != odd) must(vf_view_sync_h2d(views[b]));
    snprintf(word, sizeof word, "sync_d2h of '%s'", labels[odd]);
    refused(vf_view_sync_d2h(set), VF_ERROR_STATE, word);
    expect_copies(PARTS - 1, 0);
    discard_lines(set);
  }
}

/* A sync moves all arrays, valid or not, in both directions; the counted bytes are the bytes of all arrays. */
static void syncs_move_every_array(void **state)
{
  (void)state;
  for (int odd = 0; odd < PARTS; odd++) {
    vf_set *set = lines();
    must(vf_view_to_device(views[odd], VF_READ));
    must(vf_view_sync_h2d(set));
    expect_copies(separate() ? PARTS + 1 : 0, 0);
    must(vf_add_constant(&parts[odd], views[odd], 100));
    must(vf_view_sync_d2h(set));
    expect_copies(separate() ? PARTS + 1 : 0, separate() ? PARTS : 0);
    assert_int_equal(counters().bytes_to_device, separate() ? sizeof values + sizeof values[0] : 0);
    assert_int_equal(counters().bytes_to_host, separate() ? sizeof values : 0);
    for (int b = 0; b < PARTS; b++)
      for (int c = 0; c < LENGTH; c++) assert_true(values[b][c] == 10 * b + c + (b == odd ? 100 : 0));
    discard_lines(set);
  }
}

/* A kernel brings the stale arrays, and no others. */
static void kernel_on_a_set_brings_the_stale_arrays(void **state)
{
  (void)state;
  for (int odd = 0; odd < PARTS; odd++) {
    double sum = 0;
    vf_set *set = lines();
    must(vf_view_to_device(set, VF_READ));
    values[odd][LENGTH - 1] += 1000;
    must(vf_view_mark_written(views[odd], VF_HOST));
    must(vf_counters_reset(NULL));
    must(vf_sum_boxes(parts, PARTS, set, &sum, NULL));
    expect_copies(separate() ? 1 : 0, 0);
    assert_true(sum == 1000 + PARTS * (0 + 1 + 2 + 3 + 4 + 5) + LENGTH * (0 + 10 + 20));
    discard_lines(set);
  }
}

/* Arrays that are added later get their device memory beside arrays that have it already. */
static void arrays_without_device_memory_get_it_beside_those_that_have_it(void **state)
{
  (void)state;
  for (int odd = 0; odd < PARTS; odd++) {
    vf_set *set = lines();
    must(vf_view_to_device(views[odd], VF_READ));
    assert_int_equal(counters().device_bytes, separate() ? sizeof values[0] : 0);
    must(vf_add_constant_boxes(parts, PARTS, set, 100));
    assert_int_equal(counters().device_bytes, separate() ? sizeof values : 0);
    must(vf_view_to_host(set, VF_READ));
    for (int b = 0; b < PARTS; b++)
      for (int c = 0; c < LENGTH; c++) assert_true(values[b][c] == 10 * b + c + 100);
    discard_lines(set);
    assert_int_equal(counters().device_bytes, 0);
  }
}

/* A failed launch may have written. For every array that the launch was to write, the host's values count as the
 * newest. */
static int failing(const vfi_launch *launch)
{
  (void)launch;
  return 5;
}

static void failed_launch_leaves_the_hosts_values_of_every_array(void **state)
{
  (void)state;
  if (!separate()) skip();
  vf_set *set = lines();
  vfi_launcher *slot = &vf_add_constant_kernel.launchers[backend_under_test()][1];
  const vfi_launcher usual = *slot;
  must(vf_view_to_device(set, VF_READ));
  *slot = failing;
  const vf_status status = vf_add_constant_boxes(parts, PARTS, set, 1);
  *slot = usual;
  assert_int_equal(status, VF_ERROR_DEVICE);
  for (int b = 0; b < PARTS; b++) expect_state(views[b], true, false);
  must(vf_view_to_device(set, VF_UPDATE));
  *slot = failing;
  assert_int_equal(vf_add_constant_boxes(parts, PARTS, set, 1), VF_ERROR_DEVICE);
  *slot = usual;
  for (int b = 0; b < PARTS; b++) expect_state(views[b], false, true);
  discard_lines(set);
}

static const struct CMUnitTest tests[] = {
  claim(side_of_a_set_is_valid_where_all_arrays_have_it),
  claim(one_side_may_be_asked_for_alone),
  claim(marking_a_set_marks_all_its_arrays),
  claim(marking_the_stale_side_of_one_array_is_refused),
  claim(side_that_is_none_is_refused),
  claim(array_that_the_device_never_held_is_named),
  claim(syncs_move_every_array),
  claim(kernel_on_a_set_brings_the_stale_arrays),
  claim(arrays_without_device_memory_get_it_beside_those_that_have_it),
  claim(failed_launch_leaves_the_hosts_values_of_every_array),
};

RUN("set_states", tests)
