/* A kernel on an array with a copy on the device, in managed memory, and used in place (VF_SHARED_MEMORY=on). For each, in
 * milliseconds: the first call after the host has written the array, a call when the device had the array last, a turn of the host (it
 * writes the array, the kernel changes it, the host reads it), and a turn with some kernels instead of one.
 *   bench_shared [MiB, default 256 [kernels of the last column, default 8]] */
#include "timing.h"

#include <string.h>

#include <viewfab/memory.h>
#include <viewfab_kernels.h>

#include "managed_memory.h"

enum { ROUNDS = 9 };

static int64_t cells;
static int kernels;
static vf_box all;

typedef struct row {
  const char *name, *word; /* of VF_SHARED_MEMORY */
  bool managed;
} row;

static double *take(bool managed)
{
  const size_t bytes = (size_t)cells * sizeof(double);
  return managed ? bench_managed_take(bytes) : malloc(bytes);
}

static void give(double *values, bool managed)
{
  if (managed) bench_managed_give(values);
  else free(values);
}

static void expect(const double *values, double value)
{
  for (int64_t c = 0; c < cells; c++)
    if (values[c] != value) {
      fprintf(stderr, "bench_shared: element %lld is %g, not %g\n", (long long)c + 1, values[c], value);
      exit(1);
    }
}

static void call(vf_view *view, int times)
{
  for (int t = 0; t < times; t++) check(vf_add_constant(&all, view, 1));
}

static double seconds_of_call(vf_view *view)
{
  const double begin = now();
  call(view, 1);
  check(vf_context_wait(NULL));
  return now() - begin;
}

/* The host writes, kernels work, the host reads. */
static double seconds_of_turn(vf_view *view, double *values, int times)
{
  const double begin = now();
  check(vf_view_to_host(view, VF_WRITE));
  for (int64_t c = 0; c < cells; c++) values[c] = 3;
  call(view, times);
  check(vf_view_to_host(view, VF_READ));
  double sum = 0;
  for (int64_t c = 0; c < cells; c++) sum += values[c];
  const double took = now() - begin;
  if (sum != (3.0 + times) * (double)cells) {
    fprintf(stderr, "bench_shared: the sum is %g\n", sum);
    exit(1);
  }
  return took;
}

static void measure(const row *of)
{
  double calls[ROUNDS], turns[ROUNDS], more[ROUNDS];
  vf_view *view = NULL;
  bool in_place = false;
  check(vf_finalize());
  setenv("VF_SHARED_MEMORY", of->word, 1);
  check(vf_init(NULL));
  double *values = take(of->managed);
  if (!values) {
    printf("%-22s no such memory\n", of->name);
    return;
  }
  for (int64_t c = 0; c < cells; c++) values[c] = 3;
  check(vf_view_wrap(NULL, values, VF_REAL64, 1, &cells, NULL, "values", VF_WRAP_DISTINCT, &view));
  check(vf_view_in_place(view, &in_place));
  const double first = seconds_of_call(view);
  for (int r = 0; r < ROUNDS; r++) calls[r] = seconds_of_call(view);
  check(vf_view_to_host(view, VF_READ));
  expect(values, 4 + ROUNDS);
  for (int r = 0; r < ROUNDS; r++) turns[r] = seconds_of_turn(view, values, 1);
  for (int r = 0; r < ROUNDS; r++) more[r] = seconds_of_turn(view, values, kernels);
  printf("%-22s %-9s %10.3f %10.3f %10.3f %10.3f\n", of->name, in_place ? "in place" : "copied", 1e3 * first,
         1e3 * median(calls, ROUNDS), 1e3 * median(turns, ROUNDS), 1e3 * median(more, ROUNDS));
  check(vf_view_release(&view, false));
  give(values, of->managed);
}

static void print_report(void)
{
  char text[4096], *line = text;
  setenv("VF_SHARED_MEMORY", "auto", 1);
  check(vf_finalize());
  check(vf_init(NULL));
  check(vf_memory_report(text, sizeof text, NULL));
  for (char *next = line; next && *line; line = next) {
    next = strchr(line, '\n');
    if (next) *next++ = 0;
    if (strstr(line, "arrays of the host")) printf("auto:%s\n", line + 3);
  }
}

int main(int argc, char **argv)
{
  static const row rows[] = {
    { "copy on the device", "off", false },
    { "managed, copied", "off", true },
    { "managed, in place", "managed", true },
    { "in place", "on", false },
  };
  const int64_t mib = argc > 1 ? atoll(argv[1]) : 256;
  kernels = argc > 2 ? atoi(argv[2]) : 8;
  if (mib < 1 || mib > 8192 || kernels < 1) {
    fputs("bench_shared: 1 to 8192 MiB, and at least 1 kernel\n", stderr);
    return 2;
  }
  cells = mib << 17;
  all = (vf_box){ { 1, 1, 1 }, { (int)cells, 1, 1 } };
  check(vf_init(NULL));
  printf("%lld MiB on %s, median of %d, milliseconds; the last column has %d kernels a turn\n", (long long)mib,
         vf_context_device(NULL), ROUNDS, kernels);
  printf("%-22s %-9s %10s %10s %10s %10s\n", "memory", "used", "first call", "next call", "turn", "long turn");
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) measure(&rows[r]);
  print_report();
  check(vf_finalize());
  return 0;
}
