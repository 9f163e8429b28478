/* Device memory: the time to create and destroy a work array, and a loop over arrays of once, twice and four times a limit beside the
 * time that the link needs for the same bytes.
 *   bench_memory [MiB of a work array, default 64 [arrays of the loop, default 16]] */
#include "timing.h"

#include <string.h>

#include <viewfab_kernels.h>

enum { LIVES = 2000, ROUNDS = 5, MOST = 64 };

static int64_t cells;
static vf_box all;

static vf_view *created(const char *label)
{
  vf_view *view = NULL;
  check(vf_view_create(NULL, VF_REAL64, 1, &cells, NULL, label, &view));
  return view;
}

static double life(bool used)
{
  const double begin = now();
  vf_view *view = created("work");
  check(vf_view_to_device(view, VF_WRITE));
  if (used) check(vf_fill_value(&all, view, 1));
  check(vf_view_release(&view, true));
  return now() - begin;
}

static double least_call(void)
{
  double times[LIVES];
  vf_view *view = created("kept");
  for (int l = 0; l < LIVES; l++) {
    const double begin = now();
    check(vf_fill_value(&all, view, 1));
    times[l] = now() - begin;
    if (l % 64 == 0) check(vf_context_wait(NULL));
  }
  check(vf_view_release(&view, true));
  return median(times, LIVES);
}

static double lives(bool used)
{
  double times[LIVES];
  for (int l = 0; l < LIVES; l++) {
    times[l] = life(used);
    if (l % 64 == 0) check(vf_context_wait(NULL));
  }
  return median(times, LIVES);
}

/* Seconds of a copy of one array to the device and back, page-locked. */
static double seconds_of_link(void)
{
  double times[ROUNDS];
  vf_view *view = created("link");
  for (int r = 0; r < ROUNDS; r++) {
    check(vf_view_sync_h2d(view));
    const double begin = now();
    check(vf_view_sync_h2d(view));
    check(vf_view_sync_d2h(view));
    times[r] = now() - begin;
  }
  check(vf_view_release(&view, true));
  return median(times, ROUNDS) / 2;
}

/* A loop over all arrays, each with its neighbour. */
static double loop(int count, vf_counters *moved)
{
  vf_view *views[MOST];
  double times[ROUNDS];
  for (int v = 0; v < count; v++) {
    views[v] = created("field");
    check(vf_fill_value(&all, views[v], v));
  }
  for (int r = 0; r < ROUNDS; r++) {
    check(vf_counters_reset(NULL));
    check(vf_context_wait(NULL));
    const double begin = now();
    for (int v = 0; v < count; v++) check(vf_axpy(&all, 0.5, views[(v + 1) % count], views[v]));
    check(vf_context_wait(NULL));
    times[r] = now() - begin;
    check(vf_counters_get(NULL, moved));
  }
  for (int v = 0; v < count; v++) check(vf_view_release(&views[v], true));
  return median(times, ROUNDS);
}

int main(int argc, char **argv)
{
  const int megabytes = argc > 1 ? atoi(argv[1]) : 64, count = argc > 2 ? atoi(argv[2]) : 16;
  if (megabytes < 1 || megabytes > 8192 || count < 4 || count > MOST) {
    fprintf(stderr, "bench_memory: 1 to 8192 MiB, and 4 to %d arrays\n", MOST);
    return 2;
  }
  cells = (int64_t)megabytes << 17;
  all = (vf_box){ { 1, 1, 1 }, { (int)cells, 1, 1 } };
  check(vf_init(NULL));
  printf("work array of %d MiB on %s, median of %d, microseconds\n", megabytes, vf_context_device(NULL), LIVES);
  lives(false);
  const double empty = lives(false), used = lives(true), call = least_call();
  printf("create, take device memory, release  %8.2f\n", 1e6 * empty);
  printf("the same with a kernel               %8.2f   the kernel alone %.2f\n", 1e6 * used, 1e6 * call);
  const double link = seconds_of_link() / ((double)megabytes * (1 << 20));
  printf("\nloop over %d arrays of %d MiB; the link takes %.1f GB/s\n", count, megabytes, 1e-9 / link);
  printf("%-10s %10s %10s %10s %10s %10s\n", "memory", "seconds", "GB moved", "of link", "evictions", "cut calls");
  for (int part = 1; part <= 4; part *= 2) {
    char limit[32];
    vf_counters moved;
    snprintf(limit, sizeof limit, "%lld", (long long)count * megabytes * (1 << 20) / part + (1 << 20));
    check(vf_finalize());
    setenv("VF_DEVICE_MEMORY", limit, 1);
    check(vf_init(NULL));
    const double seconds = loop(count, &moved);
    const double bytes = (double)(moved.bytes_to_device + moved.bytes_to_host);
    printf("1/%-8d %10.4f %10.3f %10.4f %10lld %10lld\n", part, seconds, 1e-9 * bytes, bytes * link,
           (long long)moved.evictions, (long long)moved.cut_calls);
  }
  check(vf_finalize());
  return 0;
}
