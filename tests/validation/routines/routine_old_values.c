/* A host without a call of to_host within the port of a routine. The report explains the difference: the routine
 * computed its result from old values of the host. */
#include "relaxing.h"

#include <math.h>
#include <stdio.h>

static bool apart(void)
{
  void *device = NULL;
  must(vf_view_device_address(rhs, VF_READ, &device));
  return device != rhs_values;
}

static double sum_of(const double *values)
{
  double sum = 0;
  for (int e = 0; e < INSIDE; e++) sum += values[e];
  return sum;
}

static double largest_of(const double *values)
{
  double largest = 0;
  for (int e = 0; e < INSIDE; e++) largest = fmax(largest, fabs(values[e]));
  return largest;
}

static double at_a_place(const double *values) { return values[3 + CX * (4 + CY * 2)]; }

/* The port scales res on the device and computes a number from the host's array, with or without to_host before. The
 * device has the newest values, so without to_host the number is wrong. */
static void check_number(double (*number_of)(const double *), bool told)
{
  const vf_box box = cells;
  must(vf_check_begin("relax", (vf_view *[]){ rhs, res }, 2));
  must(vf_copy(&box, rhs, res));
  if (told) must(vf_view_to_host(res, VF_READ));
  double number = number_of(res_values);
  must(vf_check_value("relax", "number", VF_REAL64, &number));
  while (vf_check_original("relax")) {
    for (int e = 0; e < INSIDE; e++) res_values[e] = rhs_values[e];
    double legacy = number_of(res_values);
    must(vf_check_value("relax", "number", VF_REAL64, &legacy));
  }
  must(vf_check_end("relax"));
}

static void number_of_old_values_is_explained(void **state)
{
  (void)state;
  double (*const numbers[])(const double *) = { sum_of, largest_of, at_a_place };
  static const char *const words[] = { "the sum", "the largest", "the value at (3, 2, 5)" };
  for (int n = 0; n < 3; n++) {
    char expected[256];
    for (int e = 0; e < INSIDE; e++) res_values[e] = 0.5 + 1e-3 * e;
    must(vf_view_to_host(res, VF_WRITE));
    check_number(numbers[n], false);
    snprintf(expected, sizeof expected,
             "relax: the number 'number': the port's is %s of what the host has of 'res', which is old since call 1 of "
             "copy: the host read it before to_host",
             words[n]);
    if (apart()) expect_said(expected);
    else expect_not_said("old since");
    expect_verdict(!apart(), 1);
    must(vf_report_reset());
  }
}

static void number_of_values_that_were_brought_is_right(void **state)
{
  (void)state;
  check_number(sum_of, true);
  expect_verdict(true, 1);
  expect_not_said("old since");
}

/* The host copies its old values of res to other. Both arrays are in the list of the routine. */
static void array_that_is_a_copy_of_old_values_is_explained(void **state)
{
  (void)state;
  must(vf_check_begin("relax", (vf_view *[]){ rhs, res, other }, 3));
  must(vf_copy(&cells, rhs, res));
  for (int e = 0; e < INSIDE; e++) other_values[e] = res_values[e];
  while (vf_check_original("relax"))
    for (int e = 0; e < INSIDE; e++) other_values[e] = res_values[e] = rhs_values[e];
  must(vf_check_end("relax"));
  if (apart())
    expect_said("relax: 'other': it holds the host's values of 'res', old since call 1 of copy: the host read them "
                "before to_host");
  expect_verdict(!apart(), 1);
}

/* The host writes res between two kernels of the port. The second kernel overwrites this value on the device. */
static void write_of_old_values_within_a_port_is_named(void **state)
{
  (void)state;
  must(vf_check_begin("relax", (vf_view *[]){ rhs, res }, 2));
  must(vf_copy(&cells, rhs, res));
  *inside_at(res_values, 2, 0, 5) = 5.5;
  must(vf_copy(&cells, rhs, res));
  while (vf_check_original("relax"))
    for (int e = 0; e < INSIDE; e++) res_values[e] = rhs_values[e];
  must(vf_check_end("relax"));
  if (apart()) {
    expect_said("the host has written 1 element of 'res', first at (2, 0, 5), which was ");
    expect_said(" and is 5.5, between call 1 of copy and call 2 of copy");
  }
  expect_verdict(!apart(), 1);
}

/* The original may write an array used as scratch by the port, and this write causes no finding. A later write of the
 * host is reported. */
static void scratch_that_the_original_writes_is_the_originals(void **state)
{
  (void)state;
  for (int call = 0; call < 2; call++) {
    must(vf_check_begin("relax", (vf_view *[]){ rhs, res }, 2));
    must(vf_check_scratch("relax", &other, 1));
    must(vf_copy(&cells, rhs, other));
    must(vf_copy(&cells, other, res));
    while (vf_check_original("relax"))
      for (int e = 0; e < INSIDE; e++) res_values[e] = other_values[e] = rhs_values[e];
    must(vf_check_end("relax"));
    rhs_values[call] += 1;
    must(vf_view_to_host(rhs, VF_WRITE));
  }
  expect_not_said("the host has written");
  expect_verdict(true, 2);
  *inside_at(other_values, 2, 0, 5) = 5.5;
  must(vf_check_begin("relax", (vf_view *[]){ other, res }, 2));
  must(vf_copy(&cells, other, res));
  while (vf_check_original("relax"))
    for (int e = 0; e < INSIDE; e++) res_values[e] = other_values[e];
  must(vf_check_end("relax"));
  if (apart())
    expect_said(" and is 5.5, between the end of the port of routine 'relax' and vf_check_begin of routine 'relax'");
}

static const struct CMUnitTest tests[] = {
  claim(number_of_old_values_is_explained),
  claim(number_of_values_that_were_brought_is_right),
  claim(array_that_is_a_copy_of_old_values_is_explained),
  claim(scratch_that_the_original_writes_is_the_originals),
  claim(write_of_old_values_within_a_port_is_named),
};
RUN("routine_old_values", tests)
