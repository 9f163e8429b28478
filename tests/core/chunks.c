/* Loops over chunks: the values of a plain loop, and what moves beside the kernels. */
#include "watched_backend.h"

#include <viewfab/chunks.h>

enum { MOST = 6, CELLS = 500, ARRAYS = 3 };
static double in[MOST][CELLS], inout[MOST][CELLS], out[MOST][CELLS];
static vf_view *views[MOST * ARRAYS];
static const vf_box all = { { 1, 1, 1 }, { CELLS, 1, 1 } };

static void begin(int chunks, vf_chunks **loop)
{
  for (int c = 0; c < chunks; c++) {
    for (int i = 0; i < CELLS; i++) {
      in[c][i] = 100 * c + i;
      inout[c][i] = 1;
      out[c][i] = -7;
    }
    views[c * ARRAYS] = wrapped_line(in[c], CELLS, "in");
    views[c * ARRAYS + 1] = wrapped_line(inout[c], CELLS, "inout");
    views[c * ARRAYS + 2] = wrapped_line(out[c], CELLS, "out");
  }
  must(vf_chunks_begin(views, ARRAYS, chunks, loop));
}

static void end(int chunks, vf_chunks **loop)
{
  must(vf_chunks_end(loop));
  assert_null(*loop);
  must(vf_views_release(views, chunks * ARRAYS, true));
}

/* inout = inout + 2 in; out = inout */
static vf_status work(int c)
{
  vf_status status = vf_axpy(&all, 2, views[c * ARRAYS], views[c * ARRAYS + 1]);
  return status ? status : vf_copy(&all, views[c * ARRAYS + 1], views[c * ARRAYS + 2]);
}

static void expect_values(int chunks, int passes)
{
  for (int c = 0; c < chunks; c++)
    for (int i = 0; i < CELLS; i++)
      if (inout[c][i] != 1 + 2.0 * passes * in[c][i] || out[c][i] != inout[c][i])
        fail_msg("chunk %d, element %d: %g and %g", c, i + 1, inout[c][i], out[c][i]);
}

static int next(vf_chunks *loop)
{
  int c = -2;
  must(vf_chunks_next(loop, &c));
  return c;
}

static int pass(vf_chunks *loop)
{
  int seen = 0;
  for (int c = next(loop); c >= 0; c = next(loop)) {
    assert_int_equal(c, seen);
    must(work(c));
    seen++;
  }
  return seen;
}

static void loops_of_any_length_have_the_values_of_a_plain_loop(void **state)
{
  (void)state;
  for (int chunks = 0; chunks <= MOST; chunks++) {
    vf_chunks *loop = NULL;
    begin(chunks, &loop);
    for (int p = 1; p <= 3; p++) {
      assert_int_equal(pass(loop), chunks);
      expect_values(chunks, p);
    }
    end(chunks, &loop);
  }
}

/* The host changes an array between the passes. */
static void next_pass_brings_what_the_host_has_written(void **state)
{
  (void)state;
  vf_chunks *loop = NULL;
  begin(MOST, &loop);
  pass(loop);
  for (int c = 0; c < MOST; c++) {
    must(vf_view_to_host(views[c * ARRAYS + 1], VF_WRITE));
    for (int i = 0; i < CELLS; i++) inout[c][i] = 1;
  }
  pass(loop);
  expect_values(MOST, 1);
  end(MOST, &loop);
}

/* Nothing moves twice, and arrays that kernels only write do not go to the device. */
static void loop_moves_no_more_than_a_plain_loop(void **state)
{
  (void)state;
  vf_chunks *loop = NULL;
  begin(MOST, &loop);
  pass(loop);
  expect_copies(2 * MOST * separate(), 2 * MOST * separate());
  pass(loop);
  expect_copies(2 * MOST * separate(), 4 * MOST * separate());
  end(MOST, &loop);
}

/* During the kernels of a chunk the next chunk is on its way, and the host has waited for nothing. */
static void neighbours_travel_while_the_kernels_of_a_chunk_run(void **state)
{
  (void)state;
  vf_chunks *loop = NULL;
  vf_counters of_next;
  if (!separate()) skip();
  watch(NULL, false);
  begin(MOST, &loop);
  for (int c = next(loop); c >= 0; c = next(loop)) {
    if (c >= 1 && c + 1 < MOST) {
      must(vf_view_counters(views[(c + 1) * ARRAYS], &of_next));
      assert_int_equal(of_next.copies_to_device, 1);
      must(vf_view_counters(views[(c + 1) * ARRAYS + 2], &of_next));
      assert_int_equal(of_next.copies_to_device, 0);
      must(vf_view_counters(views[(c - 1) * ARRAYS + 2], &of_next));
      assert_int_equal(of_next.copies_to_host, 1);
    }
    const int waits = watched.queue_waits;
    must(work(c));
    if (c >= 1) assert_int_equal(watched.queue_waits, waits);
    assert_int_equal(watched.event_waits, 0);
  }
  end(MOST, &loop);
}

/* The kernels of a chunk may also change results of the chunk before. */
static void results_that_a_later_chunk_changes_are_the_newest(void **state)
{
  (void)state;
  vf_chunks *loop = NULL;
  begin(MOST, &loop);
  for (int c = next(loop); c >= 0; c = next(loop)) {
    must(work(c));
    if (c) must(vf_fill_value(&all, views[(c - 1) * ARRAYS + 2], 50 + c));
  }
  for (int c = 0; c + 1 < MOST; c++) assert_true(out[c][0] == 51 + c && out[c][CELLS - 1] == 51 + c);
  end(MOST, &loop);
}

/* The first call sends the two cells outside of its box alone; the loop does not take them for values that kernels need. */
static void arrays_with_few_values_to_send_do_not_go_ahead(void **state)
{
  (void)state;
  const vf_box inside = { { 2, 1, 1 }, { CELLS - 1, 1, 1 } };
  vf_chunks *loop = NULL;
  vf_counters figures;
  if (!separate()) skip();
  watch("4096", false);
  begin(MOST, &loop);
  for (int c = next(loop); c >= 0; c = next(loop)) must(vf_fill_value(&inside, views[c * ARRAYS + 2], c));
  for (int c = 0; c < MOST; c++) {
    must(vf_view_counters(views[c * ARRAYS + 2], &figures));
    assert_in_range(figures.bytes_to_device, 1, sizeof out[c] / 4);
    assert_true(out[c][0] == -7 && out[c][1] == c && out[c][CELLS - 1] == -7);
  }
  end(MOST, &loop);
}

static void wrong_arguments_are_refused(void **state)
{
  (void)state;
  vf_chunks *loop = NULL, *none = NULL;
  int c = 5;
  begin(2, &loop);
  refused(vf_chunks_next(loop, NULL), VF_ERROR_NULL, "chunk is NULL");
  refused(vf_chunks_next(NULL, &c), VF_ERROR_NULL, "loop is NULL");
  assert_int_equal(c, -1);
  must(vf_chunks_next(loop, &c));
  must(work(c));
  vf_view *const gone = views[ARRAYS + 1];
  discard(gone);
  refused(vf_chunks_next(loop, &c), VF_ERROR_NULL, "vf_chunks_next, view 2 of chunk 1");
  assert_int_equal(c, -1);
  refused(vf_chunks_begin(views, ARRAYS, 2, &none), VF_ERROR_NULL, "vf_chunks_begin, view 2 of chunk 1");
  refused(vf_chunks_begin(views, 0, 2, &none), VF_ERROR_ARGUMENT, "2 chunks of 0 arrays");
  refused(vf_chunks_begin(views, 3, -1, &none), VF_ERROR_ARGUMENT, "-1 chunks");
  refused(vf_chunks_begin(NULL, 3, 1, &none), VF_ERROR_NULL, "list of views");
  refused(vf_chunks_begin(views, 3, 1, NULL), VF_ERROR_NULL, "loop is NULL");
  assert_null(none);
  must(vf_chunks_end(&loop));
  must(vf_chunks_end(NULL));
  views[ARRAYS + 1] = NULL;
  must(vf_views_release(views, 2 * ARRAYS, true));
}

/* After each failure of the device the same call goes on where it was. */
static void nth_failure_in_a_loop_loses_no_chunk(void **state)
{
  (void)state;
  enum { CHUNKS = 4 };
  if (!separate() || on_gpu()) skip();
  for (int n = 1, failed = 1; failed; n++) {
    vf_chunks *loop = NULL;
    int c = -1, seen = 0;
    watch(NULL, false);
    begin(CHUNKS, &loop);
    watched.fails_at = n;
    for (;;) {
      if (vf_chunks_next(loop, &c)) {
        assert_int_equal(c, -1);
        must(vf_chunks_next(loop, &c));
      }
      if (c < 0) break;
      assert_int_equal(c, seen++);
      if (vf_axpy(&all, 2, views[c * ARRAYS], views[c * ARRAYS + 1]))
        must(vf_axpy(&all, 2, views[c * ARRAYS], views[c * ARRAYS + 1]));
      if (vf_copy(&all, views[c * ARRAYS + 1], views[c * ARRAYS + 2]))
        must(vf_copy(&all, views[c * ARRAYS + 1], views[c * ARRAYS + 2]));
    }
    assert_int_equal(seen, CHUNKS);
    failed = watched.calls >= n;
    watched.fails_at = 0;
    expect_values(CHUNKS, 1);
    end(CHUNKS, &loop);
  }
}

static const struct CMUnitTest tests[] = {
  claim(loops_of_any_length_have_the_values_of_a_plain_loop),
  claim(next_pass_brings_what_the_host_has_written),
  claim(loop_moves_no_more_than_a_plain_loop),
  claim(neighbours_travel_while_the_kernels_of_a_chunk_run),
  claim(results_that_a_later_chunk_changes_are_the_newest),
  claim(arrays_with_few_values_to_send_do_not_go_ahead),
  claim(wrong_arguments_are_refused),
  claim(nth_failure_in_a_loop_loses_no_chunk),
};
RUN("chunks", tests)
