/* Ghost exchanges between two ranks, on the devices of the group.
 *
 *   mpirun -n 2 bench_ranks [--sizes 64,128,256,512] [TRANSPORT...]      default: flat ipc shared nccl staged
 *
 * Each rank owns a cube. The two cubes lie side by side in x, in y or in z and exchange a layer of the common face. A table
 * for each transport: the time of an exchange with pack and unpack when many exchanges follow each other; the host's time
 * until a call returns; and the same with a kernel over the cube before each exchange, minus the kernel alone. Times are
 * medians over batches, and the longer time of both ranks. Doubles, one ghost layer. Each case checks its ghosts. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <viewfab/group_mpi.h>
#include <viewfab/layout.h>
#include <viewfab_kernels.h>

#include "../timing.h"

enum { BATCHES = 9, SIZES = 8 };

static int rank;
static vf_group *group;

typedef struct field {
  vf_box own, ghosts, domain; /* ghosts: the layer from the other rank */
  vf_layout *layout;
  vf_set *set;
} field;

static field make(int n, int axis)
{
  field f = { .domain = { { 0, 0, 0 }, { n - 1, n - 1, n - 1 } } };
  f.domain.upper[axis] = 2 * n - 1;
  f.own = f.domain;
  f.own.lower[axis] = rank * n;
  f.own.upper[axis] = rank * n + n - 1;
  f.ghosts = f.own;
  f.ghosts.lower[axis] = f.ghosts.upper[axis] = rank == 0 ? n : n - 1;
  check(vf_layout_create(group, &f.own, 1, "cubes", &f.layout));
  check(vf_set_create_on(f.layout, VF_REAL64, 1, 1, 0, "phi", &f.set));
  return f;
}

static void release(field *f)
{
  check(vf_view_release(&f->set, true));
  check(vf_layout_destroy(&f->layout));
}

static void work(const field *f) { check(vf_fill_value_boxes(&f->own, 1, f->set, rank + 1)); }

static void exchange(const field *f)
{
  const vf_boundary sides = { .order = 1 }; /* leaves every face alone */
  check(vf_set_fill_ghosts(f->set, NULL, 1, &f->domain, &sides));
}

static void both(const field *f)
{
  work(f);
  exchange(f);
}

/* Seconds of a call, the longer time of both ranks; *host: the time until it returns. */
static double measure(const field *f, void (*run)(const field *), int calls, double *host)
{
  double whole[BATCHES], returns[BATCHES];
  for (int batch = -1; batch < BATCHES; batch++) {
    check(vf_context_wait(NULL));
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = now();
    for (int call = 0; call < calls; call++) run(f);
    const double returned = now() - start;
    check(vf_context_wait(NULL));
    double times[2] = { returned / calls, (now() - start) / calls };
    MPI_Allreduce(MPI_IN_PLACE, times, 2, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    if (batch < 0) continue; /* the first batch makes the plan */
    returns[batch] = times[0];
    whole[batch] = times[1];
  }
  *host = median(returns, BATCHES);
  return median(whole, BATCHES);
}

static void check_ghosts(const field *f)
{
  double largest = 0, smallest = 0;
  both(f);
  check(vf_norm_max_boxes(&f->ghosts, 1, f->set, &largest, NULL));
  check(vf_sum_boxes(&f->ghosts, 1, f->set, &smallest, NULL));
  const double cells = (double)(f->ghosts.upper[0] - f->ghosts.lower[0] + 1) *
                       (f->ghosts.upper[1] - f->ghosts.lower[1] + 1) * (f->ghosts.upper[2] - f->ghosts.lower[2] + 1);
  if (largest == 2 - rank && smallest == cells * (2 - rank)) return;
  fprintf(stderr, "bench_ranks: rank %d has other ghosts than rank %d gave\n", rank, 1 - rank);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

static void measure_face(int n, int axis, int calls)
{
  double host = 0, other = 0;
  field f = make(n, axis);
  work(&f);
  const double alone = measure(&f, exchange, calls, &host);
  const int few = n > 256 ? calls / 4 + 1 : calls;
  const double kernel = measure(&f, work, few, &other), together = measure(&f, both, few, &other);
  check_ghosts(&f);
  if (rank == 0)
    printf("  %4d^2  %c   %9.2f us   %9.2f us   %9.2f us\n", n, "xyz"[axis], 1e6 * alone, 1e6 * host,
           1e6 * (together - kernel));
  fflush(stdout);
  release(&f);
}

static void say_where(const char *transport)
{
  const char *name = NULL, *why = NULL;
  char mine[200] = "", all[2][200];
  vf_group_figures figures;
  check(vf_group_transport(group, 1 - rank, &name, &why));
  check(vf_group_figures_get(group, &figures));
  snprintf(mine, sizeof mine, "rank %d on %s reaches rank %d by %s (%s)", rank, vf_context_device(NULL), 1 - rank, name,
           why);
  MPI_Gather(mine, sizeof mine, MPI_CHAR, all, sizeof mine, MPI_CHAR, 0, MPI_COMM_WORLD);
  if (rank == 0)
    printf("== %s: group made in %.1f ms\n  %s\n  %s\n    face        exchange      host alone   behind a kernel\n",
           transport, 1e3 * figures.create_seconds, all[0], all[1]);
}

static void measure_transport(const char *transport, const int *sizes, int count)
{
  setenv("VF_TRANSPORT", transport, 1);
  if (vf_group_create_mpi(MPI_Comm_c2f(MPI_COMM_WORLD), NULL, &group)) {
    if (rank == 0) printf("== %s: %s\n", transport, vf_last_error());
    return;
  }
  say_where(transport);
  const int calls = !strcmp(transport, "flat") || !strcmp(transport, "ipc") ? 100 : 20;
  for (int s = 0; s < count; s++)
    for (int axis = 0; axis < 3; axis++) measure_face(sizes[s], axis, calls);
  vf_group_figures figures;
  check(vf_group_figures_get(group, &figures));
  if (rank == 0)
    printf("  %lld exchanges, %.1f us of the host each; %lld bytes of buffers\n", (long long)figures.exchanges,
           1e6 * figures.exchange_seconds / (double)(figures.exchanges ? figures.exchanges : 1),
           (long long)figures.buffer_bytes);
  check(vf_group_destroy(&group));
}

static int sizes_of(const char *text, int *sizes)
{
  int count = 0;
  for (const char *at = text; *at && count < SIZES;) {
    char *end = NULL;
    sizes[count++] = (int)strtol(at, &end, 10);
    at = *end ? end + 1 : end;
  }
  return count;
}

int main(int argc, char **argv)
{
  static const char *const all[] = { "flat", "ipc", "shared", "nccl", "staged" };
  int ranks = 0, sizes[SIZES], first = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (ranks != 2) {
    fprintf(stderr, "bench_ranks: %d ranks; it measures two\n", ranks);
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  int count = sizes_of("64,128,256,512", sizes);
  if (argc > 2 && !strcmp(argv[1], "--sizes")) {
    count = sizes_of(argv[2], sizes);
    first = 3;
  }
  if (first < argc)
    for (int a = first; a < argc; a++) measure_transport(argv[a], sizes, count);
  else
    for (size_t t = 0; t < sizeof all / sizeof all[0]; t++) measure_transport(all[t], sizes, count);
  check(vf_finalize());
  MPI_Finalize();
  return 0;
}
