/* The choice of calls to check, and the findings that stop the program. */
#include "checking.h"

static void copies(int count)
{
  for (int call = 0; call < count; call++) must(vf_copy(&whole, from, to));
}

/* The first call is checked, then one of every three calls. */
static void one_of_n_calls_is_checked_from_the_first_on(void **state)
{
  (void)state;
  planted original = { 0 };
  check_copy(&original);
  must(vf_validate_every("copy", 3));
  copies(1);
  assert_int_equal(original.calls, 1);
  for (int run = 1; run <= 20; run++) {
    copies(3);
    assert_int_equal(original.calls, 1 + run);
  }
  expect_verdict(true, 21);
  must(vf_validate_every("copy", 1));
  copies(2);
  expect_verdict(true, 23);
}

/* The numbers of the checked calls among `calls` calls. */
static int checked_calls(planted *original, int every, int calls, int *numbers)
{
  int count = 0;
  must(vf_report_reset());
  check_copy(original);
  must(vf_validate_every("copy", every));
  for (int call = 0; call < calls; call++) {
    const int before = original->calls;
    copies(1);
    if (original->calls > before) numbers[count++] = call;
  }
  return count;
}

static void samples_have_no_period_and_are_the_same_in_each_run(void **state)
{
  (void)state;
  enum { EVERY = 8, CALLS = 1 + EVERY * 200 };
  planted original = { 0 };
  static int numbers[CALLS], again[CALLS];
  const int count = checked_calls(&original, EVERY, CALLS, numbers);
  assert_int_equal(count, 201);
  assert_int_equal(checked_calls(&original, EVERY, CALLS, again), count);
  assert_memory_equal(numbers, again, sizeof numbers[0] * (size_t)count);
  for (int period = 2; period <= 16; period++) {
    int seen[16] = { 0 };
    for (int c = 0; c < count; c++) seen[numbers[c] % period]++;
    for (int p = 0; p < period; p++)
      if (seen[p] < count / period / 3) fail_msg("%d of %d checks are at %d of each %d", seen[p], count, p, period);
  }
}

/* A periodic fault is found soon, for any period and any rate. */
static void fault_with_a_period_is_found(void **state)
{
  (void)state;
  static const int rates[] = { 2, 4, 8, 16, 100 }, periods[] = { 2, 3, 4, 8 };
  for (int r = 0; r < 5; r++)
    for (int p = 0; p < 4; p++)
      for (int phase = 0; phase < periods[p]; phase++) {
        const planted right = { 0 }, wrong = plant(cell(0, 2, 4), 42);
        planted original = right;
        must(vf_report_reset());
        check_copy(&original);
        must(vf_validate_every("copy", rates[r]));
        int call = 0;
        for (; call < 12 * rates[r] * periods[p] && vf_report_passed(NULL); call++) {
          original = call % periods[p] == phase ? wrong : right;
          copies(1);
        }
        if (vf_report_passed(NULL))
          fail_msg("%d calls with every=%d, each %d-th wrong from call %d on: nothing is found", call, rates[r],
                   periods[p], phase + 1);
      }
}

static void calls_without_points_take_no_sample(void **state)
{
  (void)state;
  planted original = { 0 };
  const vf_box empty = { { 3, 0, 3 }, { 2, 4, 6 } };
  check_copy(&original);
  must(vf_validate_every("copy", 1000));
  for (int call = 0; call < 5; call++) must(vf_copy(&empty, from, to));
  copies(1);
  assert_int_equal(original.calls, 1);
}

static void calls_between_run_the_port(void **state)
{
  (void)state;
  planted original = plant(cell(0, 2, 4), 42);
  check_copy(&original);
  must(vf_validate_keep("copy", VF_KEEP_ORIGINAL));
  must(vf_validate_every("copy", 2));
  int checked = 0;
  for (int call = 0; call < 20; call++) {
    const int before = original.calls;
    copy_and_fetch(&whole);
    assert_true(target[cell(0, 2, 4)] == (original.calls > before ? 42 : source[cell(0, 2, 4)]));
    checked += original.calls > before;
  }
  assert_true(checked >= 10 && checked <= 11);
}

/* Sampling concerns checks only: in mode original, the original runs in every call. */
static void original_mode_is_not_sampled(void **state)
{
  (void)state;
  planted original = { 0 };
  check_copy(&original);
  must(vf_validate_mode("copy", VF_MODE_ORIGINAL));
  must(vf_validate_every("copy", 5));
  copies(4);
  assert_int_equal(original.calls, 4);
}

static void calls_without_points_are_not_checked(void **state)
{
  (void)state;
  planted original = { 0 };
  const vf_box empty = { { 3, 0, 3 }, { 2, 4, 6 } };
  check_copy(&original);
  for (int mode = VF_MODE_ORIGINAL; mode <= VF_MODE_CHECK; mode++) {
    must(vf_validate_mode("copy", (vf_mode)mode));
    must(vf_copy(&empty, from, to));
    must(vf_copy_boxes(NULL, 0, from, to));
  }
  assert_int_equal(original.calls, 0);
  assert_true(target[0] == -7);
  expect_nothing_checked();
}

/* ---- Stop ----------------------------------------------------------------------------------------------------- */

static void finding_fails_the_call_with_its_text(void **state)
{
  (void)state;
  planted original = { 0 };
  check_copy(&original);
  must(vf_validate_stop("copy", true));
  copies(2);
  original = plant(cell(0, 2, 4), 42);
  refused(vf_copy(&whole, from, to), VF_ERROR_MISMATCH,
          "call 3 of copy: 'to' differs in 1 of 180 valid cells, worst at (0, 2, 4): port 1.");
  assert_non_null(strstr(vf_last_error(), "original 42"));
  expect_verdict(false, 3);
  original.count = 0;
  copies(1);
  must(vf_validate_stop("copy", false));
  original.count = 1;
  copies(1);
}

static void later_finding_fails_the_call_too(void **state)
{
  (void)state;
  planted original = plant(cell(0, 2, 4), 42);
  check_copy(&original);
  copies(1);
  must(vf_validate_stop("copy", true));
  refused(vf_copy(&whole, from, to), VF_ERROR_MISMATCH, "call 2 of copy: 'to' differs in 1 of 180");
}

static void writes_everywhere(const vf_original_call *call, void *user)
{
  vf_original_call wider = *call;
  for (int d = 0; d < 3; d++) wider.box.upper[d]++;
  planting_copy(&wider, user);
}

/* If a setting says that the original does more than the port, its additional writes are a remark and stop nothing. */
static void remark_on_the_original_stops_nothing(void **state)
{
  (void)state;
  planted original = { 0 };
  check_copy(&original);
  must(vf_kernel_set_original(&vf_copy_kernel, VF_REAL64, writes_everywhere, &original));
  must(vf_validate_stop("copy", true));
  refused(vf_copy(&inside, from, to), VF_ERROR_MISMATCH, "call 1 of copy: the original changes ");
  must(vf_report_reset());
  must(vf_validate_more("copy", true));
  must(vf_copy(&inside, from, to));
  expect_said("remark (call 1) copy: the original writes");
  expect_verdict(true, 1);
}

/* ---- Settings of one kernel and of all ------------------------------------------------------------------------ */

static void own_settings_win_over_those_for_all(void **state)
{
  (void)state;
  planted original = { 0 };
  check_copy(&original);
  must(vf_validate_every("copy", 2));
  must(vf_validate_mode(NULL, VF_MODE_DEVICE));
  must(vf_validate_every(NULL, 1));
  copies(5);
  expect_verdict(true, 3);
}

static void settings_for_all_hold_for_kernels_called_before_and_later(void **state)
{
  (void)state;
  must(vf_kernel_set_original(&vf_add_constant_kernel, VF_REAL64, original_add_constant, NULL));
  must(vf_kernel_set_original(&vf_fill_value_kernel, VF_REAL64, original_fill_value, NULL));
  must(vf_add_constant(&whole, to, 1));
  must(vf_validate_mode(NULL, VF_MODE_CHECK));
  must(vf_add_constant(&whole, to, 1));
  must(vf_fill_value(&whole, to, 1));
  expect_verdict(true, 2);
}

static const struct CMUnitTest tests[] = {
  claim(one_of_n_calls_is_checked_from_the_first_on),
  claim(samples_have_no_period_and_are_the_same_in_each_run),
  claim(fault_with_a_period_is_found),
  claim(calls_without_points_take_no_sample),
  claim(calls_between_run_the_port),
  claim(original_mode_is_not_sampled),
  claim(calls_without_points_are_not_checked),
  claim(finding_fails_the_call_with_its_text),
  claim(later_finding_fails_the_call_too),
  claim(remark_on_the_original_stops_nothing),
  claim(own_settings_win_over_those_for_all),
  claim(settings_for_all_hold_for_kernels_called_before_and_later),
};
RUN("sampling", tests)
