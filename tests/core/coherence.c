/* Which data moves when: the state of a view under kernels, syncs and accesses of the host. */
#include "testing.h"

#include <viewfab_kernels.h>

enum { N = 8 };
static double values[N * N * N];
static const int64_t extents[3] = { N, N, N };
static const int lower[3] = { -1, 2, 0 };
static const vf_box all = { { -1, 2, 0 }, { N - 2, N + 1, N - 1 } };

static vf_view *wrapped(void)
{
  vf_view *view = NULL;
  for (int c = 0; c < N * N * N; c++) values[c] = c + 1;
  must(vf_view_wrap(NULL, values, VF_REAL64, 3, extents, lower, "values", VF_WRAP_DISTINCT, &view));
  return view;
}

static vf_counters moved(void)
{
  vf_counters counters;
  must(vf_counters_get(NULL, &counters));
  return counters;
}

static double norm(vf_view *view)
{
  double result = -1;
  must(vf_norm_max(&all, view, &result));
  return result;
}

/* A kernel that reads a fresh view moves it once; the second one moves nothing. */
static void second_device_read_moves_nothing(void **state)
{
  (void)state;
  vf_view *view = wrapped();
  const bool copies = strcmp(device_memory(), "alias");
  assert_true(norm(view) == N * N * N);
  assert_int_equal(moved().copies_to_device, copies);
  assert_int_equal(moved().bytes_to_device, copies ? sizeof values : 0);
  assert_true(norm(view) == N * N * N);
  assert_int_equal(moved().copies_to_device, copies);
  assert_int_equal(moved().copies_to_host, 0);
  must(vf_view_release(&view, false));
}

/* A kernel that overwrites every element needs none of the old ones. */
static void overwriting_the_whole_view_moves_nothing(void **state)
{
  (void)state;
  vf_view *view = wrapped();
  must(vf_set_value(&all, view, 3));
  assert_int_equal(moved().copies_to_device, 0);
  must(vf_view_to_host(view, VF_READ));
  for (int c = 0; c < N * N * N; c++) assert_true(values[c] == 3);
  must(vf_view_release(&view, false));
}

/* A write to a part of the view keeps the rest, which therefore has to be there. */
static void overwriting_a_part_keeps_the_rest(void **state)
{
  (void)state;
  vf_view *view = wrapped();
  const vf_box part = { { -1, 2, 0 }, { -1, 2, 0 } };
  must(vf_set_value(&part, view, -5));
  must(vf_view_to_host(view, VF_READ));
  assert_true(values[0] == -5);
  for (int c = 1; c < N * N * N; c++) assert_true(values[c] == c + 1);
  must(vf_view_release(&view, false));
}

static const struct CMUnitTest tests[] = {
  claim(second_device_read_moves_nothing),
  claim(overwriting_the_whole_view_moves_nothing),
  claim(overwriting_a_part_keeps_the_rest),
};
RUN("coherence", tests)
