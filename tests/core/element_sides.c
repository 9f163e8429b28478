/* A kernel with VF_SIDE takes whole elements of that many points in a row. All other calls are refused before a body
 * runs. */
#include "common.h"

vf_status vf_mean_of_row(const vf_columns *columns, vf_view *x, vf_view *weight, vf_view *y);

enum { SIDE = 3, POINTS = SIDE * SIDE, LEVELS = 4, BLOCKS = 2, MOST = 25 * LEVELS * BLOCKS };

static const vf_columns whole = { .first_point = 1, .last_point = POINTS, .first_block = 1, .last_block = BLOCKS };

/* The arrays of a call, with the extents of their points: a single axis i from `lower` if j is 0, otherwise i and j
 * from 1. */
typedef struct arrays {
  double x[MOST], weight[MOST], y[MOST];
  vf_view *of_x, *of_weight, *of_y;
} arrays;

static vf_view *wrap_points(double *host, int i, int j, int lower, bool levels, const char *label)
{
  int64_t extents[4] = { i };
  int lowers[4] = { j ? 1 : lower, 1, 1, 1 }, rank = 1;
  if (j) extents[rank++] = j;
  if (levels) extents[rank++] = LEVELS;
  extents[rank++] = BLOCKS;
  const char *const names[2][2] = { { "i b", "i k b" }, { "i j b", "i j k b" } };
  vf_view *view = NULL;
  must(vf_view_wrap_axes(NULL, host, VF_REAL64, rank, extents, lowers, names[j > 0][levels], label, VF_WRAP_DISTINCT,
                         &view));
  return view;
}

static void wrap(arrays *all, int i, int j, int lower)
{
  for (int n = 0; n < MOST; n++) {
    all->x[n] = n * 37 % 101;
    all->weight[n] = 1 + n % 7;
    all->y[n] = -1;
  }
  all->of_x = wrap_points(all->x, i, j, lower, true, "x");
  all->of_weight = wrap_points(all->weight, i, j, lower, false, "weight");
  all->of_y = wrap_points(all->y, i, j, lower, true, "y");
}

static void release(arrays *all)
{
  discard(all->of_x);
  discard(all->of_weight);
  discard(all->of_y);
}

static void expect_untouched(const arrays *all)
{
  must(vf_view_to_host(all->of_y, VF_READ));
  for (int n = 0; n < MOST; n++) assert_true(all->y[n] == -1);
}

static void whole_elements_are_worked_on(void **state)
{
  (void)state;
  static const int shapes[][2] = { { SIDE, SIDE }, { POINTS, 0 }, { POINTS + 2, 0 } };
  for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
    arrays all;
    wrap(&all, shapes[s][0], shapes[s][1], 1);
    const int pitch = shapes[s][1] ? POINTS : shapes[s][0];
    must(vf_mean_of_row(&whole, all.of_x, all.of_weight, all.of_y));
    must(vf_view_sync_d2h(all.of_y));
    for (int row = 0; row < LEVELS * BLOCKS; row++)
      for (int i = 0; i < POINTS; i++) {
        double sum = 0;
        for (int m = i / SIDE * SIDE; m < i / SIDE * SIDE + SIDE; m++)
          sum += all.x[row * pitch + m] * all.weight[row / LEVELS * pitch + m];
        assert_true(all.y[row * pitch + i] == sum / SIDE);
      }
    release(&all);
  }
}

/* A call with as many points as the arrays have. */
static void arrays_without_the_points_of_an_element_are_refused(void **state)
{
  (void)state;
  static const struct {
    int i, j, lower;
    const char *words;
  } wrong[] = {
    { 1, 1, 1, "'x' (argument x) has points i 1:1, j 1:1; VF_SIDE 3 says that the kernel takes elements of 3 x 3" },
    { 2, 2, 1, "'x' (argument x) has points i 1:2, j 1:2; VF_SIDE 3" },
    { 4, 4, 1, "'x' (argument x) has points i 1:4, j 1:4; VF_SIDE 3" },
    { 5, 5, 1, "'x' (argument x) has points i 1:5, j 1:5; VF_SIDE 3" },
    { 9, 1, 1, "'x' (argument x) has points i 1:9, j 1:1; VF_SIDE 3" },
    { 1, 9, 1, "'x' (argument x) has points i 1:1, j 1:9; VF_SIDE 3" },
    { 1, 0, 1, "'x' (argument x) has points i 1:1; VF_SIDE 3" },
    { 8, 0, 1, "'x' (argument x) has points i 1:8; VF_SIDE 3" },
    { 9, 0, 0, "'x' (argument x) has points i 0:8; VF_SIDE 3" },
    { 9, 0, 2, "'x' (argument x) has points i 2:10; VF_SIDE 3" },
  };
  for (size_t w = 0; w < sizeof wrong / sizeof *wrong; w++) {
    arrays all;
    const int points = wrong[w].i * (wrong[w].j ? wrong[w].j : 1);
    const vf_columns call = {
      .first_point = wrong[w].lower, .last_point = wrong[w].lower + points - 1, .first_block = 1, .last_block = BLOCKS
    };
    wrap(&all, wrong[w].i, wrong[w].j, wrong[w].lower);
    refused(vf_mean_of_row(&call, all.of_x, all.of_weight, all.of_y), VF_ERROR_BOX, wrong[w].words);
    expect_untouched(&all);
    release(&all);
  }
}

static void any_argument_of_another_side_is_named(void **state)
{
  (void)state;
  arrays all, other;
  wrap(&all, POINTS, 0, 1);
  wrap(&other, SIDE + 1, SIDE, 1);
  refused(vf_mean_of_row(&whole, all.of_x, other.of_weight, all.of_y), VF_ERROR_BOX,
          "'weight' (argument weight) has points i 1:4, j 1:3; VF_SIDE 3");
  refused(vf_mean_of_row(&whole, all.of_x, all.of_weight, other.of_y), VF_ERROR_BOX,
          "'y' (argument y) has points i 1:4, j 1:3; VF_SIDE 3");
  expect_untouched(&all);
  release(&all);
  release(&other);
}

/* A part of an element is refused, both as a range of points and as a number of columns. */
static void calls_with_a_part_of_an_element_are_refused(void **state)
{
  (void)state;
  static const struct {
    vf_columns call;
    const char *words;
  } wrong[] = {
    { { .first_point = 1, .last_point = POINTS - 1, .first_block = 1, .last_block = BLOCKS },
      "the call has points 1:8 of blocks 1:2; VF_SIDE 3" },
    { { .first_point = 2, .last_point = POINTS, .first_block = 1, .last_block = BLOCKS },
      "the call has points 2:9 of blocks 1:2; VF_SIDE 3" },
    { { .first_point = 4, .last_point = 4, .first_block = 2, .last_block = 2 },
      "the call has points 4:4 of blocks 2:2; VF_SIDE 3" },
    { { .first_point = 1, .last_point = POINTS, .first_block = 1, .last_block = BLOCKS, .columns = POINTS + 1 },
      "the call has points 1:1 of blocks 2:2" },
  };
  for (size_t w = 0; w < sizeof wrong / sizeof *wrong; w++) {
    arrays all;
    wrap(&all, SIDE, SIDE, 1);
    refused(vf_mean_of_row(&wrong[w].call, all.of_x, all.of_weight, all.of_y), VF_ERROR_BOX, wrong[w].words);
    expect_untouched(&all);
    release(&all);
  }
}

static void calls_without_points_are_no_part_of_an_element(void **state)
{
  (void)state;
  arrays all;
  wrap(&all, SIDE, SIDE, 1);
  const vf_columns none = { .first_point = 1, .last_point = 0, .first_block = 1, .last_block = BLOCKS };
  must(vf_mean_of_row(&none, all.of_x, all.of_weight, all.of_y));
  expect_untouched(&all);
  release(&all);
}

static const struct CMUnitTest tests[] = {
  claim(whole_elements_are_worked_on),
  claim(arrays_without_the_points_of_an_element_are_refused),
  claim(any_argument_of_another_side_is_named),
  claim(calls_with_a_part_of_an_element_are_refused),
  claim(calls_without_points_are_no_part_of_an_element),
};
RUN("element_sides", tests)
