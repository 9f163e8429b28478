/* VF_CAPTURE and its companion variables. */
#include "capture_testing.h"

static const vf_box cells = { { 1, 1, 1 }, { 8, 1, 1 } };

/* A kernel reads the settings at its first call, so each case has its own kernel. */
static vf_view *line_of_eight(void)
{
  const int64_t extent = 8;
  return field(VF_REAL64, 1, &extent, NULL, "line");
}

static void malformed_value_is_quoted(void **state)
{
  (void)state;
  static const char *const values[] = { "sum",
                                        "sum:call=",
                                        "sum:call=0",
                                        "sum:call=3-1",
                                        "sum:call=x",
                                        "sum:call=1,",
                                        "sum:call=1 ",
                                        "sum=1",
                                        ":call=1",
                                        "vf_sum:call=1",
                                        "sum:call=1-",
                                        "sum:calls=1",
                                        "dot:call=1,,sum",
                                        "sum:call=99999999999999999999",
                                        "sum:call=-1" };
  vf_view *x = line_of_eight();
  double result = 0;
  take_folder();
  for (size_t v = 0; v < sizeof values / sizeof values[0]; v++) {
    char words[80];
    setenv("VF_CAPTURE", values[v], 1);
    snprintf(words, sizeof words, "VF_CAPTURE=%s: '", values[v]);
    refused(vf_sum(&cells, x, &result), VF_ERROR_ARGUMENT, words);
    refused(vf_sum(&cells, x, &result), VF_ERROR_ARGUMENT, "it is a list of <kernel>:call=<N>");
  }
  setenv("VF_CAPTURE", "dot:call=3-5,axpy:call=1", 1);
  must(vf_sum(&cells, x, &result));
  assert_int_equal(files_in_folder(), 0);
  unsetenv("VF_CAPTURE");
  drop_folder();
  drop_fields();
}

static bool in_place(const char *name)
{
  FILE *file = fopen(in_folder(name), "rb");
  if (file) fclose(file);
  return file != NULL;
}

static void calls_are_counted_from_one(void **state)
{
  (void)state;
  vf_view *x = line_of_eight();
  take_folder();
  setenv("VF_CAPTURE", "fill_value:call=2-3,fill_value:call=5", 1);
  for (int call = 1; call <= 6; call++) must(vf_fill_value(&cells, x, call));
  assert_int_equal(files_in_folder(), 3);
  assert_true(in_place("viewfab_fill_value_2.h5") && in_place("viewfab_fill_value_3.h5") &&
              in_place("viewfab_fill_value_5.h5"));
  unsetenv("VF_CAPTURE");
  drop_folder();
  drop_fields();
}

static void file_has_the_name_that_is_asked_for(void **state)
{
  (void)state;
  vf_view *x = line_of_eight();
  double result = 0;
  take_folder();
  setenv("VF_CAPTURE", "norm_one:call=1-2", 1);
  setenv("VF_CAPTURE_FILE", "mine.h5", 1);
  refused(vf_norm_one(&cells, x, &result), VF_ERROR_ARGUMENT, "VF_CAPTURE_FILE=mine.h5 names one file");
  setenv("VF_CAPTURE", "norm_one:call=1", 1);
  must(vf_norm_one(&cells, x, &result));
  assert_true(in_place("mine.h5") && files_in_folder() == 1);
  unsetenv("VF_CAPTURE");
  unsetenv("VF_CAPTURE_FILE");
  drop_folder();
  drop_fields();
}

static const struct CMUnitTest tests[] = {
  claim(malformed_value_is_quoted),
  claim(calls_are_counted_from_one),
  claim(file_has_the_name_that_is_asked_for),
};

RUN("capture_settings", tests)
