/* Long random sequences of prefetches, waits, kernels and accesses of the host on several arrays give the values of plain
 * arrays. The reference model knows three values of each element: the newest, the host's, and the value on its way to the
 * host. */
#include "common.h"

enum { ARRAYS = 5, MOST = 700, STEPS = 3000, RUNS = 12 };

typedef struct model {
  int length;
  double host[MOST]; /* the array of the program */
  double newest[MOST];
  double coming[MOST]; /* values that were prefetched to the host */
  bool comes;          /* a copy to the host may be in the air */
  vf_view *view;
} model;

static model models[ARRAYS];
static unsigned seed;
static int step;

static int random_below(int limit)
{
  seed = seed * 1664525u + 1013904223u;
  return (int)(seed >> 8) % limit;
}

static void compare(const model *m, const double *expected)
{
  for (int c = 0; c < m->length; c++)
    if (m->host[c] != expected[c])
      fail_msg("step %d, array %d, element %d is %g, not %g", step, (int)(m - models), c + 1, m->host[c], expected[c]);
}

static void wrap(model *m)
{
  m->view = wrapped_line(m->host, m->length, "values");
  memcpy(m->newest, m->host, sizeof m->host);
  m->comes = false;
}

static bool host_is_newest(const model *m)
{
  bool host, device;
  must(vf_view_state(m->view, &host, &device));
  return host;
}

/* The host reads all values, and may then write. */
static void reach_host(model *m, vf_intent intent)
{
  must(vf_view_to_host(m->view, intent));
  if (intent != VF_WRITE) compare(m, m->newest);
  m->comes = false;
}

static void write_on_host(model *m)
{
  const bool all = random_below(2);
  const int from = all ? 0 : random_below(m->length), to = all ? m->length - 1 : from + random_below(m->length - from);
  reach_host(m, all ? VF_WRITE : VF_UPDATE);
  for (int c = from; c <= to; c++) m->host[c] = m->newest[c] = step + 0.001 * c;
}

static void write_a_part_on_host(model *m)
{
  const int from = random_below(m->length), to = from + random_below(m->length - from);
  const vf_box box = line(from + 1, to + 1);
  must(vf_view_to_host_box(m->view, VF_UPDATE, &box, NULL));
  for (int c = from; c <= to; c++) {
    assert_true(m->host[c] == m->newest[c]);
    m->host[c] = m->newest[c] = step + 0.001 * c;
  }
  m->comes = false;
}

static void fill(model *m)
{
  const int from = random_below(m->length), to = from + random_below(m->length - from);
  const vf_box box = line(from + 1, to + 1);
  must(vf_fill_value(&box, m->view, step));
  for (int c = from; c <= to; c++) m->newest[c] = step;
}

static void add(model *m)
{
  const vf_box box = line(1, m->length);
  must(vf_add_constant(&box, m->view, 1));
  for (int c = 0; c < m->length; c++) m->newest[c] += 1;
}

static void copy(const model *from, model *to)
{
  const int length = from->length < to->length ? from->length : to->length;
  const vf_box box = line(1, length);
  if (from == to) return;
  must(vf_copy(&box, from->view, to->view));
  memcpy(to->newest, from->newest, (size_t)length * sizeof *to->newest);
}

static void prefetch_to_host(model *m)
{
  const bool needed = !host_is_newest(m);
  must(vf_view_prefetch(m->view, VF_HOST));
  if (!needed) return;
  memcpy(m->coming, m->newest, sizeof m->newest);
  m->comes = true;
}

/* Waits in one of the ways that end all copies of the array. */
static void arrived(model *m)
{
  if (m->comes) compare(m, host_is_newest(m) ? m->newest : m->coming);
  m->comes = false;
}

/* Code that does not announce its writes waits for the copies of its array before. */
static void write_unannounced(model *m)
{
  must(vf_view_wait(m->view));
  arrived(m);
  if (!host_is_newest(m)) return;
  const int cell = random_below(m->length);
  m->host[cell] = m->newest[cell] = step;
  must(vf_view_mark_written(m->view, VF_HOST));
}

static void end(model *m)
{
  reach_host(m, VF_READ);
  must(vf_view_release(&m->view, false));
  if (random_below(2)) m->host[random_below(m->length)] = step;
  wrap(m);
}

static void act(model *m)
{
  switch (random_below(15)) {
    case 0: reach_host(m, VF_READ); break;
    case 1: write_on_host(m); break;
    case 2: write_a_part_on_host(m); break;
    case 3: fill(m); break;
    case 4: add(m); break;
    case 5: copy(m, &models[random_below(ARRAYS)]); break;
    case 6: {
      const vf_box box = line(1, m->length);
      double largest = 0;
      for (int c = 0; c < m->length; c++) largest = m->newest[c] > largest ? m->newest[c] : largest;
      assert_true(norm(&box, m->view) == largest);
      break;
    }
    case 7:
    case 8: must(vf_view_prefetch(m->view, VF_DEVICE)); break;
    case 9:
    case 10: prefetch_to_host(m); break;
    case 11:
      must(vf_view_wait(m->view));
      arrived(m);
      break;
    case 12:
      if (random_below(8)) break;
      must(vf_context_wait(NULL));
      for (int a = 0; a < ARRAYS; a++) arrived(&models[a]);
      break;
    case 13: write_unannounced(m); break;
    default:
      if (random_below(8) == 0) end(m);
  }
}

static void run_sequence(unsigned start)
{
  seed = start;
  for (int a = 0; a < ARRAYS; a++) {
    models[a].length = a == 0 ? 1 : 1 + random_below(MOST);
    for (int c = 0; c < MOST; c++) models[a].host[c] = 1000 * a + c;
    wrap(&models[a]);
  }
  for (step = 1; step <= STEPS; step++) act(&models[random_below(ARRAYS)]);
  for (int a = 0; a < ARRAYS; a++) {
    reach_host(&models[a], VF_READ);
    must(vf_view_release(&models[a].view, false));
  }
}

static void any_order_of_prefetches_and_accesses_has_the_newest_values(void **state)
{
  (void)state;
  for (unsigned start = 1; start <= RUNS; start++) run_sequence(start);
}

/* With small buffers for copies a call on a part of a small array moves the part alone. */
static void any_order_has_the_newest_values_with_moves_of_parts(void **state)
{
  (void)state;
  static const char *const sizes[] = { "8", "256", "2048" };
  for (int s = 0; s < 3; s++) {
    must(vf_finalize());
    setenv("VF_STAGING", sizes[s], 1);
    must(vf_init(NULL));
    for (unsigned start = 20; start < 24; start++) run_sequence(start);
  }
  unsetenv("VF_STAGING");
}

static const struct CMUnitTest tests[] = {
  claim(any_order_of_prefetches_and_accesses_has_the_newest_values),
  claim(any_order_has_the_newest_values_with_moves_of_parts),
};
RUN("random_prefetch", tests)
