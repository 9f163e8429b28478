#include "oracle_users.h"

#include <math.h>

static uint64_t seed = 1;

void seed_numbers(uint64_t of) { seed = of; }

double random_number(void)
{
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(seed >> 11) * 0x1p-53;
}

int random_below(int count) { return (int)(random_number() * count); }

/* The extents and lower bounds of an array around a box: with ghosts on every side, and an extra element in
 * direction face. */
static int64_t shape_of(const vf_box *box, int list, int64_t extents[3], int lower[3])
{
  const int ghosts = list == PHI ? 2 : list == WALL ? 1 : 0;
  for (int d = 0; d < 3; d++) {
    lower[d] = box->lower[d] - ghosts;
    extents[d] = box->upper[d] - box->lower[d] + 1 + 2 * ghosts + (list == BX + d);
  }
  return extents[0] * extents[1] * extents[2];
}

static int64_t place(const vf_box *box, int list, int i, int j, int k)
{
  int64_t extents[3];
  int lower[3];
  shape_of(box, list, extents, lower);
  return i - lower[0] + extents[0] * (j - lower[1] + extents[1] * (k - lower[2]));
}

static void put(const users *u, int list, int box, int64_t at, double value)
{
  if (u->type == VF_REAL32) ((float *)u->memory[list][box])[at] = (float)value;
  else ((double *)u->memory[list][box])[at] = value;
}

static double number_of(const users *u, int list, int box, int64_t at)
{
  return u->type == VF_REAL32 ? (double)((float *)u->memory[list][box])[at] : ((double *)u->memory[list][box])[at];
}

void users_make(users *u, const oracle_level *fine)
{
  int cuts[3];
  u->count = 0;
  for (int d = 0; d < 3; d++) cuts[d] = random_below(u->n[d]);
  for (int b = 7; b >= 0; b--) {
    vf_box *const box = &u->boxes[u->count];
    bool empty = false;
    for (int d = 0; d < 3; d++) {
      const bool high = b >> d & 1;
      box->lower[d] = u->lower[d] + (high ? cuts[d] : 0);
      box->upper[d] = u->lower[d] + (high ? u->n[d] : cuts[d]) - 1;
      empty = empty || box->upper[d] < box->lower[d];
    }
    u->count += !empty;
  }
  static const char *const labels[LISTS] = { "phi", "rhs", "wall", "a", "bx", "by", "bz" };
  const double *const plain[LISTS] = { fine->phi, fine->rhs, NULL, fine->a, fine->b[0], fine->b[1], fine->b[2] };
  for (int list = 0; list < LISTS; list++)
    for (int b = 0; b < u->count; b++) {
      const vf_box *box = &u->boxes[b];
      int64_t extents[3];
      int lower[3];
      const int64_t count = shape_of(box, list, extents, lower);
      u->memory[list][b] = malloc((size_t)count * sizeof(double));
      assert_non_null(u->memory[list][b]);
      for (int64_t e = 0; e < count; e++) put(u, list, b, e, NAN);
      int upper[3] = { box->upper[0], box->upper[1], box->upper[2] };
      for (int d = 0; d < 3; d++) upper[d] += list == BX + d && upper[d] == u->lower[d] + u->n[d] - 1;
      for (int k = box->lower[2]; k <= upper[2] && plain[list]; k++)
        for (int j = box->lower[1]; j <= upper[1]; j++)
          for (int i = box->lower[0]; i <= upper[0]; i++)
            put(u, list, b, place(box, list, i, j, k),
                plain[list][oracle_at(u->n, i - u->lower[0], j - u->lower[1], k - u->lower[2])]);
      must(vf_view_wrap(NULL, u->memory[list][b], u->type, 3, extents, lower, labels[list], VF_WRAP_DISTINCT,
                        &u->views[list][b]));
    }
}

void users_put_walls(users *u, const oracle_solve *s, const vf_boundary *sides)
{
  for (int face = 0; face < 6; face++) {
    const int d = face % 3;
    int layer[3] = { u->n[0], u->n[1], u->n[2] };
    layer[d] = 1;
    int64_t number = 0;
    if (sides->kind[face] != VF_DIRICHLET) continue;
    for_cells(layer, p, q, r)
    {
      int cell[3] = { p + u->lower[0], q + u->lower[1], r + u->lower[2] };
      cell[d] = u->lower[d] + (face < 3 ? 0 : u->n[d] - 1);
      for (int b = 0; b < u->count; b++) {
        const vf_box *box = &u->boxes[b];
        bool inside = true;
        for (int e = 0; e < 3; e++) inside = inside && cell[e] >= box->lower[e] && cell[e] <= box->upper[e];
        if (!inside) continue;
        int ghost[3] = { cell[0], cell[1], cell[2] };
        ghost[d] += face < 3 ? -1 : 1;
        put(u, WALL, b, place(box, WALL, ghost[0], ghost[1], ghost[2]), s->walls[0][face][number]);
      }
      number++;
    }
  }
}

void users_free(users *u)
{
  for (int list = 0; list < LISTS; list++)
    for (int b = 0; b < u->count; b++) {
      must(vf_view_release(&u->views[list][b], true));
      free(u->memory[list][b]);
    }
}

double users_phi(const users *u, int b, int i, int j, int k)
{
  return number_of(u, PHI, b, place(&u->boxes[b], PHI, i, j, k));
}
