/* The profile on devices with timed events. On the host a device of the test stands in for a GPU: each timed event is 0.25 s behind the
 * event before, so all times are known. Each claim runs this program again as a port with VF_PROFILE, because the profile is
 * written at the end of a program. */
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../c_src/core/context.h"
#include "../core/common.h"

#include <viewfab/set.h>
#include <viewfab/smooth.h>

enum { FEW = 500, MANY = 3000, WORKS = 7, MOST_EVENTS = 2 * 1024 + 8 };
static char file[64];      /* of this process: several devices are tested at a time */
static double step = 0.25; /* seconds from event to event */
static const double short_step = 1e-5;

/* ---- The port ---- */

static struct {
  const vf_backend *real;
  vf_backend table;
  int waits, events, most_events;
  double now;
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
  watched.now += step;
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

static void launch(vf_view *x, vf_view *y, int cells, int times)
{
  const vf_box box = { { 1, 1, 1 }, { cells, 1, 1 } };
  for (int t = 0; t < times; t++) done(vf_axpy(&box, 1.0, x, y));
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

/* few: launches that fit into the list. many: more. open: without the end of the context. late: long launches, then a copy of few
 * bytes. short: many short launches on arrays of two sizes. copies: many copies of few bytes. */
static int run_port(const char *what)
{
  enum { LONG = 1 << 22, SHORT = 8 };
  if (!strcmp(what, "work")) return run_work();
  if (!strcmp(what, "refused") || !strcmp(what, "both")) return run_refused(!strcmp(what, "both"));
  const bool late = !strcmp(what, "late"), brief = !strcmp(what, "short");
  if (brief) step = short_step;
  const int cells = late && on_gpu() ? LONG : SHORT;
  double *host = calloc(2 * LONG + SHORT, sizeof *host);
  demand(2, host);
  done(vf_init(NULL));
  watch_events();
  vf_view *x = port_view(host, cells, "x"), *y = port_view(host + LONG, cells, "y");
  vf_view *small = port_view(host + 2 * LONG, SHORT, "small");
  launch(x, small, SHORT, 1); /* first copies, first events */
  launch(x, y, cells, 1);
  const int waits = watched.waits;
  launch(x, y, cells, FEW);
  demand(3, watched.waits == waits);
  if (!strcmp(what, "many")) {
    launch(x, y, cells, MANY - FEW);
    demand(4, watched.waits > waits && watched.most_events <= MOST_EVENTS);
  }
  if (brief) {
    for (int l = 0; l < MANY; l++) {
      step = l % 2 ? short_step : 4 * short_step;
      launch(x, y, l % 2 ? cells : 1, 1);
    }
    step = short_step;
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

/* ---- The claims ---- */

static char *json;

static void profile_of(const char *what)
{
  remove(file);
  const pid_t port = fork();
  assert_true(port >= 0);
  if (port == 0) {
    setenv("VF_PROFILE", file, 1);
    execl("/proc/self/exe", "port", what, (char *)NULL);
    _exit(126);
  }
  int status = 0;
  assert_int_equal(waitpid(port, &status, 0), port);
  if (!WIFEXITED(status) || WEXITSTATUS(status)) fail_msg("the port %s ended with %d", what, status);
  FILE *from = fopen(file, "r");
  assert_non_null(from);
  free(json);
  json = calloc(1, 1 << 22);
  assert_non_null(json);
  assert_in_range(fread(json, 1, (1 << 22) - 1, from), 1, (1 << 22) - 2);
  fclose(from);
}

/* A number behind the first member of this name, from a place in the JSON on. */
static double number(const char *at, const char *member)
{
  char *end = NULL;
  if (at) at = strstr(at, member);
  if (!at) fail_msg("%s is not in the profile", member);
  at += strlen(member);
  const double found = strtod(at, &end);
  if (end == at) fail_msg("%s has no number", member);
  return found;
}

static const char *row(const char *begin) { return strstr(json, begin); }

static void expect_launches(int launches)
{
  const char *axpy = row("{\"name\": \"axpy\"");
  assert_int_equal(number(axpy, "\"launches\": "), launches);
  assert_int_equal(number(json, "\"lost\": "), 0);
  const double seconds = number(axpy, "\"seconds\": ");
  /* launches without a time count with a mean, which can be too large while other programs use the GPU */
  const bool all_timed = number(axpy, "\"untimed\": ") == 0;
  if (on_gpu()) assert_true(seconds > 0 && (!all_timed || seconds < number(json, "\"seconds\": ")));
  else assert_true(seconds > 0.9999 * step * launches && seconds < 1.0001 * step * launches);
}

static void launches_are_timed_and_not_waited_for(void **state)
{
  (void)state;
  profile_of("few");
  expect_launches(FEW + 2);
}

static void launches_are_all_counted_with_few_events(void **state)
{
  (void)state;
  profile_of("many");
  expect_launches(MANY + 2);
}

static void launches_are_counted_if_the_context_is_never_closed(void **state)
{
  (void)state;
  profile_of("open");
  expect_launches(FEW + 2);
}

/* All launches count, most of them with the mean of timed launches of their size. */
static void most_of_many_short_launches_are_not_timed(void **state)
{
  (void)state;
  profile_of("short");
  const char *axpy = row("{\"name\": \"axpy\"");
  const double untimed = number(axpy, "\"untimed\": "), seconds = number(axpy, "\"seconds\": ");
  const double expected = (MANY / 2 + FEW + 2) * short_step + MANY / 2 * 4 * short_step;
  assert_int_equal(number(axpy, "\"launches\": "), MANY + FEW + 2);
  assert_int_equal(number(json, "\"lost\": "), 0);
  if (!on_gpu() || seconds < 1e-4 * MANY) assert_in_range(untimed, MANY / 2, MANY); /* a tool may make a GPU slow */
  if (!on_gpu()) assert_float_equal(seconds, expected, 0.02 * expected);
}

/* Copies take an event from begin to end. The row has the copies of the loop, however few of them had events. */
static void all_of_many_small_copies_count(void **state)
{
  (void)state;
  if (!separate()) skip();
  profile_of("copies");
  const char *copy = row("{\"array\": \"small\", \"to\": \"host\"");
  assert_int_equal(number(copy, "\"copies\": "), MANY);
  assert_int_equal(number(copy, "\"bytes\": "), MANY * 8 * sizeof(double));
  const double seconds = number(copy, "\"seconds\": ");
  if (on_gpu()) assert_true(seconds > 0);
  else assert_float_equal(seconds, MANY * step, 1e-3 * MANY * step);
}

static void long_launches_are_all_timed(void **state)
{
  (void)state;
  if (on_gpu()) skip();
  profile_of("many");
  assert_int_equal(number(row("{\"name\": \"axpy\""), "\"untimed\": "), 0);
}

/* The copy waits for the launches in the queue, and these seconds are those of the kernel. */
static void copies_behind_launches_have_their_own_seconds(void **state)
{
  (void)state;
  if (!separate()) skip();
  profile_of("late");
  expect_launches(FEW + 2);
  const char *copy = row("{\"array\": \"small\", \"to\": \"host\"");
  const double seconds = number(copy, "\"seconds\": ");
  if (on_gpu()) assert_true(seconds < 0.25 * number(row("{\"name\": \"axpy\""), "\"seconds\": "));
  else assert_true(seconds > 0.9999 * step && seconds < 1.0001 * step);
}

/* steps: from event to event, of all launches of the work. */
static void expect_work(const char *name, int steps)
{
  char begin[64];
  snprintf(begin, sizeof begin, "{\"name\": \"%s\"", name);
  const char *at = row(begin);
  assert_int_equal(number(at, "\"launches\": "), WORKS);
  const double seconds = number(at, "\"seconds\": ");
  assert_true(on_gpu() ? seconds > 0 : seconds > 0.9999 * step * steps && seconds < 1.0001 * step * steps);
}

/* The first smooth has copies between its events: two events more, and the step between these two does not count. */
static void exchanges_and_smooths_are_timed_too(void **state)
{
  (void)state;
  profile_of("work");
  expect_work("exchange of a set", WORKS);
  expect_work("smooth_poisson", separate() ? WORKS + 1 : WORKS);
  assert_int_equal(number(json, "\"lost\": "), 0);
}

static void bars_follow_each_other_by_the_devices_clock(void **state)
{
  (void)state;
  profile_of("few");
  double end = 0;
  int bars = 0;
  for (const char *at = json; (at = strstr(at, "\"tid\": 2, \"ts\": ")); at++, bars++) {
    const double begin = number(at, "\"ts\": ");
    assert_true(begin >= end - 5); /* microseconds: clocks of devices are coarse */
    end = begin + number(at, "\"dur\": ");
  }
  assert_int_equal(bars, FEW + 2);
}

/* The first copy is before the lock. A copy takes an event, so a byte of the larger array takes a quarter of the time. */
static void arrays_that_the_system_does_not_lock_are_a_step(void **state)
{
  (void)state;
  if (!separate()) skip();
  static const char begin[] = "{\"step\": \"lock\", \"name\": \"refused\"";
  profile_of("both");
  assert_int_equal(number(row(begin), "\"visits\": "), 11);
  if (!on_gpu()) assert_float_equal(number(row(begin), "\"saves\": "), 0.75 * 11 * step, 1e-3);
  assert_null(strstr(json, "\"step\": \"lock\", \"name\": \"locked\""));
  profile_of("refused");
  if (!on_gpu()) assert_float_equal(number(row(begin), "\"saves\": "), 0.5 * 11 * step, 1e-3);
}

int main(int argc, char **argv)
{
  if (!strcmp(argv[0], "port")) return run_port(argv[1]);
  snprintf(file, sizeof file, "profile_events.%ld.json", (long)getpid());
  static const struct CMUnitTest tests[] = {
    cmocka_unit_test(launches_are_timed_and_not_waited_for),
    cmocka_unit_test(launches_are_all_counted_with_few_events),
    cmocka_unit_test(most_of_many_short_launches_are_not_timed),
    cmocka_unit_test(long_launches_are_all_timed),
    cmocka_unit_test(all_of_many_small_copies_count),
    cmocka_unit_test(launches_are_counted_if_the_context_is_never_closed),
    cmocka_unit_test(copies_behind_launches_have_their_own_seconds),
    cmocka_unit_test(exchanges_and_smooths_are_timed_too),
    cmocka_unit_test(arrays_that_the_system_does_not_lock_are_a_step),
    cmocka_unit_test(bars_follow_each_other_by_the_devices_clock),
  };
  const int failures = run_claims(argc, argv, "profile_events", tests, sizeof tests / sizeof tests[0]);
  free(json);
  remove(file);
  return failures;
}
