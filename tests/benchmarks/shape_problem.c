#include "shape_problem.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "timing.h"

/* The coefficient of a face at (x, y, z), and a at a centre, in units of the domain. */
static double coefficient_at(double x, double y, double z) { return 1 + 0.5 * sin(5 * x + 3 * y) * cos(4 * z); }

static void *allocate(int64_t numbers)
{
  void *at = malloc((size_t)numbers * sizeof(double));
  if (!at) {
    fprintf(stderr, "benchmark: no memory\n");
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
      /* the middle cell has the usual width */
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

void make_problem(problem *p, const shape *of, bool variable)
{
  const double pi = 3.14159265358979324;
  *p = (problem){ .of = of, .variable = variable, .row = of->n[0], .plane = (int64_t)of->n[0] * of->n[1] };
  make_widths(p);
  p->of_rhs = allocate(shape_cells(of));
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

void unmake_problem(problem *p)
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

double problem_residual(const problem *p, double *rounding)
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
