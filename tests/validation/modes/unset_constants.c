/* Constants that are all 0, as if nobody had set the constants: the report asks about such constants beside NaN and infinite results. */
#include "checking.h"

#include <math.h>
#include <viewfab/routine.h>

#include <modes_kernels_kernels.h>

static const char remark[] = "remark (call 1) fall: all numbers of 'c' are 0: are they set before the call?";
static const struct vf_constants_falling unset = { .plain = 0 };

/* Its result in the elements of the box: the field, or the number of the test. */
typedef struct result {
  bool is_field;
  double number;
} result;

static void loop(const vf_original_call *call, void *user)
{
  const result *how = user;
  const double *x = call->arrays[0].first;
  double *y = call->arrays[1].first;
  for (int c = 0; c < CELLS; c++) y[c] = how->is_field ? x[c] : how->number;
}

static void check_fall(const struct vf_constants_falling *constants, result how)
{
  must(vf_report_reset());
  must(vf_fall_set_original(VF_REAL64, loop, &how));
  must(vf_validate_mode("fall", VF_MODE_CHECK));
  must(vf_fall(&whole, from, to, constants));
  must(vf_validate_mode("fall", VF_MODE_DEVICE));
  must(vf_fall_set_original(VF_REAL64, NULL, NULL));
}

static void constants_that_are_all_0_get_a_remark_beside_nan(void **state)
{
  (void)state;
  check_fall(&unset, (result){ .number = 1 });
  expect_verdict(false, 1);
  expect_said("the port gives 180 NaN in 'to' where the original has none");
  expect_said(remark);
}

static void unset_constants_get_the_remark_if_the_original_has_nan_too(void **state)
{
  (void)state;
  check_fall(&unset, (result){ .number = NAN });
  expect_said(remark);
  check_fall(&unset, (result){ .number = -NAN });
  expect_said(remark);
}

static void unset_constants_get_the_remark_if_the_original_alone_has_nan(void **state)
{
  (void)state;
  check_fall(&(struct vf_constants_falling){ .plain = 1 }, (result){ .number = NAN });
  expect_verdict(false, 1);
  expect_said(remark);
}

static void unset_constants_get_the_remark_beside_infinite_numbers(void **state)
{
  (void)state;
  struct vf_constants_falling plain = { .plain = 1 };
  source[11] = INFINITY;
  must(vf_view_mark_written(from, VF_HOST));
  check_fall(&plain, (result){ .is_field = true });
  expect_verdict(true, 1);
  expect_said(remark);
}

static void finite_results_need_no_remark(void **state)
{
  (void)state;
  const struct vf_constants_falling plain = { .plain = 1 };
  check_fall(&plain, (result){ .is_field = true });
  expect_verdict(true, 1);
  expect_not_said("all numbers");
  check_fall(&plain, (result){ .number = 3 });
  expect_verdict(false, 1);
  expect_not_said("all numbers");
}

/* A single number other than 0 is enough, in any place of the structure. */
static void constants_that_are_set_need_no_remark(void **state)
{
  (void)state;
  const struct vf_constants_falling first = { .gravity = 9.81 }, last = { .of_layers = { -1, 1 } };
  check_fall(&first, (result){ .number = 1 });
  expect_verdict(false, 1);
  expect_not_said("all numbers");
  check_fall(&last, (result){ .number = 1 });
  expect_verdict(false, 1);
  expect_not_said("all numbers");
}

static void routines_have_the_remark_too(void **state)
{
  (void)state;
  static const struct vf_constants_falling cases[] = { { .plain = 0 }, { .of_layers = { 1, 0 } }, { .plain = 1 } };
  vf_view *views[] = { from, to };
  must(vf_validate_mode("falls", VF_MODE_CHECK));
  for (int with = 0; with < 3; with++) {
    must(vf_report_reset());
    must(vf_check_begin("falls", views, 2));
    must(vf_fall(&whole, from, to, &cases[with]));
    while (vf_check_original("falls"))
      for (int c = 0; c < CELLS; c++) target[c] = 9;
    must(vf_check_end("falls"));
    expect_verdict(false, 1);
    if (with) expect_not_said("all numbers");
    else
      expect_said("remark (call 1) falls: all numbers of 'c' in a call of fall are 0: are they set before the call?");
  }
}

static const struct CMUnitTest tests[] = { claim(constants_that_are_all_0_get_a_remark_beside_nan),
                                           claim(unset_constants_get_the_remark_if_the_original_has_nan_too),
                                           claim(unset_constants_get_the_remark_if_the_original_alone_has_nan),
                                           claim(unset_constants_get_the_remark_beside_infinite_numbers),
                                           claim(finite_results_need_no_remark),
                                           claim(constants_that_are_set_need_no_remark),
                                           claim(routines_have_the_remark_too) };
RUN("unset_constants", tests)
