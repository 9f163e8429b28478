/* A loop over chunks beside its parts: the copies alone, the kernels alone, a plain loop, loops of vf_chunks_next and of
 * vf_view_prefetch. Each chunk is an array that goes to the device, is changed there, and comes back. The number of launches a
 * chunk makes the kernels take half, once and twice the time of the copies. The last column is the time of the slower of
 * the two alone over the time of the loop of vf_chunks_next: 1 is a loop without any wait.
 *   bench_chunks [chunks, default 32] [doubles a chunk, default 4194304] */
#include "timing.h"

#include <viewfab/chunks.h>
#include <viewfab_kernels.h>

enum { ROUNDS = 7, MOST = 1024 };

static int chunks, launches;
static int64_t cells;
static double *values[MOST], expected;
static vf_view *views[MOST];
static vf_chunks *loop;

static void kernels_of(int c)
{
  const vf_box box = { { 1, 1, 1 }, { (int)cells, 1, 1 } };
  for (int l = 0; l < launches; l++) check(vf_add_constant(&box, views[c], 1));
}

/* Both directions overlap: a chunk goes back as soon as it has come. */
static void copies_alone(void)
{
  for (int c = 0; c < chunks; c++) {
    check(vf_view_prefetch(views[c], VF_DEVICE));
    check(vf_view_to_device(views[c], VF_UPDATE));
    check(vf_view_prefetch(views[c], VF_HOST));
  }
  for (int c = 0; c < chunks; c++) check(vf_view_wait(views[c]));
}

static void kernels_alone(void)
{
  for (int c = 0; c < chunks; c++) kernels_of(c);
  check(vf_context_wait(NULL));
}

static void plain_loop(void)
{
  for (int c = 0; c < chunks; c++) {
    kernels_of(c);
    check(vf_view_to_host(views[c], VF_READ));
  }
}

static void loop_of_chunks(void)
{
  int c;
  for (check(vf_chunks_next(loop, &c)); c >= 0; check(vf_chunks_next(loop, &c))) kernels_of(c);
}

static void loop_of_prefetches(void)
{
  check(vf_view_prefetch(views[0], VF_DEVICE));
  for (int c = 0; c < chunks; c++) {
    if (c + 1 < chunks) check(vf_view_prefetch(views[c + 1], VF_DEVICE));
    kernels_of(c);
    check(vf_view_prefetch(views[c], VF_HOST));
  }
  for (int c = 0; c < chunks; c++) check(vf_view_wait(views[c]));
}

/* The newest values are on the host before a round, or on the device. */
static double seconds_of(void (*work)(void), bool on_host)
{
  double times[ROUNDS];
  for (int round = -1; round < ROUNDS; round++) {
    for (int c = 0; c < chunks; c++)
      check(on_host ? vf_view_to_host(views[c], VF_UPDATE) : vf_view_to_device(views[c], VF_UPDATE));
    const double begin = now();
    work();
    if (round >= 0) times[round] = now() - begin; /* the first round locks pages, takes memory and learns */
    if (work != copies_alone) expected += launches;
  }
  return median(times, ROUNDS);
}

static void compare(void)
{
  for (int c = 0; c < chunks; c++) {
    check(vf_view_to_host(views[c], VF_READ));
    for (int64_t i = 0; i < cells; i++)
      if (values[c][i] != (double)i + expected) {
        fprintf(stderr, "bench_chunks: element %lld of chunk %d is %g, not %g\n", (long long)i + 1, c, values[c][i],
                (double)i + expected);
        exit(1);
      }
  }
}

static void row(double copies)
{
  const double kernels = seconds_of(kernels_alone, false), plain = seconds_of(plain_loop, true);
  const double prefetches = seconds_of(loop_of_prefetches, true), looped = seconds_of(loop_of_chunks, true);
  const double slower = copies > kernels ? copies : kernels;
  printf("%8d %10.3f %10.3f %10.3f %10.3f %10.3f %8.3f\n", launches, 1e3 * copies, 1e3 * kernels, 1e3 * plain,
         1e3 * prefetches, 1e3 * looped, slower / looped);
}

static void make(void)
{
  check(vf_init(NULL));
  for (int c = 0; c < chunks; c++) {
    values[c] = malloc((size_t)cells * sizeof *values[c]);
    if (!values[c]) {
      fputs("bench_chunks: not enough memory\n", stderr);
      exit(2);
    }
    for (int64_t i = 0; i < cells; i++) values[c][i] = (double)i;
    check(vf_view_wrap(NULL, values[c], VF_REAL64, 1, &cells, NULL, "chunk", VF_WRAP_DISTINCT, &views[c]));
  }
  check(vf_chunks_begin(views, 1, chunks, &loop));
}

int main(int argc, char **argv)
{
  static const double shares[] = { 0.5, 1, 2 };
  chunks = argc > 1 ? atoi(argv[1]) : 32;
  cells = argc > 2 ? atoll(argv[2]) : 4194304;
  if (chunks < 1 || chunks > MOST || cells < 1 || cells > INT32_MAX) {
    fprintf(stderr, "bench_chunks: 1 to %d chunks of at least 1 double\n", MOST);
    return 2;
  }
  make();
  const double copies = seconds_of(copies_alone, true);
  launches = 10;
  const double launch = seconds_of(kernels_alone, false) / launches;
  printf("%d chunks of %lld doubles on %s, median of %d, milliseconds\n", chunks, (long long)cells,
         vf_context_device(NULL), ROUNDS);
  printf("%8s %10s %10s %10s %10s %10s %8s\n", "launches", "copies", "kernels", "plain loop", "prefetches", "chunks",
         "share");
  for (size_t s = 0; s < sizeof shares / sizeof *shares; s++) {
    launches = (int)(shares[s] * copies / launch + 0.5);
    if (launches < 1) launches = 1;
    row(copies);
  }
  compare();
  check(vf_chunks_end(&loop));
  for (int c = 0; c < chunks; c++) {
    check(vf_view_release(&views[c], false));
    free(values[c]);
  }
  check(vf_finalize());
  return 0;
}
