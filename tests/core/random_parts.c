/* Random sequences of accesses to boxes, components, layers and whole arrays, through views of several shapes, with kernels
 * on boxes and with failures. A list of the newest values is the model: each read gives the newest values, and a side with an
 * old element is never called up to date. VF_TEST_SEED chooses another sequence. */
#include "watched_backend.h"

enum { I = 9, J = 7, K = 5, N = 3, CELLS = I * J * K * N, SEQUENCES = 8, STEPS = 1200 };
static const int64_t extents[4] = { I, J, K, N }, length = CELLS;
static const int lower[4] = { -1, 0, 3, 1 };
static double values[CELLS], truth[CELLS];
static vf_view *field, *line_of_all, *component, *target;
static double copied[CELLS];
static uint64_t random_state;
static int step_now;

static int below(int n)
{
  random_state = random_state * 6364136223846793005u + 1442695040888963407u;
  return (int)((random_state >> 33) % (uint64_t)n);
}

/* Elements of the array: a box in the field or in its second component, or a range of the line. */
typedef struct chosen {
  vf_view *view;
  vf_box box;
  int components[2];
  const int *of; /* components, or NULL */
  bool in[CELLS];
  int count;
} chosen;

static void choose_range(int first, int extent, int *low, int *high)
{
  const int p = first + below(extent), q = below(3) ? first + below(extent) : p;
  *low = p < q ? p : q;
  *high = p < q ? q : p;
}

static void note_elements(chosen *c)
{
  c->count = 0;
  for (int e = 0; e < CELLS; e++) {
    const int at[4] = { e % I - 1, e / I % J, e / I / J % K + 3, e / (I * J * K) + 1 };
    if (c->view == line_of_all) {
      c->in[e] = e + 1 >= c->box.lower[0] && e + 1 <= c->box.upper[0];
    } else {
      c->in[e] = c->view == field ? !c->of || (at[3] >= c->of[0] && at[3] <= c->of[1]) : at[3] == 2;
      for (int d = 0; d < 3; d++) c->in[e] = c->in[e] && at[d] >= c->box.lower[d] && at[d] <= c->box.upper[d];
    }
    c->count += c->in[e];
  }
}

static void choose(chosen *c)
{
  vf_view *const views[8] = { field, field, field, field, field, component, component, line_of_all };
  c->view = views[below(8)];
  c->of = NULL;
  for (int d = 0; d < 3; d++) choose_range(lower[d], (int)extents[d], &c->box.lower[d], &c->box.upper[d]);
  if (c->view == line_of_all) {
    choose_range(1, below(2) ? CELLS : 30, &c->box.lower[0], &c->box.upper[0]);
  } else if (c->view == field && below(2)) {
    choose_range(1, N, &c->components[0], &c->components[1]);
    c->of = c->components;
  }
  note_elements(c);
}

static void choose_of_kernel(chosen *c)
{
  choose(c);
  c->of = NULL;
  note_elements(c);
}

static void expect_newest(const bool *in, const char *what)
{
  for (int e = 0; e < CELLS; e++)
    if (in[e] && values[e] != truth[e])
      fail_msg("step %d, %s: element %d is %g, not %g", step_now, what, e, values[e], truth[e]);
}

static void host_writes(const chosen *c, bool all)
{
  for (int e = 0; e < CELLS; e++)
    if (c->in[e] && (all || below(2))) values[e] = truth[e] = step_now + e * 1e-4;
}

/* If a box of the host is called up to date, the host has its newest values. */
static void expect_true_state(const chosen *c)
{
  bool host = false, device = false;
  must(vf_view_state_box(c->view, &c->box, c->of, &host, &device));
  if (host) expect_newest(c->in, "state");
}

static double largest(const bool *in)
{
  double value = 0;
  for (int e = 0; e < CELLS; e++) value = in[e] && truth[e] > value ? truth[e] : value;
  return value;
}

/* Layers around a box, of one depth, in all components or in some. */
static void note_layers(chosen *c, const vf_box *interior, int depth)
{
  vf_box whole = { { -1, 0, 3 }, { I - 2, J - 1, K + 2 } };
  for (int d = 0; d < 3; d++) {
    if (depth && interior->lower[d] - depth > whole.lower[d]) whole.lower[d] = interior->lower[d] - depth;
    if (depth && interior->upper[d] + depth < whole.upper[d]) whole.upper[d] = interior->upper[d] + depth;
  }
  chosen inner = *c;
  inner.box = *interior;
  note_elements(&inner);
  c->box = whole;
  note_elements(c);
  for (int e = 0; e < CELLS; e++) c->in[e] = c->in[e] && !inner.in[e];
}

static void sync_layers(bool to_device)
{
  chosen c;
  do choose(&c);
  while (c.view == line_of_all);
  const vf_box interior = c.box;
  const int depth = below(3);
  note_layers(&c, &interior, depth);
  if (to_device) {
    host_writes(&c, true);
    must(vf_view_sync_h2d_ghosts(c.view, &interior, depth, c.of));
  } else {
    must(vf_view_sync_d2h_ghosts(c.view, &interior, depth, c.of));
    expect_newest(c.in, "layers");
  }
}

/* A whole sync copies in any state, even from an old side. The test makes such a sync only if both sides are old in parts, or
 * from a side with all values. */
static void sync_whole(void)
{
  bool host = false, device = false, all[CELLS];
  memset(all, true, sizeof all);
  must(vf_view_state(field, &host, &device));
  if (device || !host) must(vf_view_sync_d2h(field));
  if (device || !host) expect_newest(all, "whole sync");
  else must(vf_view_sync_h2d(field));
}

/* Plans a failure of a move in the next call, or none. */
static void plan_failure(bool fails)
{
  watched.calls = 0;
  watched.fails_at = fails && below(4) == 0 ? 1 + below(6) : 0;
  watched.allocations = 0;
  watched.refused_allocation = fails && below(8) == 0 ? 1 : 0;
}

/* True if the call succeeded; only a planned failure may happen. */
static bool made(vf_status status)
{
  const bool failed = (watched.fails_at && watched.calls >= watched.fails_at) ||
                      (watched.refused_allocation && watched.allocations >= watched.refused_allocation);
  watched.fails_at = watched.refused_allocation = 0;
  if (status && !failed) fail_msg("step %d: %s", step_now, vf_last_error());
  return !status;
}

static void access_of_host(bool fails)
{
  chosen c;
  choose(&c);
  const vf_intent intent = (vf_intent)(VF_READ + below(3));
  plan_failure(fails);
  if (!made(vf_view_to_host_box(c.view, intent, &c.box, c.of))) return;
  if (intent != VF_WRITE) expect_newest(c.in, "to_host");
  if (intent != VF_READ) host_writes(&c, intent == VF_WRITE);
}

static void access_of_all(bool fails)
{
  bool all[CELLS];
  memset(all, true, sizeof all);
  const bool on_host = below(2);
  plan_failure(fails);
  if (!made(on_host ? vf_view_to_host(field, VF_READ) : vf_view_to_device(field, below(2) ? VF_READ : VF_UPDATE)))
    return;
  if (on_host) expect_newest(all, "to_host of all");
}

static void kernel(int which, bool fails)
{
  chosen c;
  choose_of_kernel(&c);
  if (c.view == line_of_all) c.box.lower[1] = c.box.upper[1] = c.box.lower[2] = c.box.upper[2] = 1;
  double result = -1;
  plan_failure(fails && (which < 2 || c.view == field));
  if (which == 0) {
    if (!made(vf_fill_value(&c.box, c.view, step_now + 0.5))) return;
    for (int e = 0; e < CELLS; e++)
      if (c.in[e]) truth[e] = step_now + 0.5;
  } else if (which == 1) {
    if (made(vf_norm_max(&c.box, c.view, &result)) && result != largest(c.in))
      fail_msg("step %d: norm %g, not %g", step_now, result, largest(c.in));
  } else if (c.view == field) {
    if (!made(vf_copy(&c.box, field, target))) return;
    must(vf_view_to_host(target, VF_READ));
    for (int e = 0; e < CELLS; e++)
      if (c.in[e] && copied[e] != truth[e]) fail_msg("step %d: copy of %d is %g", step_now, e, copied[e]);
  }
}

static void announce(void)
{
  chosen c;
  bool host = false, device = false;
  choose(&c);
  must(vf_view_state_box(c.view, &c.box, c.of, &host, &device));
  const vf_status status = vf_view_mark_written_box(c.view, VF_HOST, &c.box, c.of);
  if (status != (host ? VF_OK : VF_ERROR_STALE)) fail_msg("step %d: status %d of a write", step_now, status);
  if (host) host_writes(&c, true);
}

/* The host's values of the range are the newest now. */
static void announce_range(const chosen *c)
{
  for (int e = 0; e < CELLS; e++)
    if (c->in[e]) truth[e] = values[e];
}

static void sync_some(bool to_device)
{
  chosen c;
  choose(&c);
  if (to_device && c.view == line_of_all) {
    const vf_status status = vf_view_sync_h2d_box(c.view, &c.box, c.of);
    if (status && (status != VF_ERROR_ARGUMENT || c.count == 1)) fail_msg("step %d: status %d", step_now, status);
    if (!status) announce_range(&c);
  } else if (to_device) {
    host_writes(&c, true);
    must(vf_view_sync_h2d_box(c.view, &c.box, c.of));
  } else {
    must(vf_view_sync_d2h_box(c.view, &c.box, c.of));
    expect_newest(c.in, "sync_d2h");
  }
}

static void run_sequence(uint64_t start, bool fails)
{
  watch(start % 2 ? "4096" : "104", false); /* buffers of 13 elements end within rows */
  random_state = start;
  for (int e = 0; e < CELLS; e++) values[e] = truth[e] = e * 1e-4;
  field = wrapped(values, 4, extents, lower, "field");
  target = wrapped(copied, 4, extents, lower, "target");
  must(vf_view_wrap(NULL, values, VF_REAL64, 1, &length, NULL, "line", VF_WRAP_JOIN, &line_of_all));
  must(vf_view_component(field, 2, 1, &component));
  must(vf_view_to_device(field, VF_READ));
  const int kinds = 7 + below(4); /* some sequences have no access to the whole array */
  for (step_now = 1; step_now <= STEPS; step_now++) {
    switch (below(kinds)) {
      case 0: access_of_host(fails); break;
      case 1: kernel(0, fails); break;
      case 2: kernel(1, fails); break;
      case 3: kernel(2, fails); break;
      case 4: sync_some(below(2)); break;
      case 5: announce(); break;
      case 6: sync_layers(below(2)); break;
      case 7: access_of_all(fails); break;
      case 8: sync_whole(); break;
      default: access_of_host(fails);
    }
    chosen c;
    choose(&c);
    expect_true_state(&c);
  }
  bool all[CELLS];
  memset(all, true, sizeof all);
  must(vf_view_to_host(field, VF_READ));
  expect_newest(all, "the end");
  must(vf_view_release(&line_of_all, false));
  must(vf_view_release(&component, false));
  must(vf_view_release(&field, false));
  discard(target);
}

static uint64_t seed(void)
{
  const char *text = getenv("VF_TEST_SEED");
  return text ? strtoull(text, NULL, 10) : 1;
}

static void each_read_is_the_newest(void **state)
{
  (void)state;
  if (!separate()) skip();
  for (uint64_t s = 0; s < SEQUENCES; s++) run_sequence(1000 * seed() + s, false);
}

static void each_read_is_the_newest_whatever_fails(void **state)
{
  (void)state;
  if (!separate()) skip();
  for (uint64_t s = 0; s < SEQUENCES; s++) run_sequence(1000 * seed() + s, true);
}

/* A device that works on the host's memory has a single side: the calls copy nothing. */
static void one_side_is_always_the_newest(void **state)
{
  (void)state;
  if (separate()) skip();
  run_sequence(seed(), false);
  expect_copies(0, 0);
}

static const struct CMUnitTest tests[] = {
  claim(each_read_is_the_newest),
  claim(each_read_is_the_newest_whatever_fails),
  claim(one_side_is_always_the_newest),
};
RUN("random_parts", tests)
