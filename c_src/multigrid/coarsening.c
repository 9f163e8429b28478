#include "coarsening.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../core/context.h"
#include "../core/error.h"
#include "hierarchy.h"

static vf_status no_memory(void) { return vfi_fail(VF_ERROR_MEMORY, "no host memory for the widths of cells"); }

/* Copies numbers of the host into an array of the device, which lives as long as the solver. */
static vf_status upload_bytes(vf_multigrid *solver, const void *from, size_t bytes, void **at)
{
  return vfi_hierarchy_upload(solver, from, bytes, "copying widths of cells", at);
}

static vf_status upload(vf_multigrid *solver, const double *from, size_t count, const double **at)
{
  void *address = NULL;
  const vf_status status = upload_bytes(solver, from, count * sizeof *from, &address);
  *at = address;
  return status;
}

static double *numbers(int count) { return calloc((size_t)count, sizeof(double)); }

/* Reads the widths of one direction. */
static vf_status read_widths(vf_multigrid *solver, int d)
{
  const double *given = solver->options.widths[d];
  const int n = solver->levels[0].n[d];
  double *width = solver->widths[0][d] = numbers(n), widest = 0, least = INFINITY;
  if (!width) return no_memory();
  for (int i = 0; i < n; i++) {
    width[i] = given ? given[i] : 1;
    widest = fmax(widest, width[i]);
    least = fmin(least, width[i]);
    if (!(width[i] > 1e-150 && width[i] < 1e150))
      return vfi_fail(VF_ERROR_ARGUMENT, "vf_multigrid_create: options: width %g of cell %d in direction %d", width[i],
                      i, d + 1);
  }
  if (!(least >= 1e-6 * widest))
    return vfi_fail(VF_ERROR_ARGUMENT, "vf_multigrid_create: options: widths from %g to %g in direction %d", least,
                    widest, d + 1);
  if (!given || least == widest) {
    if (given) solver->levels[0].h[d] = widest;
    for (int i = 0; i < n; i++) width[i] = 1;
    return VF_OK;
  }
  solver->levels[0].h[d] = widest;
  for (int i = 0; i < n; i++) width[i] /= widest;
  solver->sides.distance[d] *= width[0];
  solver->sides.distance[d + 3] *= width[n - 1];
  solver->uneven = true;
  /* No halving of whole directions suits small and large cells at once, unless lines run in the direction. Cycles leave
   * few kinds of errors, and conjugate gradients remove these errors. */
  if (!solver->robust && solver->lines != d + 1) solver->options.method = VF_METHOD_CONJUGATE_GRADIENTS;
  return VF_OK;
}

vf_status vfi_widths_given(vf_multigrid *solver)
{
  vf_status status = VF_OK;
  for (int d = 0; d < 3 && !status; d++) status = read_widths(solver, d);
  for (int d = 0; d < 3 && !status && solver->uneven; d++)
    status = upload(solver, solver->widths[0][d], (size_t)solver->levels[0].n[d], &solver->volume[d]);
  solver->options.widths[0] = solver->options.widths[1] = solver->options.widths[2] = NULL;
  return status;
}

vf_status vfi_widths_to_rhs(vf_multigrid *solver)
{
  vfi_level *level = &solver->levels[0];
  if (!solver->uneven) return VF_OK;
  const int code = solver->engine.ops->multiply(&solver->engine, level, level->rhs, solver->volume[0],
                                                solver->volume[1], solver->volume[2]);
  return code ? vfi_solver_status(solver, code, "volumes of cells") : VF_OK;
}

vf_status vfi_widths_coarser(vf_multigrid *solver, int l)
{
  const vfi_level *fine = &solver->levels[l - 1], *level = &solver->levels[l];
  for (int d = 0; d < 3; d++) {
    const double *of_fine = solver->widths[l - 1][d];
    double *width = solver->widths[l][d] = numbers(level->n[d]);
    if (!width) return no_memory();
    for (int i = 0; i < level->n[d]; i++) {
      if (level->coarsening.resampled) width[i] = 1;
      else if (level->coarsening.halved[d])
        width[i] = (of_fine[2 * i] + (2 * i + 1 < fine->n[d] ? of_fine[2 * i + 1] : 0)) / 2;
      else width[i] = of_fine[i];
    }
  }
  return VF_OK;
}

/* Distance of the centres of the two cells beside face i of direction d, in units of h; a ghost is as
 * wide as the cell inside. */
static double distance(const vf_multigrid *solver, int l, int d, int i)
{
  const double *width = solver->widths[l][d];
  const int n = solver->levels[l].n[d];
  const bool around = solver->sides.kind[d] == VF_PERIODIC;
  const double low = i > 0 ? width[i - 1] : width[around ? n - 1 : 0];
  const double high = i < n ? width[i] : width[around ? 0 : n - 1];
  return (low + high) / 2;
}

/* Multiplies b of a level by the areas of faces over the distances of centres. */
static vf_status multiply_faces(vf_multigrid *solver, int l)
{
  const vfi_level *level = &solver->levels[l];
  const double *width[3] = { NULL }, *over[3] = { NULL };
  vf_status status = VF_OK;
  for (int d = 0; d < 3 && !status; d++) {
    const int n = level->n[d];
    double *inverse = numbers(n + 1);
    if (!inverse) return no_memory();
    for (int i = 0; i <= n; i++) inverse[i] = 1 / distance(solver, l, d, i);
    status = upload(solver, inverse, (size_t)n + 1, &over[d]);
    free(inverse);
    if (!status) status = upload(solver, solver->widths[l][d], (size_t)n, &width[d]);
  }
  const vf_field faces[3] = { level->bx, level->by, level->bz };
  for (int d = 0; d < 3 && !status; d++) {
    vfi_level all = *level;
    all.n[d]++;
    const int code = solver->engine.ops->multiply(&solver->engine, &all, faces[d], d == 0 ? over[0] : width[0],
                                                  d == 1 ? over[1] : width[1], d == 2 ? over[2] : width[2]);
    if (code) status = vfi_solver_status(solver, code, "coefficients of levels");
  }
  return status;
}

vf_status vfi_widths_coefficients(vf_multigrid *solver, int l)
{
  vfi_level *level = &solver->levels[l];
  const vf_field faces[3] = { level->bx, level->by, level->bz };
  for (int d = 0; d < 3; d++) {
    vfi_level all = *level;
    all.n[d]++;
    const int code = solver->engine.ops->shift(&solver->engine, &all, faces[d], 1);
    if (code) return vfi_solver_status(solver, code, "coefficients of levels");
  }
  return multiply_faces(solver, l);
}

vf_status vfi_widths_to_coefficients(vf_multigrid *solver)
{
  vfi_level *level = &solver->levels[0];
  if (!solver->uneven) return VF_OK;
  const int code = solver->engine.ops->multiply(&solver->engine, level, level->a, solver->volume[0], solver->volume[1],
                                                solver->volume[2]);
  return code ? vfi_solver_status(solver, code, "volumes of cells") : multiply_faces(solver, 0);
}

/* The parts of neighbours for the children of coarse cell i: low[i] and high[i]. */
static void parts_of(const vf_multigrid *solver, int l, int d, double *low, double *high)
{
  const vfi_level *fine = &solver->levels[l - 1], *level = &solver->levels[l];
  const double *width = solver->widths[l - 1][d];
  for (int i = 0; i < level->n[d]; i++) {
    const bool two = level->coarsening.halved[d] && 2 * i + 1 < fine->n[d];
    /* A child's centre is half of the other child's width away from its parent's centre, in units of the fine h. */
    low[i] = two ? width[2 * i + 1] / 2 / (2 * distance(solver, l, d, i)) : 0;
    high[i] = two ? width[2 * i] / 2 / (2 * distance(solver, l, d, i + 1)) : 0;
  }
}

static vf_status make_parts(vf_multigrid *solver, int l, int d)
{
  vfi_level *level = &solver->levels[l];
  vfi_coarsening_numbers *made = &solver->coarsenings[l];
  const int n = level->n[d], last = n - 1;
  const int length = d == 0 ? (int)level->phi.row : n;
  double *part = numbers(2 * n), *row = numbers(length);
  vf_status status = part && row ? VF_OK : no_memory();
  if (!status) {
    parts_of(solver, l, d, part, part + n);
    const bool alone = level->coarsening.halved[d] && solver->levels[l - 1].n[d] % 2;
    made->edge[d] = part[0];
    made->edge[d + 3] = alone ? part[last] : part[n + last];
  }
  for (int high = 0; high < 2 && !status; high++) {
    for (int i = 0; i < n; i++) row[d == 0 ? vfi_field_place(&level->phi, i) : i] = part[high * n + i];
    status = upload(solver, row, (size_t)length, high ? &level->coarsening.high[d] : &level->coarsening.low[d]);
  }
  free(part);
  free(row);
  return status;
}

vf_status vfi_coarsening_narrow(vf_multigrid *solver, int l, vfi_level *level)
{
  vfi_coarsening *coarsening = &level->coarsening;
  if (!solver->engine.ops->halves_rows || !coarsening->graded || !coarsening->halved[0]) return VF_OK;
  const int n = level->n[0];
  const size_t length = 2 * (size_t)level->phi.row;
  const ptrdiff_t odd_start = 2 * level->phi.odd_start;
  double *part = numbers(2 * n);
  float *row = calloc(length, sizeof *row);
  vf_status status = part && row ? VF_OK : no_memory();
  if (!status) parts_of(solver, l, 0, part, part + n);
  for (int high = 0; high < 2 && !status; high++) {
    void *address = NULL;
    for (int i = 0; i < n; i++) row[i / 2 + i % 2 * odd_start] = (float)part[high * n + i];
    status = upload_bytes(solver, row, length * sizeof *row, &address);
    *(high ? &coarsening->narrow_high : &coarsening->narrow_low) = address;
  }
  free(part);
  free(row);
  return status;
}

static vf_status make_shares(vf_multigrid *solver, int l, int d)
{
  const vfi_level *level = &solver->levels[l];
  const int n = solver->levels[l - 1].n[d];
  const double *fine = solver->widths[l - 1][d], *width = solver->widths[l][d];
  double *share = numbers(n);
  if (!share) return no_memory();
  for (int i = 0; i < n; i++) share[i] = level->coarsening.halved[d] ? fine[i] / (2 * width[i / 2]) : 1;
  const vf_status status = upload(solver, share, (size_t)n, &solver->coarsenings[l].share[d]);
  free(share);
  return status;
}

/* The parts of the neighbouring fine links that lie between the coarse centres beside a face. A ghost mirrors the cells
 * inside, and so do its links. */
static vf_status make_links(vf_multigrid *solver, int l, int d)
{
  vfi_coarsening *coarsening = &solver->levels[l].coarsening;
  const int n = solver->levels[l - 1].n[d], faces = solver->levels[l].n[d] + 1;
  const double *w = solver->widths[l - 1][d];
  const bool around = solver->sides.kind[d] == VF_PERIODIC;
  if (!coarsening->halved[d]) return VF_OK;
  double *part = numbers(2 * faces), *const before = part, *const after = part + faces;
  if (!part) return no_memory();
  for (int i = 0; i < faces; i++) {
    const int f = 2 * i < n ? 2 * i : n;
    const bool low_wall = f == 0 && !around, high_wall = f == n && !around;
    /* The last cell below the face is the second child of its parent, or an only child. */
    const int below = f > 0 ? f - 1 : n - 1, above = f < n ? f : 0;
    if (below % 2 && !low_wall) before[i] = w[below - 1] / (w[below - 1] + w[below]) * (high_wall ? 2 : 1);
    if (above + 1 < n && !high_wall) after[i] = w[above + 1] / (w[above] + w[above + 1]) * (low_wall ? 2 : 1);
  }
  vf_status status = upload(solver, before, (size_t)faces, &coarsening->before[d]);
  if (!status) status = upload(solver, after, (size_t)faces, &coarsening->after[d]);
  free(part);
  return status;
}

vf_status vfi_coarsening_make(vf_multigrid *solver, int l)
{
  vf_status status = VF_OK;
  for (int d = 0; d < 3 && !status; d++) {
    status = make_parts(solver, l, d);
    if (!status && !solver->constant) status = make_links(solver, l, d);
    if (!status) status = make_shares(solver, l, d);
  }
  return status;
}
