/* The calls that VF_CAPTURE selects, and the names of their files. */
#include "capture_testing.h"

#include <sys/stat.h>
#include <unistd.h>

#include <viewfab/smooth.h>
#include <viewfab/report.h>
#include <viewfab/validate.h>

static double numbers[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
static const vf_box cells = { { 1, 1, 1 }, { 8, 1, 1 } };

static bool in_place(const char *name) { return access(in_folder(name), F_OK) == 0; }

/* Expects the numbers of the captured calls among the first eight calls of fill_value with this setting. */
static void expect_calls(const char *setting, const char *captured)
{
  char found[16] = "";
  vf_view *x = wrapped_line(numbers, 8, "x");
  take_folder();
  must(vf_report_reset()); /* calls are counted from 1 again */
  setenv("VF_CAPTURE", setting, 1);
  for (int call = 1; call <= 8; call++) must(vf_fill_value(&cells, x, call));
  for (int call = 1; call <= 8; call++) {
    char name[64];
    snprintf(name, sizeof name, "viewfab_fill_value_%d.h5", call);
    if (in_place(name)) snprintf(found + strlen(found), sizeof found - strlen(found), "%d", call);
  }
  if (strcmp(found, captured)) fail_msg("VF_CAPTURE=%s: calls %s, not %s", setting, found, captured);
  assert_int_equal(files_in_folder(), strlen(captured));
  discard(x);
  drop_folder();
}

static void calls_and_ranges_are_captured_to_their_ends(void **state)
{
  (void)state;
  expect_calls("fill_value:call=1", "1");
  expect_calls("fill_value:call=8", "8");
  expect_calls("fill_value:call=2-4", "234");
  expect_calls("fill_value:call=3-3", "3");
  expect_calls("fill_value:call=7-9223372036854775807", "78");
  expect_calls("fill_value:call=9", "");
  expect_calls("fill_value:call=5,fill_value:call=2-3", "235");
  expect_calls("sum:call=1-8,fill_value:call=4,dot:call=1", "4");
  expect_calls("sum:call=1-8", "");
  expect_calls("set_valu:call=1,fill_value2:call=2,set:call=3,fill_value_:call=4", "");
}

static void what_cannot_be_read_is_quoted_alone(void **state)
{
  (void)state;
  static const char *const cases[][2] = {
    { "fill_value:call=1,sum=3,dot:call=1", "'sum=3' cannot be read; it is a list of" },
    { "fill_value:call=1,vf_sum:call=3", "'vf_sum:call=3' cannot be read;" },
    { "vf_sum:call=3", "relax:call=17,update:call=1-3; kernels are named without vf_" },
    { "fill_value:call=9223372036854775808", "'fill_value:call=9223372036854775808' cannot be read" },
    { "fill_value:call=4-3", "'fill_value:call=4-3' cannot be read" },
    { "fill_value:call=1-x", "'fill_value:call=1-x' cannot be read" },
    { "fill_value:call=1x", "'fill_value:call=1x' cannot be read" },
    { "Set_value:call=1", "'Set_value:call=1' cannot be read" },
  };
  vf_view *x = wrapped_line(numbers, 8, "x");
  double result = 0;
  for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
    setenv("VF_CAPTURE", cases[c][0], 1);
    refused(vf_norm_one(&cells, x, &result), VF_ERROR_ARGUMENT, cases[c][1]);
    if (strncmp(cases[c][0], "vf_", 3) && !strstr(cases[c][0], ",vf_"))
      assert_null(strstr(vf_last_error(), "kernels are named without vf_"));
  }
  discard(x);
}

/* Makes a call of norm_max with these variables; NULL: unset. Returns its status. */
static vf_status capture_to(const char *folder, const char *file)
{
  double result = 0;
  vf_view *x = wrapped_line(numbers, 8, "x");
  must(vf_report_reset());
  setenv("VF_CAPTURE", "norm_max:call=1", 1);
  if (folder) setenv("VF_CAPTURE_FOLDER", folder, 1);
  else unsetenv("VF_CAPTURE_FOLDER");
  if (file) setenv("VF_CAPTURE_FILE", file, 1);
  else unsetenv("VF_CAPTURE_FILE");
  const vf_status status = vf_norm_max(&cells, x, &result);
  unsetenv("VF_CAPTURE_FILE");
  discard(x);
  return status;
}

static void expect_file(const char *path)
{
  if (access(path, F_OK)) fail_msg("%s is not there", path);
  unlink(path);
}

static void files_are_named_by_folder_and_file(void **state)
{
  (void)state;
  char folder[PATH], path[PATH], whole[4 * PATH];
  take_folder();
  snprintf(folder, sizeof folder, "%s", getenv("VF_CAPTURE_FOLDER"));
  must(capture_to(folder, NULL));
  expect_file(in_folder("viewfab_norm_max_1.h5"));
  must(capture_to(folder, ""));
  expect_file(in_folder("viewfab_norm_max_1.h5"));
  must(capture_to(folder, "mine.h5"));
  expect_file(in_folder("mine.h5"));
  snprintf(path, sizeof path, "%s", in_folder("other.h5"));
  must(capture_to(NULL, path));
  expect_file(path);
  must(capture_to("", NULL));
  expect_file("viewfab_norm_max_1.h5");
  must(capture_to(NULL, NULL));
  expect_file("viewfab_norm_max_1.h5");
  /* an absolute name needs no folder */
  assert_non_null(getcwd(whole, PATH));
  snprintf(whole + strlen(whole), sizeof whole - strlen(whole), "/%s", path);
  must(capture_to("/nonexistent", whole));
  expect_file(path);
  assert_int_equal(files_in_folder(), 0);
  setenv("VF_CAPTURE_FOLDER", folder, 1);
  drop_folder();
}

static void names_that_no_file_has_are_refused(void **state)
{
  (void)state;
  enum { LONG = FILENAME_MAX + 100 };
  static char name[LONG];
  take_folder();
  char folder[PATH];
  snprintf(folder, sizeof folder, "%s", getenv("VF_CAPTURE_FOLDER"));
  memset(name, 'x', sizeof name);
  name[FILENAME_MAX] = 0;
  refused(capture_to(name, NULL), VF_ERROR_ARGUMENT, "the file name of a capture is too long");
  refused(capture_to(folder, name), VF_ERROR_ARGUMENT, "the file name of a capture is too long");
  name[FILENAME_MAX - 23] = 0; /* the longest possible name with a slash and viewfab_norm_max_1.h5 */
  refused(capture_to(name, NULL), VF_ERROR_STATE, "too long");
  refused(capture_to("nowhere", NULL), VF_ERROR_STATE, "No such file or directory");
  refused(capture_to("nowhere", NULL), VF_ERROR_STATE, "capture nowhere/viewfab_norm_max_1.h5");
  /* the name belongs to a folder */
  assert_false(mkdir(in_folder("viewfab_norm_max_1.h5"), 0700));
  refused(capture_to(folder, NULL), VF_ERROR_STATE, "viewfab_norm_max_1.h5");
  assert_int_equal(files_in_folder(), 1);
  rmdir(in_folder("viewfab_norm_max_1.h5"));
  setenv("VF_CAPTURE_FOLDER", folder, 1);
  drop_folder();
}

static void one_file_is_for_one_call(void **state)
{
  (void)state;
  static const char *const several[] = { "fill_value:call=1-2", "fill_value:call=1,sum:call=1",
                                         "sum:call=1,sum:call=1" };
  vf_view *x = wrapped_line(numbers, 8, "x");
  double result = 0;
  take_folder();
  setenv("VF_CAPTURE_FILE", "mine.h5", 1);
  for (int s = 0; s < 3; s++) {
    setenv("VF_CAPTURE", several[s], 1);
    refused(vf_norm_one(&cells, x, &result), VF_ERROR_ARGUMENT,
            "VF_CAPTURE_FILE=mine.h5 names one file, but VF_CAPTURE=");
    refused(vf_norm_one(&cells, x, &result), VF_ERROR_ARGUMENT, several[s]);
  }
  setenv("VF_CAPTURE_FILE", "", 1);
  must(vf_norm_one(&cells, x, &result));
  unsetenv("VF_CAPTURE_FILE");
  discard(x);
  drop_folder();
}

static void original_set(const vf_original_call *call, void *user)
{
  for (int e = 0; e < 8; e++) ((double *)call->arrays[0].first)[e] = *(const double *)user;
}

/* In every mode the capture has the results of the call, from the port or from the original. A failing call leaves no
 * file. */
static void calls_are_captured_in_every_mode(void **state)
{
  (void)state;
  double value = 5;
  char text[TEXT];
  vf_view *x = wrapped_line(numbers, 8, "x");
  must(vf_kernel_set_original(&vf_fill_value_kernel, VF_REAL64, original_set, &value));
  setenv("VF_CAPTURE", "fill_value:call=1", 1);
  for (int mode = VF_MODE_DEVICE; mode <= VF_MODE_CHECK; mode++)
    for (int stop = 0; stop < 2; stop++) {
      must(vf_report_reset());
      take_folder();
      must(vf_validate_mode("fill_value", (vf_mode)mode));
      must(vf_validate_stop("fill_value", stop));
      const vf_status status = vf_fill_value(&cells, x, 4);
      const bool failed = stop && mode == VF_MODE_CHECK;
      assert_int_equal(status, failed ? VF_ERROR_MISMATCH : VF_OK);
      assert_int_equal(files_in_folder(), failed ? 0 : 1);
      if (!failed) {
        const int code = run_program("", VF_REPLAY, captured_file(), text);
        if (code != (mode == VF_MODE_ORIGINAL)) fail_msg("mode %d: %s", mode, text);
      }
      drop_folder();
    }
  must(vf_validate_mode("fill_value", VF_MODE_DEVICE));
  must(vf_validate_stop("fill_value", false));
  must(vf_kernel_set_original(&vf_fill_value_kernel, VF_REAL64, NULL, NULL));
  discard(x);
}

/* A composite runs the plain sequence of its kernels if any of them is captured. */
static void kernels_of_composites_are_captured(void **state)
{
  (void)state;
  const int64_t cube[3] = { 6, 6, 6 };
  const int corner[3] = { 0, 0, 0 };
  const vf_boundary walls = { .kind = { VF_NEUMANN, VF_NEUMANN, VF_NEUMANN, VF_NEUMANN, VF_NEUMANN, VF_NEUMANN },
                              .order = 2 };
  vf_view *phi = field(VF_REAL64, 3, cube, corner, "phi"), *rhs = field(VF_REAL64, 3, cube, corner, "rhs");
  take_folder();
  setenv("VF_CAPTURE", "gsrb_poisson:call=2", 1);
  must(vf_smooth_poisson(&(vf_box){ { 1, 1, 1 }, { 4, 4, 4 } }, phi, rhs, NULL, 0.1, &walls, 2));
  assert_true(in_place("viewfab_gsrb_poisson_2.h5") && files_in_folder() == 1);
  drop_fields();
  drop_folder();
}

static const struct CMUnitTest tests[] = {
  claim(calls_and_ranges_are_captured_to_their_ends),
  claim(what_cannot_be_read_is_quoted_alone),
  claim(files_are_named_by_folder_and_file),
  claim(names_that_no_file_has_are_refused),
  claim(one_file_is_for_one_call),
  claim(calls_are_captured_in_every_mode),
  claim(kernels_of_composites_are_captured),
};

/* A kernel reads the variable at its first call, so the program sets it before. */
int main(int argc, char **argv)
{
  setenv("VF_CAPTURE", "fill_value:call=1,norm_max:call=1", 1);
  vf_view *x = NULL;
  const int64_t eight = 8;
  double result = 0;
  if (vf_init(NULL) || vf_view_wrap(NULL, numbers, VF_REAL64, 1, &eight, NULL, "x", VF_WRAP_DISTINCT, &x)) return 1;
  setenv("VF_CAPTURE_FOLDER", "/nonexistent", 1);
  if (vf_fill_value(&cells, x, 1) != VF_ERROR_STATE || vf_norm_max(&cells, x, &result) != VF_ERROR_STATE) return 1;
  unsetenv("VF_CAPTURE_FOLDER");
  if (vf_view_release(&x, true) || vf_finalize()) return 1;
  return run_claims(argc, argv, "capture_names", tests, sizeof tests / sizeof tests[0]);
}
