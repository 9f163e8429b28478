/* Times of vf_multigrid_solve to 1e-10 over grids of many shapes, both operators, on the device named by VF_DEVICE: odd,
 * prime and flat shapes, anisotropic and uneven cells.
 *
 *   bench_shapes [--csv file] [--most cells] [--solves number] [--only anisotropic] [--widths x:y:z] [--growth factor]
 *                [--operator constant|variable] [shape ...]
 *
 * Shapes are the shapes of the lists below, of at most 3e6 cells on a host and 5e8 on a GPU, or numbers such as 100 and
 * 96x96x25. anisotropic: only listed shapes with cells that are not cubes. Shapes after --widths have cells of these
 * widths, shapes after --growth have cells that grow by the factor in z. With --most 0 no cube runs, and there are no
 * ratios.
 *
 * The table compares the time of a cell with two cubes of a power of two: the cube with the nearest number of cells, and
 * the cube with the nearest logarithm of this number. The second cube is never smaller than the first. Plain loops compute
 * the residual of each solution from the formulas of the operator, with the benchmark's own numbers. The program ends with
 * status 1 if a solution misses its tolerance by more than rounding. Dirichlet walls of order 2; the right-hand side is
 * smooth with noise. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <viewfab/solver.h>

#include "shape.h"
#include "shape_problem.h"
#include "timing.h"

enum { MOST_SOLVES = 15, MOST_GIVEN = 64 };

#define CUBES(n0, n1, n2)          \
  {                                \
    { n0, n1, n2 }, { 1, 1, 1 }, 0 \
  }

static const shape cubes[] = { CUBES(32, 32, 32), CUBES(64, 64, 64), CUBES(128, 128, 128), CUBES(256, 256, 256),
                               CUBES(512, 512, 512) };
enum { CUBE_COUNT = sizeof cubes / sizeof cubes[0] };

static const shape shapes[] = {
  CUBES(33, 33, 33),
  CUBES(35, 35, 35),
  CUBES(50, 50, 50),
  CUBES(53, 53, 53),
  CUBES(61, 61, 61),
  CUBES(63, 63, 63),
  CUBES(65, 65, 65),
  CUBES(67, 67, 67),
  CUBES(71, 71, 71),
  CUBES(83, 83, 83),
  CUBES(96, 96, 96),
  CUBES(100, 100, 100),
  CUBES(101, 101, 101),
  CUBES(107, 107, 107),
  CUBES(120, 120, 120),
  CUBES(125, 125, 125),
  CUBES(127, 127, 127),
  CUBES(129, 129, 129),
  CUBES(131, 131, 131),
  CUBES(149, 149, 149),
  CUBES(160, 160, 160),
  CUBES(181, 181, 181),
  CUBES(199, 199, 199),
  CUBES(200, 200, 200),
  CUBES(229, 229, 229),
  CUBES(255, 255, 255),
  CUBES(257, 257, 257),
  CUBES(300, 300, 300),
  CUBES(331, 331, 331),
  CUBES(384, 384, 384),
  CUBES(431, 431, 431),
  CUBES(499, 499, 499),
  CUBES(500, 500, 500),
  CUBES(511, 511, 511),
  CUBES(513, 513, 513),
  CUBES(600, 600, 600),
  CUBES(768, 768, 768),
  CUBES(32, 32, 768),
  CUBES(37, 768, 41),
  CUBES(64, 64, 33),
  CUBES(127, 64, 32),
  CUBES(67, 131, 257),
  CUBES(97, 101, 103),
  CUBES(768, 32, 33),
  CUBES(32, 512, 512),
  CUBES(768, 768, 32),
  CUBES(767, 33, 767),
  CUBES(100, 384, 384),
  CUBES(384, 384, 100),
  CUBES(300, 200, 50),
  CUBES(211, 223, 197),
  CUBES(240, 360, 60),
  CUBES(512, 256, 50),
  CUBES(601, 599, 101),
  CUBES(640, 480, 320),
  /* some extents below 32 or above 768 */
  CUBES(64, 64, 3),
  CUBES(128, 128, 1),
  CUBES(1, 200, 100),
  CUBES(300, 200, 2),
  CUBES(200, 200, 20),
  CUBES(200, 17, 200),
  CUBES(10, 300, 300),
  CUBES(1000, 30, 30),
  CUBES(31, 1021, 37),
  CUBES(1024, 1024, 7),
  { { 64, 64, 64 }, { 1, 1, 100 }, 0 },
  { { 64, 64, 64 }, { 1, 100, 100 }, 0 },
  { { 64, 64, 64 }, { 1, 30, 900 }, 0 },
  { { 64, 64, 64 }, { 1, 1, 1 }, 1.1 },
  { { 128, 128, 128 }, { 1, 1, 2 }, 0 },
  { { 128, 128, 128 }, { 1, 1, 10 }, 0 },
  { { 128, 128, 128 }, { 1, 1, 100 }, 0 },
  { { 128, 128, 128 }, { 100, 1, 1 }, 0 },
  { { 128, 128, 128 }, { 1, 100, 100 }, 0 },
  { { 128, 128, 128 }, { 1, 30, 900 }, 0 },
  { { 128, 128, 128 }, { 900, 30, 1 }, 0 },
  { { 101, 127, 60 }, { 1, 30, 900 }, 0 },
  { { 256, 256, 256 }, { 1, 1, 100 }, 0 },
  { { 256, 256, 256 }, { 1, 30, 900 }, 0 },
  { { 128, 128, 128 }, { 1, 1, 1 }, 1.02 },
  { { 128, 128, 128 }, { 1, 1, 1 }, 1.1 },
  { { 100, 100, 60 }, { 1, 1, 1 }, 1.1 },
  { { 256, 256, 128 }, { 1, 1, 1 }, 1.1 },
  { { 256, 256, 256 }, { 1, 100, 100 }, 0 },
  { { 256, 256, 256 }, { 1, 1, 1 }, 1.05 },
};

static bool is_anisotropic(const shape *s) { return s->stretch > 0 || s->h[0] != s->h[1] || s->h[1] != s->h[2]; }

typedef struct figures {
  double median, best, residual;
  int cycles, levels;
  bool good;
} figures;

static vf_status make_solver(const problem *p, vf_multigrid **solver)
{
  const int *n = p->of->n;
  const vf_box box = { { 0, 0, 0 }, { n[0] - 1, n[1] - 1, n[2] - 1 } };
  vf_boundary sides = { .order = 2 };
  for (int face = 0; face < 6; face++) sides.kind[face] = VF_DIRICHLET;
  vf_multigrid_options options = vf_multigrid_defaults();
  if (p->of->stretch > 0) options.widths[2] = p->width[2];
  if (!p->variable)
    return vf_multigrid_create(
        &(vf_multigrid_problem){ .boxes = &box, .box_count = 1, .h = { p->h[0], p->h[1], p->h[2] }, .sides = &sides },
        &options, solver);
  vf_view *const *c = p->coefficient;
  return vf_multigrid_create(&(vf_multigrid_problem){ .boxes = &box,
                                                      .box_count = 1,
                                                      .h = { p->h[0], p->h[1], p->h[2] },
                                                      .sides = &sides,
                                                      .alpha = 1,
                                                      .beta = 1,
                                                      .a = &c[0],
                                                      .bx = &c[1],
                                                      .by = &c[2],
                                                      .bz = &c[3] },
                             &options, solver);
}

static figures measure(const shape *of, bool variable, int solves)
{
  problem p;
  vf_multigrid *solver = NULL;
  vf_multigrid_report report = { 0 };
  figures f = { 0 };
  double times[MOST_SOLVES], rounding = 0;
  make_problem(&p, of, variable);
  check(make_solver(&p, &solver));
  check(vf_multigrid_shape(solver, &f.levels, NULL, NULL));
  vf_status status = VF_OK;
  for (int s = -1; s < solves; s++) { /* the first solve warms up */
    check(vf_context_wait(NULL));
    const double start = now();
    status = vf_multigrid_solve(solver, &p.phi, &p.rhs, NULL, &report);
    check(vf_context_wait(NULL));
    if (s >= 0) times[s] = now() - start;
  }
  if (status) printf("%s\n", vf_last_error());
  f.median = median(times, solves);
  f.best = times[0];
  f.cycles = report.cycles;
  f.residual = problem_residual(&p, &rounding);
  f.good = status == VF_OK && f.residual <= 1e-10 * (1 + 1e-6) + rounding;
  check(vf_multigrid_destroy(&solver));
  unmake_problem(&p);
  return f;
}

static FILE *csv;

/* A cube for comparison, and its measured figures. */
typedef struct neighbour {
  const shape *cube;
  const figures *measured;
} neighbour;

static double nanoseconds(const shape *s, const figures *f) { return 1e9 * f->best / (double)shape_cells(s); }

/* beside: the cubes with the nearest number of cells and with its nearest logarithm. */
static void print(const shape *s, bool variable, const figures *f, const neighbour beside[2])
{
  const char *operator= variable ? "variable" : "constant";
  const double own = nanoseconds(s, f);
  printf("%4d x %4d x %4d  %3g:%3g:%3g %4g  %s  %9.3f %9.3f  %3d  %9.2e  %8.3f", s->n[0], s->n[1], s->n[2], s->h[0],
         s->h[1], s->h[2], s->stretch, operator, 1e3 * f->median, 1e3 * f->best, f->cycles, f->residual, own);
  if (csv)
    fprintf(csv, "%d,%d,%d,%g,%g,%g,%g,%s,%.4f,%.4f,%d,%.3e,%.4f", s->n[0], s->n[1], s->n[2], s->h[0], s->h[1], s->h[2],
            s->stretch, operator, 1e3 * f->median, 1e3 * f->best, f->cycles, f->residual, own);
  for (int c = 0; c < 2; c++) {
    const double other = nanoseconds(beside[c].cube, beside[c].measured);
    printf("  %4d^3 %8.3f %6.2f", beside[c].cube->n[0], other, own / other);
    if (csv) fprintf(csv, ",%d,%.4f", beside[c].cube->n[0], other);
  }
  printf("%s\n", f->good ? "" : "  WRONG");
  fflush(stdout);
  if (csv) fprintf(csv, "\n");
}

/* Number of the measured cube with the nearest number of cells, or with its nearest logarithm. */
static int nearest(const shape *s, int count, bool logarithm)
{
  int found = 0;
  double least = INFINITY;
  for (int c = 0; c < count; c++) {
    const double cells = (double)shape_cells(s), other = (double)shape_cells(&cubes[c]);
    const double distance = logarithm ? fabs(log(cells / other)) : fabs(cells - other);
    if (distance < least) found = c, least = distance;
  }
  return found;
}

/* Measures all shapes of a list with an operator. Returns the number of wrong solutions. */
static int measure_all(const shape *list, int length, bool variable, int solves, double most, bool anisotropic)
{
  figures of_cube[CUBE_COUNT];
  int count = 0, wrong = 0;
  for (; count < CUBE_COUNT && (double)shape_cells(&cubes[count]) <= most; count++) {
    of_cube[count] = measure(&cubes[count], variable, solves);
    const neighbour itself = { &cubes[count], &of_cube[count] };
    print(&cubes[count], variable, &of_cube[count], (neighbour[]){ itself, itself });
    wrong += !of_cube[count].good;
  }
  for (int s = 0; s < length; s++) {
    if (list == shapes && ((double)shape_cells(&list[s]) > most || (anisotropic && !is_anisotropic(&list[s]))))
      continue;
    const figures f = measure(&list[s], variable, solves);
    neighbour beside[2];
    for (int c = 0; c < 2; c++) {
      const int cube = nearest(&list[s], count, c == 1);
      beside[c] = count > 0 ? (neighbour){ &cubes[cube], &of_cube[cube] } : (neighbour){ &list[s], &f };
    }
    print(&list[s], variable, &f, beside);
    wrong += !f.good;
  }
  return wrong;
}

static void read_widths(const char *text, double widths[3])
{
  if (sscanf(text, "%lf:%lf:%lf", &widths[0], &widths[1], &widths[2]) == 3) return;
  fprintf(stderr, "bench_shapes: %s is no ratio of widths, as 1:30:900 is\n", text);
  exit(2);
}

int main(int argc, char **argv)
{
  const char *path = NULL;
  const shape *list = shapes;
  shape given[MOST_GIVEN];
  double most = -1;
  int solves = 5, wrong = 0, length = sizeof shapes / sizeof shapes[0], named = 0;
  bool anisotropic = false;
  const char *operator= "";
  shape next = CUBES(0, 0, 0);
  for (int a = 1; a < argc; a++) {
    const char *const value = a + 1 < argc ? argv[a + 1] : "";
    if (strncmp(argv[a], "--", 2)) {
      if (named == MOST_GIVEN) break;
      given[named] = next;
      read_shape(argv[a], given[named++].n);
      continue;
    }
    if (!strcmp(argv[a], "--csv")) path = value;
    else if (!strcmp(argv[a], "--most")) most = atof(value);
    else if (!strcmp(argv[a], "--solves")) solves = atoi(value);
    else if (!strcmp(argv[a], "--only")) anisotropic = !strcmp(value, "anisotropic");
    else if (!strcmp(argv[a], "--operator")) operator= value;
    else if (!strcmp(argv[a], "--widths")) read_widths(value, next.h);
    else if (!strcmp(argv[a], "--growth")) next.stretch = atof(value);
    a++;
  }
  if (named > 0) {
    list = given;
    length = named;
  }
  if (solves < 1 || solves > MOST_SOLVES) solves = 5;
  if (path && !(csv = fopen(path, "w"))) {
    perror(path);
    return 2;
  }
  check(vf_init(NULL));
  if (most < 0) most = strcmp(vf_context_device(NULL), "host") ? 5e8 : 3e6;
  printf("solves to 1e-10 on %s, median and best of %d in milliseconds; ns of a cell, beside the cube's\n",
         vf_context_device(NULL), solves);
  printf("cells               widths  stretch operator     median      best cyc   residual        ns   cube       ns  "
         "ratio   cube       ns  ratio\n");
  if (csv)
    fprintf(csv, "nx,ny,nz,hx,hy,hz,stretch,operator,median_ms,best_ms,cycles,residual,ns,cube,cube_ns,logarithm_cube,"
                 "logarithm_cube_ns\n");
  for (int variable = 0; variable < 2; variable++)
    if (strcmp(operator, variable ? "constant" : "variable") != 0)
      wrong += measure_all(list, length, variable, solves, most, anisotropic);
  check(vf_finalize());
  if (csv && fclose(csv)) {
    perror(path);
    return 1;
  }
  return wrong > 0;
}
