/* Calls over columns that follow a call with the same views and the same box. */
#include "common.h"

#include <string.h>

vf_status vf_sum_of_levels(const vf_columns *columns, vf_view *x, vf_view *y);
vf_status vf_sum_in_team(const vf_columns *columns, vf_view *x, vf_view *y);

enum { POINTS = 3, LEVELS = 4, BLOCKS = 5, MOST = POINTS * LEVELS * BLOCKS };

typedef vf_status (*sums)(const vf_columns *columns, vf_view *x, vf_view *y);
static const sums of_levels[] = { vf_sum_of_levels, vf_sum_in_team };
enum { KERNELS = sizeof of_levels / sizeof *of_levels };

static vf_view *wrap_columns(double *host, int points, const char *label)
{
  vf_view *view = NULL;
  const int64_t extents[3] = { points, LEVELS, BLOCKS };
  const int lower[3] = { 1, 1, 1 };
  for (int n = 0; n < points * LEVELS * BLOCKS; n++) host[n] = n * 37 % 101;
  must(vf_view_wrap_axes(NULL, host, VF_REAL64, 3, extents, lower, "i k b", label, VF_WRAP_DISTINCT, &view));
  return view;
}

static void what_a_call_says_of_its_columns_is_checked_in_each_call(void **state)
{
  (void)state;
  for (int kernel = 0; kernel < KERNELS; kernel++) {
    double x[MOST], y[MOST], narrow[MOST];
    vf_view *of_x = wrap_columns(x, POINTS, "x"), *of_y = wrap_columns(y, POINTS, "y"),
            *of_narrow = wrap_columns(narrow, POINTS - 1, "narrow");
    vf_columns call = { .first_point = 1, .last_point = POINTS - 1, .first_block = 1, .last_block = 1 };
    must(of_levels[kernel](&call, of_x, of_y));
    call.no_blocks = true;
    refused(of_levels[kernel](&call, of_x, of_y), VF_ERROR_ARGUMENT, "'x' (argument x) has blocks 1:5, and the call");
    call.no_blocks = false;
    must(of_levels[kernel](&call, of_x, of_narrow));
    call.columns = POINTS - 1;
    refused(of_levels[kernel](&call, of_x, of_narrow), VF_ERROR_BOX, "'narrow'");
    discard(of_x);
    discard(of_y);
    discard(of_narrow);
  }
}

static void a_call_again_has_the_same_levels(void **state)
{
  (void)state;
  for (int kernel = 0; kernel < KERNELS; kernel++) {
    double x[MOST], y[MOST], first[MOST];
    vf_view *of_x = wrap_columns(x, POINTS, "x"), *of_y = wrap_columns(y, POINTS, "y");
    const vf_columns call = { .first_point = 1,
                              .last_point = POINTS,
                              .first_block = 1,
                              .last_block = BLOCKS,
                              .first_level = 2,
                              .last_level = LEVELS - 1,
                              .levels_said = true };
    for (int turn = 0; turn < 2; turn++) {
      must(vf_view_to_host(of_y, VF_UPDATE));
      for (int n = 0; n < MOST; n++) y[n] = -1;
      must(of_levels[kernel](&call, of_x, of_y));
      must(vf_view_to_host(of_y, VF_READ));
      if (!turn) memcpy(first, y, sizeof first);
    }
    assert_memory_equal(first, y, sizeof first);
    assert_true(y[0] == -1 && y[POINTS] == x[POINTS] && y[3 * POINTS] == -1);
    discard(of_x);
    discard(of_y);
  }
}

static const struct CMUnitTest tests[] = {
  claim(what_a_call_says_of_its_columns_is_checked_in_each_call),
  claim(a_call_again_has_the_same_levels),
};
RUN("columns_again", tests)
