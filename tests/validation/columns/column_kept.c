/* VF_KEEP_VIEW for a view that is a selection of an axis. */
#include "../../core/common.h"

#include <stdio.h>
#include <unistd.h>

static char file[256];

static int open_keeping(void **state)
{
  const char *place = getenv("TMPDIR");
  snprintf(file, sizeof file, "%s/viewfab_kept_columns.%ld", place && *place ? place : "/tmp", (long)getpid());
  setenv("VF_KEEP_VIEW", "dp", 1);
  setenv("VF_KEEP_VIEW_FILE", file, 1);
  return open_device(state);
}

static int close_keeping(void **state)
{
  const int status = close_device(state);
  unsetenv("VF_KEEP_VIEW");
  unsetenv("VF_KEEP_VIEW_FILE");
  remove(file);
  return status;
}

#undef claim
#define claim(name) cmocka_unit_test_setup_teardown(name, open_keeping, close_keeping)

static double values[3 * 2 * 4 * 2];

static void kept_view_has_what_is_selected(void **state)
{
  (void)state;
  char line[256];
  double kept[3 * 2 * 2];
  vf_view *whole = NULL, *now = NULL;
  const int64_t extents[4] = { 3, 2, 4, 2 };
  for (size_t v = 0; v < sizeof values / sizeof *values; v++) values[v] = (double)v;
  must(vf_view_wrap_axes(NULL, values, VF_REAL64, 4, extents, (const int[]){ 3, 1, 0, 5 }, "i k t e", "dp",
                         VF_WRAP_DISTINCT, &whole));
  must(vf_view_select(whole, "t", 2, &now));
  must(vf_view_release(&whole, false));
  must(vf_view_release(&now, true));
  FILE *stream = fopen(file, "rb");
  assert_non_null(stream);
  assert_non_null(fgets(line, sizeof line, stream));
  assert_string_equal(line, "viewfab-kept-view real64 3 3 5 1 2 5 6\n");
  assert_int_equal(fread(kept, sizeof(double), 12, stream), 12);
  for (int e = 0; e < 12; e++) assert_true(kept[e] == e % 6 + 6 * 2 + 24 * (e / 6));
  fclose(stream);
}

static const struct CMUnitTest tests[] = {
  claim(kept_view_has_what_is_selected),
};
RUN("column_kept", tests)
