/* The verdicts of vf_replay, and its options. */
#include "capture_edit.h"

enum { N = 4 };
static const int64_t extents[3] = { N + 2, N + 2, N + 2 };
static const int lower[3] = { -1, 2, 0 };
static const vf_box box = { { 0, 3, 1 }, { 3, 6, 4 } };

/* A captured call of axpy: y += 2 x. Element (i, j, k) of y has number i+1 + 6 (j-2) + 36 k. */
static const char *capture_axpy(void)
{
  take_folder();
  vf_view *x = field(VF_REAL64, 3, extents, lower, "increment"), *y = field(VF_REAL64, 3, extents, lower, "total");
  must(vf_axpy(&box, 2.0, x, y));
  drop_fields();
  return captured_file();
}

static void expect_said(const char *options, const char *file, int expected, const char *words)
{
  char text[TEXT], arguments[4 * PATH];
  snprintf(arguments, sizeof arguments, "%s %s", options, file);
  const int code = run_program("", VF_REPLAY, arguments, text);
  if (code != expected || !strstr(text, words))
    fail_msg("%s: exit status %d, not %d with '%s':\n%s", options, code, expected, words, text);
}

static void same_bits(void **state)
{
  (void)state;
  const char *file = capture_axpy();
  expect_said("", file, 0, "verdict: same bits");
  expect_said("--repeat 3", file, 0, "of 3 runs; ");
  expect_said("--device host", file, 0, "replayed on host");
  expect_said("", file, 0, "y 'total': 216 elements, same bits");
  drop_folder();
}

static void the_port_runs_whatever_the_mode(void **state)
{
  (void)state;
  const char *file = capture_axpy();
  char text[TEXT];
  const int code = run_program("VF_MODE=check VF_KERNELS=axpy=original", VF_REPLAY, file, text);
  if (code || !strstr(text, "verdict: same bits")) fail_msg("exit status %d:\n%s", code, text);
  drop_folder();
}

static void difference_is_told_in_the_users_indices(void **state)
{
  (void)state;
  const char *file = capture_axpy();
  edit_element(file, "arrays/2/after", 3 + 6 * 2 + 36 * 1, 0.25); /* (2, 4, 1) */
  expect_said("", file, 1, "y 'total': 216 elements, 1 differ, 1 of them beyond the tolerance");
  expect_said("", file, 1, "largest absolute difference 0.25 at (2, 4, 1): captured ");
  expect_said("", file, 1, "verdict: differs");
  drop_folder();
}

static void tolerance_is_met_by_any_measure(void **state)
{
  (void)state;
  const char *file = capture_axpy();
  edit_element(file, "arrays/2/after", 3 + 6 * 2 + 36 * 1, 1e-12);
  expect_said("--tolerance absolute=1e-11", file, 0, "verdict: within the tolerance");
  expect_said("--tolerance relative=1e-11", file, 0, "verdict: within the tolerance");
  expect_said("--tolerance ulp=1e5", file, 0, "verdict: within the tolerance");
  expect_said("--tolerance absolute=1e-14,relative=1e-14,ulp=1", file, 1, "verdict: differs");
  drop_folder();
}

/* No tolerance covers elements outside the call. */
static void elements_outside_the_boxes_have_to_stay(void **state)
{
  (void)state;
  const char *file = capture_axpy();
  edit_element(file, "arrays/2/after", 0, 1e-12);
  expect_said("--tolerance absolute=1", file, 1, "1 lie outside the boxes, the first at (-1, 2, 0)");
  drop_folder();
}

static void result_of_a_reduction_is_compared(void **state)
{
  (void)state;
  double result = 0;
  take_folder();
  vf_view *x = field(VF_REAL64, 3, extents, lower, "x");
  must(vf_sum(&box, x, &result));
  drop_fields();
  const char *file = captured_file();
  expect_said("", file, 0, ": same bits");
  edit_attribute(file, "result", "value", H5T_NATIVE_DOUBLE, change_double, &(double){ 1e-10 });
  expect_said("", file, 1, "result: captured ");
  expect_said("--tolerance relative=1e-9", file, 0, "verdict: within the tolerance");
  drop_folder();
}

static void several_files_give_the_worst_status(void **state)
{
  (void)state;
  char good[PATH], both[3 * PATH];
  snprintf(good, sizeof good, "%s", capture_axpy());
  snprintf(both, sizeof both, "%s %s %s", good, "nowhere.h5", good);
  expect_said("", both, 2, "nowhere.h5 cannot be opened");
  expect_said("", both, 2, "verdict: same bits");
  drop_folder();
}

static void mistakes_in_options_are_explained(void **state)
{
  (void)state;
  expect_said("", "", 2, "there is no file to replay (--help tells more)");
  expect_said("--help", "", 0, "usage: vf_replay FILE... [--device");
  expect_said("--repeat 0", "f.h5", 2, "--repeat 0: it is a number from 1");
  expect_said("f.h5 --repeat", "", 2, "--repeat needs a value");
  expect_said("--tolerance ulp", "f.h5", 2, "--tolerance ulp: it is a list such as");
  expect_said("--tolerance absolute=-1", "f.h5", 2, "--tolerance absolute=-1: it is a list");
  expect_said("--tolerance ulp=1,nonsense=2", "f.h5", 2, "it is a list");
  expect_said("--fast", "f.h5", 2, "--fast is no option");
  const char *file = capture_axpy();
  expect_said("--device nonsense", file, 2, "nonsense");
  drop_folder();
}

static const struct CMUnitTest tests[] = {
  claim(same_bits),
  claim(the_port_runs_whatever_the_mode),
  claim(difference_is_told_in_the_users_indices),
  claim(tolerance_is_met_by_any_measure),
  claim(elements_outside_the_boxes_have_to_stay),
  claim(result_of_a_reduction_is_compared),
  claim(several_files_give_the_worst_status),
  claim(mistakes_in_options_are_explained),
};

int main(int argc, char **argv)
{
  setenv("VF_CAPTURE", "axpy:call=1-99,sum:call=1-99", 1);
  return run_claims(argc, argv, "replay_verdicts", tests, sizeof tests / sizeof tests[0]);
}
