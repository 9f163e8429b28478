/* The level kernels of the multigrid solver and whole solves compared with the memory, on the device named by VF_DEVICE.
 *
 *   bench_levels [cells ...]             default on the host: 32 64 128 256, on a GPU also 512 768
 *
 * For both operators a table shows the bytes that a function must move for each cell (each input once, each output once),
 * the median time of a call, and the share: the rate of these bytes over the rate of a large copy in the same run. Small
 * levels stay in caches, so their share may exceed 1. For a solve to 1e-10 the table has the number of array copies that
 * take the same time. Sizes that do not fit into memory are left out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <viewfab/solver.h>

#include "../../c_src/multigrid/boundary.h"
#include "level_fields.h"
#include "timing.h"

enum { BATCHES = 11, SOLVES = 7, VISITS = 5, TAIL_LEVELS = 6 };

static vfi_engine engine;
static double copy_rate; /* bytes a second, read and written */

static void check_code(int code)
{
  if (!code) return;
  fprintf(stderr, "bench_levels: %s\n", engine.backend->error_text(code));
  exit(1);
}

/* ---- Measured functions ------------------------------------------------------------------------------------------- */

typedef struct pair {
  vfi_level *fine, *coarse;
} pair;

static int smooth(pair l) { return engine.ops->smooth(&engine, l.fine, 1, false); }
static int smooth_from_zero(pair l) { return engine.ops->smooth(&engine, l.fine, 1, true); }
static int restrict_residual(pair l) { return engine.ops->residual_restrict(&engine, l.fine, l.coarse, NULL); }
static int interpolate(pair l) { return engine.ops->interpolate(&engine, l.fine, l.coarse, true); }
static int interpolate_smooth(pair l) { return engine.ops->interpolate_smooth(&engine, l.fine, l.coarse, 1); }
static int copy(pair l) { return engine.ops->combine(&engine, l.fine, 1, l.fine->rhs, 0, l.fine->phi); }

static int restrict_with_norm(pair l)
{
  double norm;
  return engine.ops->residual_restrict(&engine, l.fine, l.coarse, &norm);
}

static int dot(pair l)
{
  double sum;
  return engine.ops->dot(&engine, l.fine, l.fine->phi, l.fine->rhs, &sum);
}

static int norm(pair l)
{
  double max;
  return engine.ops->norm_max(&engine, l.fine, l.fine->rhs, &max);
}

/* The work of the solver's V-cycle on a level between two visits of the coarser level. */
static int between_visits(pair l)
{
  double largest;
  if (engine.ops->relax)
    return engine.ops->relax(&engine, l.fine,
                             &(vf_relax){ .from = l.coarse, .count = VISITS, .into = l.coarse, .norm = &largest });
  int code = engine.ops->interpolate_smooth(&engine, l.fine, l.coarse, VISITS);
  return code ? code : engine.ops->residual_restrict(&engine, l.fine, l.coarse, &largest);
}

static const struct {
  const char *name;
  int (*run)(pair levels);
  double bytes[2]; /* constant, variable */
} subjects[] = {
  { "copy", copy, { 16, 16 } },
  { "smooth", smooth, { 24, 56 } },
  { "smooth from 0", smooth_from_zero, { 16, 48 } },
  { "residual, restricted", restrict_residual, { 17, 49 } },
  { "the same and its norm", restrict_with_norm, { 17, 49 } },
  { "interpolate, add", interpolate, { 17, 17 } },
  { "the same and a smooth", interpolate_smooth, { 25, 57 } },
  { "all between visits", between_visits, { 26, 58 } },
  { "dot", dot, { 16, 16 } },
  { "norm", norm, { 8, 8 } },
};
enum { SUBJECTS = sizeof subjects / sizeof subjects[0] };

/* ---- Levels ------------------------------------------------------------------------------------------------------ */

static vf_boundary walls(void)
{
  vf_boundary sides = { .order = 2 };
  for (int face = 0; face < 6; face++) sides.kind[face] = VF_DIRICHLET;
  return sides;
}

static int fill(const vfi_level *level, vf_field field)
{
  const size_t count = level_numbers(level, &field);
  double *x = malloc(count * sizeof *x);
  if (!x) return -1;
  uint64_t seed = 88172645463325252u;
  for (size_t e = 0; e < count; e++) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    x[e] = 0.5 + (double)(seed >> 11) * 0x1p-53;
  }
  const int code = level_put(&engine, level, field, x);
  free(x);
  return code;
}

/* Makes a cube of n^3 cells. Returns a number other than 0 if there is no memory. */
static int make(level_store *store, vfi_level *level, int n, bool variable)
{
  const vf_boundary sides = walls();
  *level = (vfi_level){
    .n = { n, n, n }, .variable = variable, .h = { 0.1, 0.1, 0.1 }, .alpha = 1, .beta = 0.01, .omega = 1
  };
  vfi_boundary_fold(&sides, level->n, level->face);
  int code = level_fields(store, level);
  const vf_field fields[6] = { level->phi, level->rhs, level->a, level->bx, level->by, level->bz };
  for (int f = 0; f < (variable ? 6 : 2) && !code; f++) code = fill(level, fields[f]);
  return code;
}

static double time_of(int (*run)(pair), pair levels, int calls)
{
  double times[BATCHES];
  for (int batch = -1; batch < BATCHES; batch++) { /* the first batch warms up */
    check_code(engine.backend->queue_wait(engine.queue));
    const double start = now();
    for (int c = 0; c < calls; c++) check_code(run(levels));
    check_code(engine.backend->queue_wait(engine.queue));
    if (batch >= 0) times[batch] = (now() - start) / calls;
  }
  return median(times, BATCHES);
}

static void measure_levels(int n, bool variable)
{
  level_store store = { .engine = &engine };
  vfi_level fine, coarse;
  if (make(&store, &fine, n, variable) || make(&store, &coarse, n / 2, variable)) {
    printf("%4d^3  %-8s  no memory\n", n, variable ? "variable" : "constant");
  } else {
    const double cells = (double)n * n * n;
    const int calls = cells > 1 << 22 ? 4 : 32;
    for (int s = 0; s < SUBJECTS; s++) {
      const double seconds = time_of(subjects[s].run, (pair){ &fine, &coarse }, calls);
      const double bytes = subjects[s].bytes[variable];
      printf("%4d^3  %-8s  %-22s  %6g  %10.4f  %6.2f\n", n, variable ? "variable" : "constant", subjects[s].name, bytes,
             1e3 * seconds, bytes * cells / seconds / copy_rate);
    }
  }
  fflush(stdout);
  check_code(level_release(&store));
}

/* Cycles on the smallest levels in a single launch, if the device can do this. */
static void measure_tail(int n, bool variable)
{
  if (!engine.ops->coarse_cycle || (int64_t)n * n * n > engine.ops->coarse_cells) return;
  level_store store = { .engine = &engine };
  vfi_level levels[TAIL_LEVELS];
  int count = 0;
  for (int side = n; side >= 2; side /= 2) check_code(make(&store, &levels[count++], side, variable));
  const vfi_cycle cycle = { .kind = VF_CYCLE_V, .pre = 3, .post = 2, .omega = 1, .near = 1.2, .bottom_smooths = 8 };
  double times[BATCHES];
  for (int batch = -1; batch < BATCHES; batch++) {
    check_code(engine.backend->queue_wait(engine.queue));
    const double start = now();
    for (int c = 0; c < 32; c++) check_code(engine.ops->coarse_cycle(&engine, levels, count, &cycle, VF_COARSE_ZERO));
    check_code(engine.backend->queue_wait(engine.queue));
    if (batch >= 0) times[batch] = (now() - start) / 32;
  }
  printf("%4d^3  %-8s  %-22s  %6s  %10.4f\n", n, variable ? "variable" : "constant", "cycle in one launch", "",
         1e3 * median(times, BATCHES));
  check_code(level_release(&store));
}

/* ---- Solves --------------------------------------------------------------------------------------------------------
 */

/* NULL if there is no memory. */
static vf_view *made(int n, int face, double value, bool noisy)
{
  vf_view *view = NULL;
  int64_t extents[3] = { n, n, n };
  const int lower[3] = { 0, 0, 0 };
  void *address = NULL;
  if (face >= 0) extents[face]++;
  if (vf_view_create(NULL, VF_REAL64, 3, extents, lower, "bench", &view)) return NULL;
  if (vf_view_to_host(view, VF_WRITE) || vf_view_host_address(view, &address)) goto failed;
  double *x = address;
  for (int64_t e = 0; e < extents[0] * extents[1] * extents[2]; e++)
    x[e] = value + (noisy ? (double)((uint32_t)e * 2654435761u >> 8) * 0x1p-24 : 0);
  if (!vf_view_to_device(view, VF_UPDATE)) return view;
failed:
  check(vf_view_release(&view, true));
  return NULL;
}

static void measure_solve(int n, bool variable)
{
  const vf_box box = { { 0, 0, 0 }, { n - 1, n - 1, n - 1 } };
  const vf_boundary sides = walls();
  const double h = 1.0 / n, h3[3] = { h, h, h };
  vf_view *view[6] = { NULL };
  vf_multigrid *solver = NULL;
  const int views = variable ? 6 : 2;
  bool room = true;
  for (int v = 0; v < views && room; v++) room = (view[v] = made(n, v > 2 ? v - 3 : -1, v < 2 ? 0 : 1, v == 1)) != NULL;
  if (room && variable)
    room = !vf_multigrid_create(&(vf_multigrid_problem){ .boxes = &box,
                                                         .box_count = 1,
                                                         .h = { h3[0], h3[1], h3[2] },
                                                         .sides = &sides,
                                                         .alpha = 1,
                                                         .beta = 1,
                                                         .a = &view[2],
                                                         .bx = &view[3],
                                                         .by = &view[4],
                                                         .bz = &view[5] },
                                NULL, &solver);
  else if (room)
    room = !vf_multigrid_create(
        &(vf_multigrid_problem){ .boxes = &box, .box_count = 1, .h = { h, h, h }, .sides = &sides }, NULL, &solver);
  if (room) {
    vf_multigrid_report report;
    double times[SOLVES];
    for (int s = -2; s < SOLVES; s++) {
      check(vf_context_wait(NULL));
      const double start = now();
      check(vf_multigrid_solve(solver, &view[0], &view[1], NULL, &report));
      check(vf_context_wait(NULL));
      if (s >= 0) times[s] = now() - start;
    }
    const double seconds = median(times, SOLVES), one_copy = 16.0 * n * n * n / copy_rate;
    printf("%4d^3  %-8s  %-22s  %6s  %10.4f          %d cycles, as long as %.1f copies\n", n,
           variable ? "variable" : "constant", "solve", "", 1e3 * seconds, report.cycles, seconds / one_copy);
  } else {
    printf("%4d^3  %-8s  solve: no memory\n", n, variable ? "variable" : "constant");
  }
  fflush(stdout);
  check(vf_multigrid_destroy(&solver));
  for (int v = 0; v < views; v++)
    if (view[v]) check(vf_view_release(&view[v], true));
}

/* ---- */

static void measure_copy(bool gpu)
{
  const size_t bytes = (size_t)(gpu ? 2048 : 256) << 20;
  void *from = NULL, *to = NULL;
  double times[BATCHES];
  check_code(engine.backend->allocate(&from, bytes));
  check_code(engine.backend->allocate(&to, bytes));
  check_code(engine.ops->zero(&engine, from, bytes));
  check_code(engine.ops->zero(&engine, to, bytes));
  vfi_level level = { .n = { 1024, 1024, (int)(bytes >> 23) },
                      .phi = { to, 1024, 1024 * 1024 },
                      .rhs = { from, 1024, 1024 * 1024 } };
  for (int batch = -1; batch < BATCHES; batch++) {
    check_code(engine.backend->queue_wait(engine.queue));
    const double start = now();
    for (int c = 0; c < 4; c++) check_code(copy((pair){ &level, NULL }));
    check_code(engine.backend->queue_wait(engine.queue));
    if (batch >= 0) times[batch] = (now() - start) / 4;
  }
  copy_rate = 2 * (double)bytes / median(times, BATCHES);
  check_code(engine.backend->release(from));
  check_code(engine.backend->release(to));
}

int main(int argc, char **argv)
{
  static const int all[] = { 32, 64, 128, 256, 512, 768 };
  check(vf_init(NULL));
  check(vfi_engine_open(NULL, &engine));
  const char *device = vf_context_device(NULL);
  const bool gpu = strcmp(device, "host") != 0;
  measure_copy(gpu);
  printf("levels on %s; copy of large arrays: %.0f GB/s\n", device, 1e-9 * copy_rate);
  printf("cells   operator  function                 bytes          ms   share\n");
  const int sizes = argc > 1 ? argc - 1 : gpu ? 6 : 4;
  for (int variable = 0; variable < 2; variable++) {
    for (int n = 8; n <= 32; n *= 2) measure_tail(n, variable);
    for (int s = 0; s < sizes; s++) {
      const int n = argc > 1 ? atoi(argv[s + 1]) : all[s];
      if (n < 4 || n % 2) {
        fprintf(stderr, "bench_levels: cells of %d: no even number above 3\n", n);
        return 2;
      }
      measure_levels(n, variable);
      measure_solve(n, variable);
    }
  }
  check(vfi_engine_close(&engine));
  check(vf_finalize());
  return 0;
}
