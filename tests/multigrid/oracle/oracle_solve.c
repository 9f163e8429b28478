#include "oracle_solve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double *numbers(int64_t count)
{
  double *x = calloc((size_t)count, sizeof *x);
  if (!x) abort();
  return x;
}

static vfi_face face_of(const vf_boundary *sides, int face, double distance, int n)
{
  switch (sides->kind[face]) {
    case VF_PERIODIC: return (vfi_face){ .periodic = true };
    case VF_NEUMANN: return (vfi_face){ .cells = 1, .w = { 1 } };
    case VF_REFLECT_ODD: return (vfi_face){ .cells = 1, .w = { -1 } };
    default: return oracle_dirichlet(sides->order, distance, n);
  }
}

static int cells_beside(const vfi_level *level, int face)
{
  return level->n[0] * level->n[1] * level->n[2] / level->n[face % 3];
}

/* True if the first cells beside a face, at most three, all have the width h. */
static bool even_beside(const oracle_level *level, int face)
{
  const int d = face % 3, n = level->shape.n[d];
  for (int m = 0; m < 3 && m < n; m++)
    if (level->width[d][face < 3 ? m : n - 1 - m] != 1) return false;
  return true;
}

static vfi_face face_on(const oracle_level *level, const vf_boundary *sides, int face, double distance)
{
  const int d = face % 3, n = level->shape.n[d];
  vfi_face f = face_of(sides, face, distance, n);
  if (f.periodic && n == 1) return (vfi_face){ .cells = 1, .w = { 1 } };
  if (f.periodic && n % 2) f.w[0] = -1; /* cells of the same colour meet there: they count as each other's diagonal */
  if (sides->kind[face] != VF_DIRICHLET || sides->order == 1 || even_beside(level, face)) return f;
  return oracle_dirichlet(2, distance / level->width[d][face < 3 ? 0 : n - 1], n);
}

static void make_arrays(oracle_solve *s, int l)
{
  oracle_level *const level = &s->level[l];
  const int *n = level->shape.n;
  double **const arrays[] = { &level->phi, &level->rhs, &level->a, &level->b[0], &level->b[1], &level->b[2] };
  for (int f = 0; f < 6; f++) *arrays[f] = numbers(oracle_elements(n));
  for (int d = 0; d < 3; d++) s->of_faces[l][d] = numbers(oracle_elements(n));
  for (int face = 0; face < 6; face++) s->walls[l][face] = numbers(cells_beside(&level->shape, face));
}

void oracle_solve_make(oracle_solve *s, const int n[3], const double h[3], const vf_boundary *sides, bool variable,
                       double alpha, double beta)
{
  *s = (oracle_solve){ .count = 1 };
  oracle_level *const level = &s->level[0];
  level->shape = (vfi_level){ .variable = variable, .alpha = alpha, .beta = beta };
  level->shape.anisotropic = !variable && (h[1] != h[0] || h[2] != h[0]);
  for (int d = 0; d < 3; d++) {
    level->shape.n[d] = n[d];
    level->shape.h[d] = h[d];
    level->width[d] = numbers(n[d]);
    for (int i = 0; i < n[d]; i++) level->width[d][i] = 1;
  }
  for (int face = 0; face < 6; face++) level->shape.face[face] = face_on(level, sides, face, sides->distance[face]);
  make_arrays(s, 0);
}

/* Level 1 with n cells of equal width, for any level 0. */
static void resample(oracle_solve *s, const vf_boundary *sides, const int n[3], double part[3])
{
  const oracle_level *fine = &s->level[0];
  oracle_level *const level = &s->level[s->count++];
  level->resampled = true;
  bool cubes = true;
  for (int d = 0; d < 3; d++) {
    level->halved[d] = true;
    level->shape.n[d] = n[d];
    level->shape.h[d] = fine->shape.h[d] * fine->shape.n[d] / n[d];
    part[d] = (double)n[d] / fine->shape.n[d];
    level->width[d] = numbers(n[d]);
    for (int i = 0; i < n[d]; i++) level->width[d][i] = 1;
    cubes = cubes && level->shape.h[d] == level->shape.h[0];
  }
  level->shape.anisotropic = !cubes;
  for (int face = 0; face < 6; face++) {
    const double distance = sides->distance[face] * part[face % 3];
    level->shape.face[face] = face_on(level, sides, face, distance);
    level->resampled_face[face] = sides->kind[face] != VF_DIRICHLET || sides->order == 1
                                      ? level->shape.face[face]
                                      : oracle_dirichlet(2, distance, n[face % 3]);
  }
  make_arrays(s, 1);
}

void oracle_solve_coarsen(oracle_solve *s, const vf_boundary *sides, int count, bool halved[][3],
                          const int resampled[3], int lines)
{
  s->level[0].shape.lines.along = lines;
  if (lines > 0) s->level[0].shape.anisotropic = false;
  const vfi_level *first = &s->level[0].shape;
  double part[3] = { 1, 1, 1 }; /* of the cells of level 0 in a direction */
  if (resampled[0] > 0) resample(s, sides, resampled, part);
  for (; s->count < count; s->count++) {
    const oracle_level *fine = &s->level[s->count - 1];
    oracle_level *const level = &s->level[s->count];
    bool equal = true, cubes = true;
    level->shape = (vfi_level){ .variable = first->variable, .alpha = first->alpha, .beta = first->beta };
    for (int d = 0; d < 3; d++) {
      const bool half = level->halved[d] = halved[s->count][d];
      const int n = fine->shape.n[d], m = level->shape.n[d] = half ? (n + 1) / 2 : n;
      part[d] /= half ? 2 : 1;
      level->shape.h[d] = fine->shape.h[d] * (half ? 2 : 1);
      level->width[d] = numbers(m);
      for (int i = 0; i < n; i++) level->width[d][half ? i / 2 : i] += fine->width[d][i] / (half ? 2 : 1);
      level->graded = level->graded || !half || n % 2;
      for (int i = 0; i < n; i++) level->graded = level->graded || fine->width[d][i] != 1;
      for (int i = 0; i < m; i++) equal = equal && level->width[d][i] == 1;
      cubes = cubes && level->shape.h[d] == level->shape.h[0];
    }
    level->shape.lines.along = lines;
    level->shape.anisotropic = !first->variable && equal && !cubes && lines == 0;
    if (!equal && !first->variable && lines == 0) {
      level->shape.variable = true;
      level->shape.alpha = 0;
      level->shape.beta = -1;
    }
    for (int face = 0; face < 6; face++)
      level->shape.face[face] = face_on(level, sides, face, sides->distance[face] * part[face % 3]);
    make_arrays(s, s->count);
  }
}

void oracle_solve_free(oracle_solve *s)
{
  for (int l = 0; l < s->count; l++) {
    double *const arrays[] = { s->level[l].phi,  s->level[l].rhs,  s->level[l].a,
                               s->level[l].b[0], s->level[l].b[1], s->level[l].b[2] };
    for (int f = 0; f < 6; f++) free(arrays[f]);
    for (int face = 0; face < 6; face++) free(s->walls[l][face]);
    for (int d = 0; d < 3; d++) free(s->of_faces[l][d]);
    for (int d = 0; d < 3; d++) free(s->level[l].width[d]);
  }
}

/* A wall's part in the ghost beside it, wall weight * value, moved to the right-hand side. */
static void walls_to_rhs(oracle_solve *s, const vf_boundary *sides, int l)
{
  oracle_level before = s->level[l];
  const oracle_level *level = &before;
  const vfi_level *shape = &level->shape;
  for (int d = 0; d < 3; d++) before.b[d] = s->of_faces[l][d];
  for (int face = 0; face < 6; face++) {
    if (sides->kind[face] != VF_DIRICHLET) continue;
    const double h = shape->h[face % 3];
    const double factor = shape->variable ? shape->beta / (h * h) : -1 / (h * h);
    oracle_add_on_face(level, level->rhs, face, s->walls[l][face], factor * shape->face[face].wall,
                       shape->variable || shape->lines.along > 0);
  }
}

/* A ghost of the coarse solution makes up a part of the children beside it: a quarter if all cells are alike. */
static void walls_to_children(oracle_solve *s, const vf_boundary *sides, int l)
{
  for (int face = 0; face < 6; face++)
    if (sides->kind[face] == VF_DIRICHLET && s->level[l + 1].resampled)
      oracle_resampled_wall(&s->level[l], &s->level[l + 1], face, s->walls[l][face]);
    else if (sides->kind[face] == VF_DIRICHLET)
      oracle_add_on_face(
          &s->level[l], s->level[l].phi, face, s->walls[l][face],
          oracle_part_at_face(&s->level[l], &s->level[l + 1], face) * s->level[l + 1].shape.face[face].wall, false);
}

static void restrict_walls(oracle_solve *s)
{
  for (int l = 1; l < s->count; l++)
    for (int face = 0; face < 6; face++) {
      if (s->level[l].resampled) {
        oracle_resampled_face(&s->level[l - 1], &s->level[l], face, s->walls[l - 1][face], s->walls[l][face]);
        continue;
      }
      if (s->level[l].graded) {
        oracle_graded_face(&s->level[l - 1], &s->level[l], face, s->walls[l - 1][face], s->walls[l][face]);
        continue;
      }
      const int *n = s->level[l].shape.n, extents[2] = { n[face % 3 == 0 ? 1 : 0], n[face % 3 == 2 ? 1 : 2] };
      oracle_restrict_face(s->walls[l - 1][face], s->walls[l][face], extents);
    }
}

/* True if the ghost beside a face of the variable operator is w times the cell there. Then this cell's row has the term
 * beta / h^2 b (1 - w) x. */
static bool folds(const vfi_level *shape, int face)
{
  return shape->variable && !shape->face[face].periodic && shape->face[face].cells == 1;
}

/* On all levels these terms go into a (and alpha), and b of these faces becomes 0. If w is negative, a third goes into
 * a, and two thirds of b stay. */
static void fold_coefficients(oracle_solve *s)
{
  bool any = false;
  for (int l = 0; l < s->count; l++)
    for (int face = 0; face < 6; face++) any = any || folds(&s->level[l].shape, face);
  for (int l = 0; l < s->count; l++) {
    oracle_level *const level = &s->level[l];
    vfi_level *const shape = &level->shape;
    const int *n = shape->n;
    for (int d = 0; d < 3; d++) memcpy(s->of_faces[l][d], level->b[d], (size_t)oracle_elements(n) * sizeof(double));
    if (!any || !shape->variable) continue;
    for_cells(n, i, j, k) level->a[oracle_at(n, i, j, k)] *= shape->alpha;
    shape->alpha = 1;
    for (int face = 0; face < 6; face++) {
      if (!folds(shape, face)) continue;
      const int d = face % 3;
      const double w = shape->face[face].w[0], left = w < 0 ? 2.0 / 3 : 0;
      const double factor = shape->beta / (shape->h[d] * shape->h[d]) * (1 - w) * (1 - left);
      int layer[3] = { n[0], n[1], n[2] };
      layer[d] = 1;
      for_cells(layer, p, q, r)
      {
        int cell[3] = { p, q, r }, side[3] = { p, q, r };
        cell[d] = face < 3 ? 0 : n[d] - 1;
        side[d] = face < 3 ? 0 : n[d];
        double *const b = &level->b[d][oracle_at(n, side[0], side[1], side[2])];
        level->a[oracle_at(n, cell[0], cell[1], cell[2])] += factor * *b;
        *b = left * *b;
      }
    }
  }
}

static void clear(const oracle_level *level)
{
  for_cells(level->shape.n, i, j, k) level->phi[oracle_at(level->shape.n, i, j, k)] = 0;
}

/* The solutions of the coarser levels from start_level on, each improved by a cycle, and the finest solution from
 * them. */
static void full_start(oracle_solve *s, const vf_boundary *sides, const vfi_cycle *cycle, bool with_walls)
{
  for (int l = 1; l <= s->start_level; l++)
    oracle_average(&s->level[l - 1], s->level[l - 1].rhs, &s->level[l], s->level[l].rhs);
  for (int l = 0; l <= s->start_level && with_walls; l++) walls_to_rhs(s, sides, l);
  for (int l = s->start_level; l > 0; l--) {
    if (!s->start_skips[l]) oracle_cycle(&s->level[l], s->count - l, cycle, cycle->kind, l == s->start_level);
    oracle_interpolate(&s->level[l - 1], &s->level[l], false);
    if (with_walls) walls_to_children(s, sides, l - 1);
  }
}

/* The smooths before the next coarse correction, and the residual after them. */
static double begin_cycle(const oracle_solve *s, const vfi_cycle *cycle)
{
  const oracle_level *fine = &s->level[0];
  for (int p = 0; p < cycle->pre && s->count > 1; p++)
    oracle_smooth(fine, 1, oracle_omega(fine, cycle, cycle->post + p));
  double *r = numbers(oracle_elements(fine->shape.n));
  oracle_residual(fine, r);
  const double norm = oracle_largest(fine, r);
  free(r);
  return norm;
}

oracle_outcome oracle_solve_run(oracle_solve *s, const vf_boundary *sides, const vf_multigrid_options *options,
                                int cycles, bool with_walls)
{
  const oracle_level *fine = &s->level[0];
  const vfi_cycle cycle = { .kind = options->cycle,
                            .pre = options->pre,
                            .post = options->post,
                            .omega = options->omega,
                            .near = options->omega_near,
                            .bottom_smooths = options->bottom_smooths };
  restrict_walls(s);
  for (int l = fine->shape.variable ? 1 : 0; l < s->count; l++) {
    if (fine->shape.variable) oracle_restrict_coefficients(&s->level[l - 1], &s->level[l]);
    else oracle_width_coefficients(&s->level[l]);
  }
  fold_coefficients(s);
  if (options->start == VF_START_FULL && s->count > 1) full_start(s, sides, &cycle, with_walls);
  else if (with_walls) walls_to_rhs(s, sides, 0);
  if (options->start == VF_START_ZERO || (options->start == VF_START_FULL && s->count == 1)) clear(fine);
  oracle_outcome outcome = { .residual = INFINITY, .rhs = oracle_largest(fine, fine->rhs) };
  const size_t bytes = (size_t)oracle_elements(fine->shape.n) * sizeof(double);
  double *before = numbers(oracle_elements(fine->shape.n)), *best = numbers(oracle_elements(fine->shape.n));
  for (int c = 0; c <= cycles; c++) {
    if (c > 0) oracle_cycle(s->level, s->count, &cycle, cycle.kind, false);
    memcpy(before, fine->phi, bytes);
    const double residual = begin_cycle(s, &cycle);
    if (residual < outcome.residual) {
      outcome.cycles = c;
      outcome.residual = residual;
      memcpy(best, fine->phi, bytes);
    }
    memcpy(fine->phi, before, bytes);
  }
  memcpy(fine->phi, best, bytes);
  free(before);
  free(best);
  return outcome;
}
