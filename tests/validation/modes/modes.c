/* The result that a call leaves in its arrays, the port's or the original's, and the side that has it: host or device. */
#include "checking.h"

static const double strange = 42;

static void use(vf_mode mode, planted *original)
{
  check_copy(original);
  must(vf_validate_mode("copy", mode));
}

static void expect_source_untouched(void)
{
  for (int c = 0; c < CELLS; c++) assert_true(source[c] == 1 + (c * 37 % CELLS) / (double)CELLS);
}

static void device_mode_runs_the_port_alone(void **state)
{
  (void)state;
  planted original = plant(cell(0, 2, 4), strange);
  use(VF_MODE_DEVICE, &original);
  copy_and_fetch(&whole);
  assert_int_equal(original.calls, 0);
  assert_memory_equal(target, source, sizeof source);
  expect_verdict(true, 0);
}

static void original_mode_runs_the_original_alone(void **state)
{
  (void)state;
  planted original = plant(cell(0, 2, 4), strange);
  use(VF_MODE_ORIGINAL, &original);
  must(vf_copy(&whole, from, to));
  assert_int_equal(original.calls, 1);
  assert_int_equal(counters().launches, 0);
  expect_copies(0, 0);
  expect_state(to, true, !separate());
  assert_true(target[cell(0, 2, 4)] == strange && target[0] == source[0]);
  expect_source_untouched();
  expect_said("1 calls by the original alone");
}

static void original_mode_fetches_what_the_device_holds(void **state)
{
  (void)state;
  planted original = { 0 };
  must(vf_fill_value(&whole, from, 3));
  must(vf_fill_value(&whole, to, 4));
  use(VF_MODE_ORIGINAL, &original);
  must(vf_copy(&inside, from, to));
  expect_copies(0, 2 * separate());
  expect_state(from, true, true);
  expect_state(to, true, !separate());
  assert_true(target[cell(-1, 1, 4)] == 3 && target[cell(-2, 1, 4)] == 4);
}

static void port_after_an_original_gets_its_result(void **state)
{
  (void)state;
  planted original = plant(cell(0, 2, 4), strange);
  use(VF_MODE_ORIGINAL, &original);
  must(vf_copy(&whole, from, to));
  must(vf_add_constant(&whole, to, 1));
  expect_state(to, !separate(), true);
  must(vf_view_to_host(to, VF_READ));
  expect_copies(separate(), separate());
  assert_true(target[cell(0, 2, 4)] == strange + 1);
}

static void checked_call_goes_on_with_the_port(void **state)
{
  (void)state;
  planted original = plant(cell(0, 2, 4), strange);
  use(VF_MODE_CHECK, &original);
  copy_and_fetch(&whole);
  assert_int_equal(original.calls, 1 + 2); /* two more calls measure the effect of rounding */
  assert_memory_equal(target, source, sizeof source);
  expect_verdict(false, 1);
}

static void checked_call_goes_on_with_the_original_where_it_is_kept(void **state)
{
  (void)state;
  planted original = plant(cell(0, 2, 4), strange);
  use(VF_MODE_CHECK, &original);
  must(vf_validate_keep("copy", VF_KEEP_ORIGINAL));
  copy_and_fetch(&inside);
  assert_true(target[cell(0, 2, 4)] == strange && target[cell(1, 2, 4)] == source[cell(1, 2, 4)]);
  assert_true(target[cell(-2, 2, 4)] == -7);
  expect_verdict(false, 1);
}

/* After a checked call the port's result is on the device, and the host's array is unchanged, as after any call. */
static void checked_call_leaves_the_host_array_alone(void **state)
{
  (void)state;
  if (!separate()) skip();
  planted original = plant(cell(0, 2, 4), strange);
  use(VF_MODE_CHECK, &original);
  for (int keep = VF_KEEP_PORT; keep <= VF_KEEP_ORIGINAL; keep++) {
    must(vf_validate_keep("copy", (vf_keep)keep));
    for (int box = 0; box < 2; box++) {
      must(vf_view_to_host(to, VF_WRITE));
      for (int c = 0; c < CELLS; c++) target[c] = -7;
      must(vf_copy(box ? &whole : &inside, from, to));
      expect_state(to, false, true);
      for (int c = 0; c < CELLS; c++) assert_true(target[c] == -7);
    }
  }
}

static void states_after_a_checked_call_are_those_without(void **state)
{
  (void)state;
  planted original = { 0 };
  for (int newest = 0; newest < 2; newest++)
    for (int box = 0; box < 2; box++) {
      bool host[2][2], device[2][2];
      for (int mode = 0; mode < 2; mode++) {
        use(mode ? VF_MODE_CHECK : VF_MODE_DEVICE, &original);
        must(vf_view_to_host(from, VF_UPDATE));
        must(vf_view_to_host(to, VF_UPDATE));
        if (newest) must(vf_add_constant(&whole, from, 0));
        if (newest) must(vf_add_constant(&whole, to, 0));
        must(vf_copy(box ? &whole : &inside, from, to));
        must(vf_view_state(from, &host[mode][0], &device[mode][0]));
        must(vf_view_state(to, &host[mode][1], &device[mode][1]));
      }
      assert_memory_equal(host[0], host[1], sizeof host[0]);
      assert_memory_equal(device[0], device[1], sizeof device[0]);
    }
  expect_verdict(true, 4);
}

static void elements_outside_the_box_keep_their_values(void **state)
{
  (void)state;
  planted original = { 0 };
  use(VF_MODE_CHECK, &original);
  for (int round = 0; round < 4; round++) {
    must(vf_validate_keep("copy", round % 2 ? VF_KEEP_ORIGINAL : VF_KEEP_PORT));
    must(vf_validate_order("copy", round / 2));
    copy_and_fetch(&inside);
    int untouched = 0;
    for (int c = 0; c < CELLS; c++) untouched += target[c] == -7;
    assert_int_equal(untouched, CELLS - INSIDE);
  }
  must(vf_view_to_host(from, VF_READ));
  expect_source_untouched();
  expect_verdict(true, 4);
}

/* ---- Reductions ----------------------------------------------------------------------------------------------- */

static void larger_norm(const vf_original_call *call, void *user)
{
  original_norm_max(call, NULL);
  *call->result += *(const double *)user;
}

/* Result of norm_max over some boxes, as a number and in a view. */
static void expect_norm(const vf_box *boxes, int count, double expected)
{
  double number = -1, array[2] = { -1, -1 };
  vf_view *results = wrapped_line(array, 2, "results");
  const vfi_argument argument = { .view = from };
  const vfi_call call = { .kernel = &vf_norm_max_kernel,
                          .boxes = boxes,
                          .box_count = count,
                          .arguments = &argument,
                          .results = { &number },
                          .result_view = results };
  must(vfi_dispatch(&call));
  must(vf_view_to_host(results, VF_READ));
  assert_true(number == expected);
  assert_true(array[0] == expected && array[1] == -1);
  discard(results);
}

static void result_is_the_ports_or_the_one_that_is_kept(void **state)
{
  (void)state;
  double more = 0.5;
  const double largest = source[cell(1, 1, 3)] = 8;
  must(vf_kernel_set_original(&vf_norm_max_kernel, VF_REAL64, larger_norm, &more));
  must(vf_validate_mode("norm_max", VF_MODE_CHECK));
  expect_norm(&whole, 1, largest);
  must(vf_validate_keep("norm_max", VF_KEEP_ORIGINAL));
  expect_norm(&whole, 1, largest + more);
  expect_verdict(false, 2);
  must(vf_validate_mode("norm_max", VF_MODE_ORIGINAL));
  expect_norm(&whole, 1, largest + more);
  must(vf_validate_mode("norm_max", VF_MODE_DEVICE));
  expect_norm(&whole, 1, largest);
}

/* The original runs once for each box. */
static void results_of_several_boxes_are_combined(void **state)
{
  (void)state;
  double nothing = 0;
  const vf_box boxes[3] = { { { -2, 0, 3 }, { 0, 4, 6 } }, { { 1, 0, 3 }, { 0, 4, 6 } }, { { 3, 0, 3 }, { 6, 4, 6 } } };
  source[cell(1, 1, 3)] = 9; /* in no box */
  source[cell(4, 1, 3)] = 8;
  must(vf_kernel_set_original(&vf_norm_max_kernel, VF_REAL64, larger_norm, &nothing));
  must(vf_validate_mode("norm_max", VF_MODE_ORIGINAL));
  expect_norm(boxes, 3, 8);
  expect_norm(boxes, 2, norm(&boxes[0], from));
  expect_norm(&boxes[1], 1, 0);
  must(vf_validate_mode("norm_max", VF_MODE_CHECK));
  expect_norm(boxes, 3, 8);
  expect_verdict(true, 1);
}

static int close_reducing(void **state)
{
  must(vf_validate_mode("norm_max", VF_MODE_DEVICE));
  must(vf_validate_keep("norm_max", VF_KEEP_PORT));
  must(vf_kernel_set_original(&vf_norm_max_kernel, VF_REAL64, NULL, NULL));
  return close_checking(state);
}
#undef claim
#define claim(name) cmocka_unit_test_setup_teardown(name, open_checking, close_reducing)

static const struct CMUnitTest tests[] = {
  claim(device_mode_runs_the_port_alone),
  claim(original_mode_runs_the_original_alone),
  claim(original_mode_fetches_what_the_device_holds),
  claim(port_after_an_original_gets_its_result),
  claim(checked_call_goes_on_with_the_port),
  claim(checked_call_goes_on_with_the_original_where_it_is_kept),
  claim(checked_call_leaves_the_host_array_alone),
  claim(states_after_a_checked_call_are_those_without),
  claim(elements_outside_the_box_keep_their_values),
  claim(result_is_the_ports_or_the_one_that_is_kept),
  claim(results_of_several_boxes_are_combined),
};
RUN("modes", tests)
