/* Wrong ports of a routine that no check of a single kernel can find. The check of the routine finds and names each of
 * them, and the right port passes. */
#include "relaxing.h"

#include <math.h>

/* Runs both forms of the original. Fails unless the report has all the words. */
static void named(defect defect, const char *const *words)
{
  vf_status (*const forms[])(enum defect) = { checked_relax, registered_relax };
  for (int form = 0; form < 2; form++) {
    must(forms[form](defect));
    expect_verdict(false, 1);
    for (int w = 0; words[w]; w++) expect_said(words[w]);
    must(vf_report_reset());
    must(vf_check_register_original("relax", NULL, NULL));
  }
}
#define NAMED(defect, ...) named(defect, (const char *const[]){ __VA_ARGS__, NULL })

static void right_port_is_silent(void **state)
{
  (void)state;
  for (int call = 1; call <= 6; call++) {
    must(call % 2 ? checked_relax(RIGHT) : registered_relax(RIGHT));
    expect_verdict(true, call);
    must(vf_check_register_original("relax", NULL, NULL));
  }
  expect_not_said("WRONG");
  expect_not_said("remark");
  expect_said("number 'norm': 6 compared");
}

static void missing_ghost_fill_is_named(void **state)
{
  (void)state;
  NAMED(
      NO_GHOSTS_AT_ALL, "relax: 'phi' differs in ", "first at (0, -2, 2)",
      "in ghosts of the boxes that kernels of the port had, (0:7, -2:4, 3:8), at x low, y low, z low, x high, y "
      "high, z high",
      "written by gsrb_poisson (2 calls), none of which fills ghosts; no call filled ghosts between vf_check_begin and "
      "gsrb_poisson, which reads it; the original does");
}

static void ghost_fill_missing_between_two_sweeps_is_named(void **state)
{
  (void)state;
  NAMED(NO_GHOSTS_BEFORE_BLACK, "relax: 'phi' differs in ", "written by fill_ghosts (2 calls), gsrb_poisson (2 calls)");
}

static void face_that_is_not_filled_is_named(void **state)
{
  (void)state;
  NAMED(FACE_LEFT_OUT, "relax: 'phi' differs in ",
        "48 changed by the original and left as they were by the port, all in ghosts at y low; written by fill_ghosts");
}

/* The port fills ghosts, but misses a face. The report must not say that the fill is missing. */
static void ghost_fill_that_is_there_is_not_blamed(void **state)
{
  (void)state;
  must(checked_relax(FACE_LEFT_OUT));
  expect_not_said("none of which fills ghosts");
}

static void wrong_box_is_named(void **state)
{
  (void)state;
  NAMED(SHORT_BOX, "relax: 'phi' differs in ", "relax: 'res' differs in ", "gsrb_poisson (2 calls)");
}

static void missing_kernel_call_is_named(void **state)
{
  (void)state;
  NAMED(NO_BLACK, "relax: 'phi' differs in ", "changed by the original and left as they were by the port",
        "gsrb_poisson (1 call)");
  NAMED(
      NO_RESIDUAL, "relax: 'res' differs in 336 of 336 elements, first at (0, -2, 3)",
      "336 changed by the original and left as they were by the port; no kernel of the port wrote it; no call wrote it "
      "between vf_check_begin and norm_max, which reads it; the original does",
      "the number 'norm' differs");
}

static void exchanged_arguments_are_named(void **state)
{
  (void)state;
  NAMED(EXCHANGED_ARGUMENTS, "relax: 'rhs' differs in 336 of 336 elements",
        "336 changed by the port and left as they were by the original", "written by residual_poisson (1 call)",
        "relax: 'res' differs in 336 of 336 elements");
}

static void wrong_number_at_the_call_is_named(void **state)
{
  (void)state;
  NAMED(WRONG_WIDTH, "relax: 'phi' differs in ", "relax: 'res' differs in 336 of 336");
}

static void wrong_result_of_a_reduction_is_named(void **state)
{
  (void)state;
  NAMED(WRONG_NORM, "relax: the number 'norm' differs: port ");
  expect_not_said("'phi' differs");
}

static void array_missing_in_the_list_is_named(void **state)
{
  (void)state;
  NAMED(
      WRITES_ANOTHER,
      "relax: the port writes 'other' (kernel copy), which vf_check_begin does not list: list the array, or name it in "
      "vf_check_scratch");
}

/* The port copies into the wrong array of two with the same shape. */
static void result_in_another_array_is_named(void **state)
{
  (void)state;
  must(vf_check_begin("relax", (vf_view *[]){ rhs, res, other }, 3));
  must(vf_copy(&cells, rhs, other));
  while (vf_check_original("relax")) memcpy(res_values, rhs_values, sizeof res_values);
  must(vf_check_end("relax"));
  expect_verdict(false, 1);
  expect_said("the port has there what the original has in 'res': arguments in another order?");
  expect_said("relax: 'res' differs in ");
  expect_said("no kernel of the port wrote it");
}

static void original_that_changes_more_than_is_listed_is_named(void **state)
{
  (void)state;
  must(vf_check_begin("relax", &phi, 1));
  must(vf_add_constant(&cells, phi, 1));
  while (vf_check_original("relax")) {
    for (int k = 3; k <= 8; k++)
      for (int j = -2; j <= 4; j++)
        for (int i = 0; i <= 7; i++) *phi_at(i, j, k) += 1;
    *inside_at(other_values, 2, 0, 5) = -1;
  }
  must(vf_check_end("relax"));
  expect_verdict(false, 1);
  expect_said("the original changes 'other', which vf_check_begin does not list, at (2, 0, 5)");
  expect_not_said("'phi' differs");
}

static void nan_of_the_port_alone_is_named(void **state)
{
  (void)state;
  must(vf_check_begin("relax", &phi, 1));
  must(vf_fill_value(&cells, phi, (double)NAN));
  while (vf_check_original("relax")) *phi_at(0, 0, 4) = 3;
  must(vf_check_end("relax"));
  expect_said("the port gives 336 NaN in 'phi' where the original has none, first (0, -2, 3)");
  expect_verdict(false, 1);
}

/* The array has more components than the listed view. The port changes a component outside the list. */
static void component_that_is_not_listed_is_named(void **state)
{
  (void)state;
  static double values[2 * 6];
  static const int64_t extents[4] = { 6, 1, 1, 2 };
  vf_view *both = wrapped(values, 4, extents, NULL, "both"), *first = NULL, *second = NULL;
  must(vf_view_component(both, 1, 1, &first));
  must(vf_view_component(both, 2, 1, &second));
  const vf_box all = line(1, 6);
  must(vf_check_begin("relax", &first, 1));
  must(vf_fill_value(&all, first, 2));
  must(vf_fill_value(&all, second, 3));
  while (vf_check_original("relax"))
    for (int i = 0; i < 6; i++) values[i] = 2;
  must(vf_check_end("relax"));
  expect_verdict(false, 1);
  expect_said("the port changes 6 elements of the array of 'both' that no view of vf_check_begin covers");
  expect_not_said("the original changes");
  discard(second);
  discard(first);
  discard(both);
}

/* An original without effect tests nothing, and the report says so. */
static void original_without_effect_is_remarked(void **state)
{
  (void)state;
  must(vf_check_begin("relax", &rhs, 1));
  while (vf_check_original("relax")) continue;
  must(vf_check_end("relax"));
  expect_nothing_checked();
  expect_said("relax                        1         0   nothing checked, 1 calls that put nothing to the test");
  expect_said("remark (call 1) relax: the original changes none of the views that vf_check_begin lists");
}

/* Each level of a hierarchy is a variant. A periodic fault cannot hide from the sampled calls, because sampling is not
 * periodic. */
static void sampled_calls_find_a_fault_in_every_second_call(void **state)
{
  (void)state;
  const int periods[] = { 4, 8, 100 };
  for (int p = 0; p < 3; p++) {
    must(vf_validate_every("relax", periods[p]));
    for (int call = 0; call < 16 * periods[p] + 1; call++) must(checked_relax(call % 2 ? WRONG_WIDTH : RIGHT));
    int64_t checked = 0;
    assert_false(vf_report_passed(&checked));
    assert_int_equal(checked, 17);
    must(vf_report_reset());
  }
}

static void sampled_calls_of_a_right_port_are_silent(void **state)
{
  (void)state;
  must(vf_validate_every("relax", 5));
  for (int call = 0; call < 41; call++) must(call % 2 ? registered_relax(RIGHT) : checked_relax(RIGHT));
  expect_verdict(true, 9);
  expect_said("relax                       41         9   passed");
}

/* vf_check_cells restricts the comparison to cells. A difference in ghosts is ignored, a difference in a cell is found. */
static void cells_that_matter_are_compared_alone(void **state)
{
  (void)state;
  for (int wrong = 0; wrong < 2; wrong++) {
    must(vf_check_begin("relax", &phi, 1));
    must(vf_check_cells("relax", phi, &cells));
    refused(vf_check_cells("relax", rhs, &cells), VF_ERROR_ARGUMENT, "'rhs' is not in the list of routine 'relax'");
    refused(vf_check_cells("relax", phi, NULL), VF_ERROR_NULL, "box of 'phi' is NULL");
    must(vf_fill_value(&cells, phi, 4));
    while (vf_check_original("relax")) {
      for (int c = 0; c < AROUND; c++) phi_values[c] = 4;
      if (wrong) *phi_at(7, 4, 8) = 5;
    }
    must(vf_check_end("relax"));
    expect_verdict(!wrong, 1 + wrong);
    expect_said(wrong ? "'phi' differs in 1 of 336 elements, first at (7, 4, 8)" : "'phi': 336 compared");
  }
}

static const struct CMUnitTest tests[] = {
  claim(right_port_is_silent),
  claim(missing_ghost_fill_is_named),
  claim(ghost_fill_missing_between_two_sweeps_is_named),
  claim(face_that_is_not_filled_is_named),
  claim(ghost_fill_that_is_there_is_not_blamed),
  claim(wrong_box_is_named),
  claim(missing_kernel_call_is_named),
  claim(exchanged_arguments_are_named),
  claim(wrong_number_at_the_call_is_named),
  claim(wrong_result_of_a_reduction_is_named),
  claim(array_missing_in_the_list_is_named),
  claim(result_in_another_array_is_named),
  claim(original_that_changes_more_than_is_listed_is_named),
  claim(nan_of_the_port_alone_is_named),
  claim(component_that_is_not_listed_is_named),
  claim(cells_that_matter_are_compared_alone),
  claim(original_without_effect_is_remarked),
  claim(sampled_calls_find_a_fault_in_every_second_call),
  claim(sampled_calls_of_a_right_port_are_silent),
};
RUN("seeded_routines", tests)
