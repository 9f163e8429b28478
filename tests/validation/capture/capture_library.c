/* HDF5 is loaded only by a captured call or a replay. This program is not linked with HDF5. */
#include "capture_testing.h"

static const vf_box cells = { { 1, 1, 1 }, { 8, 1, 1 } };

static vf_view *numbers(const char *label)
{
  const int64_t extent = 8;
  return field(VF_REAL64, 1, &extent, NULL, label);
}

static bool hdf5_is_loaded(void)
{
  char text[512];
  bool found = false;
  FILE *maps = fopen("/proc/self/maps", "r");
  assert_non_null(maps);
  while (fgets(text, sizeof text, maps)) found = found || strstr(text, "/libhdf5");
  fclose(maps);
  return found;
}

/* This test comes first, because a loaded library stays loaded. */
static void without_a_library_all_but_captures_run(void **state)
{
  (void)state;
  vf_view *x = numbers("x");
  setenv("VF_HDF5_LIBRARY", "/nowhere/libhdf5.so", 1);
  setenv("VF_CAPTURE", "fill_value:call=1", 1);
  refused(vf_fill_value(&cells, x, 1), VF_ERROR_STATE,
          "VF_CAPTURE=fill_value:call=1: HDF5, which captures need, cannot be loaded");
  assert_non_null(strstr(vf_last_error(), "/nowhere/libhdf5.so"));
  assert_non_null(strstr(vf_last_error(), "No such file"));
  unsetenv("VF_CAPTURE");
  must(vf_fill_value(&cells, x, 1));
  assert_false(hdf5_is_loaded());
  drop_fields();
}

static void library_that_is_another_one_is_refused(void **state)
{
  (void)state;
  vf_view *x = numbers("x"), *y = numbers("y");
  setenv("VF_HDF5_LIBRARY", "libm.so.6", 1);
  setenv("VF_CAPTURE", "copy:call=1", 1);
  refused(vf_copy(&cells, x, y), VF_ERROR_STATE, "libm.so.6 has no H5open");
  unsetenv("VF_CAPTURE");
  drop_fields();
}

static void library_is_loaded_by_the_first_capture(void **state)
{
  (void)state;
  char text[TEXT];
  take_folder();
  vf_view *x = numbers("x"), *y = numbers("y");
  unsetenv("VF_HDF5_LIBRARY");
  assert_false(hdf5_is_loaded());
  setenv("VF_CAPTURE", "axpy:call=1", 1);
  must(vf_axpy(&cells, 2, x, y));
  unsetenv("VF_CAPTURE");
  assert_true(hdf5_is_loaded());
  assert_int_equal(run_program("", VF_REPLAY, captured_file(), text), 0);
  assert_int_equal(run_program("VF_HDF5_LIBRARY=/nowhere/libhdf5.so", VF_REPLAY, captured_file(), text), 2);
  assert_non_null(strstr(text, "vf_replay: HDF5, which captures need, cannot be loaded"));
  assert_non_null(strstr(text, "/nowhere/libhdf5.so"));
  drop_fields();
  drop_folder();
}

static const struct CMUnitTest tests[] = {
  claim(without_a_library_all_but_captures_run),
  claim(library_that_is_another_one_is_refused),
  claim(library_is_loaded_by_the_first_capture),
};
RUN("capture_library", tests)
