#include "solver_cases.h"

#include <math.h>

static const double pi = 3.14159265358979324;

vf_boundary all_sides(int kind)
{
  vf_boundary sides = { .order = 2 };
  for (int face = 0; face < 6; face++) sides.kind[face] = kind;
  return sides;
}

/* Factor d at x, or its second derivative. */
static double factor(const problem *p, int d, double x, int derivative)
{
  const double length = p->n[d] * p->h[d];
  const int low = p->sides.kind[d], high = p->sides.kind[d + 3];
  const int low_free = low == VF_NEUMANN, high_free = high == VF_NEUMANN;
  const double a = low == VF_PERIODIC ? 2 * pi / length : low_free == high_free ? pi / length : pi / 2 / length;
  const double value = low_free ? cos(a * x) : sin(a * x);
  return derivative ? -a * a * value : value;
}

static double solution(const problem *p, const double x[3])
{
  if (p->walls) return exp(x[0] + x[1] / 2) * cos(x[2]);
  return factor(p, 0, x[0], 0) * factor(p, 1, x[1], 0) * factor(p, 2, x[2], 0);
}

static double laplacian(const problem *p, const double x[3])
{
  if (p->walls) return (1 + 0.25 - 1) * solution(p, x);
  double sum = 0;
  for (int d = 0; d < 3; d++)
    sum += factor(p, 0, x[0], d == 0) * factor(p, 1, x[1], d == 1) * factor(p, 2, x[2], d == 2);
  return sum;
}

static double source(const problem *p, const double x[3])
{
  return p->variable ? p->alpha * solution(p, x) - p->beta * laplacian(p, x) : laplacian(p, x);
}

static double one(const problem *p, const double x[3])
{
  (void)p;
  (void)x;
  return 1;
}

static double zero(const problem *p, const double x[3])
{
  (void)p;
  (void)x;
  return 0;
}

/* A view of a box with ghosts and an extra element in direction `face`, filled at the centres. Ghosts beside walls are
 * filled on the walls. */
static vf_view *made(problem *p, const vf_box *box, int ghosts, int face, const char *label,
                     double (*value)(const problem *, const double *))
{
  vf_view *view = NULL;
  int64_t extents[3];
  int lower[3];
  for (int d = 0; d < 3; d++) {
    extents[d] = box->upper[d] - box->lower[d] + 1 + 2 * ghosts + (face == d);
    lower[d] = box->lower[d] - ghosts;
  }
  must(vf_view_create(NULL, p->type, 3, extents, lower, label, &view));
  must(vf_view_to_host(view, VF_WRITE));
  void *at = NULL;
  must(vf_view_host_address(view, &at));
  int64_t e = 0;
  for (int k = 0; k < extents[2]; k++)
    for (int j = 0; j < extents[1]; j++)
      for (int i = 0; i < extents[0]; i++, e++) {
        const int index[3] = { i + lower[0] - p->lower[0], j + lower[1] - p->lower[1], k + lower[2] - p->lower[2] };
        double x[3];
        for (int d = 0; d < 3; d++) {
          x[d] = (index[d] + 0.5) * p->h[d];
          if (index[d] < 0) x[d] = 0;
          if (index[d] >= p->n[d]) x[d] = p->n[d] * p->h[d];
        }
        const double v = value(p, x);
        if (p->type == VF_REAL64) ((double *)at)[e] = v;
        else ((float *)at)[e] = (float)v;
      }
  return view;
}

void problem_make(problem *p)
{
  if (!p->type) p->type = VF_REAL64;
  p->box_count = 1;
  for (int d = 0; d < 3; d++) {
    if (!p->parts[d]) p->parts[d] = 1;
    p->box_count *= p->parts[d];
  }
  p->boxes = calloc((size_t)p->box_count, sizeof *p->boxes);
  vf_view ***const lists[7] = { &p->phi, &p->rhs, &p->wall, &p->a, &p->bx, &p->by, &p->bz };
  for (int f = 0; f < 7; f++) *lists[f] = calloc((size_t)p->box_count, sizeof(vf_view *));
  for (int b = 0; b < p->box_count; b++) {
    /* The boxes come in a mixed order. */
    const int c = (int)((int64_t)b * 7 % p->box_count), number = p->box_count % 7 ? c : b;
    const int part[3] = { number % p->parts[0], number / p->parts[0] % p->parts[1],
                          number / p->parts[0] / p->parts[1] };
    for (int d = 0; d < 3; d++) {
      p->boxes[b].lower[d] = p->lower[d] + p->n[d] * part[d] / p->parts[d];
      p->boxes[b].upper[d] = p->lower[d] + p->n[d] * (part[d] + 1) / p->parts[d] - 1;
    }
    p->phi[b] = made(p, &p->boxes[b], 1, -1, "phi", zero);
    p->rhs[b] = made(p, &p->boxes[b], 0, -1, "rhs", source);
    if (p->walls) p->wall[b] = made(p, &p->boxes[b], 1, -1, "wall", solution);
    if (!p->variable) continue;
    p->a[b] = made(p, &p->boxes[b], 0, -1, "a", one);
    p->bx[b] = made(p, &p->boxes[b], 0, 0, "bx", one);
    p->by[b] = made(p, &p->boxes[b], 0, 1, "by", one);
    p->bz[b] = made(p, &p->boxes[b], 0, 2, "bz", one);
  }
}

void problem_free(problem *p)
{
  vf_view **const lists[7] = { p->phi, p->rhs, p->wall, p->a, p->bx, p->by, p->bz };
  for (int f = 0; f < 7; f++) {
    for (int b = 0; b < p->box_count; b++) must(vf_view_release(&lists[f][b], true));
    free(lists[f]);
  }
  free(p->boxes);
}

vf_status problem_solver(problem *p, const vf_multigrid_options *options, vf_multigrid **solver)
{
  if (!p->variable)
    return vf_multigrid_create(
        &(vf_multigrid_problem){
            .boxes = p->boxes, .box_count = p->box_count, .h = { p->h[0], p->h[1], p->h[2] }, .sides = &p->sides },
        options, solver);
  return vf_multigrid_create(&(vf_multigrid_problem){ .boxes = p->boxes,
                                                      .box_count = p->box_count,
                                                      .h = { p->h[0], p->h[1], p->h[2] },
                                                      .sides = &p->sides,
                                                      .alpha = p->alpha,
                                                      .beta = p->beta,
                                                      .a = p->a,
                                                      .bx = p->bx,
                                                      .by = p->by,
                                                      .bz = p->bz },
                             options, solver);
}

double *problem_cells(problem *p)
{
  double *cells = malloc((size_t)p->n[0] * (size_t)p->n[1] * (size_t)p->n[2] * sizeof *cells);
  for (int b = 0; b < p->box_count; b++) {
    const vf_box *box = &p->boxes[b];
    void *at = NULL;
    must(vf_view_to_host(p->phi[b], VF_READ));
    must(vf_view_host_address(p->phi[b], &at));
    const int64_t row = box->upper[0] - box->lower[0] + 3, plane = row * (box->upper[1] - box->lower[1] + 3);
    for (int k = box->lower[2]; k <= box->upper[2]; k++)
      for (int j = box->lower[1]; j <= box->upper[1]; j++)
        for (int i = box->lower[0]; i <= box->upper[0]; i++) {
          const int64_t e = i - box->lower[0] + 1 + row * (j - box->lower[1] + 1) + plane * (k - box->lower[2] + 1);
          const int64_t c =
              i - p->lower[0] + (int64_t)p->n[0] * (j - p->lower[1] + (int64_t)p->n[1] * (k - p->lower[2]));
          cells[c] = p->type == VF_REAL64 ? ((double *)at)[e] : (double)((float *)at)[e];
        }
  }
  return cells;
}

double problem_error(problem *p)
{
  double *cells = problem_cells(p), error = 0;
  int64_t c = 0;
  for (int k = 0; k < p->n[2]; k++)
    for (int j = 0; j < p->n[1]; j++)
      for (int i = 0; i < p->n[0]; i++, c++) {
        const double x[3] = { (i + 0.5) * p->h[0], (j + 0.5) * p->h[1], (k + 0.5) * p->h[2] };
        const double e = fabs(cells[c] - solution(p, x));
        if (!(e <= error)) error = e;
      }
  free(cells);
  return error;
}

problem cube(int n, int kind)
{
  return (problem){
    .n = { n, n, n }, .lower = { -3, 0, 7 }, .h = { 1.0 / n, 1.0 / n, 1.0 / n }, .beta = 1, .sides = all_sides(kind)
  };
}

double solved(problem *p, const vf_multigrid_options *options, vf_multigrid_report *report)
{
  vf_multigrid *solver = NULL;
  vf_multigrid_report own;
  must(problem_solver(p, options, &solver));
  must(vf_multigrid_solve(solver, p->phi, p->rhs, p->walls ? p->wall : NULL, report ? report : &own));
  must(vf_multigrid_destroy(&solver));
  return problem_error(p);
}

double error_of(problem p, const vf_multigrid_options *options, vf_multigrid_report *report)
{
  problem_make(&p);
  const double error = solved(&p, options, report);
  problem_free(&p);
  return error;
}
