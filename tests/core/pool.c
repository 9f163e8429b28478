/* Kept device memory, figures by label, and memory from a pool of the program. */
#include <math.h>
#include <stdio.h>

#include <viewfab/memory.h>

#include "watched_backend.h"

static vf_memory figures(void)
{
  vf_memory memory;
  must(vf_memory_get(NULL, &memory));
  return memory;
}

static vf_view *created(vf_context *context, int64_t length, const char *label)
{
  vf_view *view = NULL;
  must(vf_view_create(context, VF_REAL64, 1, &length, NULL, label, &view));
  return view;
}

/* A short life of a work array: the device alone uses it. */
static void live(vf_context *context, int length, const char *label, double value)
{
  const vf_box all = line(1, length);
  vf_view *view = created(context, length, label);
  must(vf_fill_value(&all, view, value));
  assert_true(norm(&all, view) == value);
  discard(view);
}

static void work_arrays_of_many_calls_take_memory_once(void **state)
{
  (void)state;
  if (!separate()) skip();
  watch(NULL, false);
  live(NULL, 1000, "work", 1);
  const int first = watched.allocations, waits = watched.queue_waits;
  for (int call = 2; call < 20; call++) live(NULL, 1000, "work", call);
  assert_int_equal(watched.allocations, first);
  assert_int_equal(watched.queue_waits - waits, 18); /* norms wait, releases do not */
  assert_int_equal(figures().reused, 18);
  assert_int_equal(counters().device_bytes, 0);
}

static void block_serves_arrays_of_nearly_its_size(void **state)
{
  (void)state;
  if (!separate()) skip();
  live(NULL, 80000, "work", 1);
  const int64_t taken = figures().taken;
  live(NULL, 79000, "smaller", 2);
  assert_int_equal(figures().taken, taken);
  live(NULL, 40000, "half", 3);
  assert_int_equal(figures().taken, taken + 1);
  live(NULL, 80100, "larger", 4);
  assert_int_equal(figures().taken, taken + 2);
}

/* As new memory of the mirror: a read of unwritten elements shows. */
static void memory_that_is_handed_out_again_looks_unwritten(void **state)
{
  (void)state;
  double host[40];
  if (strcmp(device_memory(), "mirror")) skip();
  live(NULL, 40, "work", 3);
  vf_view *view = wrapped_line(host, 40, "unwritten");
  const int64_t taken = figures().taken;
  must(vf_view_to_device(view, VF_WRITE));
  assert_int_equal(figures().taken, taken);
  must(vf_view_to_host(view, VF_READ));
  for (int c = 0; c < 40; c++) assert_true(isnan(host[c]));
  discard(view);
}

/* Memory in use and kept memory together: at most the largest memory in use so far, and 64 MiB. */
static void kept_memory_has_a_bound(void **state)
{
  (void)state;
  const int64_t bound = (int64_t)64 << 20;
  if (!separate()) skip();
  for (int megabytes = 20; megabytes < 150; megabytes += 30) {
    live(NULL, megabytes << 17, "growing", megabytes);
    const vf_memory memory = figures();
    assert_true(memory.bytes + memory.kept_bytes <= memory.most_bytes + bound);
    assert_true(memory.kept_bytes >= (int64_t)megabytes << 20);
  }
}

static void refused_memory_is_asked_for_again_without_the_kept_blocks(void **state)
{
  (void)state;
  if (!separate()) skip();
  watch(NULL, false);
  live(NULL, 4000, "kept", 1);
  assert_true(figures().kept_bytes >= 32000);
  watched.refused_allocation = watched.allocations + 1;
  vf_view *view = created(NULL, 9000, "larger");
  must(vf_view_to_device(view, VF_WRITE));
  assert_int_equal(watched.allocations, watched.refused_allocation + 1);
  assert_int_equal(figures().kept_bytes, 0);
  if (on_gpu()) { /* a GPU says what it has left, so an array would leave it next */
    discard(view);
    return;
  }
  watched.refused_allocation = watched.allocations + 1;
  vf_view *other = created(NULL, 5000, "other");
  refused(vf_view_to_device(other, VF_WRITE), VF_ERROR_MEMORY, "'other', which takes 40000 bytes");
  if (!strstr(vf_last_error(), "'larger' 72000")) fail_msg("no sizes by label: %s", vf_last_error());
  must(vf_view_to_device(other, VF_WRITE));
  discard(view);
  discard(other);
}

static void contexts_of_a_device_share_what_they_keep(void **state)
{
  (void)state;
  vf_context *other = NULL;
  if (!separate()) skip();
  must(vf_context_create(vf_context_device(NULL), &other));
  live(other, 5000, "work", 1);
  const vf_memory before = figures();
  live(NULL, 5000, "work", 2);
  live(other, 5000, "work", 3);
  assert_true(figures().reused >= before.reused + 2);
  must(vf_context_destroy(other));
  live(NULL, 5000, "work", 4);
  assert_true(figures().reused >= before.reused + 3);
}

static char *report(void)
{
  static char text[20000];
  size_t needed = 0;
  must(vf_memory_report(text, sizeof text, &needed));
  assert_int_equal(needed, strlen(text) + 1);
  return text;
}

#define must_say(words) \
  if (!strstr(report(), words)) fail_msg("'%s' is not in: %s", words, report())

static void report_has_the_memory_of_each_label(void **state)
{
  (void)state;
  if (!separate()) skip();
  vf_view *p = created(NULL, 3000, "pressure"), *first = created(NULL, 1000, "flux"),
          *second = created(NULL, 1000, "flux");
  must(vf_view_to_device(p, VF_WRITE));
  must(vf_view_to_device(first, VF_WRITE));
  must(vf_view_to_device(second, VF_WRITE));
  discard(first);
  must_say("pressure                                  24000          24000       1");
  must_say("flux                                       8000          16000       1");
  discard(p);
  must_say("pressure                                      0          24000       0");
  discard(second);
  refused(vf_memory_report(NULL, 5, NULL), VF_ERROR_NULL, "buffer");
}

/* Any number of labels: labels beyond the table share a line. */
static void report_counts_labels_without_end(void **state)
{
  (void)state;
  enum { LABELS = 300 };
  vf_view *views[LABELS];
  char label[16];
  if (!separate()) skip();
  for (int v = 0; v < LABELS; v++) {
    snprintf(label, sizeof label, "array%d", v);
    views[v] = created(NULL, 10, label);
    must(vf_view_to_device(views[v], VF_WRITE));
  }
  must_say("(others)");
  must_say("array7 ");
  for (int v = 0; v < LABELS; v++) discard(views[v]);
  must_say("(others)                                      0           3520       0");
}

static void report_names_arrays_that_nobody_released(void **state)
{
  (void)state;
  static double values[500];
  if (!separate()) skip();
  vf_view *lost = wrapped_line(values, 500, "lost in the dark"), *kept = created(NULL, 100, "released in time");
  must(vf_view_to_device(lost, VF_READ));
  must(vf_view_to_device(kept, VF_WRITE));
  discard(kept);
  must(vf_finalize());
  must_say("no device is open");
  must_say("not released before the device was closed");
  must_say("lost in the dark                 1 array of 4000 bytes");
  if (strstr(report(), "released in time")) fail_msg("a released array is named: %s", report());
}

/* ---- Memory of the program ---- */

static struct {
  int taken, given;
  size_t bytes;
  bool refuses;
} program;

static int take(void *pool, size_t bytes, void *queue, void **address)
{
  (void)queue;
  assert_ptr_equal(pool, &program);
  if (program.refuses) return 17;
  program.taken++;
  program.bytes += bytes;
  return watched.real->allocate(address, bytes);
}

static void give(void *pool, void *address, size_t bytes, void *queue)
{
  assert_ptr_equal(pool, &program);
  program.given++;
  program.bytes -= bytes;
  watched.real->queue_wait(queue);
  watched.real->release(address);
}

static void arrays_take_memory_of_the_program(void **state)
{
  (void)state;
  if (!separate()) skip();
  watch(NULL, false);
  live(NULL, 1000, "before", 1);
  const int own = watched.allocations;
  memset(&program, 0, sizeof program);
  must(vf_context_use_memory(NULL, take, give, &program));
  assert_int_equal(figures().kept_bytes, 0);
  live(NULL, 1000, "work", 2);
  live(NULL, 1000, "work", 3);
  assert_int_equal(watched.allocations, own);
  assert_int_equal(program.taken, 2);
  assert_int_equal(program.given, 2);
  vf_view *view = created(NULL, 700, "longer");
  must(vf_view_to_device(view, VF_WRITE));
  must(vf_context_use_memory(NULL, NULL, NULL, NULL));
  live(NULL, 1000, "work", 4);
  assert_int_equal(program.taken, 3);
  discard(view); /* to the pool of the program */
  assert_int_equal(program.given, 3);
  assert_int_equal(program.bytes, 0);
}

static void full_pool_of_the_program_is_an_error(void **state)
{
  (void)state;
  if (!separate()) skip();
  watch(NULL, false);
  memset(&program, 0, sizeof program);
  program.refuses = true;
  must(vf_context_use_memory(NULL, take, give, &program));
  vf_view *view = created(NULL, 700, "refused");
  refused(vf_view_to_device(view, VF_WRITE), VF_ERROR_MEMORY, "'refused'");
  program.refuses = false;
  must(vf_view_to_device(view, VF_WRITE));
  discard(view);
  refused(vf_context_use_memory(NULL, take, NULL, NULL), VF_ERROR_NULL, "give is NULL");
  refused(vf_context_use_memory(NULL, NULL, give, NULL), VF_ERROR_NULL, "take is NULL");
}

static const struct CMUnitTest tests[] = {
  claim(work_arrays_of_many_calls_take_memory_once),
  claim(block_serves_arrays_of_nearly_its_size),
  claim(memory_that_is_handed_out_again_looks_unwritten),
  claim(kept_memory_has_a_bound),
  claim(refused_memory_is_asked_for_again_without_the_kept_blocks),
  claim(contexts_of_a_device_share_what_they_keep),
  claim(report_has_the_memory_of_each_label),
  claim(report_counts_labels_without_end),
  claim(report_names_arrays_that_nobody_released),
  claim(arrays_take_memory_of_the_program),
  claim(full_pool_of_the_program_is_an_error),
};
RUN("pool", tests)
