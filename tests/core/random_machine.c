/* Very long random sequences over all moves of data at once: whole arrays, boxes, sections, prefetches, loops over chunks, and device
 * memory for some of the arrays alone. Plain arrays of the host are the model: each read gives the newest values, and no host array
 * changes while its side is the newest. VF_TEST_STEPS has the number of operations of a claim (default 500000; with several queues 100000), VF_TEST_SEED chooses another
 * sequence. */
#include "common.h"

#include <math.h>

#include <viewfab/chunks.h>
#include <viewfab/memory.h>
#include <viewfab/queues.h>

enum { QUEUES = 3, ARRAYS = 8, CHUNKS = 2, OF_CHUNK = 2, MOST = 400, MOST_STEP = 3, RUN = 2500 };

typedef struct model {
  int length, step; /* elements of the view, and elements of the program from one to the next; 1: no section */
  double host[MOST * MOST_STEP]; /* the array of the program */
  double newest[MOST];
  double coming[MOST]; /* values that were prefetched to the host */
  bool comes;          /* a copy to the host may be in the air */
  vf_view *view;
} model;

static model models[ARRAYS];
static int64_t left, cut, on_host; /* evictions, calls in slabs, calls on the host */
static bool limited;               /* arrays leave the device now and then */
static bool with_queues;           /* kernels are in random queues */
static vf_queue *queues[QUEUES];
static uint64_t random_state;
static int64_t operation;

static int below(int limit)
{
  random_state = random_state * 6364136223846793005u + 1442695040888963407u;
  return (int)((random_state >> 33) % (uint64_t)limit);
}

static double *at(model *m, int c) { return &m->host[c * m->step]; }

static void compare(model *m, const double *expected)
{
  for (int c = 0; c < m->length; c++)
    if (*at(m, c) != expected[c])
      fail_msg("operation %lld, array %d, element %d is %g, not %g", (long long)operation, (int)(m - models), c + 1,
               *at(m, c), expected[c]);
}

/* Elements of the program between those of a section belong to nobody else. */
static void compare_gaps(const model *m)
{
  for (int c = 0; c < m->length * m->step; c++)
    if (c % m->step && m->host[c] != -7) fail_msg("operation %lld: a gap was written", (long long)operation);
}

static void wrap(model *m)
{
  const int64_t length = m->length, bytes = m->step * (int64_t)sizeof(double);
  if (m->step == 1) m->view = wrapped_line(m->host, length, "values");
  else must(vf_view_wrap_section(NULL, m->host, VF_REAL64, 1, &length, &bytes, NULL, "section", &m->view));
  for (int c = 0; c < m->length; c++) m->newest[c] = *at(m, c);
  m->comes = false;
}

/* A new array in place of an old one. Arrays of chunks are no sections. */
static void make(model *m)
{
  const int sizes[] = { 1, 2, 7 + below(20), 1 + below(MOST), MOST };
  m->length = sizes[below(5)];
  m->step = m - models < CHUNKS * OF_CHUNK || below(2) ? 1 : 2 + below(MOST_STEP - 1);
  for (int c = 0; c < MOST * MOST_STEP; c++) m->host[c] = -7;
  for (int c = 0; c < m->length; c++) *at(m, c) = (double)(1000 * (m - models) + c);
  wrap(m);
}

static bool host_is_newest(const model *m)
{
  bool host, device;
  must(vf_view_state(m->view, &host, &device));
  return host;
}

static bool in_place(const model *m)
{
  bool is;
  must(vf_view_in_place(m->view, &is));
  return is;
}

/* Requests for a whole array fail if the device's memory is less; calls of kernels never do. */
static bool made(vf_status status)
{
  if (limited && status == VF_ERROR_MEMORY) return false;
  must(status);
  return true;
}

/* ---- Queues ---- */

/* Mostly a queue of the table; NULL: the own queue of the context. */
static vf_queue *any_queue(void) { return with_queues && below(5) ? queues[below(QUEUES)] : NULL; }

static void make_queues(void)
{
  for (int q = 0; with_queues && q < QUEUES; q++) must(vf_queue_create(NULL, "queue", &queues[q]));
}

static void end_queues(void)
{
  for (int q = 0; with_queues && q < QUEUES; q++) must(vf_queue_destroy(queues[q]));
}

static void wait_or_replace(void)
{
  const int q = below(QUEUES);
  if (below(2)) {
    must(vf_queue_wait(queues[q]));
    return;
  }
  must(vf_queue_destroy(queues[q]));
  must(vf_queue_create(NULL, "queue", &queues[q]));
}

/* ---- The host ---- */

static void reach_host(model *m, vf_intent intent)
{
  must(vf_view_to_host(m->view, intent));
  if (intent != VF_WRITE) compare(m, m->newest);
  m->comes = false;
}

static void write_on_host(model *m)
{
  const bool all = below(2);
  const int from = all ? 0 : below(m->length), to = all ? m->length - 1 : from + below(m->length - from);
  reach_host(m, all ? VF_WRITE : VF_UPDATE);
  for (int c = from; c <= to; c++) *at(m, c) = m->newest[c] = (double)operation + 0.001 * c;
}

static void access_part_on_host(model *m)
{
  const int from = below(m->length), to = from + below(m->length - from);
  const vf_box box = line(from + 1, to + 1);
  const vf_intent intent = (vf_intent)(VF_READ + below(3));
  must(vf_view_to_host_box(m->view, intent, &box, NULL));
  m->comes = false;
  for (int c = from; c <= to; c++) {
    if (intent != VF_WRITE) assert_true(*at(m, c) == m->newest[c]);
    if (intent != VF_READ) *at(m, c) = m->newest[c] = (double)operation + 0.001 * c;
  }
}

static void sync_part_to_host(model *m)
{
  const int from = below(m->length), to = from + below(m->length - from);
  const vf_box box = line(from + 1, to + 1);
  const vf_status status = vf_view_sync_d2h_box(m->view, &box, NULL);
  if (status == VF_ERROR_STATE) return; /* it was never on the device */
  must(status);
  m->comes = false;
  for (int c = from; c <= to; c++) assert_true(*at(m, c) == m->newest[c]);
}

/* The program has written some elements without a word, and says so now. */
static void send_part(model *m)
{
  const int from = below(m->length), to = from + below(m->length - from);
  const vf_box box = line(from + 1, to + 1);
  if (m->step > 1 || in_place(m)) {
    write_on_host(m);
    return;
  }
  double before[MOST];
  must(vf_view_wait(m->view));
  m->comes = false;
  memcpy(before, m->host, sizeof before);
  for (int c = from; c <= to; c++) m->host[c] = (double)operation + 0.002 * c;
  if (made(vf_view_sync_h2d_box(m->view, &box, NULL)))
    memcpy(&m->newest[from], &m->host[from], (size_t)(to - from + 1) * sizeof *before);
  else memcpy(m->host, before, sizeof before);
}

static void prefetch_to_host(model *m)
{
  const bool needed = !host_is_newest(m);
  must(vf_view_prefetch(m->view, VF_HOST));
  if (!needed) return;
  memcpy(m->coming, m->newest, sizeof m->newest);
  m->comes = true;
}

/* After a wait the host has the newest values, or those of the prefetch. Arrays that have left the device were newer. */
static void arrived(model *m)
{
  if (host_is_newest(m)) compare(m, m->newest);
  else if (m->comes && !limited && m->step == 1 && !in_place(m)) compare(m, m->coming);
  m->comes = false;
}

static void write_unannounced(model *m)
{
  if (in_place(m) || m->step > 1) {
    write_on_host(m);
    return;
  }
  must(vf_view_wait(m->view));
  arrived(m);
  if (!host_is_newest(m)) return;
  const int cell = below(m->length);
  *at(m, cell) = m->newest[cell] = (double)operation;
  must(vf_view_mark_written(m->view, VF_HOST));
}

/* ---- The device ---- */

static void fill(model *m)
{
  const int from = below(m->length), to = from + below(m->length - from);
  const vf_box box = line(from + 1, to + 1);
  must(vf_fill_value(&box, m->view, (double)operation));
  for (int c = from; c <= to; c++) m->newest[c] = (double)operation;
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

static void look(const model *m)
{
  const int from = below(m->length), to = from + below(m->length - from);
  const vf_box box = line(from + 1, to + 1);
  double largest = 0;
  for (int c = from; c <= to; c++)
    if (fabs(m->newest[c]) > largest) largest = fabs(m->newest[c]);
  assert_true(norm(&box, m->view) == largest);
}

enum { STOPPED = -2 };
static int next_chunk(vf_chunks *loop)
{
  int c = -1;
  return made(vf_chunks_next(loop, &c)) ? c : STOPPED;
}

/* One or two passes; views are those of now. */
static void go_through_chunks(void)
{
  vf_view *views[CHUNKS * OF_CHUNK];
  vf_chunks *loop = NULL;
  for (int v = 0; v < CHUNKS * OF_CHUNK; v++) views[v] = models[v].view;
  must(vf_chunks_begin(views, OF_CHUNK, CHUNKS, &loop));
  int c = -1;
  for (int pass = below(2); pass < 2 && c != STOPPED; pass++) {
    for (c = next_chunk(loop); c >= 0; c = next_chunk(loop)) {
      model *first = &models[OF_CHUNK * c];
      vf_queue *const queue = any_queue();
      if (queue) must(vf_queue_begin(queue));
      add(first);
      copy(first, first + 1);
      look(&models[CHUNKS * OF_CHUNK]); /* an array beside the chunks */
      if (queue) must(vf_queue_end(queue));
    }
    for (int v = 0; v < CHUNKS * OF_CHUNK && c != STOPPED; v++) {
      assert_true(host_is_newest(&models[v]));
      compare(&models[v], models[v].newest);
      models[v].comes = false;
    }
  }
  must(vf_chunks_end(&loop));
}

static void end(model *m)
{
  reach_host(m, VF_READ);
  compare_gaps(m);
  must(vf_view_release(&m->view, false));
  make(m);
}

/* ---- The machine ---- */

static void launch(model *m, int what)
{
  vf_queue *const queue = any_queue();
  if (queue) must(vf_queue_begin(queue));
  switch (what) {
    case 3: fill(m); break;
    case 4: add(m); break;
    case 7: look(m); break;
    default: copy(m, &models[below(ARRAYS)]);
  }
  if (queue) must(vf_queue_end(queue));
}

static void act(model *m)
{
  const int what = below(19);
  switch (what) {
    case 0: reach_host(m, VF_READ); break;
    case 1: write_on_host(m); break;
    case 2: access_part_on_host(m); break;
    case 3:
    case 4:
    case 5:
    case 6:
    case 7: launch(m, what); break;
    case 8:
    case 9: (void)made(vf_view_prefetch(m->view, VF_DEVICE)); break;
    case 10:
    case 11: prefetch_to_host(m); break;
    case 12:
      must(vf_view_wait(m->view));
      arrived(m);
      break;
    case 13:
      if (below(8)) break;
      must(vf_context_wait(NULL));
      for (int a = 0; a < ARRAYS; a++) arrived(&models[a]);
      break;
    case 14: write_unannounced(m); break;
    case 15: sync_part_to_host(m); break;
    case 16: send_part(m); break;
    case 17:
      if (below(8) == 0) go_through_chunks();
      break;
    default:
      if (below(8) == 0) end(m);
      else if (with_queues && below(8) == 0) wait_or_replace();
  }
}

static void open_with(const char *staging, const char *memory)
{
  must(vf_finalize());
  if (staging) setenv("VF_STAGING", staging, 1);
  else unsetenv("VF_STAGING");
  if (memory) setenv("VF_DEVICE_MEMORY", memory, 1);
  else unsetenv("VF_DEVICE_MEMORY");
  must(vf_init(NULL));
  limited = memory != NULL;
}

static void run_sequence(int64_t until)
{
  for (int a = 0; a < ARRAYS; a++) make(&models[a]);
  make_queues();
  for (; operation < until; operation++) act(&models[below(ARRAYS)]);
  for (int a = 0; a < ARRAYS; a++) {
    reach_host(&models[a], VF_READ);
    compare_gaps(&models[a]);
    must(vf_view_release(&models[a].view, false));
  }
  end_queues();
}

static int64_t number(const char *name, int64_t otherwise)
{
  const char *text = getenv(name);
  return text ? strtoll(text, NULL, 10) : otherwise;
}

/* Short sequences, each with other sizes of buffers and of device memory. */
static void run(const char *const *stagings, const char *const *memories, int count)
{
  const int64_t steps = number("VF_TEST_STEPS", with_queues ? 100000 : 500000);
  const uint64_t seed = (uint64_t)number("VF_TEST_SEED", 1);
  operation = left = cut = on_host = 0;
  for (int r = 0; operation < steps; r++) {
    random_state = seed * 1000003 + (uint64_t)r;
    open_with(stagings[r % count], memories[r / count % count]);
    run_sequence(operation + RUN < steps ? operation + RUN : steps);
    assert_int_equal(counters().device_bytes, 0);
    vf_memory memory;
    must(vf_memory_get(NULL, &memory));
    left += memory.evictions;
    cut += memory.cut_calls;
    on_host += memory.host_calls;
  }
  must(vf_finalize());
  unsetenv("VF_STAGING");
  unsetenv("VF_DEVICE_MEMORY");
}

static void any_order_of_all_moves_has_the_newest_values(void **state)
{
  (void)state;
  static const char *const stagings[] = { NULL, "8", "104", "2048" }, *const memories[] = { NULL, NULL, NULL, NULL };
  run(stagings, memories, 4);
}

/* Calls run in slabs or on the host, and arrays leave for others. */
static void any_order_has_the_newest_values_with_little_device_memory(void **state)
{
  (void)state;
  static const char *const stagings[] = { "8", NULL, "104", "1024" }, *const memories[] = { "1536", "4096", "8192",
                                                                                            "12288" };
  run(stagings, memories, 4);
  if (separate()) assert_true(left > 0 && cut > 0 && on_host > 0);
}

/* The kernels of random queues, against the plain model, which has one order. */
static void any_order_has_the_newest_values_with_several_queues(void **state)
{
  with_queues = true;
  any_order_of_all_moves_has_the_newest_values(state);
  with_queues = false;
}

static void any_order_has_the_newest_values_with_several_queues_and_little_memory(void **state)
{
  with_queues = true;
  any_order_has_the_newest_values_with_little_device_memory(state);
  with_queues = false;
}

static const struct CMUnitTest tests[] = {
  claim(any_order_of_all_moves_has_the_newest_values),
  claim(any_order_has_the_newest_values_with_little_device_memory),
  claim(any_order_has_the_newest_values_with_several_queues),
  claim(any_order_has_the_newest_values_with_several_queues_and_little_memory),
};
RUN("random_machine", tests)
