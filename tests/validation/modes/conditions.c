/* Rounding can explain a difference if no tolerance was chosen. It must not explain everything. The original may be
 * chaotic or may read an undefined value: neither excuses its own call, a later call, or other elements. */
#include "checking.h"

#include <math.h>

typedef enum condition { GOOD, CHAOTIC, CHAOTIC_IN_ONE_CELL, UNDEFINED } condition;
static struct {
  condition condition;
  double error; /* error of each cell except the chaotic cell */
  int runs;
} original;

/* So many steps amplify a change of x by one in the last place until the result has nothing in common with the old
 * result. */
static double chaos(double x)
{
  x -= floor(x);
  for (int step = 0; step < 80; step++) x = 3.99 * x * (1 - x);
  return x;
}

static void conditioned_copy(const vf_original_call *call, void *user)
{
  (void)user;
  const double undefined = ++original.runs;
  for (int k = call->box.lower[2]; k <= call->box.upper[2]; k++)
    for (int j = call->box.lower[1]; j <= call->box.upper[1]; j++)
      for (int i = call->box.lower[0]; i <= call->box.upper[0]; i++) {
        const double x = *element(&call->arrays[0], i, j, k, 0);
        const bool here = original.condition == CHAOTIC || (i == 0 && j == 2 && k == 4);
        double *y = element(&call->arrays[1], i, j, k, 0);
        if (original.condition == UNDEFINED) *y = x + undefined;
        else if (original.condition != GOOD && here) *y = chaos(x);
        else *y = x + original.error;
      }
}

/* A checked call of copy with an original in this condition. */
static void copy_beside(condition condition, double error)
{
  original.condition = condition;
  original.error = error;
  must(vf_kernel_set_original(&vf_copy_kernel, VF_REAL64, conditioned_copy, NULL));
  must(vf_validate_mode("copy", VF_MODE_CHECK));
  copy_and_fetch(&whole);
}

static void chaotic_call_cannot_be_judged(void **state)
{
  (void)state;
  copy_beside(CHAOTIC, 0);
  expect_verdict(false, 1);
  expect_said("'to' cannot be judged in 180 of 180 valid cells, first (-2, 0, 3): inputs changed by one in their last "
              "place change the original there by up to 0.9");
  expect_said(", more than rounding may explain: it is badly conditioned, or chaotic");
}

static void error_behind_a_chaotic_call_is_found(void **state)
{
  (void)state;
  copy_beside(CHAOTIC, 0);
  copy_beside(GOOD, 0.5);
  expect_verdict(false, 2);
  expect_said("WRONG (call 2) copy: 'to' differs in 180 of 180 valid cells");
}

static void chaos_in_one_cell_hides_no_error_in_another_one(void **state)
{
  (void)state;
  copy_beside(CHAOTIC_IN_ONE_CELL, 1e-3);
  expect_verdict(false, 1);
  expect_said("copy: 'to' differs in 180 of 180 valid cells");
  must(vf_report_reset());
  copy_beside(CHAOTIC_IN_ONE_CELL, 0);
  expect_said("'to' cannot be judged in 1 of 180 valid cells, first (0, 2, 4)");
  expect_not_said("'to' differs");
}

static void original_that_reads_something_undefined_is_told(void **state)
{
  (void)state;
  copy_beside(UNDEFINED, 0);
  expect_verdict(false, 1);
  expect_said("the original gives another 'to' in each run on the same inputs: does it read something undefined?");
  copy_beside(GOOD, 0.5);
  expect_said("WRONG (call 1 and later ones) copy: 'to' differs in 180 of 180 valid cells");
}

/* A tolerance of the user's choice decides alone. */
static void chosen_tolerance_judges_what_is_chaotic(void **state)
{
  (void)state;
  must(vf_validate_tolerance("copy", &(vf_tolerance){ .absolute = 10 }));
  copy_beside(CHAOTIC, 0);
  expect_verdict(true, 1);
  expect_not_said("cannot be judged");
}

/* ---- Results -------------------------------------------------------------------------------------------------- */

static void sum_of(const vf_original_call *call, void *user)
{
  double sum = 0;
  for (int c = 0; c < CELLS; c++) sum += ((const double *)call->arrays[0].first)[c];
  *call->result = original.condition == CHAOTIC ? sum + 1000 * chaos(((const double *)call->arrays[0].first)[5])
                                                : sum + original.error;
  (void)user;
}

static void sum_beside(condition condition, double error)
{
  double total = 0;
  original.condition = condition;
  original.error = error;
  must(vf_kernel_set_original(&vf_sum_kernel, VF_REAL64, sum_of, NULL));
  must(vf_validate_mode("sum", VF_MODE_CHECK));
  must(vf_sum(&whole, from, &total));
}

static void chaotic_result_cannot_be_judged(void **state)
{
  (void)state;
  sum_beside(CHAOTIC, 0);
  expect_verdict(false, 1);
  expect_said("the result cannot be judged: inputs changed by one in their last place change the original by ");
  sum_beside(GOOD, 0.5);
  expect_said("WRONG (call 2) sum: the result differs");
}

/* The original uses its input as work space. The port must still get the input from before, also on a device that works
 * in the host's memory. */
static void sum_that_changes_its_input(const vf_original_call *call, void *user)
{
  sum_of(call, user);
  ((double *)call->arrays[0].first)[4] = 900;
}

static void result_of_an_original_that_changes_its_input_is_held_to_what_the_port_found(void **state)
{
  (void)state;
  for (int wrong = 0; wrong < 2; wrong++) {
    double total = 0;
    original.condition = GOOD;
    original.error = wrong ? 0.5 : 0;
    source[4] = 1;
    must(vf_validate_more("sum", true));
    must(vf_kernel_set_original(&vf_sum_kernel, VF_REAL64, sum_that_changes_its_input, NULL));
    must(vf_validate_mode("sum", VF_MODE_CHECK));
    must(vf_sum(&whole, from, &total));
    expect_verdict(!wrong, 1);
    must(vf_report_reset());
  }
}

static int close_conditions(void **state)
{
  must(vf_validate_mode("sum", VF_MODE_DEVICE));
  must(vf_validate_more("sum", false));
  must(vf_kernel_set_original(&vf_sum_kernel, VF_REAL64, NULL, NULL));
  return close_checking(state);
}
#undef claim
#define claim(name) cmocka_unit_test_setup_teardown(name, open_checking, close_conditions)

static const struct CMUnitTest tests[] = {
  claim(chaotic_call_cannot_be_judged),
  claim(error_behind_a_chaotic_call_is_found),
  claim(chaos_in_one_cell_hides_no_error_in_another_one),
  claim(original_that_reads_something_undefined_is_told),
  claim(chosen_tolerance_judges_what_is_chaotic),
  claim(chaotic_result_cannot_be_judged),
  claim(result_of_an_original_that_changes_its_input_is_held_to_what_the_port_found),
};
RUN("conditions", tests)
