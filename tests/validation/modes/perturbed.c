/* Checks on perturbed inputs leave no trace: values, validity and results are those of the true inputs. The same seed
 * gives the same perturbed numbers. */
#include "checking.h"

#include <stdlib.h>

/* The last input of the original of copy. */
static double given[CELLS];
static int runs;

static void noting_copy(const vf_original_call *call, void *user)
{
  planted nothing = { 0 };
  (void)user;
  memcpy(given, call->arrays[0].first, sizeof given);
  planting_copy(call, &nothing);
  runs++;
}

static void check_perturbed(int64_t seed, double size)
{
  must(vf_kernel_set_original(&vf_copy_kernel, VF_REAL64, noting_copy, NULL));
  must(vf_validate_mode("copy", VF_MODE_CHECK));
  must(vf_validate_perturb("copy", seed, size));
}

static void states(bool valid[4])
{
  must(vf_view_state(from, &valid[0], &valid[1]));
  must(vf_view_state(to, &valid[2], &valid[3]));
}

static void arrays_and_states_are_those_of_a_plain_check(void **state)
{
  (void)state;
  double before[CELLS], values[2][CELLS], of_host[2][CELLS];
  bool valid[2][4];
  memcpy(before, source, sizeof before);
  for (int perturbed = 0; perturbed < 2; perturbed++) {
    must(vf_view_to_host(to, VF_WRITE));
    for (int c = 0; c < CELLS; c++) target[c] = -7;
    check_perturbed(perturbed * 5, 0);
    runs = 0;
    must(vf_copy(&inside, from, to));
    assert_int_equal(runs, 1 + perturbed);
    states(valid[perturbed]);
    memcpy(of_host[perturbed], target, sizeof target);
    must(vf_view_to_host(to, VF_READ));
    memcpy(values[perturbed], target, sizeof target);
    /* the device's values of an array that the kernel only reads */
    must(vf_view_sync_d2h(from));
    assert_memory_equal(source, before, sizeof before);
  }
  assert_memory_equal(valid[0], valid[1], sizeof valid[0]);
  assert_memory_equal(of_host[0], of_host[1], sizeof of_host[0]);
  assert_memory_equal(values[0], values[1], sizeof values[0]);
  expect_verdict(true, 2);
}

static void numbers_follow_from_seed_and_call(void **state)
{
  (void)state;
  static const double size = 1e-2;
  double first[CELLS];
  source[cell(1, 2, 4)] = 0;
  for (int run = 0; run < 2; run++) {
    must(vf_report_reset());
    check_perturbed(5, size);
    must(vf_copy(&whole, from, to));
    if (run) assert_memory_equal(given, first, sizeof first);
    memcpy(first, given, sizeof first);
  }
  int changed = 0;
  for (int c = 0; c < CELLS; c++) {
    const double by = source[c] ? given[c] / source[c] - 1 : given[c];
    assert_true(by > -1.0001 * size && by < 1.0001 * size);
    changed += by != 0;
  }
  assert_int_equal(changed, CELLS - 1); /* a zero stays 0 */
  must(vf_copy(&whole, from, to));      /* the next call gets other numbers */
  assert_memory_not_equal(given, first, sizeof first);
  must(vf_report_reset());
  check_perturbed(6, size);
  must(vf_copy(&whole, from, to));
  assert_memory_not_equal(given, first, sizeof first);
}

/* The host has written to the array without telling viewfab: the device keeps its own values. */
static void sides_that_differ_stay_as_they_are(void **state)
{
  (void)state;
  void *device = NULL;
  must(vf_view_device_address(from, VF_READ, &device));
  if (device == source) return;
  const double was = source[cell(1, 2, 4)];
  source[cell(1, 2, 4)] = 5;
  check_perturbed(5, 0);
  must(vf_kernel_set_original(&vf_copy_kernel, VF_REAL64, noting_copy, NULL));
  must(vf_validate_tolerance("copy", &(vf_tolerance){ .absolute = 1e6 })); /* the difference does not matter here */
  must(vf_copy(&whole, from, to));
  assert_true(source[cell(1, 2, 4)] == 5);
  must(vf_validate_mode("copy", VF_MODE_DEVICE));
  must(vf_copy(&whole, from, to));
  must(vf_view_to_host(to, VF_READ));
  assert_true(target[cell(1, 2, 4)] == was);
}

static void numbers_of_real32_are_perturbed(void **state)
{
  (void)state;
  float one[CELLS], other[CELLS], before[CELLS];
  planted nothing = { 0 };
  for (int c = 0; c < CELLS; c++) one[c] = before[c] = (float)source[c];
  vf_view *read = NULL, *written = NULL;
  must(vf_view_wrap(NULL, one, VF_REAL32, 3, extents, lower, "read", VF_WRAP_DISTINCT, &read));
  must(vf_view_wrap(NULL, other, VF_REAL32, 3, extents, lower, "written", VF_WRAP_DISTINCT, &written));
  check_perturbed(5, 0);
  must(vf_kernel_set_original(&vf_copy_kernel, VF_REAL32, planting_copy, &nothing));
  must(vf_copy(&whole, read, written));
  must(vf_view_to_host(written, VF_READ));
  assert_int_equal(nothing.calls, 2);
  assert_memory_equal(one, before, sizeof one);
  assert_memory_equal(other, before, sizeof other);
  expect_verdict(true, 1);
  discard(read);
  discard(written);
}

static void original_norm(const vf_original_call *call, void *user)
{
  (void)user;
  original_norm_max(call, NULL);
}

static void results_are_those_of_the_true_inputs(void **state)
{
  (void)state;
  double plain = 0, checked = 0;
  must(vf_norm_max(&whole, from, &plain));
  must(vf_kernel_set_original(&vf_norm_max_kernel, VF_REAL64, original_norm, NULL));
  must(vf_validate_mode("norm_max", VF_MODE_CHECK));
  must(vf_validate_perturb("norm_max", 5, 0.5));
  must(vf_norm_max(&whole, from, &checked));
  must(vf_validate_mode("norm_max", VF_MODE_DEVICE));
  must(vf_kernel_set_original(&vf_norm_max_kernel, VF_REAL64, NULL, NULL));
  must(vf_validate_perturb("norm_max", 0, 0));
  assert_memory_equal(&plain, &checked, sizeof plain);
  expect_verdict(true, 1);
}

/* If the true inputs show an error, the perturbed inputs do not report it again. An error that only perturbed inputs
 * show also stops the program. */
static void differing_copy(const vf_original_call *call, void *user)
{
  noting_copy(call, user);
  if (runs == *(const int *)user) *element(&call->arrays[1], 1, 2, 4, 0) += 1;
}

static void findings_are_told_once(void **state)
{
  (void)state;
  for (int wrong = 1; wrong <= 2; wrong++) {
    must(vf_report_reset());
    check_perturbed(5, 0);
    must(vf_kernel_set_original(&vf_copy_kernel, VF_REAL64, differing_copy, &wrong));
    must(vf_validate_tolerance("copy", &(vf_tolerance){ .ulp = 4 }));
    must(vf_validate_stop("copy", true));
    runs = 0;
    assert_int_equal(vf_copy(&whole, from, to), VF_ERROR_MISMATCH);
    assert_true(wrong == 1 || runs >= 2);
    if (wrong == 1) expect_not_said("on perturbed inputs");
    else
      expect_said("WRONG (call 1) copy: on perturbed inputs (seed 5): 'to' differs in 1 of 180 valid cells, worst at "
                  "(1, 2, 4): port ");
    expect_verdict(false, 1);
  }
}

static void seeds_and_sizes_are_checked(void **state)
{
  (void)state;
  assert_int_equal(vf_validate_perturb("copy", -1, 0), VF_ERROR_ARGUMENT);
  assert_int_equal(vf_validate_perturb("copy", 1, 1), VF_ERROR_ARGUMENT);
  assert_int_equal(vf_validate_perturb("copy", 1, -0.5), VF_ERROR_ARGUMENT);
  must(vf_validate_perturb("copy", 1, 0.999));
}

static int close_perturbed(void **state)
{
  must(vf_validate_perturb("copy", 0, 0));
  return close_checking(state);
}

#undef claim
#define claim(name) cmocka_unit_test_setup_teardown(name, open_checking, close_perturbed)

static const struct CMUnitTest tests[] = {
  claim(arrays_and_states_are_those_of_a_plain_check),
  claim(numbers_follow_from_seed_and_call),
  claim(sides_that_differ_stay_as_they_are),
  claim(numbers_of_real32_are_perturbed),
  claim(results_are_those_of_the_true_inputs),
  claim(findings_are_told_once),
  claim(seeds_and_sizes_are_checked),
};
RUN("perturbed", tests)
