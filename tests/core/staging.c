/* First copies through page-locked buffers: the arrived values, the counters, and the state after a failure. */
#include "watched_backend.h"

enum { BUFFER = 4096, WORDS = BUFFER / 8, MOST = 9 * WORDS };
static const char small_buffers[] = "4096";
static double numbers[MOST], expected[MOST];

static void number(int length, double first)
{
  for (int c = 0; c < MOST; c++) numbers[c] = expected[c] = c < length ? first + c : -1;
}

static void expect_numbers(void)
{
  for (int c = 0; c < MOST; c++)
    if (numbers[c] != expected[c]) fail_msg("number %d is %g, not %g", c, numbers[c], expected[c]);
}

/* Copies to the device, and back into an overwritten array. */
static void round_trip(int length)
{
  vf_view *view = NULL;
  number(length, 1000 * length);
  view = wrapped_line(numbers, length, "values");
  must(vf_view_to_device(view, VF_UPDATE));
  for (int c = 0; c < length; c++) numbers[c] = -7;
  must(vf_view_to_host(view, VF_READ));
  expect_numbers();
  discard(view);
}

/* The copies are made as late as a GPU may make them. So a buffer refilled too early changes the arrived values. */
static void every_number_arrives_whatever_the_length(void **state)
{
  (void)state;
  if (!separate()) skip();
  static const int lengths[] = { WORDS / 8, WORDS - 1,     WORDS,     WORDS + 1,     2 * WORDS, 4 * WORDS - 1,
                                 4 * WORDS, 4 * WORDS + 1, 5 * WORDS, 8 * WORDS + 3, MOST };
  watch(small_buffers, true);
  for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) round_trip(lengths[l]);
  assert_int_equal(watched.shared, 1);
  if (!on_gpu()) assert_in_range(watched.copies, 60, 100);
}

/* A list goes through the buffers without a wait between its arrays. */
static void list_of_arrays_is_staged_with_one_wait(void **state)
{
  (void)state;
  enum { ARRAYS = 3, EACH = MOST / ARRAYS };
  if (!separate()) skip();
  watch(small_buffers, true);
  vf_view *views[ARRAYS];
  number(MOST, 5);
  for (int v = 0; v < ARRAYS; v++) views[v] = wrapped_line(numbers + v * EACH, EACH, "part");
  must(vf_views_to_device(views, ARRAYS, VF_UPDATE));
  assert_int_equal(watched.queue_waits, 1);
  assert_int_equal(counters().waits, 1);
  expect_copies(ARRAYS, 0);
  assert_int_equal(counters().bytes_to_device, sizeof numbers);
  for (int c = 0; c < MOST; c++) numbers[c] = -7;
  must(vf_views_to_host(views, ARRAYS, VF_READ));
  assert_int_equal(watched.queue_waits, 2);
  expect_copies(ARRAYS, ARRAYS);
  assert_int_equal(counters().bytes_to_host, sizeof numbers);
  expect_numbers();
  must(vf_views_release(views, ARRAYS, false));
}

static void refused_buffers_are_counted_once_and_copies_are_plain(void **state)
{
  (void)state;
  if (!separate()) skip();
  for (int which = 0; which < 2; which++) {
    watch(small_buffers, true);
    watched.refuses_shared = which == 0;
    watched.refuses_events = which == 1;
    for (int round = 0; round < 3; round++) round_trip(MOST);
    if (!on_gpu()) assert_int_equal(watched.copies, 6);
    assert_int_equal(counters().locks_refused, 1);
    assert_int_equal(watched.shared, watched.shared_ends);
    assert_int_equal(watched.events, watched.event_ends);
  }
}

/* Whichever call fails: the states are as before, nothing counts, and a second try succeeds. */
static void error_in_the_middle_leaves_states_as_they_were(void **state)
{
  (void)state;
  if (!separate()) skip();
  for (int down = 0; down < 2; down++) {
    bool failed = true;
    for (int call = 1; failed; call++) {
      watch(small_buffers, true);
      number(MOST, call);
      vf_view *view = wrapped_line(numbers, MOST, "values");
      if (down) {
        must(vf_view_to_device(view, VF_UPDATE));
        watched.calls = 0;
      }
      watched.fails_at = call;
      const vf_status status = down ? vf_view_to_host(view, VF_READ) : vf_view_to_device(view, VF_READ);
      failed = watched.calls >= call;
      watched.fails_at = 0;
      if (status != (failed ? VF_ERROR_DEVICE : VF_OK)) fail_msg("call %d: status %d", call, status);
      assert_true(call < 100);
      if (failed) {
        expect_state(view, !down, down);
        expect_copies(down, 0);
        must(down ? vf_view_to_host(view, VF_READ) : vf_view_to_device(view, VF_READ));
      }
      expect_state(view, true, true);
      must(vf_view_to_device(view, VF_UPDATE));
      for (int c = 0; c < MOST; c++) numbers[c] = -7;
      must(vf_view_to_host(view, VF_READ));
      expect_numbers();
      discard(view);
    }
  }
}

static void small_arrays_and_programs_that_want_none_take_no_buffers(void **state)
{
  (void)state;
  if (!separate()) skip();
  watch("0", false);
  round_trip(MOST);
  assert_int_equal(watched.shared, 0);
  watch(small_buffers, false);
  round_trip(WORDS / 8 - 1);
  assert_int_equal(watched.shared, 0);
  assert_int_equal(counters().locks_refused, 0);
  watch(NULL, false); /* 8 MiB */
  round_trip(MOST);
  assert_int_equal(watched.shared, 0);
}

static void buffers_end_with_their_context(void **state)
{
  (void)state;
  if (!separate()) skip();
  watch(small_buffers, true);
  round_trip(MOST);
  assert_int_equal(watched.shared, 1);
  assert_int_equal(watched.shared_ends, 0);
  must(vf_finalize());
  assert_int_equal(watched.shared_ends, 1);
  assert_int_equal(watched.events, watched.event_ends);
  must(vf_init(NULL));
}

static void size_that_is_none_is_refused(void **state)
{
  (void)state;
  static const char *const texts[] = { "8M", "-1", "many", " 4", "99999999999999999999999" };
  must(vf_finalize());
  for (size_t t = 0; t < sizeof texts / sizeof *texts; t++) {
    setenv("VF_STAGING", texts[t], 1);
    refused(vf_init(NULL), VF_ERROR_ARGUMENT, "VF_STAGING is '");
    assert_non_null(strstr(vf_last_error(), texts[t]));
  }
  unsetenv("VF_STAGING");
  must(vf_init(NULL));
}

/* Copies so long that viewfab's own threads share them, with lengths for which the last piece is short. */
static void long_copies_by_several_threads_arrive(void **state)
{
  (void)state;
  enum { LONG = (9 << 20) / 8 + 5, TIMES = 30 };
  if (!separate()) skip();
  setenv("VF_TEST_COPY_THREADS", "4", 1);
  watch(NULL, true);
  double *values = malloc(LONG * sizeof *values);
  assert_non_null(values);
  for (int time = 0; time < TIMES; time++) {
    const int length = LONG - 40000 * (time % 5);
    for (int c = 0; c < length; c++) values[c] = time + 0.5 * c;
    vf_view *view = wrapped_line(values, length, "values");
    must(vf_view_to_device(view, VF_UPDATE));
    memset(values, 0, LONG * sizeof *values);
    must(vf_view_to_host(view, VF_READ));
    for (int c = 0; c < length; c++)
      if (values[c] != time + 0.5 * c) fail_msg("number %d of %d is %g", c, length, values[c]);
    discard(view);
  }
  free(values);
  unsetenv("VF_TEST_COPY_THREADS");
}

static void number_of_threads_that_is_none_is_refused(void **state)
{
  (void)state;
  static const char *const texts[] = { "0", "-1", "65", "two", "2 ", "99999999999999999999999" };
  must(vf_finalize());
  for (size_t t = 0; t < sizeof texts / sizeof *texts; t++) {
    setenv("VF_TEST_COPY_THREADS", texts[t], 1);
    refused(vf_init(NULL), VF_ERROR_ARGUMENT, "VF_TEST_COPY_THREADS is '");
    assert_non_null(strstr(vf_last_error(), texts[t]));
  }
  unsetenv("VF_TEST_COPY_THREADS");
  must(vf_init(NULL));
}

static const struct CMUnitTest tests[] = {
  claim(every_number_arrives_whatever_the_length),
  claim(list_of_arrays_is_staged_with_one_wait),
  claim(refused_buffers_are_counted_once_and_copies_are_plain),
  claim(error_in_the_middle_leaves_states_as_they_were),
  claim(small_arrays_and_programs_that_want_none_take_no_buffers),
  claim(buffers_end_with_their_context),
  claim(size_that_is_none_is_refused),
  claim(long_copies_by_several_threads_arrive),
  claim(number_of_threads_that_is_none_is_refused),
};
RUN("staging", tests)
