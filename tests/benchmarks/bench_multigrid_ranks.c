/* Times of vf_multigrid_solve to 1e-10 over ranks, beside the times of one device:
 *
 *   mpirun -n 2 bench_multigrid_ranks [--boxes size] [--variable] [--agglomerate cells] {weak|strong} cells ...
 *
 * weak: cells^3 for each rank, stacked in z, beside cells^3 on one device; strong: cells^3 in all, beside the same cells on
 * one device. Boxes: a slab for each rank, or size^3, given to ranks in Z-Morton order. Right-hand sides are on the devices
 * before, and phi stays there. For strong the bits of phi are compared in the cells of rank 0. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <viewfab/group_mpi.h>
#include <viewfab/solver.h>

#include "timing.h"

enum { SOLVES = 7, MOST_BOXES = 65536 };

static struct options {
  int box; /* 0: slabs */
  bool variable;
  long long agglomerate; /* < 0: the default */
} given = { 0, false, -1 };

typedef struct case_of {
  vf_group *group;
  int n, planes; /* n x n x planes cells */
  bool reference;
} case_of;

typedef struct fields {
  int count;
  vf_box *boxes;
  vf_view **phi, **rhs, **coefficient[4];
} fields;

/* As in bench_multigrid: a product of sines with a little of every frequency, else the value. */
static vf_view *made(vf_context *context, const vf_box *box, int ghosts, int face, const case_of *c, double value,
                     bool rhs)
{
  vf_view *view = NULL;
  int64_t extents[3];
  int lower[3];
  for (int d = 0; d < 3; d++) {
    extents[d] = box->upper[d] - box->lower[d] + 1 + 2 * ghosts + (face == d);
    lower[d] = box->lower[d] - ghosts;
  }
  void *address = NULL;
  check(vf_view_create(context, VF_REAL64, 3, extents, lower, "bench", &view));
  check(vf_view_to_host(view, VF_WRITE));
  check(vf_view_host_address(view, &address));
  double *x = address;
  const double pi = 3.14159265358979324, h = 1.0 / c->n;
  int64_t e = 0;
  for (int k = 0; k < extents[2]; k++)
    for (int j = 0; j < extents[1]; j++) {
      const double yz = sin(pi * (j + lower[1] + 0.5) * h) * sin(pi * (k + lower[2] + 0.5) * h);
      for (int i = 0; i < extents[0]; i++, e++) {
        const uint32_t noise = (uint32_t)(i + lower[0]) * 2654435761u ^ (uint32_t)(j + lower[1]) * 40503u ^
                               (uint32_t)(k + lower[2]) * 69069u;
        x[e] = rhs ? -3 * pi * pi * sin(pi * (i + lower[0] + 0.5) * h) * yz + (noise >> 8) * 0x1p-24 : value;
      }
    }
  check(vf_view_to_device(view, VF_UPDATE));
  return view;
}

static vf_layout *make_layout(const case_of *c)
{
  int rank = 0, ranks = 1, count = MOST_BOXES;
  check(vf_group_size(c->group, &rank, &ranks));
  const vf_box domain = { { 0, 0, 0 }, { c->n - 1, c->n - 1, c->planes - 1 } };
  vf_layout *layout = NULL;
  if (given.box && !c->reference) {
    vf_box *boxes = calloc(MOST_BOXES, sizeof *boxes);
    int *owners = calloc(MOST_BOXES, sizeof *owners);
    const int size[3] = { given.box, given.box, given.box };
    check(vf_layout_distribute(&domain, size, ranks, boxes, owners, &count));
    check(vf_layout_create_owned(c->group, boxes, owners, count, "bench", &layout));
    free(boxes);
    free(owners);
    return layout;
  }
  vf_box own = domain;
  own.lower[2] = (int)((long long)c->planes * rank / ranks);
  own.upper[2] = (int)((long long)c->planes * (rank + 1) / ranks) - 1;
  check(vf_layout_create(c->group, &own, 1, "bench", &layout));
  return layout;
}

static fields make_fields(const case_of *c, const vf_layout *layout)
{
  fields f = { 0 };
  vf_context *context = NULL;
  check(vf_group_context(c->group, &context));
  check(vf_layout_size(layout, &f.count, NULL));
  const size_t room = (size_t)f.count + 1;
  f.boxes = calloc(room, sizeof *f.boxes);
  f.phi = calloc(room, sizeof *f.phi);
  f.rhs = calloc(room, sizeof *f.rhs);
  for (int m = 0; m < 4; m++) f.coefficient[m] = calloc(room, sizeof *f.rhs);
  for (int p = 0; p < f.count; p++) {
    int number = 0;
    check(vf_layout_own(layout, p, &number));
    check(vf_layout_box(layout, number, &f.boxes[p], NULL));
    f.phi[p] = made(context, &f.boxes[p], 1, -1, c, 0, false);
    f.rhs[p] = made(context, &f.boxes[p], 0, -1, c, 0, true);
    for (int m = 0; m < 4 && given.variable; m++)
      f.coefficient[m][p] = made(context, &f.boxes[p], 0, m - 1, c, m ? 1.0 : 0.5, false);
  }
  return f;
}

static void free_fields(fields *f)
{
  for (int p = 0; p < f->count; p++) {
    check(vf_view_release(&f->phi[p], true));
    check(vf_view_release(&f->rhs[p], true));
    for (int m = 0; m < 4; m++) check(vf_view_release(&f->coefficient[m][p], true));
  }
  for (int m = 0; m < 4; m++) free(f->coefficient[m]);
  free(f->boxes);
  free(f->phi);
  free(f->rhs);
}

/* A hash of the cells in a box of phi. */
static uint64_t hash_of(vf_view *phi, const vf_box *box, int last_plane)
{
  uint64_t hash = 14695981039346656037u;
  void *at = NULL;
  check(vf_view_to_host(phi, VF_READ));
  check(vf_view_host_address(phi, &at));
  const int64_t row = box->upper[0] - box->lower[0] + 3, plane = row * (box->upper[1] - box->lower[1] + 3);
  for (int k = box->lower[2]; k <= last_plane; k++)
    for (int j = box->lower[1]; j <= box->upper[1]; j++)
      for (int i = box->lower[0]; i <= box->upper[0]; i++) {
        uint64_t bits;
        const int64_t e = i - box->lower[0] + 1 + row * (j - box->lower[1] + 1) + plane * (k - box->lower[2] + 1);
        memcpy(&bits, (double *)at + e, sizeof bits);
        hash = (hash ^ bits) * 1099511628211u;
      }
  return hash;
}

/* Median time of solves, on all ranks of the group. together: the time of the slowest rank of all. hash: of phi in the
 * first planes of rank 0. */
static double measure(const case_of *c, bool together, int *cycles, int hash_planes, uint64_t *hash)
{
  vf_layout *layout = make_layout(c);
  fields f = make_fields(c, layout);
  vf_boundary sides = { .order = 2 };
  for (int face = 0; face < 6; face++) sides.kind[face] = VF_DIRICHLET;
  const double h = 1.0 / c->n, h3[3] = { h, h, h };
  vf_context *context = NULL;
  vf_multigrid *solver = NULL;
  vf_multigrid_report report;
  vf_multigrid_options options = vf_multigrid_defaults();
  if (given.agglomerate >= 0) options.agglomerate_cells = given.agglomerate;
  double times[SOLVES];
  check(vf_group_context(c->group, &context));
  if (given.variable)
    check(vf_multigrid_create(&(vf_multigrid_problem){ .layout = layout,
                                                       .h = { h3[0], h3[1], h3[2] },
                                                       .sides = &sides,
                                                       .alpha = 1,
                                                       .beta = 1,
                                                       .a = f.coefficient[0],
                                                       .bx = f.coefficient[1],
                                                       .by = f.coefficient[2],
                                                       .bz = f.coefficient[3] },
                              &options, &solver));
  else
    check(vf_multigrid_create(&(vf_multigrid_problem){ .layout = layout, .h = { h, h, h }, .sides = &sides }, &options,
                              &solver));
  for (int s = -2; s < SOLVES; s++) { /* the first two solves warm up */
    check(vf_context_wait(context));
    if (together) MPI_Barrier(MPI_COMM_WORLD);
    const double start = now();
    check(vf_multigrid_solve(solver, f.phi, f.rhs, NULL, &report));
    check(vf_context_wait(context));
    if (together) MPI_Barrier(MPI_COMM_WORLD);
    if (s >= 0) times[s] = now() - start;
  }
  *cycles = report.cycles;
  if (hash_planes > 0) *hash = hash_of(f.phi[0], &f.boxes[0], hash_planes - 1);
  check(vf_multigrid_destroy(&solver));
  free_fields(&f);
  check(vf_layout_destroy(&layout));
  return median(times, SOLVES);
}

static void compare(vf_group *all, int rank, int ranks, bool weak, int n)
{
  vf_group *alone = NULL;
  vf_context *context = NULL;
  double one = 0;
  int cycles_one = 0, cycles = 0;
  uint64_t hash_one = 0, hash = 1;
  const int planes = given.box || weak ? 0 : n / ranks; /* planes of rank 0 */
  check(vf_group_context(all, &context));
  if (rank == 0) {
    check(vf_group_create_alone(context, &alone));
    one = measure(&(case_of){ alone, n, n, true }, false, &cycles_one, planes, &hash_one);
    check(vf_group_destroy(&alone));
  }
  MPI_Barrier(MPI_COMM_WORLD);
  const double many =
      measure(&(case_of){ all, n, weak ? n * ranks : n, false }, true, &cycles, rank ? 0 : planes, &hash);
  if (rank) return;
  printf("%-6s  %4d^3  %5d  %-8s  %4d  %10.3f  %3d  %10.3f  %3d  %8.3f  %s\n", weak ? "weak" : "strong", n, ranks,
         given.variable ? "variable" : "constant", given.box, 1e3 * one, cycles_one, 1e3 * many, cycles,
         /* noise can take a cycle more or less, so the times of a cycle are compared */
         weak ? one / (cycles_one + 1) / many * (cycles + 1) : one / many,
         planes ? hash == hash_one ? "same bits" : "OTHER BITS" : "");
  fflush(stdout);
}

int main(int argc, char **argv)
{
  int rank, ranks, a = 1;
  bool weak = true;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  vf_group *group = NULL;
  check(vf_group_create_mpi((int)MPI_Comm_c2f(MPI_COMM_WORLD), NULL, &group));
  for (int r = 0; r < ranks; r++) {
    const char *name = NULL, *why = NULL;
    check(vf_group_transport(group, r, &name, &why));
    if (rank == 0) printf("rank 0 reaches rank %d by %s: %s\n", r, name, why);
  }
  if (rank == 0) {
    printf("solves to 1e-10 on %s, median of %d in milliseconds\n", vf_context_device(NULL), SOLVES);
    printf("scaled  cells  ranks  operator  boxes  one device  cycles       ranks  cycles  efficiency or speed-up\n");
  }
  for (; a < argc; a++) {
    if (!strcmp(argv[a], "--boxes") && a + 1 < argc) given.box = atoi(argv[++a]);
    else if (!strcmp(argv[a], "--variable")) given.variable = true;
    else if (!strcmp(argv[a], "--constant")) given.variable = false;
    else if (!strcmp(argv[a], "--agglomerate") && a + 1 < argc) given.agglomerate = atoll(argv[++a]);
    else if (!strcmp(argv[a], "weak")) weak = true;
    else if (!strcmp(argv[a], "strong")) weak = false;
    else compare(group, rank, ranks, weak, atoi(argv[a]));
  }
  check(vf_group_destroy(&group));
  check(vf_finalize());
  MPI_Finalize();
  return 0;
}
