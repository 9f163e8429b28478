/* The Poisson solve of vf_multigrid beside hypre's PFMG, in one run: same operator (7 points, Dirichlet walls at half a
 * cell), same right-hand side, tolerance 1e-10. The settings of PFMG combine its relaxations and coarse operators, one or
 * two relaxations before and after, relaxation on all or on some levels, and PFMG alone or as preconditioner of CG. All 48
 * settings run at 64^3 cells at most; the fastest of them run at the full size. The table names the best setting alone and
 * the best setting in CG.
 *
 *   mpirun -n <cores> --bind-to none bench_pfmg [--rounds number] [shape ...]        default: 3 rounds, 32 64 128 256
 *
 * A shape is a number of cells, of a cube, or three of them such as 96x96x25; cells are cubes always.
 *
 * PFMG runs on all ranks; viewfab runs in rank 0 with OpenMP threads while the other ranks sleep. Both run in turns, and
 * the best time of each counts: 1 solve of PFMG and 3 of viewfab in a round. The times leave out the setup. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <HYPRE_struct_ls.h>
#include <mpi.h>

#include <viewfab/solver.h>

#include "shape.h"

static int rank, ranks, rounds = 3;

typedef struct shape {
  int cells[3];
} shape;

static long cells_of(const shape *n) { return (long)n->cells[0] * n->cells[1] * n->cells[2]; }

static void check(int code, const char *what)
{
  if (!code) return;
  fprintf(stderr, "%s failed with %d: %s\n", what, code, vf_last_error());
  MPI_Abort(MPI_COMM_WORLD, 1);
}

static double width(const shape *n) { return 1.0 / n->cells[0]; }

/* Right-hand side of laplacian(phi) = f: a product of sines, and all frequencies. */
static double source(const shape *n, int i, int j, int k)
{
  const double pi = 3.14159265358979324;
  return -3 * pi * pi * sin(pi * (i + 0.5) / n->cells[0]) * sin(pi * (j + 0.5) / n->cells[1]) *
             sin(pi * (k + 0.5) / n->cells[2]) +
         sin(17.0 * i + 5.0 * j + 3.0 * k);
}

typedef struct system_of {
  HYPRE_StructGrid grid;
  HYPRE_StructStencil stencil;
  HYPRE_StructMatrix matrix;
  HYPRE_StructVector b, x;
  int lower[3], upper[3];
} system_of;

/* -h^2 laplacian, slabs in z. */
static system_of assemble(const shape *n)
{
  const int nx = n->cells[0], ny = n->cells[1], nz = n->cells[2];
  system_of s = { .lower = { 0, 0, nz * rank / ranks }, .upper = { nx - 1, ny - 1, nz * (rank + 1) / ranks - 1 } };
  int offsets[7][3] = { { 0, 0, 0 }, { -1, 0, 0 }, { 1, 0, 0 }, { 0, -1, 0 }, { 0, 1, 0 }, { 0, 0, -1 }, { 0, 0, 1 } };
  int entries[7] = { 0, 1, 2, 3, 4, 5, 6 };
  HYPRE_StructGridCreate(MPI_COMM_WORLD, 3, &s.grid);
  HYPRE_StructGridSetExtents(s.grid, s.lower, s.upper);
  HYPRE_StructGridAssemble(s.grid);
  HYPRE_StructStencilCreate(3, 7, &s.stencil);
  for (int e = 0; e < 7; e++) HYPRE_StructStencilSetElement(s.stencil, e, offsets[e]);
  HYPRE_StructMatrixCreate(MPI_COMM_WORLD, s.grid, s.stencil, &s.matrix);
  HYPRE_StructMatrixInitialize(s.matrix);
  HYPRE_StructVectorCreate(MPI_COMM_WORLD, s.grid, &s.b);
  HYPRE_StructVectorCreate(MPI_COMM_WORLD, s.grid, &s.x);
  HYPRE_StructVectorInitialize(s.b);
  HYPRE_StructVectorInitialize(s.x);
  const long cells = (long)nx * ny * (s.upper[2] - s.lower[2] + 1);
  double *values = malloc((size_t)cells * 7 * sizeof *values), *b = malloc((size_t)cells * sizeof *b);
  check(!values || !b, "malloc");
  long c = 0;
  for (int k = s.lower[2]; k <= s.upper[2]; k++)
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++, c++) {
        const int at[3] = { i, j, k };
        values[7 * c] = 6;
        for (int e = 1; e < 7; e++) {
          const int d = (e - 1) / 2, beyond = at[d] + (e % 2 ? -1 : 1);
          const int wall = beyond < 0 || beyond >= n->cells[d];
          values[7 * c + e] = wall ? 0 : -1;
          values[7 * c] += wall;
        }
        b[c] = -source(n, i, j, k) * width(n) * width(n);
      }
  HYPRE_StructMatrixSetBoxValues(s.matrix, s.lower, s.upper, 7, entries, values);
  HYPRE_StructMatrixAssemble(s.matrix);
  HYPRE_StructVectorSetBoxValues(s.b, s.lower, s.upper, b);
  HYPRE_StructVectorAssemble(s.b);
  HYPRE_StructVectorAssemble(s.x);
  free(values);
  free(b);
  return s;
}

static void dismantle(system_of *s)
{
  HYPRE_StructMatrixDestroy(s->matrix);
  HYPRE_StructVectorDestroy(s->b);
  HYPRE_StructVectorDestroy(s->x);
  HYPRE_StructStencilDestroy(s->stencil);
  HYPRE_StructGridDestroy(s->grid);
}

typedef struct setting {
  int relaxation, coarse_operator, relaxes, skip, conjugate;
  int iterations;
  double seconds; /* best of all rounds; 1e30 without convergence */
} setting;

enum { SETTINGS = 48, ALONE = SETTINGS / 2, FINALISTS = 4, SCREEN = 64, MOST_ITERATIONS = 100 };

static setting setting_at(int number)
{
  return (setting){ .relaxation = 1 + number % 3,
                    .coarse_operator = number / 3 % 2,
                    .relaxes = 1 + number / 6 % 2,
                    .skip = number / 12 % 2,
                    .conjugate = number / ALONE,
                    .seconds = 1e30 };
}

static HYPRE_StructSolver make_pfmg(const setting *t)
{
  HYPRE_StructSolver pfmg;
  HYPRE_StructPFMGCreate(MPI_COMM_WORLD, &pfmg);
  HYPRE_StructPFMGSetTol(pfmg, t->conjugate ? 0 : 1e-10);
  HYPRE_StructPFMGSetMaxIter(pfmg, t->conjugate ? 1 : MOST_ITERATIONS);
  HYPRE_StructPFMGSetRelaxType(pfmg, t->relaxation);
  HYPRE_StructPFMGSetRAPType(pfmg, t->coarse_operator);
  HYPRE_StructPFMGSetNumPreRelax(pfmg, t->relaxes);
  HYPRE_StructPFMGSetNumPostRelax(pfmg, t->relaxes);
  HYPRE_StructPFMGSetSkipRelax(pfmg, t->skip);
  HYPRE_StructPFMGSetZeroGuess(pfmg);
  return pfmg;
}

/* Solves once and notes the time of rank 0 in t, on all ranks. */
static void run_pfmg(system_of *s, setting *t)
{
  HYPRE_StructSolver pfmg = make_pfmg(t), cg = NULL;
  if (t->conjugate) {
    HYPRE_StructPCGCreate(MPI_COMM_WORLD, &cg);
    HYPRE_StructPCGSetTol(cg, 1e-10);
    HYPRE_StructPCGSetMaxIter(cg, MOST_ITERATIONS);
    HYPRE_StructPCGSetTwoNorm(cg, 1);
    HYPRE_StructPCGSetPrecond(cg, HYPRE_StructPFMGSolve, HYPRE_StructPFMGSetup, pfmg);
    HYPRE_StructPCGSetup(cg, s->matrix, s->b, s->x);
  } else {
    HYPRE_StructPFMGSetup(pfmg, s->matrix, s->b, s->x);
  }
  HYPRE_StructVectorSetConstantValues(s->x, 0);
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  if (t->conjugate) HYPRE_StructPCGSolve(cg, s->matrix, s->b, s->x);
  else HYPRE_StructPFMGSolve(pfmg, s->matrix, s->b, s->x);
  MPI_Barrier(MPI_COMM_WORLD);
  double seconds = MPI_Wtime() - start;
  if (t->conjugate) HYPRE_StructPCGGetNumIterations(cg, &t->iterations);
  else HYPRE_StructPFMGGetNumIterations(pfmg, &t->iterations);
  if (cg) HYPRE_StructPCGDestroy(cg);
  HYPRE_StructPFMGDestroy(pfmg);
  HYPRE_ClearAllErrors();
  MPI_Bcast(&seconds, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  if (t->iterations < MOST_ITERATIONS && seconds < t->seconds) t->seconds = seconds;
}

static int faster(const void *p, const void *q)
{
  const double a = ((const setting *)p)->seconds, b = ((const setting *)q)->seconds;
  return (a > b) - (a < b);
}

/* The candidates for the best setting of a shape, fastest first: ALONE settings without CG, then the settings in CG. */
static void screen(const shape *n, setting settings[SETTINGS])
{
  shape small = *n;
  for (int d = 0; d < 3; d++)
    if (small.cells[d] > SCREEN) small.cells[d] = SCREEN;
  system_of s = assemble(&small);
  for (int t = 0; t < SETTINGS; t++) {
    settings[t] = setting_at(t);
    for (int repeat = 0; repeat < 2; repeat++) run_pfmg(&s, &settings[t]);
  }
  qsort(settings, ALONE, sizeof *settings, faster);
  qsort(settings + ALONE, SETTINGS - ALONE, sizeof *settings, faster);
  dismantle(&s);
}

typedef struct ours {
  vf_multigrid *solver;
  vf_view *phi, *rhs;
} ours;

static ours prepare(const shape *n)
{
  ours o = { 0 };
  const int nx = n->cells[0], ny = n->cells[1], nz = n->cells[2];
  const int64_t extents[3] = { nx, ny, nz };
  const int lower[3] = { 0, 0, 0 };
  const vf_box box = { { 0, 0, 0 }, { nx - 1, ny - 1, nz - 1 } };
  vf_boundary sides = { .order = 2 };
  void *address = NULL;
  for (int face = 0; face < 6; face++) sides.kind[face] = VF_DIRICHLET;
  check(vf_view_create(NULL, VF_REAL64, 3, extents, lower, "phi", &o.phi), "vf_view_create");
  check(vf_view_create(NULL, VF_REAL64, 3, extents, lower, "rhs", &o.rhs), "vf_view_create");
  check(vf_view_to_host(o.rhs, VF_WRITE), "vf_view_to_host");
  check(vf_view_host_address(o.rhs, &address), "vf_view_host_address");
  double *rhs = address;
  for (int k = 0; k < nz; k++)
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++) rhs[i + nx * (j + (long)ny * k)] = source(n, i, j, k);
  check(vf_multigrid_create(
            &(vf_multigrid_problem){
                .boxes = &box, .box_count = 1, .h = { width(n), width(n), width(n) }, .sides = &sides },
            NULL, &o.solver),
        "vf_multigrid_create_poisson");
  return o;
}

static double solve_ours(ours *o, int *cycles)
{
  vf_multigrid_report report;
  const double start = MPI_Wtime();
  check(vf_multigrid_solve(o->solver, &o->phi, &o->rhs, NULL, &report), "vf_multigrid_solve");
  check(vf_context_wait(NULL), "vf_context_wait");
  *cycles = report.cycles;
  return MPI_Wtime() - start;
}

/* Waits for rank 0 without using a core. */
static void rest(void)
{
  MPI_Request request;
  int done = 0;
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  while (MPI_Test(&request, &done, MPI_STATUS_IGNORE), !done)
    nanosleep(&(struct timespec){ .tv_nsec = 10000000 }, NULL);
}

/* One round of the finalists of a kind. Only finalists with a chance to win run; the fastest comes first afterwards. */
static void run_finalists(system_of *s, setting *finalists, int round)
{
  const double winner = finalists[0].seconds;
  for (int t = 0; t < FINALISTS; t++)
    if (round == 0 || finalists[t].seconds <= 1.2 * winner) run_pfmg(s, &finalists[t]);
  qsort(finalists, FINALISTS, sizeof *finalists, faster);
}

static void print_best(const setting *best, double mine)
{
  static const char *const relaxations[] = { "Jacobi", "weighted Jacobi", "red-black", "red-black, not symmetric" };
  printf("         %-10s %8.4f s (%d iterations; %s, %d before and after, RAP type %d, skip %d)  ratio %5.1f\n",
         best->conjugate ? "PFMG in CG" : "PFMG", best->seconds, best->iterations, relaxations[best->relaxation],
         best->relaxes, best->coarse_operator, best->skip, best->seconds / mine);
}

static void compare(const shape *n)
{
  setting settings[SETTINGS];
  double mine = 1e30;
  int cycles = 0;
  screen(n, settings);
  for (int t = 0; t < FINALISTS; t++) settings[t].seconds = settings[ALONE + t].seconds = 1e30;
  system_of s = assemble(n);
  ours o = { 0 };
  if (rank == 0) o = prepare(n);
  for (int round = 0; round < rounds; round++) {
    run_finalists(&s, settings, round);
    run_finalists(&s, settings + ALONE, round);
    for (int repeat = 0; repeat < 3 && rank == 0; repeat++) {
      const double seconds = solve_ours(&o, &cycles);
      if (seconds < mine) mine = seconds;
    }
    rest();
  }
  if (rank == 0) {
    printf("%d x %d x %d\n         viewfab    %8.4f s (%d cycles), %.1f ns a cell\n", n->cells[0], n->cells[1],
           n->cells[2], mine, cycles, mine / (double)cells_of(n) * 1e9);
    print_best(&settings[0], mine);
    print_best(&settings[ALONE], mine);
    fflush(stdout);
    vf_multigrid_destroy(&o.solver);
    vf_view_release(&o.phi, true);
    vf_view_release(&o.rhs, true);
  }
  dismantle(&s);
}

int main(int argc, char **argv)
{
  static const char *const usual[] = { "32", "64", "128", "256" };
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  HYPRE_Init();
  int first = 1;
  if (argc > 2 && !strcmp(argv[1], "--rounds")) {
    rounds = atoi(argv[2]) > 0 ? atoi(argv[2]) : rounds;
    first = 3;
  }
  if (rank == 0) {
    printf("%d ranks of PFMG against viewfab on %s, best of %d and %d solves\n", ranks, vf_context_device(NULL), rounds,
           3 * rounds);
  }
  const int named = argc - first;
  for (int a = 0; a < (named > 0 ? named : 4); a++) {
    shape n;
    read_shape(named > 0 ? argv[first + a] : usual[a], n.cells);
    compare(&n);
  }
  HYPRE_Finalize();
  MPI_Finalize();
  return 0;
}
