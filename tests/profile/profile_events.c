/* The profile on devices with timed events. Each claim runs this program again as a port with VF_PROFILE, because the profile is
 * written at the end of a program. */
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../core/common.h"
#include "events_port.h"

static char file[64]; /* of this process: several devices are tested at a time */
static char *json;
enum { MOST_BYTES = 1 << 24 };

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
  json = calloc(1, MOST_BYTES);
  assert_non_null(json);
  assert_in_range(fread(json, 1, MOST_BYTES - 1, from), 1, MOST_BYTES - 2);
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
  profile_of("paused");
  expect_launches(PAUSED + 2);
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
  if (!on_gpu() || seconds < 1e-4 * MANY)
    assert_in_range(untimed, MANY / 2, MANY + FEW); /* a tool may make a GPU slow */
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

/* A call whose arrays do not fit is cut: y comes and goes in slabs, x comes. */
static void copies_of_slabs_count(void **state)
{
  (void)state;
  if (!separate()) skip();
  profile_of("slabs");
  const char *x = row("{\"array\": \"x\", \"to\": \"device\""), *y = row("{\"array\": \"y\", \"to\": \"device\"");
  const char *back = row("{\"array\": \"y\", \"to\": \"host\"");
  assert_int_equal(number(x, "\"bytes\": "), SLAB_CELLS * sizeof(double));
  assert_int_equal(number(y, "\"bytes\": "), SLAB_CELLS * sizeof(double));
  assert_int_equal(number(back, "\"bytes\": "), SLAB_CELLS * sizeof(double));
  assert_true(number(back, "\"copies\": ") > 1);
  assert_true(number(x, "\"seconds\": ") > 0 && number(back, "\"seconds\": ") > 0);
}

/* A pause is so long that the time of a launch costs less than a two-hundredth of it. */
static void launches_with_pauses_are_all_timed(void **state)
{
  (void)state;
  profile_of("paused");
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
  assert_true(bars > 0 && bars == FEW + 2 - number(row("{\"name\": \"axpy\""), "\"untimed\": "));
}

/* A long run has more launches than a page has room for bars. By the clock of the host every launch has a time. */
static void bars_of_a_long_run_share_the_room_of_a_page(void **state)
{
  (void)state;
  double parts = 0, bytes = 0;
  int bars = 0;
  profile_of("long");
  const char *axpy = row("{\"name\": \"axpy\"");
  for (const char *at = json; (at = strstr(at, "\"tid\": 2, \"ts\": ")); at++, bars++) {
    parts += number(at, "\"parts\": ");
    bytes += number(at, "\"bytes\": ");
  }
  assert_int_equal(number(json, "\"lost\": "), 0);
  assert_true(parts == number(axpy, "\"launches\": ") - number(axpy, "\"untimed\": "));
  assert_true(bytes <= number(axpy, "\"bytes\": "));
  assert_in_range(bars, 1, 1 << 16);
}

static int times_in_profile(const char *text)
{
  int times = 0;
  for (const char *at = json; (at = strstr(at, text)); at++) times++;
  return times;
}

static void kernels_of_a_queue_have_a_row_with_its_label(void **state)
{
  (void)state;
  const int in_queues = separate() ? WORKS : 0; /* a device without a side of its own has one queue */
  profile_of("queues");
  assert_int_equal(times_in_profile("\"name\": \"fill_value\", \"args\""), 3 * WORKS);
  assert_int_equal(times_in_profile("\"tid\": 2, \"ts\": "), 3 * WORKS - 2 * in_queues);
  assert_int_equal(times_in_profile("\"tid\": 3, \"ts\": "), in_queues);
  assert_int_equal(times_in_profile("\"tid\": 4, \"ts\": "), in_queues);
  if (!in_queues) return;
  assert_int_equal(
      times_in_profile(
          "\"tid\": 3, \"name\": \"thread_name\", \"args\": {\"name\": \"kernels of ocean \\\"deep\\\"\"}}"),
      1);
  assert_int_equal(times_in_profile("\"tid\": 4, \"name\": \"thread_name\", \"args\": {\"name\": \"kernels of ice\"}}"),
                   1);
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
    cmocka_unit_test(launches_with_pauses_are_all_timed),
    cmocka_unit_test(all_of_many_small_copies_count),
    cmocka_unit_test(copies_of_slabs_count),
    cmocka_unit_test(launches_are_counted_if_the_context_is_never_closed),
    cmocka_unit_test(copies_behind_launches_have_their_own_seconds),
    cmocka_unit_test(exchanges_and_smooths_are_timed_too),
    cmocka_unit_test(arrays_that_the_system_does_not_lock_are_a_step),
    cmocka_unit_test(bars_follow_each_other_by_the_devices_clock),
    cmocka_unit_test(bars_of_a_long_run_share_the_room_of_a_page),
    cmocka_unit_test(kernels_of_a_queue_have_a_row_with_its_label),
  };
  const int failures = run_claims(argc, argv, "profile_events", tests, sizeof tests / sizeof tests[0]);
  free(json);
  remove(file);
  return failures;
}
