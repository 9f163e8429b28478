#include "events_port.h"

#include <stdio.h>
#include <unistd.h>

#include "../../c_src/core/context.h"
#include "../core/common.h"

#include <viewfab/queues.h>
#include <viewfab/set.h>
#include <viewfab/smooth.h>

enum { MOST_EVENTS = 2 * 1024 + 8 };

static struct {
  const vf_backend *real;
  vf_backend table;
  int waits, events, most_events;
  double now, step;
} watched;

/* Ends the port with the number of the failed demand. */
#define demand(number, holds)                              \
  do {                                                     \
    if (!(holds)) {                                        \
      fprintf(stderr, "not so in the port: %s\n", #holds); \
      _exit(number);                                       \
    }                                                      \
  } while (0)
#define done(call) demand(2, (call) == VF_OK)

static int watched_queue_wait(void *queue)
{
  watched.waits++;
  return watched.real->queue_wait(queue);
}

static int watched_event_wait(void *event)
{
  watched.waits++;
  return on_gpu() ? watched.real->event_wait(event) : 0;
}

static int watched_timed_event(void **event)
{
  if (++watched.events > watched.most_events) watched.most_events = watched.events;
  if (on_gpu()) return watched.real->timed_event_create(event);
  *event = calloc(1, sizeof(double));
  return *event ? 0 : 1;
}

/* The library's untimed events have no such memory on the host. */
static int watched_event_record(void *event, void *queue)
{
  if (on_gpu() || !event) return watched.real->event_record(event, queue);
  watched.now += watched.step;
  *(double *)event = watched.now;
  return 0;
}

static int watched_event_destroy(void *event)
{
  if (on_gpu()) {
    watched.events--;
    return watched.real->event_destroy(event);
  }
  watched.events -= event != NULL;
  free(event);
  return 0;
}

static int watched_event_seconds(void *begin, void *end, double *seconds)
{
  if (on_gpu()) return watched.real->event_seconds(begin, end, seconds);
  *seconds = *(double *)end - *(double *)begin;
  return 0;
}

static void watch_events(void)
{
  vf_context *context = NULL;
  done(vf_context_default(&context));
  watched.real = context->backend;
  watched.step = step;
  watched.table = *watched.real;
  watched.table.queue_wait = watched_queue_wait;
  watched.table.event_wait = watched_event_wait;
  watched.table.timed_event_create = watched_timed_event;
  watched.table.event_record = watched_event_record;
  watched.table.event_destroy = watched_event_destroy;
  watched.table.event_seconds = watched_event_seconds;
  context->backend = &watched.table;
}

static vf_view *port_view(double *host, int64_t count, const char *label)
{
  vf_view *view = NULL;
  done(vf_view_wrap(NULL, host, VF_REAL64, 1, &count, NULL, label, VF_WRAP_DISTINCT, &view));
  return view;
}

static bool pauses;
static void launch(vf_view *x, vf_view *y, int cells, int times)
{
  const vf_box box = { { 1, 1, 1 }, { cells, 1, 1 } };
  for (int t = 0; t < times; t++) {
    done(vf_axpy(&box, 1.0, x, y));
    if (pauses) usleep(1000);
  }
}

/* Launches beside those of kernels: exchanges of a set, and smooths in a single launch. */
static int run_work(void)
{
  enum { N = 12, AROUND = N + 2 };
  static double phi_values[AROUND * AROUND * AROUND], rhs_values[N * N * N];
  static const int64_t cells[3] = { N, N, N }, around[3] = { AROUND, AROUND, AROUND };
  static const int lower[3] = { 0, 0, 0 };
  const vf_box box = { { 1, 1, 1 }, { N, N, N } };
  vf_boundary sides = { .order = 2 };
  for (int face = 0; face < 6; face++) sides.kind[face] = VF_DIRICHLET;
  vf_set *set = NULL;
  vf_view *phi = NULL, *rhs = NULL;
  done(vf_init(NULL));
  watch_events();
  done(vf_set_create(NULL, &box, 1, VF_REAL64, 1, 1, 0, "set", &set));
  done(vf_view_wrap(NULL, phi_values, VF_REAL64, 3, around, lower, "phi", VF_WRAP_DISTINCT, &phi));
  done(vf_view_wrap(NULL, rhs_values, VF_REAL64, 3, cells, NULL, "rhs", VF_WRAP_DISTINCT, &rhs));
  done(vf_view_to_device(rhs, VF_READ));
  for (int w = 0; w < WORKS; w++) {
    done(vf_set_fill_ghosts(set, NULL, 1, &box, &sides));
    done(vf_smooth_poisson(&box, phi, rhs, NULL, 0.1, &sides, 2));
  }
  done(vf_view_to_host(phi, VF_READ));
  done(vf_finalize());
  return 0;
}

/* WORKS kernels in each of two queues, and as many without a queue. */
static int run_queues(void)
{
  enum { CELLS = 8 };
  static double host[3][CELLS];
  static const char *const labels[2] = { "ocean \"deep\"", "ice" };
  const vf_box box = { { 1, 1, 1 }, { CELLS, 1, 1 } };
  vf_queue *queues[2] = { NULL };
  vf_view *views[3];
  done(vf_init(NULL));
  watch_events();
  for (int v = 0; v < 3; v++) views[v] = port_view(host[v], CELLS, "view");
  for (int q = 0; q < 2; q++) done(vf_queue_create(NULL, labels[q], &queues[q]));
  for (int w = 0; w < WORKS; w++) {
    for (int q = 0; q < 2; q++) {
      done(vf_queue_begin(queues[q]));
      done(vf_fill_value(&box, views[q], w));
      done(vf_queue_end(queues[q]));
    }
    done(vf_fill_value(&box, views[2], w));
  }
  for (int v = 0; v < 3; v++) done(vf_view_release(&views[v], true));
  done(vf_finalize());
  return 0;
}

static const char *no_lock;
static int refuse_lock(void *host, size_t bytes)
{
  return (const char *)host <= no_lock && no_lock < (const char *)host + bytes;
}
static int ignore_unlock(void *host)
{
  (void)host;
  return 0;
}

/* ROUNDS copies to the host of an array whose pages the system does not lock, and of an array four times as large whose pages it locks. */
static int run_refused(bool both)
{
  enum { CELLS = 1 << 14, LARGE = 4 * CELLS, ROUNDS = 12 };
  const vf_box all = { { 1, 1, 1 }, { LARGE, 1, 1 } }, few = { { 1, 1, 1 }, { CELLS, 1, 1 } };
  double *host = calloc(LARGE + CELLS, sizeof *host);
  demand(2, host);
  done(vf_init(NULL));
  watch_events();
  watched.table.lock = refuse_lock;
  watched.table.unlock = ignore_unlock;
  vf_view *x = port_view(host, LARGE, "locked"), *y = port_view(host + LARGE, CELLS, "refused");
  no_lock = (const char *)(host + LARGE + CELLS / 2);
  for (int r = 0; r < ROUNDS; r++) {
    done(vf_fill_value(&all, x, r));
    done(vf_fill_value(&few, y, r));
    if (both) done(vf_view_to_host(x, VF_READ));
    done(vf_view_to_host(y, VF_READ));
  }
  done(vf_view_release(&x, true));
  done(vf_view_release(&y, true));
  done(vf_finalize());
  free(host);
  return 0;
}

/* A kernel on two arrays that do not fit into the device's memory together. */
static int run_slabs(void)
{
  static double host[2][SLAB_CELLS];
  const int64_t cells[3] = { SLAB_CELLS / 16, 4, 4 };
  const vf_box all = { { 1, 1, 1 }, { SLAB_CELLS / 16, 4, 4 } };
  vf_view *views[2];
  vf_counters counters;
  demand(2, !setenv("VF_DEVICE_MEMORY", "12K", 1));
  done(vf_init(NULL));
  watch_events();
  for (int v = 0; v < 2; v++)
    done(vf_view_wrap(NULL, host[v], VF_REAL64, 3, cells, NULL, v ? "y" : "x", VF_WRAP_DISTINCT, &views[v]));
  done(vf_axpy(&all, 1.0, views[0], views[1]));
  done(vf_counters_get(NULL, &counters));
  demand(6, counters.cut_calls == 1 && counters.bytes_to_device == 2 * (int64_t)sizeof host[0] &&
                counters.bytes_to_host == (int64_t)sizeof host[0]);
  for (int v = 0; v < 2; v++) done(vf_view_release(&views[v], false));
  done(vf_finalize());
  return 0;
}

int run_port(const char *what)
{
  enum { LONG = 1 << 22, SHORT = 8 };
  if (!strcmp(what, "work")) return run_work();
  if (!strcmp(what, "queues")) return run_queues();
  if (!strcmp(what, "slabs")) return run_slabs();
  if (!strcmp(what, "refused") || !strcmp(what, "both")) return run_refused(!strcmp(what, "both"));
  const bool late = !strcmp(what, "late"), brief = !strcmp(what, "short");
  const int cells = late && on_gpu() ? LONG : SHORT;
  double *host = calloc(2 * LONG + SHORT, sizeof *host);
  demand(2, host);
  done(vf_init(NULL));
  if (strcmp(what, "long")) watch_events();
  if (brief) watched.step = short_step;
  pauses = !strcmp(what, "paused");
  vf_view *x = port_view(host, cells, "x"), *y = port_view(host + LONG, cells, "y");
  vf_view *small = port_view(host + 2 * LONG, SHORT, "small");
  launch(x, small, SHORT, 1); /* first copies, first events */
  launch(x, y, cells, 1);
  const int waits = watched.waits;
  launch(x, y, cells, FEW);
  demand(3, watched.waits == waits);
  if (!strcmp(what, "long")) launch(x, y, cells, LONG_RUN - FEW);
  if (pauses) {
    launch(x, y, cells, PAUSED - FEW);
    demand(4, watched.waits > waits && watched.most_events <= MOST_EVENTS);
  }
  if (brief) {
    for (int l = 0; l < MANY; l++) {
      watched.step = l % 2 ? short_step : 4 * short_step;
      launch(x, y, l % 2 ? cells : 1, 1);
    }
    watched.step = short_step;
  }
  for (int c = 0; c < MANY && !strcmp(what, "copies"); c++) {
    launch(x, small, SHORT, 1);
    done(vf_view_to_host(small, VF_READ));
  }
  if (late) done(vf_view_to_host(small, VF_READ));
  if (!strcmp(what, "open")) return 0;
  done(vf_view_release(&small, true));
  done(vf_view_release(&x, true));
  done(vf_view_release(&y, true));
  done(vf_finalize());
  free(host);
  /* untimed events of the library are destroyed too, on a GPU */
  demand(5, on_gpu() || watched.events == 0);
  return 0;
}
