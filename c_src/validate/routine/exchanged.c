/* Arrays in each other's place. */
#include "hints.h"

#include <string.h>

#include "compare.h"

/* A piece of the run, and knowledge about it. */
typedef struct held {
  const vf_routine_piece *piece;
  const char *before, *port, *original;
} held;

static held held_of(const vf_routine_run *run, int p)
{
  const vf_routine_piece *piece = &run->pieces[p];
  const vf_routine_array *image = &run->arrays[piece->array];
  return (held){ piece, vf_routine_piece_part(piece, image->before), vf_routine_piece_part(piece, image->port),
                 vf_routine_piece_part(piece, image->original) };
}

static int64_t count_of(const held *held) { return (int64_t)(held->piece->bytes / vf_type_size(held->piece->type)); }

static uint64_t bits(const held *held, const char *image, int64_t element)
{
  return vf_routine_bits(held->piece->type, image, element);
}

static bool differs(const held *held, int64_t element)
{
  return bits(held, held->port, element) != bits(held, held->original, element);
}

/* True if the port has written the original's values of the other piece, wherever the two differ. By chance some
 * elements have had these values before. */
static bool holds(const held *wrong, const held *other)
{
  int64_t count = 0, before = 0;
  for (int64_t e = 0; e < count_of(wrong); e++) {
    if (!differs(wrong, e)) continue;
    const uint64_t p = bits(wrong, wrong->port, e);
    if (p != bits(other, other->original, e)) return false;
    before += p == bits(wrong, wrong->before, e);
    count++;
  }
  return 8 * before < count;
}

/* True if the values would tell two arrays apart: they vary, and most are not 0. */
static bool vary(const held *wrong)
{
  int64_t count = 0, zeros = 0;
  uint64_t first = 0;
  bool any = false;
  for (int64_t e = 0; e < count_of(wrong); e++) {
    if (!differs(wrong, e)) continue;
    const uint64_t p = bits(wrong, wrong->port, e);
    if (!count++) first = p;
    any = any || p != first;
    zeros += vf_routine_number(wrong->piece->type, p) == 0;
  }
  return any && 2 * zeros < count;
}

/* Directions in another order, some of them backwards. */
typedef struct symmetry {
  int of[3];
  bool back[3];
} symmetry;

static int64_t image_of(const vf_routine_piece *piece, const symmetry *by, int64_t element)
{
  int64_t index[4], at[3];
  vf_piece_index(piece, element, index);
  for (int d = 0; d < 3; d++) at[d] = by->back[d] ? piece->extent[d] - 1 - index[by->of[d]] : index[by->of[d]];
  return at[0] + piece->extent[0] * (at[1] + piece->extent[1] * (at[2] + piece->extent[2] * index[3]));
}

static bool explains(const held *wrong, const symmetry *by)
{
  for (int d = 0; d < 3; d++)
    if (wrong->piece->extent[d] != wrong->piece->extent[by->of[d]]) return false;
  for (int64_t e = 0; e < count_of(wrong); e++)
    if (differs(wrong, e) && bits(wrong, wrong->port, e) != bits(wrong, wrong->original, image_of(wrong->piece, by, e)))
      return false;
  return true;
}

/* True if the port's values are the original's values of the same array in a mirror, or with directions exchanged. */
static bool symmetric(const held *wrong)
{
  static const int orders[6][3] = { { 0, 1, 2 }, { 1, 0, 2 }, { 2, 1, 0 }, { 0, 2, 1 }, { 1, 2, 0 }, { 2, 0, 1 } };
  for (int o = 0; o < 6; o++)
    for (int backwards = 0; backwards < 8; backwards++) {
      symmetry by;
      memcpy(by.of, orders[o], sizeof by.of);
      for (int d = 0; d < 3; d++) by.back[d] = backwards >> d & 1;
      if ((o || backwards) && explains(wrong, &by)) return true;
    }
  return false;
}

static bool same_shape(const vf_routine_piece *p, const vf_routine_piece *q)
{
  return p->type == q->type && !memcmp(p->extent, q->extent, sizeof p->extent);
}

int vf_routine_exchanged(const vf_routine_run *run, int piece)
{
  const held wrong = held_of(run, piece);
  for (int p = 0; p < run->piece_count; p++) {
    const held other = held_of(run, p);
    if (p == piece || !run->results[p].tally.failed || !same_shape(other.piece, wrong.piece)) continue;
    if (holds(&wrong, &other)) return vary(&wrong) && !symmetric(&wrong) ? p : -1;
  }
  return -1;
}
