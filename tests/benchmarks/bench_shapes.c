/* Times of vf_multigrid_solve to 1e-10 over grids of many shapes, both operators, on the device that VF_DEVICE names:
 * odd, prime and flat ones, stretched cells and uneven ones.
 *
 *   bench_shapes [--csv file] [--most cells] [--solves number] [--only stretched] [--widths x:y:z] [--growth factor]
 *                [--operator constant|variable] [shape ...]
 *
 * Shapes are those below, of at most 3e6 cells on a host and 5e8 on a GPU, or numbers such as 100 and 96x96x25;
 * stretched: of those below only the ones whose cells are no cubes. The shapes named after --widths have cells of these
 * widths, those named after --growth cells that grow by the factor in z. With --most 0 the cubes are left out, and there
 * are no ratios.
 *
 * Beside the time of a cell stand that of the cube of a power of two whose number of cells is nearest, and the ratio of
 * the two; and the same for the cube whose number of cells is nearest by its logarithm, which is never the smaller one of
 * the two cubes. The residual of each solution is computed by plain loops from the formulas of the operator, with the
 * numbers that the benchmark made; a solution that misses its tolerance by more than rounding ends the program with 1.
 * Dirichlet walls of order 2, the right-hand side is smooth with noise on it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <viewfab/solver.h>

#include "shape.h"
#include "timing.h"

enum { MOST_SOLVES = 15, MOST_GIVEN = 64 };

typedef struct shape {
  int n[3];
  double h[3];    /* relative widths */
  double stretch; /* from cell to cell in z, 0: none */
} shape;

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

/* A problem on a shape: numbers of the host, and views. */
typedef struct problem {
  const shape *of;
  bool variable;
  int64_t row, plane;                /* of cells, without ghosts */
  double h[3], *width[3], *place[3]; /* widths of cells, their low faces */
  vf_view *phi, *rhs, *coefficient[4];
  double *of_rhs;
} problem;

static bool is_stretched(const shape *s) { return s->stretch > 0 || s->h[0] != s->h[1] || s->h[1] != s->h[2]; }

static int64_t cells_of(const shape *s) { return (int64_t)s->n[0] * s->n[1] * s->n[2]; }

/* The coefficient of a face at (x, y, z), and a at a centre, in units of the domain. */
static double coefficient_at(double x, double y, double z) { return 1 + 0.5 * sin(5 * x + 3 * y) * cos(4 * z); }

static void *allocate(int64_t numbers)
{
  void *at = malloc((size_t)numbers * sizeof(double));
  if (!at) {
    fprintf(stderr, "bench_shapes: no memory\n");
    exit(1);
  }
  return at;
}

static void make_widths(problem *p)
{
  for (int d = 0; d < 3; d++) {
    const int n = p->of->n[d];
    const bool uneven = d == 2 && p->of->stretch > 0;
    p->width[d] = allocate(n);
    p->place[d] = allocate(n + 1);
    p->h[d] = p->of->h[d] / 128;
    p->place[d][0] = 0;
    for (int i = 0; i < n; i++) {
      /* as wide as the others in the middle */
      p->width[d][i] = uneven ? p->h[d] * pow(p->of->stretch, i - n / 2) : p->h[d];
      p->place[d][i + 1] = p->place[d][i] + p->width[d][i];
    }
  }
}

static double centre(const problem *p, int d, int i) { return (p->place[d][i] + p->place[d][i + 1]) / 2; }

/* b of face i, j, k in direction d; -1: a of a cell */
static double number_at(const problem *p, int d, int i, int j, int k)
{
  const int at[3] = { i, j, k };
  double x[3];
  for (int e = 0; e < 3; e++) x[e] = (e == d ? p->place[e][at[e]] : centre(p, e, at[e])) / p->place[e][p->of->n[e]];
  return d < 0 ? 0.5 + x[0] * x[1] : coefficient_at(x[0], x[1], x[2]);
}

static vf_view *view_of(const problem *p, int ghosts, int face, const double *cells, bool coefficient)
{
  vf_view *view = NULL;
  int64_t extents[3];
  int lower[3];
  void *address = NULL;
  for (int d = 0; d < 3; d++) {
    extents[d] = p->of->n[d] + 2 * ghosts + (face == d);
    lower[d] = -ghosts;
  }
  check(vf_view_create(NULL, VF_REAL64, 3, extents, lower, "bench", &view));
  check(vf_view_to_host(view, VF_WRITE));
  check(vf_view_host_address(view, &address));
  double *x = address;
#pragma omp parallel for
  for (int k = 0; k < extents[2]; k++)
    for (int j = 0; j < extents[1]; j++)
      for (int i = 0; i < extents[0]; i++) {
        const int64_t e = i + extents[0] * (j + extents[1] * k);
        x[e] = coefficient ? number_at(p, face, i, j, k) : cells ? cells[e] : 0;
      }
  check(vf_view_to_device(view, VF_UPDATE));
  return view;
}

static void make(problem *p, const shape *of, bool variable)
{
  const double pi = 3.14159265358979324;
  *p = (problem){ .of = of, .variable = variable, .row = of->n[0], .plane = (int64_t)of->n[0] * of->n[1] };
  make_widths(p);
  p->of_rhs = allocate(cells_of(of));
#pragma omp parallel for
  for (int k = 0; k < of->n[2]; k++)
    for (int j = 0; j < of->n[1]; j++)
      for (int i = 0; i < of->n[0]; i++) {
        const int at[3] = { i, j, k };
        const uint32_t noise = (uint32_t)i * 2654435761u ^ (uint32_t)j * 40503u ^ (uint32_t)k * 69069u;
        double value = -3 * pi * pi;
        for (int d = 0; d < 3; d++) value *= sin(pi * centre(p, d, at[d]) / p->place[d][of->n[d]]);
        p->of_rhs[i + j * p->row + k * p->plane] = value + (noise >> 8) * 0x1p-24;
      }
  p->phi = view_of(p, 1, -1, NULL, false);
  p->rhs = view_of(p, 0, -1, p->of_rhs, false);
  for (int c = 0; c < 4 && variable; c++) p->coefficient[c] = view_of(p, 0, c - 1, NULL, true);
}

static void unmake(problem *p)
{
  check(vf_view_release(&p->phi, true));
  check(vf_view_release(&p->rhs, true));
  for (int c = 0; c < 4; c++) check(vf_view_release(&p->coefficient[c], true));
  for (int d = 0; d < 3; d++) {
    free(p->width[d]);
    free(p->place[d]);
  }
  free(p->of_rhs);
}

/* max |rhs - L phi| v over max |rhs| v, v the volume of a cell; rounding: what double leaves of it. */
static double residual_of(const problem *p, double *rounding)
{
  void *address = NULL;
  check(vf_view_to_host(p->phi, VF_READ));
  check(vf_view_host_address(p->phi, &address));
  const int *n = p->of->n;
  const int64_t step[3] = { 1, n[0] + 2, (int64_t)(n[0] + 2) * (n[1] + 2) };
  const double *phi = (double *)address + step[0] + step[1] + step[2];
  double most = 0, rhs = 0, terms = 0;
#pragma omp parallel for reduction(max : most, rhs, terms)
  for (int k = 0; k < n[2]; k++)
    for (int j = 0; j < n[1]; j++)
      for (int i = 0; i < n[0]; i++) {
        const int at[3] = { i, j, k };
        const int64_t e = i + j * step[1] + k * step[2];
        const double f = p->of_rhs[i + j * p->row + k * p->plane];
        double r = f, size = fabs(f), volume = 1;
        if (p->variable) r -= number_at(p, -1, i, j, k) * phi[e];
        for (int d = 0; d < 3; d++) {
          const double w = p->width[d][at[d]];
          volume *= w;
          for (int high = 0; high < 2; high++) {
            const bool wall = at[d] == (high ? n[d] - 1 : 0);
            const double beside = wall ? -phi[e] : phi[e + (high ? step[d] : -step[d])];
            const double apart = wall ? w : (w + p->width[d][at[d] + (high ? 1 : -1)]) / 2;
            double b = 1;
            if (p->variable) b = -number_at(p, d, i + (high && d == 0), j + (high && d == 1), k + (high && d == 2));
            r -= b * (beside - phi[e]) / apart / w;
            size += fabs(b / apart / w) * (fabs(beside) + fabs(phi[e]));
          }
        }
        most = fmax(most, fabs(r) * volume);
        rhs = fmax(rhs, fabs(f) * volume);
        terms = fmax(terms, size * volume);
        if (!(fabs(r) < INFINITY)) most = INFINITY;
      }
  *rounding = 16 * 0x1p-53 * terms / rhs;
  return most / rhs;
}

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
  if (!p->variable) return vf_multigrid_create_stretched(NULL, &box, 1, p->h, &sides, &options, solver);
  vf_view *const *c = p->coefficient;
  return vf_multigrid_create_helmholtz(NULL, &box, 1, 1, 1, &c[0], &c[1], &c[2], &c[3], p->h, &sides, &options, solver);
}

static figures measure(const shape *of, bool variable, int solves)
{
  problem p;
  vf_multigrid *solver = NULL;
  vf_multigrid_report report = { 0 };
  figures f = { 0 };
  double times[MOST_SOLVES], rounding = 0;
  make(&p, of, variable);
  check(make_solver(&p, &solver));
  check(vf_multigrid_shape(solver, &f.levels, NULL, NULL));
  vf_status status = VF_OK;
  for (int s = -1; s < solves; s++) { /* one to warm up */
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
  f.residual = residual_of(&p, &rounding);
  f.good = status == VF_OK && f.residual <= 1e-10 * (1 + 1e-6) + rounding;
  check(vf_multigrid_destroy(&solver));
  unmake(&p);
  return f;
}

static FILE *csv;

/* A cube that a shape stands beside, and what was measured of it. */
typedef struct neighbour {
  const shape *cube;
  const figures *measured;
} neighbour;

static double nanoseconds(const shape *s, const figures *f) { return 1e9 * f->best / (double)cells_of(s); }

/* beside: the cubes with the nearest number of cells and the nearest logarithm of it. */
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

/* Of the cubes that were measured the one with the nearest number of cells, or the nearest logarithm of it. */
static int nearest(const shape *s, int count, bool logarithm)
{
  int found = 0;
  double least = INFINITY;
  for (int c = 0; c < count; c++) {
    const double cells = (double)cells_of(s), other = (double)cells_of(&cubes[c]);
    const double distance = logarithm ? fabs(log(cells / other)) : fabs(cells - other);
    if (distance < least) found = c, least = distance;
  }
  return found;
}

/* All shapes of a list with one operator; returns how many are wrong. */
static int measure_all(const shape *list, int length, bool variable, int solves, double most, bool stretched)
{
  figures of_cube[CUBE_COUNT];
  int count = 0, wrong = 0;
  for (; count < CUBE_COUNT && (double)cells_of(&cubes[count]) <= most; count++) {
    of_cube[count] = measure(&cubes[count], variable, solves);
    const neighbour itself = { &cubes[count], &of_cube[count] };
    print(&cubes[count], variable, &of_cube[count], (neighbour[]){ itself, itself });
    wrong += !of_cube[count].good;
  }
  for (int s = 0; s < length; s++) {
    if (list == shapes && ((double)cells_of(&list[s]) > most || (stretched && !is_stretched(&list[s])))) continue;
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
  bool stretched = false;
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
    else if (!strcmp(argv[a], "--only")) stretched = !strcmp(value, "stretched");
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
      wrong += measure_all(list, length, variable, solves, most, stretched);
  check(vf_finalize());
  if (csv && fclose(csv)) {
    perror(path);
    return 1;
  }
  return wrong > 0;
}
