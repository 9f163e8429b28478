#include "medium.h"

#include <stdio.h>

static int64_t cell_at(const random_problem *p, const int at[3])
{
  return at[0] + (int64_t)p->n[0] * (at[1] + (int64_t)p->n[1] * at[2]);
}

static double *in_cells(random_problem *p, const medium *m)
{
  const int64_t cells = (int64_t)p->n[0] * p->n[1] * p->n[2];
  double *x = malloc((size_t)cells * sizeof *x);
  if (!x) fail_msg("no memory");
  for (int k = 0; k < p->n[2]; k++)
    for (int j = 0; j < p->n[1]; j++)
      for (int i = 0; i < p->n[0]; i++) {
        const int at[3] = { i, j, k };
        x[cell_at(p, at)] = m->half && at[m->half - 1] >= m->from ? m->jump : 1;
      }
  for (int s = 0; s < m->singles; s++) x[random_bits(p) % (uint64_t)cells] = m->jump;
  return x;
}

/* Cells of the domain count again outside, but for periodic faces. */
static double on_face(const random_problem *p, const medium *m, const double *inside, int d, const int face[3])
{
  int low[3] = { face[0], face[1], face[2] }, high[3] = { face[0], face[1], face[2] };
  const bool around = p->sides.kind[d] == VF_PERIODIC;
  low[d] = face[d] > 0 ? face[d] - 1 : around ? p->n[d] - 1 : 0;
  high[d] = face[d] < p->n[d] ? face[d] : around ? 0 : p->n[d] - 1;
  const double a = inside[cell_at(p, low)], b = inside[cell_at(p, high)], strong = m->strong[d] > 0 ? m->strong[d] : 1;
  return strong * (m->arithmetic ? (a + b) / 2 : 2 * a * b / (a + b));
}

random_problem medium_problem(const medium *m, int method, double relative)
{
  random_problem p = random_cells(MEDIUM_X, MEDIUM_Y, MEDIUM_Z, m->faces, true);
  if (m->one_wall) p.sides.kind[0] = VF_DIRICHLET;
  for (int d = 0; d < 3; d++) p.h[d] *= m->h[d] > 0 ? m->h[d] : 1;
  p.options.method = method;
  p.options.relative = relative;
  random_make(&p);
  double *inside = in_cells(&p, m), *const arrays[3] = { p.bx, p.by, p.bz };
  vf_view *const views[3] = { p.of_bx[0], p.of_by[0], p.of_bz[0] };
  for (int d = 0; d < 3; d++) {
    void *address = NULL;
    must(vf_view_to_host(views[d], VF_WRITE));
    must(vf_view_host_address(views[d], &address));
    double *x = address;
    for (int k = 0; k < p.n[2] + (d == 2); k++)
      for (int j = 0; j < p.n[1] + (d == 1); j++)
        for (int i = 0; i < p.n[0] + (d == 0); i++)
          *x++ = arrays[d][random_at(&p, i, j, k)] = on_face(&p, m, inside, d, (int[3]){ i, j, k });
  }
  free(inside);
  p.singular = p.singular && !m->one_wall;
  return p;
}

const char *medium_text(const medium *m, int method, char text[MEDIUM_TEXT])
{
  snprintf(text, MEDIUM_TEXT,
           "method %d, faces %d%s, half %d from %d, %d single cells, jump %g, %s, strong %g %g %g, h %g %g %g", method,
           m->faces, m->one_wall ? " and a wall" : "", m->half, m->from, m->singles, m->jump,
           m->arithmetic ? "arithmetic" : "harmonic", m->strong[0], m->strong[1], m->strong[2], m->h[0], m->h[1],
           m->h[2]);
  return text;
}

medium medium_half(int number)
{
  return (medium){ .half = number % 2 ? 1 : 3, .from = number / 2 % 2 ? 12 : 9, .arithmetic = number / 4, .jump = 1e9 };
}
