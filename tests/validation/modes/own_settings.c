/* Settings of one kernel and settings of all kernels: they are independent, and the order of the calls does not
 * matter. */
#include "checking.h"

#include <limits.h>
#include <math.h>

/* add_constant has settings of its own; copy follows the settings of all. */
static planted of_copy;
static double added; /* added by the original of add_constant to its first cell */

static void adding_original(const vf_original_call *call, void *user)
{
  original_add_constant(call, NULL);
  *element(&call->arrays[0], -2, 0, 3, 0) += *(const double *)user;
}

/* Writes also a cell that only the whole box contains. */
static void copying_original(const vf_original_call *call, void *user)
{
  planting_copy(call, user);
  *element(&call->arrays[1], -2, 0, 3, 0) = -1;
}

typedef enum setting { MODE, EVERY, KEEP, ORDER, STOP, TOLERANCE, MORE, SETTINGS } setting;
static const char *const names[SETTINGS] = { "mode", "every", "keep", "order", "stop", "tolerance", "more" };

static const vf_tolerance wide = { .absolute = 100 }, none = { 0 };

static void choose(setting what, const char *kernel, bool on)
{
  switch (what) {
    case MODE: must(vf_validate_mode(kernel, on ? VF_MODE_CHECK : VF_MODE_DEVICE)); break;
    case EVERY: must(vf_validate_every(kernel, on ? 1 : INT_MAX)); break;
    case KEEP: must(vf_validate_keep(kernel, on ? VF_KEEP_ORIGINAL : VF_KEEP_PORT)); break;
    case ORDER: must(vf_validate_order(kernel, on)); break;
    case STOP: must(vf_validate_stop(kernel, on)); break;
    case MORE: must(vf_validate_more(kernel, on)); break;
    default: must(vf_validate_tolerance(kernel, on ? &wide : &none));
  }
}

/* Makes two calls of the kernel. Its original is wrong by one in a single cell; for MORE, this cell lies outside the
 * box of the call. Returns true if the setting is on. */
static bool is_on(setting what, bool copy)
{
  int64_t checked = 0;
  vf_status status = VF_OK;
  must(vf_view_to_host(to, VF_WRITE));
  for (int c = 0; c < CELLS; c++) target[c] = 3;
  must(vf_report_reset());
  must(vf_counters_reset(NULL));
  const vf_box *box = what == MORE ? &inside : &whole;
  for (int call = 0; call < 2; call++) status = copy ? vf_copy(box, from, to) : vf_add_constant(box, to, 2);
  assert_true(status == VF_OK || status == VF_ERROR_MISMATCH);
  const int64_t launches = counters().launches;
  const bool passed = vf_report_passed(&checked);
  must(vf_view_to_host(to, VF_READ));
  switch (what) {
    case MODE: return checked > 0;
    case EVERY: assert_true(checked > 0); return checked == 2;
    case KEEP: return target[0] != (copy ? source[0] : 7);
    case ORDER: assert_true(launches >= 2); return launches > 2;
    case STOP: return status == VF_ERROR_MISMATCH;
    default: return passed;
  }
}

/* The start of a claim about a setting: both kernels are checked, and each call is wrong in a single cell. */
static void begin(void)
{
  static const char *const kernels[] = { NULL, "add_constant" };
  of_copy = plant(0, -1);
  added = 1;
  for (int k = 0; k < 2; k++) {
    must(vf_validate_mode(kernels[k], VF_MODE_CHECK));
    must(vf_validate_every(kernels[k], 1));
    must(vf_validate_keep(kernels[k], VF_KEEP_PORT));
    must(vf_validate_order(kernels[k], false));
    must(vf_validate_stop(kernels[k], false));
    must(vf_validate_tolerance(kernels[k], &none));
    must(vf_validate_more(kernels[k], false));
  }
  must(vf_kernel_set_original(&vf_copy_kernel, VF_REAL64, copying_original, &of_copy));
  must(vf_kernel_set_original(&vf_add_constant_kernel, VF_REAL64, adding_original, &added));
}

static void each_setting_of_a_kernel_wins_and_the_others_follow(void **state)
{
  (void)state;
  for (setting what = MODE; what < SETTINGS; what++)
    for (int own = 0; own < 2; own++)
      for (int all = 0; all < 2; all++)
        for (int order = 0; order < 2; order++) {
          begin();
          /* the order of the two choices must not matter */
          if (order) choose(what, "add_constant", own);
          choose(what, NULL, all);
          if (!order) choose(what, "add_constant", own);
          if (is_on(what, false) != own || is_on(what, true) != all)
            fail_msg("%s: own %d, all %d, order %d: add_constant has %d, copy %d", names[what], own, all, order,
                     is_on(what, false), is_on(what, true));
        }
}

/* Choosing a setting leaves the other settings alone. */
static void a_setting_changes_no_other(void **state)
{
  (void)state;
  static const bool begun[SETTINGS] = { true, true, false, false, false, false, false };
  for (setting what = EVERY; what < SETTINGS; what++)
    for (setting other = MODE; other < SETTINGS; other++)
      for (int own = 0; own < 2; own++) {
        if (other == what || (what == TOLERANCE && other == STOP)) continue; /* then nothing is wrong */
        begin();
        choose(what, own ? "add_constant" : NULL, !begun[what]);
        if (is_on(other, !own) != begun[other]) fail_msg("%s changes %s", names[what], names[other]);
      }
}

/* A kernel that appears later has the settings of all kernels. */
static void a_kernel_that_comes_later_has_the_settings_for_all(void **state)
{
  (void)state;
  begin();
  must(vf_validate_stop(NULL, true));
  must(vf_kernel_set_original(&vf_fill_value_kernel, VF_REAL64, original_add_constant, NULL));
  const vf_status status = vf_fill_value(&whole, to, 0.5);
  must(vf_kernel_set_original(&vf_fill_value_kernel, VF_REAL64, NULL, NULL));
  assert_int_equal(status, VF_ERROR_MISMATCH);
}

/* ---- Refusals -------------------------------------------------------------------------------------------------- */

static void values_that_no_setting_has_are_refused_with_their_text(void **state)
{
  (void)state;
  static const struct {
    vf_tolerance tolerance;
    const char *words;
  } tolerances[] = {
    { { .absolute = -1 }, "vf_validate_tolerance: -1; a tolerance is 0 or more" },
    { { .relative = -0.5, .ulp = 3 }, "vf_validate_tolerance: -0.5; a tolerance is 0 or more" },
    { { .scaled = -2 }, "vf_validate_tolerance: -2; a tolerance is 0 or more" },
    { { .absolute = 1, .ulp = -4 }, "vf_validate_tolerance: -4; a tolerance is 0 or more" },
    { { .ulp = NAN }, "nan; a tolerance is 0 or more" },
    { { .absolute = -HUGE_VAL }, "-inf; a tolerance is 0 or more" },
  };
  static const char *const kernels[] = { "copy", NULL };
  begin();
  for (int k = 0; k < 2; k++) {
    for (size_t t = 0; t < sizeof tolerances / sizeof tolerances[0]; t++)
      refused(vf_validate_tolerance(kernels[k], &tolerances[t].tolerance), VF_ERROR_ARGUMENT, tolerances[t].words);
    refused(vf_validate_mode(kernels[k], (vf_mode)3), VF_ERROR_ARGUMENT, "vf_validate_mode: mode 3");
    refused(vf_validate_mode(kernels[k], (vf_mode)-1), VF_ERROR_ARGUMENT, "vf_validate_mode: mode -1");
    refused(vf_validate_every(kernels[k], 0), VF_ERROR_ARGUMENT, "vf_validate_every: every 0; it must be 1 or more");
    refused(vf_validate_every(kernels[k], INT_MIN), VF_ERROR_ARGUMENT, "vf_validate_every: every -2147483648;");
    refused(vf_validate_keep(kernels[k], (vf_keep)2), VF_ERROR_ARGUMENT, "vf_validate_keep: keep 2");
    refused(vf_validate_keep(kernels[k], (vf_keep)-1), VF_ERROR_ARGUMENT, "vf_validate_keep: keep -1");
  }
  refused(vf_kernel_set_original(NULL, VF_REAL64, planting_copy, NULL), VF_ERROR_NULL,
          "vf_kernel_set_original: kernel is NULL");
  refused(vf_kernel_set_original(&vf_copy_kernel, VF_INT64, planting_copy, NULL), VF_ERROR_KIND,
          "vf_kernel_set_original: originals are for real32 or real64, not for type 4");
  refused(vf_kernel_set_original(&vf_copy_kernel, (vf_type)0, planting_copy, NULL), VF_ERROR_KIND, "not for type 0");
  /* a refused call changes no setting */
  assert_true(is_on(MODE, true) && is_on(EVERY, true) && !is_on(KEEP, true) && !is_on(TOLERANCE, true));
}

/* copy never gets settings of its own, so it follows the settings of all in every claim. */
static int close_settings(void **state)
{
  static const char *const kernels[] = { NULL, "add_constant" };
  for (int k = 0; k < 2; k++) {
    must(vf_validate_mode(kernels[k], VF_MODE_DEVICE));
    must(vf_validate_every(kernels[k], 1));
    must(vf_validate_keep(kernels[k], VF_KEEP_PORT));
    must(vf_validate_order(kernels[k], false));
    must(vf_validate_stop(kernels[k], false));
    must(vf_validate_tolerance(kernels[k], NULL));
    must(vf_validate_more(kernels[k], false));
  }
  must(vf_kernel_set_original(&vf_copy_kernel, VF_REAL64, NULL, NULL));
  must(vf_kernel_set_original(&vf_add_constant_kernel, VF_REAL64, NULL, NULL));
  must(vf_report_reset());
  return close_device(state);
}
#undef claim
#define claim(name) cmocka_unit_test_setup_teardown(name, open_checking, close_settings)

static const struct CMUnitTest tests[] = {
  claim(each_setting_of_a_kernel_wins_and_the_others_follow),
  claim(a_setting_changes_no_other),
  claim(a_kernel_that_comes_later_has_the_settings_for_all),
  claim(values_that_no_setting_has_are_refused_with_their_text),
};
RUN("own_settings", tests)
