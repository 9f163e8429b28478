/* Random sequences of wraps, joins, kernels, host writes, syncs, marks, releases and sets, compared with a model. The
 * model has two lists of numbers for each array, and a flag for each list that is valid. The model follows the guide
 * and uses nothing of the library. VF_TEST_SEED chooses another sequence. */
#include "../core/common.h"

#include <stdio.h>

#include <viewfab/set.h>

enum { ARRAYS = 4, LENGTH = 12, VIEWS = 12, OPERATIONS = 150000, REMEMBERED = 30, LINE = 200 };

typedef struct model {
  double host[LENGTH], device[LENGTH];
  bool host_valid, device_valid, held; /* held: the device has had values since the array became live */
  int views;                           /* 0: not live */
} model;

typedef struct window {
  vf_view *view;
  int array, first, length, lower; /* elements of the array, and the index of the first */
} window;

static double memory[ARRAYS][LENGTH]; /* the arrays of the library */
static model models[ARRAYS];
static window windows[VIEWS];
static int live;
static uint64_t random_state;

/* ---- The last operations, printed after a failure ---- */

static char done[REMEMBERED][LINE];
static int64_t operation;

#define note(...) snprintf(done[operation % REMEMBERED], LINE, __VA_ARGS__)

static void print_sequence(void)
{
  for (int64_t o = operation >= REMEMBERED ? operation - REMEMBERED + 1 : 0; o <= operation; o++)
    fprintf(stderr, "%8lld: %s\n", (long long)o, done[o % REMEMBERED]);
}

#define claim_that(condition, ...) \
  do {                             \
    if (!(condition)) {            \
      print_sequence();            \
      fail_msg(__VA_ARGS__);       \
    }                              \
  } while (0)

static void expect_status(vf_status status, vf_status expected)
{
  claim_that(status == expected, "operation %lld: status %d, not %d: %s", (long long)operation, status, expected,
             status ? vf_last_error() : "");
}

/* ---- Numbers ---- */

static int below(int n)
{
  random_state = random_state * 6364136223846793005u + 1442695040888963407u;
  return (int)((random_state >> 33) % (uint64_t)n);
}

static double some_number(void) { return below(2001) - 1000; }

/* ---- The model ---- */

static void copy_to(model *m, vf_side side)
{
  if (!separate()) return;
  if (side == VF_DEVICE) memcpy(m->device, m->host, sizeof m->host);
  else memcpy(m->host, m->device, sizeof m->host);
}

static double *side_of(model *m, vf_side side) { return side == VF_DEVICE && separate() ? m->device : m->host; }

static bool *valid_of(model *m, vf_side side) { return side == VF_DEVICE ? &m->device_valid : &m->host_valid; }

/* The copies before an access. whole: the access covers every element of the array. */
static void prepare(model *m, vf_side side, vf_intent intent, bool whole)
{
  if ((intent == VF_WRITE && whole) || *valid_of(m, side)) return;
  copy_to(m, side);
  m->host_valid = m->device_valid = m->held = true;
}

static void commit(model *m, vf_side side, vf_intent intent)
{
  if (side == VF_DEVICE) m->held = true;
  if (intent == VF_READ || !separate()) return;
  *valid_of(m, side) = true;
  *valid_of(m, side == VF_HOST ? VF_DEVICE : VF_HOST) = false;
}

static bool is_whole(const window *w) { return w->first == 0 && w->length == LENGTH; }

static model *model_of(const window *w) { return &models[w->array]; }

static void fresh(model *m, int array)
{
  *m = (model){ .host_valid = true, .device_valid = !separate(), .views = 1 };
  memcpy(m->host, memory[array], sizeof m->host);
}

static void compare_all(void)
{
  for (int a = 0; a < ARRAYS; a++)
    for (int e = 0; e < LENGTH && models[a].views; e++)
      claim_that(memory[a][e] == models[a].host[e], "operation %lld: element %d of array %d is %g, not %g",
                 (long long)operation, e, a, memory[a][e], models[a].host[e]);
  for (int v = 0; v < live; v++) {
    bool host, device;
    const model *m = model_of(&windows[v]);
    expect_status(vf_view_state(windows[v].view, &host, &device), VF_OK);
    claim_that(host == m->host_valid && device == m->device_valid,
               "operation %lld: array %d is valid on host %d, device %d, and should be on host %d, device %d",
               (long long)operation, windows[v].array, host, device, m->host_valid, m->device_valid);
  }
}

/* ---- Operations ---- */

static window *any_window(void) { return live ? &windows[below(live)] : NULL; }

static void wrap_one(void)
{
  if (live == VIEWS) return;
  window w = { .array = below(ARRAYS), .length = LENGTH, .lower = below(11) - 5 };
  model *m = &models[w.array];
  const bool join = below(3) > 0;
  if (m->views && below(2)) {
    w.first = below(LENGTH);
    w.length = 1 + below(LENGTH - w.first);
  }
  const int64_t length = w.length;
  note("wrap elements %d..%d of array %d from %d on, %s", w.first, w.first + w.length - 1, w.array, w.lower,
       join ? "join" : "distinct");
  const vf_status status = vf_view_wrap(NULL, memory[w.array] + w.first, VF_REAL64, 1, &length, &w.lower, "x",
                                        join ? VF_WRAP_JOIN : VF_WRAP_DISTINCT, &w.view);
  if (m->views && !join && separate() && !m->host_valid) {
    expect_status(status, VF_ERROR_OVERLAP);
    return;
  }
  expect_status(status, VF_OK);
  if (!m->views) fresh(m, w.array);
  else {
    m->views++;
    if (!join && separate()) m->device_valid = false;
  }
  windows[live++] = w;
}

static void release_one(void)
{
  window *w = any_window();
  if (!w) return;
  model *m = model_of(w);
  const bool discard = below(2), refuse = m->views == 1 && !m->host_valid && !discard;
  note("release a view of array %d%s", w->array, discard ? " with discard" : "");
  expect_status(vf_view_release(&w->view, discard), refuse ? VF_ERROR_STALE : VF_OK);
  if (refuse) return;
  m->views--;
  *w = windows[--live];
}

static vf_box box_in(const window *w, int *first, int *length)
{
  *first = below(w->length);
  *length = below(3) ? 1 + below(w->length - *first) : w->length - *first;
  if (below(3) == 0) {
    *first = 0;
    *length = w->length;
  }
  return line(w->lower + *first, w->lower + *first + *length - 1);
}

static void write_kernel(void)
{
  window *w = any_window();
  if (!w) return;
  model *m = model_of(w);
  int first, length;
  const vf_box box = box_in(w, &first, &length);
  const bool update = below(2), all = length == w->length && is_whole(w);
  const double number = some_number();
  note("%s %g on elements %d..%d of array %d", update ? "add_constant" : "fill_value", number, w->first + first,
       w->first + first + length - 1, w->array);
  expect_status(update ? vf_add_constant(&box, w->view, number) : vf_fill_value(&box, w->view, number), VF_OK);
  prepare(m, VF_DEVICE, update ? VF_UPDATE : VF_WRITE, all);
  double *x = side_of(m, VF_DEVICE) + w->first + first;
  for (int e = 0; e < length; e++) x[e] = update ? x[e] + number : number;
  commit(m, VF_DEVICE, update ? VF_UPDATE : VF_WRITE);
}

static void copy_kernel(void)
{
  window *from = any_window(), *to = any_window();
  int first, length;
  if (!from || from->array == to->array) return;
  vf_box box = box_in(to, &first, &length);
  const bool fits = box.lower[0] >= from->lower && box.upper[0] < from->lower + from->length;
  const bool all = length == to->length && is_whole(to);
  note("copy indices %d..%d of array %d to array %d", box.lower[0], box.upper[0], from->array, to->array);
  expect_status(vf_copy(&box, from->view, to->view), fits ? VF_OK : VF_ERROR_BOX);
  if (!fits) return;
  prepare(model_of(from), VF_DEVICE, VF_READ, false);
  prepare(model_of(to), VF_DEVICE, VF_WRITE, all);
  memcpy(side_of(model_of(to), VF_DEVICE) + to->first + first,
         side_of(model_of(from), VF_DEVICE) + from->first + box.lower[0] - from->lower,
         (size_t)length * sizeof(double));
  commit(model_of(from), VF_DEVICE, VF_READ);
  commit(model_of(to), VF_DEVICE, VF_WRITE);
}

static void read_kernel(void)
{
  window *w = any_window();
  int first, length;
  double sum = -1, expected = 0;
  if (!w) return;
  const vf_box box = box_in(w, &first, &length);
  note("sum of elements %d..%d of array %d", w->first + first, w->first + first + length - 1, w->array);
  expect_status(vf_sum(&box, w->view, &sum), VF_OK);
  prepare(model_of(w), VF_DEVICE, VF_READ, false);
  for (int e = 0; e < length; e++) expected += side_of(model_of(w), VF_DEVICE)[w->first + first + e];
  commit(model_of(w), VF_DEVICE, VF_READ);
  claim_that(sum == expected, "operation %lld: the sum is %g, not %g", (long long)operation, sum, expected);
}

/* Numbers for the elements of a window, written to the library's memory and to the model. */
static void write_numbers(const window *w, vf_side side, double *to)
{
  double *x = side_of(model_of(w), side) + w->first;
  for (int e = 0; e < w->length; e++) to[e] = x[e] = some_number();
}

/* The code announces an access and then makes the access. */
static void announced_access(void)
{
  window *w = any_window();
  if (!w) return;
  model *m = model_of(w);
  const vf_intent intent = (vf_intent)(VF_READ + below(3));
  const vf_side side = on_gpu() || below(2) ? VF_HOST : VF_DEVICE;
  void *address = memory[w->array] + w->first;
  note("announce intent %d on the %s of elements %d..%d of array %d", intent, side == VF_HOST ? "host" : "device",
       w->first, w->first + w->length - 1, w->array);
  expect_status(side == VF_HOST ? vf_view_to_host(w->view, intent) : vf_view_device_address(w->view, intent, &address),
                VF_OK);
  prepare(m, side, intent, is_whole(w));
  commit(m, side, intent);
  if (intent != VF_READ) write_numbers(w, side, address);
}

/* The host writes first and announces the write afterwards. This is allowed only if the host has the newest values. */
static void marked_write(void)
{
  window *w = any_window();
  if (!w) return;
  model *m = model_of(w);
  const vf_side side = below(4) ? VF_HOST : VF_DEVICE;
  const bool valid = *valid_of(m, side);
  note("mark array %d as written on the %s", w->array, side == VF_HOST ? "host" : "device");
  if (valid && side == VF_HOST) write_numbers(w, side, memory[w->array] + w->first);
  expect_status(vf_view_mark_written(w->view, side), valid ? VF_OK : VF_ERROR_STALE);
  if (valid) commit(m, side, VF_WRITE);
}

static void sync_one(void)
{
  window *w = any_window();
  if (!w) return;
  model *m = model_of(w);
  const bool to_device = below(2);
  note("sync array %d to the %s", w->array, to_device ? "device" : "host");
  if (!to_device && separate() && !m->held) {
    expect_status(vf_view_sync_d2h(w->view), VF_ERROR_STATE);
    return;
  }
  expect_status(to_device ? vf_view_sync_h2d(w->view) : vf_view_sync_d2h(w->view), VF_OK);
  copy_to(m, to_device ? VF_DEVICE : VF_HOST);
  m->host_valid = m->device_valid = m->held = true;
}

/* A set of views of two arrays, a kernel on it, a sync of all, and its end. */
static void work_on_a_set(void)
{
  window *pair[2] = { any_window(), any_window() };
  if (!pair[0] || pair[0]->array == pair[1]->array) return;
  vf_box boxes[2];
  int first[2], length[2];
  vf_view *views[2];
  vf_set *set = NULL;
  for (int p = 0; p < 2; p++) {
    boxes[p] = box_in(pair[p], &first[p], &length[p]);
    views[p] = pair[p]->view;
  }
  const int after = below(4);
  const bool update = below(2);
  const double number = some_number();
  note("set of arrays %d and %d: %s %g on %d+%d and %d+%d, then %d", pair[0]->array, pair[1]->array,
       update ? "add_constant" : "fill_value", number, first[0], length[0], first[1], length[1], after);
  expect_status(vf_set_wrap(NULL, boxes, 2, views, "set", &set), VF_OK);
  expect_status(update ? vf_add_constant_boxes(boxes, 2, set, number) : vf_fill_value_boxes(boxes, 2, set, number),
                VF_OK);
  for (int p = 0; p < 2; p++) {
    model *m = model_of(pair[p]);
    prepare(m, VF_DEVICE, update ? VF_UPDATE : VF_WRITE, length[p] == pair[p]->length && is_whole(pair[p]));
    double *x = side_of(m, VF_DEVICE) + pair[p]->first + first[p];
    for (int e = 0; e < length[p]; e++) x[e] = update ? x[e] + number : number;
    commit(m, VF_DEVICE, VF_UPDATE);
  }
  if (after == 1) expect_status(vf_view_to_host(set, VF_READ), VF_OK);
  if (after == 2) expect_status(vf_view_to_host(set, VF_UPDATE), VF_OK);
  if (after == 3) expect_status(vf_view_mark_written(set, VF_DEVICE), VF_OK);
  for (int p = 0; p < 2; p++) {
    model *m = model_of(pair[p]);
    if (after == 1 || after == 2) prepare(m, VF_HOST, VF_READ, false);
    if (after == 2) commit(m, VF_HOST, VF_UPDATE);
    if (after == 3) commit(m, VF_DEVICE, VF_WRITE);
  }
  expect_status(vf_view_release(&set, false), VF_OK); /* the views above keep the arrays live */
}

static void (*const operations[])(void) = { wrap_one,         wrap_one,     release_one, write_kernel, write_kernel,
                                            copy_kernel,      copy_kernel,  read_kernel, read_kernel,  announced_access,
                                            announced_access, marked_write, sync_one,    work_on_a_set };

static void sequences_of_calls_keep_values_and_states(void **state)
{
  (void)state;
  const char *seed = getenv("VF_TEST_SEED");
  random_state = seed && *seed ? strtoull(seed, NULL, 10) : 20240229;
  print_message("VF_TEST_SEED=%llu, %d operations\n", (unsigned long long)random_state, OPERATIONS);
  for (int a = 0; a < ARRAYS; a++)
    for (int e = 0; e < LENGTH; e++) memory[a][e] = some_number();
  int counts[sizeof operations / sizeof *operations] = { 0 };
  for (operation = 0; operation < OPERATIONS; operation++) {
    const int which = below(sizeof operations / sizeof *operations);
    note("nothing");
    operations[which]();
    counts[which] += strcmp(done[operation % REMEMBERED], "nothing") != 0;
    compare_all();
  }
  for (size_t o = 0; o < sizeof counts / sizeof *counts; o++) assert_true(counts[o] > OPERATIONS / 100);
  while (live > 0) discard(windows[--live].view);
}

static const struct CMUnitTest tests[] = {
  claim(sequences_of_calls_keep_values_and_states),
};
RUN("random_states", tests)
