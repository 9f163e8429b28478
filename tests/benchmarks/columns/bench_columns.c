/* Kernels over columns and teams as a share of the memory's speed: the bytes that they must move, each array once, over
 * the time, against the rate of a copy in the same run.
 *   bench_columns [a divisor of the number of blocks, for slow devices] */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <columns_kernels.h>
#include <viewfab_kernels.h>

#include "../timing.h"

typedef struct shape {
  int points, levels, species, blocks;
} shape;

static uint64_t seed = 1;
static double noise(void)
{
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(seed >> 11) / 9007199254740992.0;
}

/* A view with its own memory and values between low and high. Each axis is a letter; the shape gives the extents. */
static vf_view *make(const shape *s, const char *axes, int parts, double low, double high)
{
  int64_t extents[VF_MAX_AXES], elements = 1;
  int rank = 0;
  char names[2 * VF_MAX_AXES + 1] = "";
  for (const char *axis = axes; *axis; axis++, rank++) {
    extents[rank] = *axis == 'i'   ? s->points
                    : *axis == 'k' ? s->levels
                    : *axis == 'h' ? s->levels + 1
                    : *axis == 'q' ? s->species
                    : *axis == 'e' ? s->blocks
                                   : parts;
    elements *= extents[rank];
    names[2 * rank] = *axis == 'h' ? 'k' : *axis;
    names[2 * rank + 1] = ' ';
  }
  double *memory = malloc((size_t)elements * sizeof *memory);
  if (!memory) exit(2);
  for (int64_t e = 0; e < elements; e++) memory[e] = low + (high - low) * noise();
  vf_view *view = NULL;
  check(vf_view_wrap_axes(NULL, memory, VF_REAL64, rank, extents, NULL, names, axes, VF_WRAP_DISTINCT, &view));
  return view;
}

static void drop(vf_view **view)
{
  void *memory = NULL;
  check(vf_view_host_address(*view, &memory));
  check(vf_view_release(view, true));
  free(memory);
}

enum { MOST_VIEWS = 24, ROUNDS = 12, BATCH = 5 };

typedef struct bench {
  const char *name;
  shape s;
  vf_columns columns;
  double numbers; /* numbers of 8 bytes that a call must move */
  int count;
  vf_view *at[MOST_VIEWS];
  vf_status (*call)(struct bench *b);
} bench;

static vf_view *take(bench *b, const char *axes, int parts, double low, double high)
{
  return b->at[b->count++] = make(&b->s, axes, parts, low, high);
}

static vf_status call_hydrostatic(bench *b)
{
  vf_view **a = b->at;
  return vf_hydrostatic(&b->columns, a[0], a[1], a[2], a[3], a[4], a[5], 200.0, 287.04);
}

static vf_status call_hydrostatic_team(bench *b)
{
  vf_view **a = b->at;
  return vf_hydrostatic_team(&b->columns, a[0], a[1], a[2], a[3], a[4], a[5], 200.0, 287.04);
}

static void make_hydrostatic(bench *b)
{
  const double columns = (double)b->s.points * b->s.blocks;
  take(b, "ike", 0, 500, 1500);
  take(b, "ike", 0, 200, 300);
  take(b, "ie", 0, 0, 1000);
  take(b, "ike", 0, 0, 1);
  take(b, "ihe", 0, 0, 1);
  take(b, "ike", 0, 0, 1);
  b->numbers = columns * (5.0 * b->s.levels + 2);
}

static vf_status call_caar(bench *b)
{
  vf_view **a = b->at;
  const double constants[3] = { 1 / 6.376e6, 287.04, 287.04 / 1005 };
  return vf_caar_rhs(&b->columns, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], a[12],
                     a[13], a[14], a[15], a[16], a[17], a[18], a[19], 200.0, 100.0, 0.5, constants);
}

static void make_caar(bench *b)
{
  take(b, "cd", 4, -1, 1);
  take(b, "ice", 4, 1, 2);
  take(b, "ice", 4, 1, 2);
  for (int n = 0; n < 3; n++) take(b, "ie", 0, 1, 2);
  take(b, "ie", 0, 0, 1000);
  for (int level = 0; level < 3; level++) { /* n0, nm1, np1 */
    take(b, "ike", 0, 200, 300);
    take(b, "icke", 2, -10, 10);
    take(b, "ike", 0, 500, 1500);
  }
  take(b, "icke", 2, 0, 1);
  for (int n = 0; n < 3; n++) take(b, "ike", 0, 0, 1);
  b->numbers = (double)b->s.points * b->s.blocks * (20.0 * b->s.levels + 12);
}

static vf_status call_tracer(bench *b)
{
  vf_view **a = b->at;
  return vf_tracer_step(&b->columns, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], 1,
                        1000.0, 1 / 6.376e6);
}

static void make_tracer(bench *b)
{
  take(b, "cd", 4, -1, 1);
  take(b, "ice", 4, 1, 2);
  for (int n = 0; n < 2; n++) take(b, "ie", 0, 1, 2);
  take(b, "ike", 0, 1000, 1100);
  take(b, "icke", 2, -1e4, 1e4);
  for (int n = 0; n < 2; n++) take(b, "ike", 0, -0.1, 0.1);
  take(b, "ikqe", 0, 300, 700);
  take(b, "kqe", 0, 0.2, 0.35); /* bounds that most levels violate, so the limiter has work */
  take(b, "kqe", 0, 0.6, 0.8);
  take(b, "ikqe", 0, 0, 1);
  b->numbers = (double)b->s.points * b->s.blocks * (5.0 * b->s.levels + 7 + 2.0 * b->s.levels * b->s.species) +
               4.0 * b->s.levels * b->s.species * b->s.blocks;
}

/* The best of several rounds, in seconds for a call. */
static double time_of(bench *b)
{
  double best = 1e30;
  for (int round = 0; round < ROUNDS; round++) {
    const double start = now();
    for (int n = 0; n < BATCH; n++) check(b->call(b));
    check(vf_context_wait(NULL));
    const double took = (now() - start) / BATCH;
    if (round && took < best) best = took;
  }
  return best;
}

static vf_status call_copy(bench *b)
{
  const vf_box box = { { 1, 1, 1 }, { b->s.points, b->s.levels, b->s.blocks } };
  return vf_copy(&box, b->at[0], b->at[1]);
}

static double copy_rate(int divisor)
{
  bench b = { .s = { 512, 256, 1, 256 / divisor }, .call = call_copy };
  const int64_t extents[3] = { b.s.points, b.s.levels, b.s.blocks };
  for (int n = 0; n < 2; n++) check(vf_view_create(NULL, VF_REAL64, 3, extents, NULL, "copied", &b.at[n]));
  const double rate = 16.0 * (double)(extents[0] * extents[1] * extents[2]) / time_of(&b);
  for (int n = 0; n < 2; n++) check(vf_view_release(&b.at[n], true));
  return rate;
}

int main(int argc, char **argv)
{
  const int divisor = argc > 1 ? atoi(argv[1]) : 1;
  const struct {
    const char *name;
    shape s;
    void (*make)(bench *);
    vf_status (*call)(bench *);
  } list[] = {
    { "hydrostatic, columns", { 16, 72, 1, 2400 }, make_hydrostatic, call_hydrostatic },
    { "hydrostatic, columns", { 16, 72, 1, 13824 }, make_hydrostatic, call_hydrostatic },
    { "hydrostatic, columns", { 128, 137, 1, 1600 }, make_hydrostatic, call_hydrostatic },
    { "hydrostatic, teams", { 16, 72, 1, 2400 }, make_hydrostatic, call_hydrostatic_team },
    { "hydrostatic, teams", { 16, 72, 1, 13824 }, make_hydrostatic, call_hydrostatic_team },
    { "hydrostatic, teams", { 32, 137, 1, 6400 }, make_hydrostatic, call_hydrostatic_team },
    { "caar_rhs", { 16, 72, 1, 2400 }, make_caar, call_caar },
    { "tracer_step", { 16, 72, 10, 2400 }, make_tracer, call_tracer },
  };
  check(vf_init(NULL));
  const double rate = copy_rate(divisor);
  printf("on %s, copy %.0f GB/s\n", vf_context_device(NULL), rate / 1e9);
  printf("%-22s %6s %6s %7s %7s %10s %8s %14s\n", "kernel", "points", "levels", "species", "blocks", "ms", "GB/s",
         "share of copy");
  for (size_t n = 0; n < sizeof list / sizeof list[0]; n++) {
    bench b = { .name = list[n].name, .s = list[n].s, .call = list[n].call };
    b.s.blocks /= divisor;
    b.columns = (vf_columns){ .first_point = 1, .last_point = b.s.points, .first_block = 1, .last_block = b.s.blocks };
    list[n].make(&b);
    const double best = time_of(&b), bytes = 8 * b.numbers;
    printf("%-22s %6d %6d %7d %7d %10.4f %8.0f %14.3f\n", b.name, b.s.points, b.s.levels, b.s.species, b.s.blocks,
           1e3 * best, bytes / best / 1e9, bytes / best / rate);
    fflush(stdout);
    for (int v = 0; v < b.count; v++) drop(&b.at[v]);
  }
  check(vf_finalize());
  return 0;
}
