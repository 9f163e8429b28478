/* Arrays in each other's place. */
#include "findings.h"

#include <string.h>

#include "compare.h"

/* A piece of the run, and knowledge about it. */
typedef struct piece_values {
  const vfi_routine_piece *piece;
  const char *before, *port, *original;
} piece_values;

static piece_values values_of(const vfi_routine_run *run, int p)
{
  const vfi_routine_piece *piece = &run->pieces[p];
  const vfi_routine_array *image = &run->arrays[piece->array];
  return (piece_values){ piece, vfi_routine_piece_part(piece, image->before),
                         vfi_routine_piece_part(piece, image->port), vfi_routine_piece_part(piece, image->original) };
}

static int64_t count_of(const piece_values *values)
{
  return (int64_t)(values->piece->bytes / vfi_type_size(values->piece->type));
}

static uint64_t bits(const piece_values *values, const char *image, int64_t element)
{
  return vfi_routine_bits(values->piece->type, image, element);
}

static bool differs(const piece_values *values, int64_t element)
{
  return bits(values, values->port, element) != bits(values, values->original, element);
}

/* True if the port has written the original's values of the other piece, wherever the two differ. By chance some
 * elements have had these values before. */
static bool holds(const piece_values *wrong, const piece_values *other)
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
static bool vary(const piece_values *wrong)
{
  int64_t count = 0, zeros = 0;
  uint64_t first = 0;
  bool any = false;
  for (int64_t e = 0; e < count_of(wrong); e++) {
    if (!differs(wrong, e)) continue;
    const uint64_t p = bits(wrong, wrong->port, e);
    if (!count++) first = p;
    any = any || p != first;
    zeros += vfi_routine_number(wrong->piece->type, p) == 0;
  }
  return any && 2 * zeros < count;
}

/* Directions in another order, some of them backwards. */
typedef struct symmetry {
  int of[3];
  bool back[3];
} symmetry;

static int64_t image_of(const vfi_routine_piece *piece, const symmetry *by, int64_t element)
{
  int64_t index[4], at[3];
  vfi_piece_index(piece, element, index);
  for (int d = 0; d < 3; d++) at[d] = by->back[d] ? piece->extent[d] - 1 - index[by->of[d]] : index[by->of[d]];
  return at[0] + piece->extent[0] * (at[1] + piece->extent[1] * (at[2] + piece->extent[2] * index[3]));
}

static bool explains(const piece_values *wrong, const symmetry *by)
{
  for (int d = 0; d < 3; d++)
    if (wrong->piece->extent[d] != wrong->piece->extent[by->of[d]]) return false;
  for (int64_t e = 0; e < count_of(wrong); e++)
    if (differs(wrong, e) && bits(wrong, wrong->port, e) != bits(wrong, wrong->original, image_of(wrong->piece, by, e)))
      return false;
  return true;
}

/* True if the port's values are the original's values of the same array in a mirror, or with directions exchanged. */
static bool symmetric(const piece_values *wrong)
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

static bool same_shape(const vfi_routine_piece *p, const vfi_routine_piece *q)
{
  return p->type == q->type && !memcmp(p->extent, q->extent, sizeof p->extent);
}

int vfi_routine_exchanged(const vfi_routine_run *run, int piece)
{
  const piece_values wrong = values_of(run, piece);
  for (int p = 0; p < run->piece_count; p++) {
    const piece_values other = values_of(run, p);
    if (p == piece || !run->results[p].tally.failed || !same_shape(other.piece, wrong.piece)) continue;
    if (holds(&wrong, &other)) return vary(&wrong) && !symmetric(&wrong) ? p : -1;
  }
  return -1;
}
