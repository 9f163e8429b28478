/* The settings of the environment: modes, checks, tolerances and exit statuses that are read or refused. */
#include "settings_runs.h"

/* The first call that needs the setting refuses it, and so does every later call. The text has the variable and its
 * value. */
static void refused_as(const char *variable, const char *value, const char *hint)
{
  char setting[512], words[512];
  snprintf(setting, sizeof setting, "%s='%s'", variable, value);
  assert_int_equal(run(setting, "0"), 0);
  snprintf(words, sizeof words, "register: %d %s is '%s'; it must be %s", VF_ERROR_ARGUMENT, variable, value, hint);
  expect(words);
  snprintf(words, sizeof words, "call 1: %d %s is '%s'; it must be %s", VF_ERROR_ARGUMENT, variable, value, hint);
  expect(words);
  expect("call 2: 2 ");
  expect("value 0\noriginals 0\n");
}

/* ---- Modes ---------------------------------------------------------------------------------------------------- */

static void mode_of_all_kernels(void **state)
{
  (void)state;
  run("", "1");
  expect("value 1\noriginals 0\n");
  run("VF_MODE=device", "1");
  expect("value 1\noriginals 0\n");
  run("VF_MODE=original", "1");
  expect("value 2\noriginals 2\n");
  run("VF_MODE=check", "0");
  expect("value 1\noriginals 2\n");
  run("VF_MODE=", "1");
  expect("value 1\noriginals 0\n");
}

static void modes_of_single_kernels(void **state)
{
  (void)state;
  run("VF_KERNELS=axpy=original,copy=check", "0");
  expect("value 1\noriginals 2\n");
  run("VF_KERNELS=axpy=check", "0");
  expect("value 1\noriginals 0\n");
  run("VF_MODE=check VF_KERNELS=copy=original", "1");
  expect("value 2\noriginals 2\n");
  run("VF_MODE=original VF_KERNELS=copy=device", "1");
  expect("value 1\noriginals 0\n");
}

static void calls_win_over_the_environment(void **state)
{
  (void)state;
  run("VF_MODE=original VF_KERNELS=copy=original", "1 2 0 0");
  expect("value 1\noriginals 0\n");
}

static void malformed_modes_are_refused(void **state)
{
  (void)state;
  refused_as("VF_MODE", "chek", "device, original or check");
  refused_as("VF_MODE", "check,", "device, original or check");
  refused_as("VF_MODE", "CHECK", "device, original or check");
  refused_as("VF_KERNELS", "copy", "a list such as relax=check,update=original (device, original or check)");
  refused_as("VF_KERNELS", "copy=check,", "a list such as");
  refused_as("VF_KERNELS", "=check", "a list such as");
  refused_as("VF_KERNELS", "axpy=check,copy=both", "a list such as");
}

/* ---- Totals that are 0 ---------------------------------------------------------------------------------------- */

/* A check passes although the host forgets to_host and reads its old array: the check sees only the device. The report
 * therefore remarks that the newest values never came to the host. */
static void newest_values_that_never_came_to_the_host_are_remarked(void **state)
{
  (void)state;
  static const char settings[] = "VF_DEVICE=host VF_HOST_MEMORY=mirror VF_MODE=check VF_REPORT=-";
  static const char *const ends[][2] = {
    { "", "and the program ended before they came to the host: a host that has read it since has read old values" },
    { "finalize", "and its views ended before they came to the host" },
    { "release", "and its views ended before they came to the host" }
  };
  for (int e = 0; e < 3; e++) {
    assert_int_equal(run_of(FORGETFUL, settings, ends[e][0]), 0);
    expect("total 0\n");
    expect("viewfab validation: passed, with remarks on arrays of the host\n");
    expect("remark arrays of the host: 'to': the device has had the newest values since call 1 of copy, and ");
    expect(ends[e][1]);
    expect_not("'from'");
  }
  run_of(FORGETFUL, settings, "fetch again");
  expect(
      "'to': the device has had the newest values since call 2 of copy, and the program ended before they came to the "
      "host; the host got its values behind call 1 of copy for the last time: ");
  run_of(FORGETFUL, settings, "fetch");
  expect("total 8\n");
  expect("viewfab validation: passed\n");
  expect_not("arrays of the host");
}

/* ---- Checks and tolerances ------------------------------------------------------------------------------------ */

/* The access itself is seen if the array has whole pages of the system. */
static void check_mode_names_the_line_that_reads_old_values(void **state)
{
  (void)state;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  skip(); /* sanitizers handle faults themselves */
#endif
  static const char mirror[] = "VF_DEVICE=host VF_HOST_MEMORY=mirror VF_MODE=check";
  static const char read[] = "viewfab: coherence: the host reads 'to' at ";
  assert_int_equal(run_of(FORGETFUL, mirror, "pages"), 0);
  expect("viewfab: validation failed: ");
  expect(read);
  expect("whose newest value is on the device (written by vf_copy): ");
  run_of(FORGETFUL, mirror, "pages fetch");
  expect_not("viewfab: coherence");
  run_of(FORGETFUL, "VF_DEVICE=host VF_HOST_MEMORY=mirror VF_MODE=check VF_CHECK=coherence=off", "pages");
  expect("total 0\n");
  expect_not("viewfab: coherence");
  run_of(FORGETFUL, "VF_DEVICE=host VF_HOST_MEMORY=mirror VF_MODE=device", "pages");
  expect("total 0\n");
  run_of(FORGETFUL, "VF_DEVICE=host VF_HOST_MEMORY=alias VF_MODE=check", "pages");
  expect("total 5000\n");
}

static void checks_are_sampled_kept_ordered_and_stopped(void **state)
{
  (void)state;
  run("VF_MODE=check VF_CHECK=every=3", "0 7");
  expect("originals 3\n");
  run("VF_MODE=check VF_CHECK=keep=original VF_TOLERANCE=absolute:2", "1");
  expect("value 2\n");
  run("VF_MODE=check VF_CHECK=keep=original,keep=port VF_TOLERANCE=absolute:2", "1");
  expect("value 1\n");
  run("VF_MODE=check VF_CHECK=stop,every=2", "1 5");
  expect("call 1: 15 call 1 of copy: 'to' differs in 1 of 8 valid cells, worst at (3, 1, 1): port 1, original 2");
  expect("call 2: 15 ");
  expect("call 3: 0 done");
  expect("call 4: 0 done");
  expect("call 5: 15 ");
  run("VF_MODE=check VF_CHECK=order", "0");
  run("VF_MODE=check VF_CHECK=perturb=7", "0");
  expect("originals 4\n");
  run("VF_MODE=check VF_CHECK=perturb=7:0.5,stop", "0");
  expect("value 1\noriginals 4\n");
  expect("call 2: 0 done");
  assert_int_equal(run("VF_CHECK=stop VF_REPORT_FAIL=3", "0 1 0 2 1"), 3);
  expect(
      "call 1: 15 call 1 of copy: the original changes 1 elements of 'to' that the port leaves alone, first (8, 1, 1), "
      "all at i = 8: is the port's box one short at its high x face?");
  static const char *const more[] = { "VF_CHECK=stop,more", "VF_CHECK=stop,more=copy",
                                      "VF_CHECK=more=axpy,more=copy,stop" };
  for (int m = 0; m < 3; m++) {
    run(more[m], "0 1 0 2 1");
    expect("call 1: 0 done");
  }
  static const char *const layers[] = { "VF_CHECK=stop,more:1", "VF_CHECK=stop,more=copy:1",
                                        "VF_CHECK=stop,more=copy:1/0/0" };
  for (int l = 0; l < 3; l++) {
    run(layers[l], "0 1 0 2 1");
    expect("call 1: 0 done");
    run(layers[l], "0 1 0 2 2");
    expect("call 1: 15 ");
  }
  run("VF_CHECK=stop,more=axpy", "0 1 0 2 1");
  expect("call 1: 15 ");
}

static void malformed_checks_are_refused(void **state)
{
  (void)state;
  static const char *const wrong[] = { "every",
                                       "every=0",
                                       "every=-1",
                                       "every=2x",
                                       "keep=both",
                                       "stops",
                                       "stop,",
                                       "stop order",
                                       "more=",
                                       "mores",
                                       "more=copy:",
                                       "more:x",
                                       "more=copy:1/2",
                                       "more:-1",
                                       "perturb",
                                       "perturb=0",
                                       "perturb=1:0",
                                       "perturb=1:1",
                                       "perturb=x",
                                       "every= 2",
                                       "every=+2",
                                       "every=4294967298",
                                       "more: 1",
                                       "more:+1",
                                       "more:4294967297",
                                       "more=copy:1/ 1/1",
                                       "perturb= 1",
                                       "perturb=+1",
                                       "perturb=1: .5",
                                       "perturb=1:0x1p-2",
                                       "perturb=1:1e-400",
                                       "perturb=99999999999999999999" };
  for (size_t w = 0; w < sizeof wrong / sizeof wrong[0]; w++)
    refused_as("VF_CHECK", wrong[w],
               "a list of every=N, keep=port or keep=original, order, stop, quiet, more or more=kernel");
}

static void tolerances_are_for_all_or_for_one_kernel(void **state)
{
  (void)state;
  static const char *const passing[] = { "absolute:1",
                                         "relative:0.5",
                                         "scaled:0.5",
                                         "ulp:4503599627370496",
                                         "absolute:1e-3/relative:0.5",
                                         "copy=absolute:1",
                                         "absolute:0,copy=absolute:1",
                                         "axpy=ulp:1,copy=ulp:1e16/absolute:0" };
  static const char *const failing[] = { "absolute:0.9", "copy=absolute:0.9", "axpy=absolute:1",
                                         "absolute:1,copy=absolute:0", "" };
  char setting[256];
  for (size_t p = 0; p < sizeof passing / sizeof passing[0]; p++) {
    snprintf(setting, sizeof setting, "VF_MODE=check VF_CHECK=stop VF_TOLERANCE=%s", passing[p]);
    run(setting, "1");
    expect("call 1: 0 done");
  }
  for (size_t f = 0; f < sizeof failing / sizeof failing[0]; f++) {
    snprintf(setting, sizeof setting, "VF_MODE=check VF_CHECK=stop VF_TOLERANCE=%s", failing[f]);
    run(setting, "1");
    expect("call 1: 15 ");
  }
}

static void malformed_tolerances_are_refused(void **state)
{
  (void)state;
  static const char *const wrong[] = {
    "4",      "ulp",     "ulp:",      "ulp:x",      "ulp:-1",      "ulp:nan",          "ulp:inf",
    "ulps:4", "ulp:4,",  "=ulp:4",    "copy=",      "copy=ulp:4/", "ulp:4 absolute:1", "ulp: 4",
    "ulp:+4", "ulp:0x4", "ulp:1e400", "ulp:1e-400", "absolute:4e"
  };
  for (size_t w = 0; w < sizeof wrong / sizeof wrong[0]; w++)
    refused_as("VF_TOLERANCE", wrong[w], "a list such as ulp:4 or relax=absolute:1e-12/relative:1e-14");
}

static void malformed_exit_statuses_are_refused(void **state)
{
  (void)state;
  static const char *const wrong[] = { " ", " 3", "+3", "-1", "256", "0x3", "3.", "4294967299", "yes", "3x" };
  for (size_t w = 0; w < sizeof wrong / sizeof wrong[0]; w++)
    refused_as("VF_REPORT_FAIL", wrong[w], "an exit status from 1 to 255, or 0");
}

/* ---- Words that would have no effect -------------------------------------------------------------------------- */

static void unknown_instructions_are_refused(void **state)
{
  (void)state;
  static const char *const wrong[] = { "garbage", "avx", "AVX2", "avx5122", "0" };
  char words[128], setting[64];
  for (size_t w = 0; w < sizeof wrong / sizeof *wrong; w++) {
    snprintf(setting, sizeof setting, "VF_TEST_ROWS=%s", wrong[w]);
    run(setting, "0");
    snprintf(words, sizeof words, "init: %d VF_TEST_ROWS is '%s'; it may be portable, avx2 or avx512\n",
             VF_ERROR_ARGUMENT, wrong[w]);
    expect(words);
  }
  static const char *const right[] = { "portable", "avx2", "avx512", "" };
  for (size_t r = 0; r < sizeof right / sizeof *right; r++) {
    snprintf(setting, sizeof setting, "VF_TEST_ROWS=%s", right[r]);
    run(setting, "0");
    expect("init: 0 done\n");
  }
}

static void names_that_are_nearly_those_of_variables_are_told(void **state)
{
  (void)state;
  static const char *const nearly[][3] = { { "VF_MOD=check", "VF_MOD", "VF_MODE" },
                                           { "VF_KERNEL=copy=check", "VF_KERNEL", "VF_KERNELS" },
                                           { "vf_mode=check", "vf_mode", "VF_MODE" },
                                           { "VF_TOLERENCE=ulp:4", "VF_TOLERENCE", "VF_TOLERANCE" },
                                           { "VF_CHECK_EVERY=4", "VF_CHECK_EVERY", "VF_CHECK" } };
  char words[160];
  for (int n = 0; n < 5; n++) {
    run(nearly[n][0], "0");
    snprintf(words, sizeof words, "viewfab: %s is set, which viewfab does not read: is %s meant?\n", nearly[n][1],
             nearly[n][2]);
    expect(words);
    assert_int_equal(times("viewfab:"), 1);
  }
}

static void other_names_are_the_users(void **state)
{
  (void)state;
  run("VF_TEST_MODE=1 VF_NUMBER_OF_LEVELS=4 VF_MODE=check VFMODE=x", "0");
  expect_not("viewfab:");
  run("VF_MOD=check VF_CHECK=quiet", "0");
  expect_not("viewfab:");
}

static const struct CMUnitTest tests[] = {
  claim(mode_of_all_kernels),
  claim(modes_of_single_kernels),
  claim(calls_win_over_the_environment),
  claim(malformed_modes_are_refused),
  claim(newest_values_that_never_came_to_the_host_are_remarked),
  claim(check_mode_names_the_line_that_reads_old_values),
  claim(checks_are_sampled_kept_ordered_and_stopped),
  claim(malformed_checks_are_refused),
  claim(tolerances_are_for_all_or_for_one_kernel),
  claim(malformed_tolerances_are_refused),
  claim(malformed_exit_statuses_are_refused),
  claim(unknown_instructions_are_refused),
  claim(names_that_are_nearly_those_of_variables_are_told),
  claim(other_names_are_the_users),
};
RUN("environment", tests)
