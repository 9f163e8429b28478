/* Kernels on sets of boxes beside the same kernels on a single array, in one run, on the device named by VF_DEVICE.
 *
 *   bench_sets [cells per side]          default: 512 on a GPU, 128 on the host
 *
 * A table: the time of a call on the cube as one view and as sets of 64^3 and of 32^3 boxes, and the ratios; the host's
 * time until the call returns; the ghost exchange of the sets alone. Arrays have one ghost layer. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <viewfab/set.h>
#include <viewfab_kernels.h>

#include "timing.h"

enum { BATCHES = 9, CALLS = 5 };

/* phi, rhs and a coarse array: sets or, for a single box, views. */
typedef struct fields {
  vf_box domain;
  int count;
  vf_box *boxes, *coarse_boxes;
  vf_set *sets[3];
  vf_view *phi, *rhs, *coarse;
} fields;

static void fill_ghosts(const fields *f)
{
  vf_boundary sides = { .order = 2 };
  for (int face = 0; face < 6; face++) sides.kind[face] = VF_DIRICHLET;
  check(vf_set_fill_ghosts(f->sets[0], NULL, 1, &f->domain, &sides));
}

static void relax(const fields *f)
{
  for (int colour = 0; colour < 2; colour++)
    check(vf_gsrb_poisson_boxes(f->boxes, f->count, f->phi, f->rhs, 0.5, colour));
}
static void copy(const fields *f) { check(vf_copy_boxes(f->boxes, f->count, f->rhs, f->phi)); }
static void average(const fields *f) { check(vf_average_boxes(f->coarse_boxes, f->count, f->rhs, f->coarse)); }
static void interpolate(const fields *f) { check(vf_interp_boxes(f->coarse_boxes, f->count, f->coarse, f->rhs)); }
static void largest(const fields *f)
{
  double result;
  check(vf_norm_max_boxes(f->boxes, f->count, f->rhs, &result, NULL));
}

static const struct {
  const char *name;
  void (*run)(const fields *f);
} subjects[] = { { "copy", copy },       { "both colours", relax },
                 { "average", average }, { "interpolate", interpolate },
                 { "norm", largest },    { "ghost exchange", fill_ghosts } };
enum { SUBJECTS = sizeof subjects / sizeof subjects[0] };

static fields make(int n, int size)
{
  const int side = n / size;
  fields f = { .domain = { { 0, 0, 0 }, { n - 1, n - 1, n - 1 } }, .count = side * side * side };
  f.boxes = calloc((size_t)f.count, sizeof *f.boxes);
  f.coarse_boxes = calloc((size_t)f.count, sizeof *f.boxes);
  for (int b = 0; b < f.count; b++) {
    const int part[3] = { b % side, b / side % side, b / side / side };
    for (int d = 0; d < 3; d++) {
      f.boxes[b].lower[d] = part[d] * size;
      f.boxes[b].upper[d] = part[d] * size + size - 1;
      f.coarse_boxes[b].lower[d] = part[d] * size / 2;
      f.coarse_boxes[b].upper[d] = part[d] * size / 2 + size / 2 - 1;
    }
  }
  check(vf_set_create(NULL, f.boxes, f.count, VF_REAL64, 1, 1, 0, "phi", &f.sets[0]));
  check(vf_set_create(NULL, f.boxes, f.count, VF_REAL64, 1, 1, 0, "rhs", &f.sets[1]));
  check(vf_set_create(NULL, f.coarse_boxes, f.count, VF_REAL64, 1, 1, 0, "coarse", &f.sets[2]));
  vf_view **const used[3] = { &f.phi, &f.rhs, &f.coarse };
  for (int s = 0; s < 3; s++) {
    *used[s] = f.sets[s];
    if (f.count == 1) check(vf_set_view(f.sets[s], 0, NULL, used[s]));
  }
  check(vf_fill_value_boxes(f.boxes, f.count, f.phi, 0.5));
  check(vf_fill_value_boxes(f.boxes, f.count, f.rhs, 0.25));
  check(vf_fill_value_boxes(f.coarse_boxes, f.count, f.coarse, 0));
  return f;
}

static void release(fields *f)
{
  for (int s = 0; s < 3; s++) check(vf_view_release(&f->sets[s], true));
  free(f->boxes);
  free(f->coarse_boxes);
}

/* Median time of a call in seconds; *host: the time until the call returns. */
static double measure(const fields *f, void (*run)(const fields *), double *host)
{
  double whole[BATCHES], returns[BATCHES];
  run(f);
  for (int batch = 0; batch < BATCHES; batch++) {
    check(vf_context_wait(NULL));
    const double start = now();
    for (int call = 0; call < CALLS; call++) run(f);
    returns[batch] = (now() - start) / CALLS;
    check(vf_context_wait(NULL));
    whole[batch] = (now() - start) / CALLS;
  }
  *host = median(returns, BATCHES);
  return median(whole, BATCHES);
}

int main(int argc, char **argv)
{
  check(vf_init(NULL));
  const char *device = vf_context_device(NULL);
  const int n = argc > 1 ? atoi(argv[1]) : strcmp(device, "host") ? 512 : 128;
  const int sizes[3] = { n, 64, 32 };
  double times[3][SUBJECTS], host[3][SUBJECTS];
  if (n < 64 || n % 64) {
    fprintf(stderr, "bench_sets: %d cells; a multiple of 64 is needed\n", n);
    return 1;
  }
  for (int s = 0; s < 3; s++) {
    fields f = make(n, sizes[s]);
    for (int subject = 0; subject < SUBJECTS; subject++)
      times[s][subject] = measure(&f, subjects[subject].run, &host[s][subject]);
    release(&f);
  }
  printf("%s, %d^3 cells in double, milliseconds a call; in brackets until it returns\n", device, n);
  printf("%-16s %20s %28s %28s\n", "", "one box", "64^3 boxes", "32^3 boxes");
  for (int subject = 0; subject < SUBJECTS; subject++) {
    printf("%-16s %10.3f (%6.3f)", subjects[subject].name, 1e3 * times[0][subject], 1e3 * host[0][subject]);
    for (int s = 1; s < 3; s++)
      printf(" %10.3f (%6.3f)  x %5.2f", 1e3 * times[s][subject], 1e3 * host[s][subject],
             times[s][subject] / times[0][subject]);
    printf("\n");
  }
  check(vf_finalize());
  return 0;
}
