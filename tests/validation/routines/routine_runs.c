/* The state after a checked routine, and the effect of modes and settings. */
#include "relaxing.h"

#include <math.h>
#include <stdio.h>

#include <viewfab/set.h>

#include "../seeded_bugs/originals.h"

static double sum(vf_view *view)
{
  double result = 0;
  must(vf_sum(&cells, view, &result));
  return result;
}

static void in_mode_device_the_original_does_not_run(void **state)
{
  (void)state;
  must(vf_validate_mode("relax", VF_MODE_DEVICE));
  must(vf_check_begin("relax", NULL, 0)); /* in this mode nothing checks the list */
  assert_false(vf_check_original("relax"));
  must(vf_check_value("relax", "norm", VF_REAL64, NULL));
  must(vf_check_scratch("relax", NULL, 0));
  must(vf_check_end("relax"));
  must(checked_relax(WRONG_WIDTH));
  expect_verdict(true, 0);
  expect_not_said("relax");
}

/* A check must not change the program's later results: host memory and validity of the listed arrays are the same
 * with and without a check. The port leaves some arrays on the device alone. */
static void program_finds_what_it_finds_without_a_check(void **state)
{
  (void)state;
  static double values[2][3][AROUND];
  bool valid[2][3][2];
  double *const arrays[3] = { phi_values, rhs_values, res_values };
  const size_t bytes[3] = { sizeof phi_values, sizeof rhs_values, sizeof res_values };
  double norms[2];
  for (int check = 0; check < 2; check++) {
    must(close_relaxing(state));
    must(open_relaxing(state));
    must(vf_validate_mode("relax", check ? VF_MODE_CHECK : VF_MODE_DEVICE));
    must(vf_add_constant(&cells, res, 1)); /* the host's res is stale at the begin */
    must(vf_check_begin("relax", (vf_view *[]){ phi, rhs, res }, 3));
    norms[check] = port_relax(RIGHT);
    must(vf_check_value("relax", "norm", VF_REAL64, &norms[check]));
    int runs = 0;
    while (vf_check_original("relax")) {
      double legacy = legacy_relax(phi_values, rhs_values, res_values, 0.25);
      must(vf_check_value("relax", "norm", VF_REAL64, &legacy));
      assert_true(legacy == norms[check]);
      runs++;
    }
    must(vf_check_end("relax"));
    assert_int_equal(runs, check);
    vf_view *const views[3] = { phi, rhs, res };
    for (int a = 0; a < 3; a++) {
      must(vf_view_state(views[a], &valid[check][a][0], &valid[check][a][1]));
      memcpy(values[check][a], arrays[a], bytes[a]);
    }
    if (separate()) expect_state(phi, false, true);
    assert_true(norm(&cells, res) == norms[check]);
  }
  assert_memory_equal(valid[0], valid[1], sizeof valid[0]);
  for (int a = 0; a < 3; a++) assert_memory_equal(values[0][a], values[1][a], bytes[a]);
  assert_true(norms[0] == norms[1]);
}

static void original_finds_the_values_of_the_begin(void **state)
{
  (void)state;
  must(vf_fill_value(&cells, rhs, 5)); /* only the device's values are valid, if the device has its own memory */
  must(vf_check_begin("relax", (vf_view *[]){ rhs, res }, 2));
  must(vf_fill_value(&cells, rhs, 6));
  while (vf_check_original("relax")) {
    for (int c = 0; c < INSIDE; c++) assert_true(rhs_values[c] == 5);
    for (int c = 0; c < INSIDE; c++) rhs_values[c] = 6;
  }
  must(vf_check_end("relax"));
  expect_verdict(true, 1);
  assert_true(sum(rhs) == 6.0 * INSIDE);
}

static void result_of_the_original_can_be_kept(void **state)
{
  (void)state;
  for (int mode = 0; mode < 2; mode++) {
    must(vf_validate_mode("relax", mode ? VF_MODE_ORIGINAL : VF_MODE_CHECK));
    must(vf_validate_keep("relax", mode ? VF_KEEP_PORT : VF_KEEP_ORIGINAL));
    must(vf_check_begin("relax", (vf_view *[]){ rhs, res }, 2));
    must(vf_fill_value(&cells, rhs, 6));
    int steps = 6;
    must(vf_check_value("relax", "steps", VF_INT32, &steps));
    while (vf_check_original("relax")) {
      for (int c = 0; c < INSIDE; c++) rhs_values[c] = 7 + mode;
      steps = 7;
      must(vf_check_value("relax", "steps", VF_INT32, &steps));
    }
    must(vf_check_end("relax"));
    assert_int_equal(steps, 7);
    if (separate()) expect_state(rhs, false, true);
    assert_true(sum(rhs) == (7.0 + mode) * INSIDE);
    must(vf_view_to_host(rhs, VF_READ));
    assert_true(rhs_values[0] == 7 + mode);
  }
  expect_said("relax                        2         1   failed, 1 calls by the original alone");
}

/* Mode original for all applies to the kernels of a routine only. A routine without its port's results would hide
 * the wrong kernel. */
static void mode_original_of_all_is_not_for_routines(void **state)
{
  (void)state;
  must(vf_validate_mode("relax", VF_MODE_DEVICE));
  must(vf_kernel_set_original(&vf_gsrb_poisson_kernel, VF_REAL64, original_gsrb_poisson, NULL));
  must(vf_validate_mode("gsrb_poisson", VF_MODE_ORIGINAL));
  must(vf_validate_mode(NULL, VF_MODE_ORIGINAL));
  must(vf_check_begin("fresh", &phi, 1));
  assert_false(vf_check_original("fresh"));
  port_relax(RIGHT);
  must(vf_check_end("fresh"));
  expect_said("fresh                        1         0   nothing checked");
  expect_said("2 calls by the original alone");
  must(vf_kernel_set_original(&vf_gsrb_poisson_kernel, VF_REAL64, NULL, NULL));
}

static void kernels_of_the_port_are_checked_too(void **state)
{
  (void)state;
  must(vf_kernel_set_original(&vf_gsrb_poisson_kernel, VF_REAL64, original_gsrb_poisson, NULL));
  must(vf_validate_mode("gsrb_poisson", VF_MODE_CHECK));
  must(checked_relax(RIGHT));
  expect_verdict(true, 3);
  must(vf_report_reset());
  must(checked_relax(SHORT_BOX)); /* the original of the kernel gets the same box as the kernel */
  expect_verdict(false, 3);
  expect_said("gsrb_poisson                 2         2   passed");
  must(vf_kernel_set_original(&vf_gsrb_poisson_kernel, VF_REAL64, NULL, NULL));
}

/* Parts of the original may be ported already. Inside the original viewfab checks nothing. */
static void original_may_call_viewfab(void **state)
{
  (void)state;
  must(vf_kernel_set_original(&vf_gsrb_poisson_kernel, VF_REAL64, original_gsrb_poisson, NULL));
  must(vf_validate_mode("gsrb_poisson", VF_MODE_CHECK));
  must(vf_check_begin("relax", (vf_view *[]){ phi, rhs, res }, 3));
  port_relax(RIGHT);
  while (vf_check_original("relax")) {
    must(vf_check_begin("relax", &phi, 1)); /* of the part */
    port_relax(RIGHT);
    assert_false(vf_check_original("relax"));
    must(vf_check_end("relax"));
  }
  must(vf_check_end("relax"));
  expect_verdict(true, 3);
  expect_not_said("WRONG");
  must(vf_kernel_set_original(&vf_gsrb_poisson_kernel, VF_REAL64, NULL, NULL));
}

/* Halves the sum of the cells of each level below. Every level has a run of its own, nested in the run of the level
 * above. */
static void halve(vf_view *const *levels, double *const *arrays, int count)
{
  if (!count) return;
  must(vf_check_begin("relax", levels, count));
  must(vf_add_constant(&cells, levels[0], 0.5));
  halve(levels + 1, arrays + 1, count - 1);
  while (vf_check_original("relax"))
    for (int l = 0; l < count; l++)
      for (int c = 0; c < INSIDE; c++) arrays[l][c] += l == 1 && count == 3 ? 0.25 : 0.5;
  must(vf_check_end("relax"));
}

static void routines_may_call_themselves(void **state)
{
  (void)state;
  halve((vf_view *[]){ rhs, res, other }, (double *[]){ rhs_values, res_values, other_values }, 3);
  expect_verdict(false, 3);
  expect_said("relax                        3         3   failed");
  expect_said("WRONG (call 1) relax: 'res' differs in 336 of 336");
  expect_not_said("and later ones");
  expect_not_said("'rhs' differs");
  expect_not_said("'other' differs");
}

static void routines_may_be_nested(void **state)
{
  (void)state;
  must(vf_validate_mode("outer", VF_MODE_CHECK));
  must(vf_check_begin("outer", (vf_view *[]){ phi, rhs, res }, 3));
  must(checked_relax(NO_RESIDUAL));
  while (vf_check_original("outer")) legacy_relax(phi_values, rhs_values, res_values, 0.25);
  must(vf_check_end("outer"));
  expect_verdict(false, 2);
  expect_said("relax: 'res' differs");
  expect_said("outer: 'res' differs");
}

static void scratch_is_not_compared(void **state)
{
  (void)state;
  must(vf_check_begin("relax", &rhs, 1));
  must(vf_check_scratch("relax", &other, 1));
  must(vf_add_constant(&cells, rhs, 1));
  must(vf_copy(&cells, rhs, other));
  while (vf_check_original("relax"))
    for (int c = 0; c < INSIDE; c++) {
      rhs_values[c] += 1;
      other_values[c] = -rhs_values[c];
    }
  must(vf_check_end("relax"));
  expect_verdict(true, 1);
  expect_not_said("'other'");
}

/* The report remarks that the port writes an array owned by viewfab. A view that the routine itself makes causes no
 * remark. */
static void arrays_of_viewfab_are_remarked_and_temporary_ones_are_not(void **state)
{
  (void)state;
  static const int64_t extents[3] = { CX, CY, CZ };
  static const int corner[3] = { 0, -2, 3 };
  vf_view *own = NULL, *temporary = NULL;
  must(vf_view_create(NULL, VF_REAL64, 3, extents, corner, "own", &own));
  must(vf_check_begin("relax", &rhs, 1));
  must(vf_view_create(NULL, VF_REAL64, 3, extents, corner, "temporary", &temporary));
  must(vf_copy(&cells, rhs, own));
  must(vf_copy(&cells, rhs, temporary));
  must(vf_axpy(&cells, 1, temporary, rhs));
  while (vf_check_original("relax"))
    for (int c = 0; c < INSIDE; c++) rhs_values[c] *= c == 7 ? 3 : 2;
  must(vf_check_end("relax"));
  expect_verdict(false, 1);
  expect_said("remark (call 1) relax: the port writes 'own', which viewfab owns");
  expect_said("'rhs' differs in 1 of 336");
  expect_not_said("temporary");
  discard(temporary);
  discard(own);
}

static void old_values_of_an_array_that_is_not_listed_are_told(void **state)
{
  (void)state;
  if (!separate()) skip();
  must(vf_fill_value(&cells, other, 9)); /* on the device */
  must(vf_check_begin("relax", &rhs, 1));
  must(vf_copy(&cells, other, rhs));
  while (vf_check_original("relax")) memcpy(rhs_values, other_values, sizeof rhs_values);
  must(vf_check_end("relax"));
  expect_verdict(false, 1);
  expect_said("the port reads 'other' (kernel copy), an array outside the list of vf_check_begin: the host");
}

/* rhs = (rhs - 1/3) * 3 in the port. The original adds `error` in one cell. Returns the number of runs of the
 * original. */
static int rounded_differently(double error)
{
  int runs = 0;
  must(vf_check_begin("relax", &rhs, 1));
  must(vf_add_constant(&cells, rhs, -1.0 / 3));
  must(vf_add_constant(&cells, rhs, -1.0 / 3));
  must(vf_add_constant(&cells, rhs, -1.0 / 3));
  for (; vf_check_original("relax"); runs++) {
    for (int c = 0; c < INSIDE; c++) rhs_values[c] -= 1;
    *inside_at(rhs_values, 4, 0, 5) += error;
  }
  must(vf_check_end("relax"));
  return runs;
}

static void nearly_cancelling(void)
{
  must(vf_view_to_host(rhs, VF_WRITE));
  for (int c = 0; c < INSIDE; c++) rhs_values[c] = 1 + c * 1e-15;
}

static void differences_of_rounding_pass(void **state)
{
  (void)state;
  nearly_cancelling();
  assert_int_equal(rounded_differently(0), 1 + 2);
  expect_verdict(true, 1);
  expect_said("0 beyond the tolerance");
}

static void differences_beyond_rounding_do_not(void **state)
{
  (void)state;
  nearly_cancelling();
  rounded_differently(1e-11);
  expect_verdict(false, 1);
  expect_said("relax: 'rhs' differs in 1 of 336 elements, first at (4, 0, 5)");
}

static void chosen_tolerance_is_all_there_is(void **state)
{
  (void)state;
  must(vf_validate_tolerance("relax", &(vf_tolerance){ .ulp = 1 }));
  nearly_cancelling();
  assert_int_equal(rounded_differently(0), 1);
  expect_verdict(false, 1);
  must(vf_report_reset());
  must(vf_validate_tolerance("relax", &(vf_tolerance){ .absolute = 1e-10 }));
  nearly_cancelling();
  rounded_differently(1e-11);
  expect_verdict(true, 1);
}

/* The measure `scaled` refers to values written by the original. Large values in ghosts, which nobody wrote, must
 * not widen it. */
static void values_that_nobody_wrote_allow_nothing(void **state)
{
  (void)state;
  must(vf_validate_tolerance("relax", &(vf_tolerance){ .scaled = 1e-12 }));
  must(vf_view_to_host(phi, VF_UPDATE));
  *phi_at(-1, 0, 4) = 1e30;
  must(vf_check_begin("relax", &phi, 1));
  must(vf_fill_value(&cells, phi, 2));
  while (vf_check_original("relax")) {
    for (int k = 3; k <= 8; k++)
      for (int j = -2; j <= 4; j++)
        for (int i = 0; i <= 7; i++) *phi_at(i, j, k) = 2;
    *phi_at(3, 1, 4) = 2 + 1e-6;
  }
  must(vf_check_end("relax"));
  expect_verdict(false, 1);
}

/* The levels of a hierarchy have different shapes. Each shape is checked in its first call, however rare the checks
 * are. */
static void each_shape_is_sampled_by_itself(void **state)
{
  (void)state;
  static double line_values[2][9];
  must(vf_validate_every("relax", 1000));
  for (int length = 8; length <= 9; length++) {
    vf_view *view = wrapped_line(line_values[length - 8], length, "line");
    const vf_box box = line(1, length);
    for (int call = 0; call < 2; call++) {
      must(vf_check_begin("relax", &view, 1));
      must(vf_fill_value(&box, view, 2));
      while (vf_check_original("relax"))
        for (int i = 0; i < length; i++) line_values[length - 8][i] = 2;
      must(vf_check_end("relax"));
    }
    discard(view);
  }
  expect_verdict(true, 2);
}

static void box_of_a_set_is_named(void **state)
{
  (void)state;
  static double left[8], right[8];
  static const int64_t length = 8;
  const vf_box boxes[2] = { line(1, 8), line(9, 16) };
  vf_view *views[2] = { wrapped(left, 1, &length, NULL, "left"), NULL };
  views[1] = wrapped(right, 1, &length, &(int){ 9 }, "right");
  vf_set *set = NULL;
  must(vf_set_wrap(NULL, boxes, 2, views, "both", &set));
  const vf_box short_boxes[2] = { line(1, 8), line(9, 15) };
  must(vf_check_begin("relax", &set, 1));
  must(vf_fill_value_boxes(short_boxes, 2, set, 4));
  while (vf_check_original("relax"))
    for (int i = 0; i < 8; i++) left[i] = right[i] = 4;
  must(vf_check_end("relax"));
  expect_verdict(false, 1);
  expect_said("relax: 'both' ('right') differs in 1 of 8 elements, first at (16)");
  expect_said("'both': 16 compared, 1 with other bits, 1 beyond the tolerance");
  discard(set);
  discard(views[0]);
  discard(views[1]);
}

static void report_lists_routines_by_themselves(void **state)
{
  (void)state;
  static char json[16384];
  must(checked_relax(WRONG_NORM));
  must(vf_report_json(json, sizeof json, NULL));
  const char *routines = strstr(json, "\"routines\": [");
  assert_non_null(routines);
  assert_non_null(strstr(routines, "{\"name\": \"relax\", \"mode\": \"check\", \"calls\": 1, \"checked\": 1"));
  assert_non_null(strstr(routines, "\"verdict\": \"failed\""));
  assert_non_null(strstr(routines, "{\"view\": \"phi\", \"compared\": 720"));
  assert_non_null(strstr(routines, "{\"number\": \"norm\", \"compared\": 1, \"different\": 1, \"failed\": 1"));
  assert_null(strstr(routines, "gsrb_poisson\", \"mode"));
  assert_null(strstr(strstr(json, "\"kernels\": ["), "{\"name\": \"relax\", \"mode\": \"check\", \"calls\": 1, "
                                                     "\"checked\": 1, \"in_original\": 0, \"without_original\": 0, "
                                                     "\"original\""));
  expect_said(
      "  routine                  calls   checked   verdict\n  relax                        1         1   failed");
}

static void perturbed_inputs_of_a_routine_are_said_to_be_none(void **state)
{
  (void)state;
  must(vf_validate_perturb("relax", 3, 0));
  must(checked_relax(RIGHT));
  must(vf_validate_perturb("relax", 0, 0));
  expect_verdict(true, 1);
  expect_said("remark (call 1) relax: the port of a routine cannot run once more, on perturbed inputs");
}

static const struct CMUnitTest tests[] = {
  claim(in_mode_device_the_original_does_not_run),
  claim(program_finds_what_it_finds_without_a_check),
  claim(original_finds_the_values_of_the_begin),
  claim(result_of_the_original_can_be_kept),
  claim(mode_original_of_all_is_not_for_routines),
  claim(kernels_of_the_port_are_checked_too),
  claim(original_may_call_viewfab),
  claim(routines_may_call_themselves),
  claim(routines_may_be_nested),
  claim(scratch_is_not_compared),
  claim(arrays_of_viewfab_are_remarked_and_temporary_ones_are_not),
  claim(old_values_of_an_array_that_is_not_listed_are_told),
  claim(differences_of_rounding_pass),
  claim(differences_beyond_rounding_do_not),
  claim(chosen_tolerance_is_all_there_is),
  claim(values_that_nobody_wrote_allow_nothing),
  claim(each_shape_is_sampled_by_itself),
  claim(box_of_a_set_is_named),
  claim(report_lists_routines_by_themselves),
  claim(perturbed_inputs_of_a_routine_are_said_to_be_none),
};
RUN("routine_runs", tests)
