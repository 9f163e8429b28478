/* Chains of small kernels in queues. Each chain works on an array of its own, so the chains may run at the same time: all chains in the own
 * queue of the context, against each chain in a queue of its own. Small arrays fill a small part of a GPU. The last column is the time of
 * one queue over the time of several: at most the number of chains.
 *   bench_queues [chains, default 2] [doubles of the smallest arrays, default 4096] */
#include "timing.h"

#include <viewfab/queues.h>
#include <viewfab_kernels.h>

enum { ROUNDS = 9, LENGTH = 200, SIZES = 5, FACTOR = 8 };

static int chains;
static int64_t cells;
static double *values[VF_MOST_QUEUES], expected;
static vf_view *views[VF_MOST_QUEUES];
static vf_queue *queues[VF_MOST_QUEUES];

/* The host gives kernels to the chains in turn. */
static void run(bool in_queues)
{
  const vf_box box = { { 1, 1, 1 }, { (int)cells, 1, 1 } };
  for (int k = 0; k < LENGTH; k++)
    for (int c = 0; c < chains; c++) {
      if (in_queues) check(vf_queue_begin(queues[c]));
      check(vf_add_constant(&box, views[c], 1));
      if (in_queues) check(vf_queue_end(queues[c]));
    }
}

/* The median of some rounds; *queued: until the last call has returned. */
static double seconds_of(bool in_queues, double *queued)
{
  double times[ROUNDS], calls[ROUNDS];
  for (int round = -1; round < ROUNDS; round++) {
    check(vf_context_wait(NULL));
    const double begin = now();
    run(in_queues);
    const double between = now();
    check(vf_context_wait(NULL));
    if (round >= 0) {
      calls[round] = between - begin;
      times[round] = now() - begin;
    }
    expected += LENGTH;
  }
  *queued = median(calls, ROUNDS);
  return median(times, ROUNDS);
}

static void make(void)
{
  for (int c = 0; c < chains; c++) {
    values[c] = malloc((size_t)cells * sizeof *values[c]);
    if (!values[c]) {
      fputs("bench_queues: not enough memory\n", stderr);
      exit(2);
    }
    for (int64_t i = 0; i < cells; i++) values[c][i] = (double)i;
    check(vf_view_wrap(NULL, values[c], VF_REAL64, 1, &cells, NULL, "chain", VF_WRAP_DISTINCT, &views[c]));
  }
  expected = 0;
}

static void compare(void)
{
  for (int c = 0; c < chains; c++) {
    check(vf_view_sync_d2h(views[c]));
    check(vf_view_release(&views[c], false));
    for (int64_t i = 0; i < cells; i++)
      if (values[c][i] != (double)i + expected) {
        fprintf(stderr, "bench_queues: element %lld of chain %d is %g, not %g\n", (long long)i + 1, c, values[c][i],
                (double)i + expected);
        exit(1);
      }
    free(values[c]);
  }
}

int main(int argc, char **argv)
{
  chains = argc > 1 ? atoi(argv[1]) : 2;
  const int64_t smallest = argc > 2 ? atoll(argv[2]) : 4096;
  if (chains < 1 || chains > VF_MOST_QUEUES || smallest < 1 || smallest > 16384) {
    fprintf(stderr, "bench_queues: 1 to %d chains of 1 to 16384 doubles\n", VF_MOST_QUEUES);
    return 2;
  }
  check(vf_init(NULL));
  for (int c = 0; c < chains; c++) check(vf_queue_create(NULL, "chain", &queues[c]));
  printf("%d chains of %d kernels on %s, median of %d, microseconds a kernel (calls: until the last call returns)\n",
         chains, LENGTH, vf_context_device(NULL), ROUNDS);
  printf("%10s %12s %12s %12s %12s %8s\n", "doubles", "one: calls", "one queue", "own: calls", "own queues", "gain");
  cells = smallest;
  for (int s = 0; s < SIZES; s++, cells *= FACTOR) {
    double one_calls, own_calls;
    make();
    const double one = seconds_of(false, &one_calls), own = seconds_of(true, &own_calls);
    const double scale = 1e6 / LENGTH / chains;
    printf("%10lld %12.3f %12.3f %12.3f %12.3f %8.3f\n", (long long)cells, scale * one_calls, scale * one,
           scale * own_calls, scale * own, one / own);
    compare();
  }
  for (int c = 0; c < chains; c++) check(vf_queue_destroy(queues[c]));
  check(vf_finalize());
  return 0;
}
