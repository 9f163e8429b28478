/* Calls of a kernel handed over together, beside the same calls in sequence, on the device named by VF_DEVICE.
 *
 *   bench_together [cells per side of a box]          default: 16
 *
 * A table: the host's microseconds for a call until the calls return, the same with a wait for the device at the end, and
 * the launches of a batch. Eight boxes with a single ghost layer: copies of ghosts between boxes, six fills of a face each,
 * a sweep of a single colour; and tiles of an array. */
#include <stdio.h>
#include <stdlib.h>

#include <viewfab/backend.h>
#include <viewfab_kernels.h>

#include "timing.h"

enum { BOXES = 8, MOST = 48, ARGUMENTS = 3, BATCHES = 15, REPEATS = 200 };

typedef struct batch {
  vfi_call calls[MOST];
  vfi_argument arguments[MOST][ARGUMENTS];
  vf_box boxes[MOST];
  int count;
} batch;

static vfi_argument *add(batch *to, vf_kernel *kernel, vf_box box)
{
  const int c = to->count++;
  vfi_call *call = &to->calls[c]; /* zeros so far */
  to->boxes[c] = box;
  call->kernel = kernel;
  call->boxes = &to->boxes[c];
  call->box_count = 1;
  call->arguments = to->arguments[c];
  return to->arguments[c];
}

static int n;
static vf_view *phi[BOXES], *rhs[BOXES], *field;

/* Box b of the two boxes in each direction. */
static vf_box box_of(int b)
{
  vf_box box;
  for (int d = 0; d < 3; d++) {
    box.lower[d] = n * (b >> d & 1);
    box.upper[d] = box.lower[d] + n - 1;
  }
  return box;
}

static vf_view *create(vf_box box, int ghosts)
{
  vf_view *view = NULL;
  int64_t extents[3];
  int lower[3];
  for (int d = 0; d < 3; d++) {
    extents[d] = box.upper[d] - box.lower[d] + 1 + 2 * ghosts;
    lower[d] = box.lower[d] - ghosts;
  }
  check(vf_view_create(NULL, VF_REAL64, 3, extents, lower, "field", &view));
  return view;
}

static void copies(batch *to)
{
  for (int b = 0; b < BOXES; b++)
    for (int d = 0; d < 3; d++) {
      vf_box box = box_of(b);
      box.lower[d] = box.upper[d] = b >> d & 1 ? n - 1 : n;
      vfi_argument *arguments = add(to, &vf_copy_kernel, box);
      arguments[0].view = phi[b ^ 1 << d];
      arguments[1].view = phi[b];
    }
}

static void fills(batch *to)
{
  for (int b = 0; b < BOXES; b++)
    for (int face = 0; face < 6; face++) {
      vfi_argument *arguments = add(to, &vf_fill_ghosts_kernel, box_of(b));
      arguments[0].view = phi[b];
      arguments[1].value.boundary.kind[face] = VF_DIRICHLET;
      arguments[1].value.boundary.order = 2;
    }
}

static void sweeps(batch *to)
{
  for (int b = 0; b < BOXES; b++) {
    vfi_argument *arguments = add(to, &vf_gsrb_poisson_kernel, box_of(b));
    arguments[0].view = phi[b];
    arguments[1].view = rhs[b];
    arguments[2].value.number = 0.5;
  }
}

/* `count` tiles, each a few planes of the same array. */
static void tiles_of(batch *to, int count)
{
  const int planes = 2 * n / count > 0 ? 2 * n / count : 1;
  for (int t = 0; t < count; t++) {
    vfi_argument *arguments =
        add(to, &vf_add_constant_kernel, (vf_box){ { 0, 0, t * planes }, { n - 1, n - 1, t * planes + planes - 1 } });
    arguments[0].view = field;
    arguments[1].value.number = 1e-9;
  }
}
static void few_tiles(batch *to) { tiles_of(to, 8); }
static void many_tiles(batch *to) { tiles_of(to, MOST); }

static const struct {
  const char *name;
  void (*make)(batch *to);
} subjects[] = { { "ghost copies", copies },
                 { "fills of faces", fills },
                 { "sweeps", sweeps },
                 { "tiles", few_tiles },
                 { "more tiles", many_tiles } };
enum { SUBJECTS = sizeof subjects / sizeof subjects[0] };

static void one_by_one(const batch *of)
{
  for (int c = 0; c < of->count; c++) check(vfi_dispatch(&of->calls[c]));
}
static void together(const batch *of) { check(vf_dispatch_together(of->calls, of->count)); }

typedef struct figures {
  double host, whole; /* microseconds of a call */
  long long launches; /* of a batch */
} figures;

static figures measure(const batch *of, void (*run)(const batch *))
{
  double returns[BATCHES], whole[BATCHES];
  figures found;
  vf_counters counters;
  run(of);
  check(vf_counters_reset(NULL));
  run(of);
  check(vf_counters_get(NULL, &counters));
  for (int t = 0; t < BATCHES; t++) {
    double host = 0, all = 0;
    for (int r = 0; r < REPEATS; r++) {
      check(vf_context_wait(NULL));
      const double start = now();
      run(of);
      host += now() - start;
      check(vf_context_wait(NULL));
      all += now() - start;
    }
    returns[t] = 1e6 * host / REPEATS / of->count;
    whole[t] = 1e6 * all / REPEATS / of->count;
  }
  found.host = median(returns, BATCHES);
  found.whole = median(whole, BATCHES);
  found.launches = (long long)counters.launches;
  return found;
}

int main(int argc, char **argv)
{
  static batch made[SUBJECTS];
  check(vf_init(NULL));
  n = argc > 1 ? atoi(argv[1]) : 16;
  if (n < 4) {
    fprintf(stderr, "bench_together: %d cells; at least 4 are needed\n", n);
    return 1;
  }
  for (int b = 0; b < BOXES; b++) {
    phi[b] = create(box_of(b), 1);
    rhs[b] = create(box_of(b), 0);
  }
  field = create((vf_box){ { 0, 0, 0 }, { n - 1, n - 1, 2 * n + MOST } }, 0);
  printf("%s, boxes of %d^3 cells in double, microseconds a call until the calls return; in brackets until they are "
         "done\n",
         vf_context_device(NULL), n);
  printf("%-16s %6s %28s %28s\n", "", "calls", "one by one (launches)", "together (launches)");
  for (int s = 0; s < SUBJECTS; s++) {
    subjects[s].make(&made[s]);
    const figures single = measure(&made[s], one_by_one), joined = measure(&made[s], together);
    printf("%-16s %6d %8.2f (%8.2f) %9lld %8.2f (%8.2f) %9lld\n", subjects[s].name, made[s].count, single.host,
           single.whole, single.launches, joined.host, joined.whole, joined.launches);
  }
  check(vf_finalize());
  return 0;
}
