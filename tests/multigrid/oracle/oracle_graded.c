/* Transfers between levels of different widths, or with directions that are not halved. All weights come from the
 * centres of cells. */
#include "oracle_level.h"

/* The centre of a cell in a direction, in units of h, from the low face of the domain. -1 and n are ghosts: each
 * mirrors the cell inside, or is the cell at the other side. */
static double centre(const oracle_level *level, int d, int i)
{
  const int n = level->shape.n[d];
  const double *w = level->width[d];
  const bool around = level->shape.face[d].periodic;
  double start = 0;
  if (i < 0) return -(around ? w[n - 1] : w[0]) / 2;
  for (int c = 0; c < i && c < n; c++) start += w[c];
  return start + (i < n ? w[i] : around ? w[0] : w[n - 1]) / 2;
}

static int children(const oracle_level *coarse, int d) { return coarse->halved[d] ? 2 : 1; }

/* A child of cell `at`: c[d] 0 or 1. False if the child does not exist. */
static bool child_of(const oracle_level *fine, const oracle_level *coarse, const int at[3], const int c[3],
                     int child[3])
{
  bool exists = true;
  for (int d = 0; d < 3; d++) {
    child[d] = coarse->halved[d] ? 2 * at[d] + c[d] : at[d];
    exists = exists && child[d] < fine->shape.n[d];
  }
  return exists;
}

void oracle_graded_average(const oracle_level *fine, const double *x, const oracle_level *coarse, double *mean)
{
  const int *n = coarse->shape.n;
  for_cells(n, i, j, k)
  {
    double sum = 0;
    for (int number = 0; number < 8; number++) {
      int child[3];
      const bool exists =
          child_of(fine, coarse, (int[]){ i, j, k }, (int[]){ number % 2, number / 2 % 2, number / 4 }, child);
      const double value = exists ? x[oracle_at(fine->shape.n, child[0], child[1], child[2])] : 0;
      sum = number == 0 ? value : sum + value;
    }
    mean[oracle_at(n, i, j, k)] = sum * 0.125;
  }
}

/* A coarse link as the sum of its fine links, from a coarse centre to the next. The part of each fine link is the share
 * of its length. A ghost's half is the mirror of the cell's half. */
static double link_at(const oracle_level *fine, const oracle_level *coarse, int d, const int face[3])
{
  const int n = fine->shape.n[d], f = face[d];
  const double *w = fine->width[d];
  const bool around = fine->shape.face[d].periodic;
  int beside[3] = { face[0], face[1], face[2] };
  if (!coarse->halved[d]) return fine->b[d][oracle_at(fine->shape.n, face[0], face[1], face[2])];
  double resistance = 1 / fine->b[d][oracle_at(fine->shape.n, face[0], face[1], face[2])];
  for (int side = 0; side < 2; side++) {
    const int cell = side ? (f < n ? f : 0) : f > 0 ? f - 1 : n - 1; /* beside the face */
    const int sibling = side ? cell + 1 : cell - 1;
    const bool outside = !around && (side ? f == n : f == 0), mirrored = !around && (side ? f == 0 : f == n);
    const bool has_sibling = side ? sibling < n : cell % 2 == 1;
    if (outside || !has_sibling) continue;
    beside[d] = side ? sibling : cell;
    resistance += w[sibling] / (w[sibling] + w[cell]) * (mirrored ? 2 : 1) /
                  fine->b[d][oracle_at(fine->shape.n, beside[0], beside[1], beside[2])];
  }
  return 2 / resistance;
}

void oracle_graded_coefficients(const oracle_level *fine, const oracle_level *coarse)
{
  for (int d = 0; d < 3; d++) {
    int faces[3] = { coarse->shape.n[0], coarse->shape.n[1], coarse->shape.n[2] };
    const int p = d == 0 ? 1 : 0, q = d == 2 ? 1 : 2;
    faces[d]++;
    for_cells(faces, i, j, k)
    {
      const int at[3] = { i, j, k };
      double sum = 0;
      int child[3];
      for (int number = 0; number < 4; number++) {
        int c[3] = { 0, 0, 0 };
        c[p] = number % 2;
        c[q] = number / 2;
        child_of(fine, coarse, at, c, child);
        if (child[d] > fine->shape.n[d]) child[d] = fine->shape.n[d];
        const bool exists = child[p] < fine->shape.n[p] && child[q] < fine->shape.n[q];
        const double value = exists ? link_at(fine, coarse, d, child) : 0;
        sum = number == 0 ? value : sum + value;
      }
      coarse->b[d][oracle_at(coarse->shape.n, i, j, k)] = sum * 0.25;
    }
  }
}

void oracle_width_coefficients(const oracle_level *level)
{
  for (int d = 0; d < 3; d++) {
    int faces[3] = { level->shape.n[0], level->shape.n[1], level->shape.n[2] };
    faces[d]++;
    for_cells(faces, i, j, k)
    {
      const int at[3] = { i, j, k };
      double b = 1;
      for (int e = 0; e < 3; e++)
        b *= e == d ? 1 / (centre(level, d, at[d]) - centre(level, d, at[d] - 1)) : level->width[e][at[e]];
      level->b[d][oracle_at(level->shape.n, i, j, k)] = b;
    }
  }
}

/* The parent of fine cell i, the parent's neighbour on the side of i, and the neighbour's part. */
static double part_of(const oracle_level *fine, const oracle_level *coarse, int d, int i, int *parent, int *beside)
{
  const int high = children(coarse, d) == 2 && i % 2;
  *parent = coarse->halved[d] ? i / 2 : i;
  *beside = *parent + (high ? 1 : -1);
  const double scale = children(coarse, d), self = scale * centre(coarse, d, *parent), at = centre(fine, d, i);
  return (at - self) / (scale * centre(coarse, d, *beside) - self);
}

double oracle_part_at_face(const oracle_level *fine, const oracle_level *coarse, int face)
{
  int parent, beside;
  const double part = part_of(fine, coarse, face % 3, face < 3 ? 0 : fine->shape.n[face % 3] - 1, &parent, &beside);
  return part;
}

/* Linear in each direction: along y between results of z, and these between results of x. A ghost is made from the
 * result of its cell. */
static double blended(const oracle_level *coarse, const int own[3], const int beside[3], const double t[3], int stage,
                      int at[3])
{
  static const int order[] = { 1, 2, 0 };
  const vfi_level *shape = &coarse->shape;
  if (stage < 0) return coarse->phi[oracle_at(shape->n, at[0], at[1], at[2])];
  const int d = order[stage], n = shape->n[d];
  const vfi_face *face = &shape->face[beside[d] < own[d] ? d : d + 3];
  at[d] = own[d];
  const double self = blended(coarse, own, beside, t, stage - 1, at);
  if (t[d] == 0) return self;
  double other = face->cells > 0 ? face->w[0] * self : 0;
  at[d] = (beside[d] + n) % n;
  if (face->periodic || (beside[d] >= 0 && beside[d] < n)) other = blended(coarse, own, beside, t, stage - 1, at);
  return (1 - t[d]) * self + t[d] * other;
}

void oracle_graded_interpolate(const oracle_level *fine, const oracle_level *coarse, bool add)
{
  const int *n = coarse->shape.n;
  const double *c = coarse->phi;
  oracle_fill_ghosts(&coarse->shape, coarse->phi);
  for_cells(fine->shape.n, i, j, k)
  {
    int own[3], beside[3];
    double t[3];
    for (int d = 0; d < 3; d++) t[d] = part_of(fine, coarse, d, (int[]){ i, j, k }[d], &own[d], &beside[d]);
    const double here = c[oracle_at(n, own[0], own[1], own[2])], x = c[oracle_at(n, beside[0], own[1], own[2])],
                 y = c[oracle_at(n, own[0], beside[1], own[2])], z = c[oracle_at(n, own[0], own[1], beside[2])];
    const double rest = 1 - t[1] - t[2];
    double value = (rest - t[0]) * here + t[0] * x + (t[1] * y + t[2] * z);
    if (fine->shape.lines.along > 0) value = blended(coarse, own, beside, t, 2, (int[3]){ 0 });
    double *at = &fine->phi[oracle_at(fine->shape.n, i, j, k)];
    *at = add ? *at + value : value;
  }
}

void oracle_graded_face(const oracle_level *fine, const oracle_level *coarse, int face, const double *from, double *to)
{
  const int p = face % 3 == 0 ? 1 : 0, q = face % 3 == 2 ? 1 : 2;
  const int n[2] = { fine->shape.n[p], fine->shape.n[q] }, m[2] = { coarse->shape.n[p], coarse->shape.n[q] };
  for (int c = 0; c < m[0] * m[1]; c++) to[c] = 0;
  for (int v = 0; v < n[1]; v++)
    for (int u = 0; u < n[0]; u++) {
      const int U = coarse->halved[p] ? u / 2 : u, V = coarse->halved[q] ? v / 2 : v;
      const double of_p = fine->width[p][u] / (children(coarse, p) * coarse->width[p][U]);
      const double of_q = fine->width[q][v] / (children(coarse, q) * coarse->width[q][V]);
      to[U + V * m[0]] += of_p * of_q * from[u + v * n[0]];
    }
}
