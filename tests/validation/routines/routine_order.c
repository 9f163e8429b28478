/* Calls in the wrong order, on the wrong thread, or with missing views. viewfab refuses each of them with a text that
 * names the mistake, and the arrays keep the port's results. */
#include "relaxing.h"

#include <pthread.h>

#include "../seeded_bugs/originals.h"

static void begin(void) { must(vf_check_begin("relax", (vf_view *[]){ phi, rhs, res }, 3)); }

static void loop(void)
{
  while (vf_check_original("relax")) legacy_relax(phi_values, rhs_values, res_values, 0.25);
}

static void finish(void)
{
  loop();
  must(vf_check_end("relax"));
}

static void calls_without_a_begin_are_refused(void **state)
{
  (void)state;
  double number = 1;
  assert_false(vf_check_original("relax"));
  refused(vf_check_end("relax"), VF_ERROR_STATE, "vf_check_end: routine 'relax' has not begun on this thread");
  refused(vf_check_value("relax", "n", VF_REAL64, &number), VF_ERROR_STATE, "has not begun on this thread");
  refused(vf_check_scratch("relax", &phi, 1), VF_ERROR_STATE, "has not begun on this thread");
}

static void arguments_that_are_missing_are_refused(void **state)
{
  (void)state;
  static char name[80];
  double number = 1;
  memset(name, 'x', sizeof name - 1);
  refused(vf_check_begin(NULL, &phi, 1), VF_ERROR_NULL, "routine is NULL");
  refused(vf_check_begin(name, &phi, 1), VF_ERROR_ARGUMENT, "1 to 63 characters");
  name[64] = 0;
  refused(vf_check_begin(name, &phi, 1), VF_ERROR_ARGUMENT, "1 to 63 characters");
  refused(vf_check_begin("", &phi, 1), VF_ERROR_ARGUMENT, "1 to 63 characters");
  refused(vf_check_begin("relax", NULL, 1), VF_ERROR_NULL, "views is NULL");
  refused(vf_check_begin("relax", &phi, 0), VF_ERROR_ARGUMENT, "0 views");
  refused(vf_check_begin("relax", (vf_view *[]){ phi, NULL }, 2), VF_ERROR_NULL, "vf_check_begin");
  begin();
  refused(vf_check_value("relax", NULL, VF_REAL64, &number), VF_ERROR_NULL, "what is NULL");
  refused(vf_check_value("relax", "n", VF_REAL64, NULL), VF_ERROR_NULL, "value is NULL");
  refused(vf_check_value("relax", "n", (vf_type)9, &number), VF_ERROR_KIND, "'n'");
  refused(vf_check_scratch("relax", NULL, 1), VF_ERROR_NULL, "views is NULL");
  port_relax(RIGHT);
  finish();
  expect_verdict(true, 1);
}

static void number_of_another_kind_is_refused(void **state)
{
  (void)state;
  double number = 1;
  float single = 1;
  begin();
  must(vf_check_value("relax", "n", VF_REAL64, &number));
  assert_true(vf_check_original("relax"));
  refused(vf_check_value("relax", "n", VF_REAL32, &single), VF_ERROR_KIND,
          "'n' of routine 'relax' is real64 in the port");
  assert_false(vf_check_original("relax"));
  refused(vf_check_value("relax", "n", VF_REAL64, &number), VF_ERROR_STATE, "after the original");
  must(vf_check_end("relax"));
}

static void routine_that_has_not_ended_does_not_begin_again(void **state)
{
  (void)state;
  begin();
  refused(vf_check_begin("relax", (vf_view *[]){ phi, rhs, res }, 3), VF_ERROR_STATE,
          "routine 'relax' has begun with these views and has not ended; did it return before its vf_check_end?");
  port_relax(RIGHT);
  finish();
  begin();
  port_relax(RIGHT);
  finish();
  expect_verdict(true, 2);
}

static void end_of_another_routine_is_refused(void **state)
{
  (void)state;
  must(vf_validate_mode("outer", VF_MODE_CHECK));
  must(vf_check_begin("outer", &phi, 1));
  begin();
  refused(vf_check_end("outer"), VF_ERROR_STATE,
          "'outer' is not the innermost routine: 'relax' began after it and has not");
  assert_false(vf_check_original("outer"));
  port_relax(RIGHT);
  finish();
  while (vf_check_original("outer")) legacy_relax(phi_values, rhs_values, res_values, 0.25);
  must(vf_check_end("outer"));
}

/* The arrays have the port's results, however incomplete the check was. */
static void expect_port(double norm_of_port) { assert_true(norm(&cells, res) == norm_of_port); }

static void loop_that_is_left_early_is_refused(void **state)
{
  (void)state;
  begin();
  const double result = port_relax(RIGHT);
  while (vf_check_original("relax")) {
    res_values[0] = 1e9;
    break;
  }
  refused(vf_check_end("relax"), VF_ERROR_STATE, "the loop of vf_check_original('relax') was left before it was false");
  expect_port(result);
  expect_verdict(false, 0);
  expect_said(
      "WRONG (call 1) relax: a call was not checked: vf_check_end: the loop of vf_check_original('relax') was left");
  begin(); /* later checks work, and the failure stays in the report */
  port_relax(RIGHT);
  finish();
  expect_verdict(false, 1);
}

static void port_behind_the_loop_is_refused(void **state)
{
  (void)state;
  begin();
  loop();
  port_relax(RIGHT);
  refused(vf_check_end("relax"), VF_ERROR_STATE, "'phi' was written after the original of routine 'relax' had run");
}

static void end_without_an_original_is_refused_in_mode_check(void **state)
{
  (void)state;
  begin();
  refused(vf_check_end("relax"), VF_ERROR_STATE, "no original of routine 'relax' has run");
  must(vf_validate_mode(NULL, VF_MODE_CHECK));
  must(vf_check_begin("everyone", &phi, 1));
  refused(vf_check_end("everyone"), VF_ERROR_STATE,
          "mode check was asked for, but no original of routine 'everyone' has");
  expect_said("everyone                     1         0   failed, 1 calls by the port, since no original has run");
  expect_said("WRONG (call 1) everyone: a call was not checked: vf_check_end: mode check was asked for");
  expect_verdict(false, 0);
  must(vf_validate_mode(NULL, VF_MODE_DEVICE));
}

static void view_that_is_released_meanwhile_is_refused(void **state)
{
  (void)state;
  begin();
  discard(res);
  assert_false(vf_check_original("relax"));
  refused(vf_check_end("relax"), VF_ERROR_STATE, "routine 'relax': 'res' was released since vf_check_begin");
  must(vf_check_begin("relax", (vf_view *[]){ phi, rhs }, 2));
  must(vf_fill_value(&cells, phi, 3));
  assert_true(vf_check_original("relax"));
  *phi_at(0, 0, 4) = -8;
  discard(rhs);
  assert_false(vf_check_original("relax"));
  refused(vf_check_end("relax"), VF_ERROR_STATE, "'rhs' was released since vf_check_begin");
  assert_true(norm(&cells, phi) == 3);
}

static void views_of_several_lists_are_those_of_one(void **state)
{
  (void)state;
  vf_view *const pair[] = { phi, res };
  const vf_view_list lists[] = { { pair, 2 }, { NULL, 0 }, { &rhs, 1 } };
  must(vf_check_begin_lists("relax", lists, 3));
  port_relax(RIGHT);
  while (vf_check_original("relax")) legacy_relax(phi_values, rhs_values, res_values, 0.25);
  must(vf_check_end("relax"));
  expect_verdict(true, 1);
  expect_said("    'rhs': 336 compared");
  refused(vf_check_begin_lists("relax", lists, 0), VF_ERROR_ARGUMENT, "routine 'relax' with 0 views");
  refused(vf_check_begin_lists("relax", NULL, 2), VF_ERROR_NULL, "lists is NULL");
  refused(vf_check_begin_lists("relax", &(vf_view_list){ NULL, 2 }, 1), VF_ERROR_NULL, "the views of list 1 are NULL");
}

/* The port leaves the routine with the error of a refused call. */
static void leave_by_an_error(vf_view *const views[], int count)
{
  must(vf_check_begin("relax", views, count));
  refused(vf_gsrb_poisson(&(vf_box){ { 0, -2, 3 }, { CX, CY - 3, CZ + 2 } }, phi, rhs, 0.25, 0), VF_ERROR_BOX,
          "of 'phi'");
}

static void routine_that_a_refused_call_left_is_not_one_without_an_end(void **state)
{
  (void)state;
  leave_by_an_error((vf_view *[]){ phi, rhs, res }, 3);
  expect_not_said("WRONG");
  expect_said("remark: call 1 was left by an error, and is not checked: vf_gsrb_poisson: ");
  must(checked_relax(RIGHT)); /* begins anew with the same views */
  expect_verdict(true, 1);
  expect_said("remark (call 1) relax: call 1 was left by an error, and is not checked: vf_gsrb_poisson: ");
  expect_said("relax                        2         1   passed");
}

static void outer_routine_goes_on_when_an_error_has_left_the_inner_one(void **state)
{
  (void)state;
  must(vf_validate_mode("outer", VF_MODE_CHECK));
  must(vf_check_begin("outer", &rhs, 1));
  leave_by_an_error(&phi, 1);
  must(vf_add_constant(&cells, rhs, 1));
  while (vf_check_original("outer"))
    for (int c = 0; c < INSIDE; c++) rhs_values[c] += 1;
  must(vf_check_end("outer"));
  expect_verdict(true, 1);
  expect_said("relax: call 1 was left by an error, and is not checked: vf_gsrb_poisson: ");
}

/* The port handles the error and goes on: the check of the routine goes on as well. */
static void routine_that_goes_on_behind_an_error_is_checked(void **state)
{
  (void)state;
  leave_by_an_error((vf_view *[]){ phi, rhs, res }, 3);
  port_relax(SHORT_BOX);
  while (vf_check_original("relax")) legacy_relax(phi_values, rhs_values, res_values, 0.25);
  must(vf_check_end("relax"));
  expect_verdict(false, 1);
  expect_said("WRONG (call 1) relax: 'phi' differs in ");
}

static void device_that_closes_tells_what_an_error_has_left(void **state)
{
  (void)state;
  leave_by_an_error((vf_view *[]){ phi, rhs, res }, 3);
  must(vf_finalize());
  expect_said("remark (call 1) relax: call 1 was left by an error, and is not checked: vf_gsrb_poisson: ");
  expect_not_said("WRONG");
  must(vf_init(NULL));
}

static void report_tells_of_a_routine_that_has_not_ended(void **state)
{
  (void)state;
  begin();
  expect_verdict(false, 0);
  expect_said("WRONG: 1 call begun and not ended by vf_check_end");
  port_relax(RIGHT);
  finish();
  expect_verdict(true, 1);
  expect_not_said("WRONG");
}

static void device_that_closes_ends_its_routines(void **state)
{
  (void)state;
  for (int phase = 0; phase < 2; phase++) {
    if (phase) must(vf_init(NULL));
    if (phase) phi = wrapped(phi_values, 1, &(int64_t){ AROUND }, NULL, "phi");
    const double before = phi_values[3];
    must(vf_check_begin("relax", &phi, 1));
    if (phase) assert_true(vf_check_original("relax"));
    phi_values[3] = phase ? 1e9 : phi_values[3];
    must(vf_finalize());
    assert_true(phi_values[3] == before);
    expect_said("relax: call 1 began and was not ended by vf_check_end when its device was closed");
    assert_false(vf_check_original("relax"));
    refused(vf_check_end("relax"), VF_ERROR_STATE, "has not begun on this thread");
    must(vf_report_reset());
  }
  must(vf_init(NULL));
}

static void close_device_of(const vf_original_array *arrays, int count, void *user)
{
  (void)arrays;
  (void)count;
  (void)user;
  must(vf_finalize());
}

static void original_that_closes_the_device_is_refused(void **state)
{
  (void)state;
  must(vf_check_register_original("relax", close_device_of, NULL));
  must(vf_check_begin("relax", &phi, 1));
  refused(vf_check_end("relax"), VF_ERROR_STATE, "the original of routine 'relax' has closed its device");
  must(vf_init(NULL));
}

/* A routine cannot have the name of a kernel: the call is refused before the kernel has run and after. */
static void name_of_a_kernel_is_refused(void **state)
{
  (void)state;
  for (int has_run = 0; has_run < 2; has_run++) {
    refused(vf_check_begin("copy", &phi, 1), VF_ERROR_STATE, "routine 'copy' has the name of a kernel");
    refused(vf_check_register_original("copy", relax_original, NULL), VF_ERROR_STATE, "has the name of a kernel");
    must(vf_copy(&cells, rhs, res));
  }
}

/* The kernel is loaded after a routine has taken its name. */
static void kernel_with_the_name_of_a_routine_is_refused(void **state)
{
  (void)state;
  vf_kernel late = vf_dot_kernel;
  late.description.name = "late";
  late.ledger = NULL;
  must(vf_validate_mode("late", VF_MODE_CHECK));
  must(vf_check_begin("late", &phi, 1));
  refused(vf_kernel_set_original(&late, VF_REAL64, original_gsrb_poisson, NULL), VF_ERROR_STATE,
          "kernel late has the name of a routine");
  vfi_argument arguments[2] = { { .view = rhs }, { .view = res } };
  double result = 0;
  const vfi_call call = {
    .kernel = &late, .boxes = &cells, .box_count = 1, .arguments = arguments, .results = { &result }
  };
  refused(vfi_dispatch(&call), VF_ERROR_STATE, "kernel late has the name of a routine");
  refused(vf_check_end("late"), VF_ERROR_STATE, "no original of routine 'late' has run");
  vfi_kernel_enlist(&late);
  late.description.name = "later";
  refused(vf_check_begin("later", &phi, 1), VF_ERROR_STATE, "routine 'later' has the name of a kernel");
  vfi_kernel_delist(&late);
  must(vf_check_register_original("later", relax_original, NULL));
  must(vf_check_register_original("later", NULL, NULL));
}

/* A routine without any element to compare does not count as passed. */
static void routine_without_anything_to_compare_does_not_pass(void **state)
{
  (void)state;
  static double none[1];
  vf_view *empty = wrapped(none, 2, (const int64_t[]){ 0, 3 }, NULL, "empty");
  const vf_box far = { { 100, 100, 100 }, { 101, 102, 103 } };
  for (int call = 1; call <= 2; call++) {
    must(vf_check_begin("relax", call == 1 ? &empty : &phi, 1));
    if (call == 2) must(vf_check_cells("relax", phi, &far));
    while (vf_check_original("relax")) phi_values[0] += call - 1;
    must(vf_check_end("relax"));
    expect_nothing_checked();
    expect_said(call == 1 ? "relax                        1         0   nothing checked, 1 calls that put nothing"
                          : "relax                        2         0   nothing checked, 2 calls that put nothing");
  }
  expect_said(
      "relax: there was nothing to compare: all views that vf_check_begin lists have no elements, or none among");
  begin();
  port_relax(RIGHT);
  finish();
  expect_verdict(true, 1);
  discard(empty);
}

/* ---- Threads ------------------------------------------------------------------------------------------------------
 */

static void *on_another_thread(void *argument)
{
  vf_status *statuses = argument;
  statuses[0] = vf_check_end("relax");
  statuses[1] = vf_check_begin("relax", &other, 1);
  statuses[2] = vf_check_original("relax") ? VF_ERROR_STATE : VF_OK;
  statuses[3] = vf_fill_value(&cells, other, 1);
  statuses[4] = vf_check_end("relax");
  return NULL;
}

static void routines_of_other_threads_run_unchecked_meanwhile(void **state)
{
  (void)state;
  vf_status statuses[5];
  pthread_t thread;
  begin();
  assert_int_equal(pthread_create(&thread, NULL, on_another_thread, statuses), 0);
  assert_int_equal(pthread_join(thread, NULL), 0);
  assert_int_equal(statuses[0], VF_ERROR_STATE);
  for (int s = 1; s < 5; s++) assert_int_equal(statuses[s], VF_OK);
  port_relax(RIGHT);
  must(vf_check_scratch("relax", &other, 1)); /* the other thread wrote it */
  finish();
  expect_verdict(false, 1); /* for the end without a begin */
  expect_said("1 calls not checked, since another thread was in a checked routine");
}

static void *set_other(void *status)
{
  *(vf_status *)status = vf_fill_value(&cells, other, 2);
  return NULL;
}

static void kernels_of_worker_threads_belong_to_the_routine(void **state)
{
  (void)state;
  vf_status status = VF_ERROR_STATE;
  pthread_t thread;
  must(vf_check_begin("relax", &other, 1));
  assert_int_equal(pthread_create(&thread, NULL, set_other, &status), 0);
  assert_int_equal(pthread_join(thread, NULL), 0);
  must(status);
  while (vf_check_original("relax")) other_values[0] += 1;
  must(vf_check_end("relax"));
  expect_said("written by fill_value (1 call)");
  expect_verdict(false, 1);
}

static const struct CMUnitTest tests[] = {
  claim(calls_without_a_begin_are_refused),
  claim(arguments_that_are_missing_are_refused),
  claim(number_of_another_kind_is_refused),
  claim(routine_that_has_not_ended_does_not_begin_again),
  claim(end_of_another_routine_is_refused),
  claim(loop_that_is_left_early_is_refused),
  claim(port_behind_the_loop_is_refused),
  claim(end_without_an_original_is_refused_in_mode_check),
  claim(view_that_is_released_meanwhile_is_refused),
  claim(views_of_several_lists_are_those_of_one),
  claim(routine_that_a_refused_call_left_is_not_one_without_an_end),
  claim(outer_routine_goes_on_when_an_error_has_left_the_inner_one),
  claim(routine_that_goes_on_behind_an_error_is_checked),
  claim(device_that_closes_tells_what_an_error_has_left),
  claim(report_tells_of_a_routine_that_has_not_ended),
  claim(device_that_closes_ends_its_routines),
  claim(original_that_closes_the_device_is_refused),
  claim(name_of_a_kernel_is_refused),
  claim(kernel_with_the_name_of_a_routine_is_refused),
  claim(routine_without_anything_to_compare_does_not_pass),
  claim(routines_of_other_threads_run_unchecked_meanwhile),
  claim(kernels_of_worker_threads_belong_to_the_routine),
};
RUN("routine_order", tests)
