#include "findings.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../../core/registry.h"
#include "../old_values.h"
#include "arrays.h"
#include "compare.h"

static bool is_old(const vfi_routine_run *run, const vfi_routine_piece *piece)
{
  return !vfi_state_valid(run->arrays[piece->array].state, VF_HOST);
}

const char *vfi_routine_old_since(const vfi_routine_run *run, const vfi_routine_piece *piece)
{
  const char *since = vfi_old_values_since(run->arrays[piece->array].array);
  return since ? since : "a call of the port";
}

/* Contents of a piece on the host and at the original. */
static const char *host_of(const vfi_routine_run *run, const vfi_routine_piece *piece)
{
  return vfi_routine_piece_part(piece, run->arrays[piece->array].host);
}

static const char *original_of(const vfi_routine_run *run, const vfi_routine_piece *piece)
{
  return vfi_routine_piece_part(piece, run->arrays[piece->array].original);
}

static int64_t elements_of(const vfi_routine_piece *piece)
{
  return (int64_t)(piece->bytes / vfi_type_size(piece->type));
}

/* ---- Numbers ---- */

enum { SUM, LARGEST, SMALLEST, LARGEST_MAGNITUDE, TOTALS };
static const char *const total_names[TOTALS] = { "the sum", "the largest", "the smallest", "the largest magnitude" };

typedef struct totals {
  double of[TOTALS], magnitudes;
  int64_t count;
} totals;

static bool within(const vfi_extent *extent, const vfi_routine_piece *piece, int64_t element)
{
  int64_t index[4];
  if (!extent) return true;
  vfi_piece_index(piece, element, index);
  for (int d = 0; d < 3; d++)
    if (index[d] + piece->lower[d] < extent->lower[d] || index[d] + piece->lower[d] > extent->upper[d]) return false;
  return true;
}

/* cells: NULL: all elements */
static totals totals_of(const vfi_routine_piece *piece, const char *memory, const vfi_extent *cells)
{
  totals all = { .of = { 0, -HUGE_VAL, HUGE_VAL, 0 } };
  for (int64_t e = 0; e < elements_of(piece); e++) {
    if (!within(cells, piece, e)) continue;
    const double number = vfi_routine_number(piece->type, vfi_routine_bits(piece->type, memory, e));
    all.of[SUM] += number;
    all.magnitudes += fabs(number);
    all.of[LARGEST] = fmax(all.of[LARGEST], number);
    all.of[SMALLEST] = fmin(all.of[SMALLEST], number);
    all.of[LARGEST_MAGNITUDE] = fmax(all.of[LARGEST_MAGNITUDE], fabs(number));
    all.count++;
  }
  return all;
}

/* Sums may have been added in any order. */
static bool is_total(const totals *all, int total, double number, vf_type type)
{
  const double epsilon = vfi_type_traits_of(type).epsilon;
  return total == SUM ? fabs(number - all->of[SUM]) <= (double)all->count * epsilon * all->magnitudes
                      : number == all->of[total];
}

/* The total of the cells equal to both numbers, each for its own values; -1: none. */
static int total_of(const vfi_routine_run *run, const vfi_routine_piece *piece, const vfi_extent *cells, double port,
                    double original)
{
  const totals old = totals_of(piece, host_of(run, piece), cells),
               now = totals_of(piece, original_of(run, piece), cells);
  for (int t = 0; t < TOTALS && old.count; t++)
    if (is_total(&old, t, port, piece->type) && is_total(&now, t, original, piece->type)) return t;
  return -1;
}

/* The element equal to both numbers, each in its own values; -1: none. */
static int64_t element_of(const vfi_routine_run *run, const vfi_routine_piece *piece, double port, double original)
{
  const char *host = host_of(run, piece), *right = original_of(run, piece);
  for (int64_t e = 0; e < elements_of(piece); e++)
    if (vfi_routine_number(piece->type, vfi_routine_bits(piece->type, host, e)) == port &&
        vfi_routine_number(piece->type, vfi_routine_bits(piece->type, right, e)) == original)
      return e;
  return -1;
}

static bool explain(const vfi_routine_run *run, const vfi_routine_piece *piece, double port, double original,
                    char text[VF_FINDING_TEXT])
{
  const vfi_routine_array *image = &run->arrays[piece->array];
  char place[VF_PIECE_PLACE];
  const int64_t element = element_of(run, piece, port, original);
  int total = element < 0 ? total_of(run, piece, NULL, port, original) : -1;
  if (element < 0 && total < 0 && image->cells.known && !piece->axes.rank)
    total = total_of(run, piece, &image->cells, port, original);
  if (element >= 0) snprintf(text, VF_FINDING_TEXT, "the value at %s", vfi_piece_place(place, piece, element));
  else if (total >= 0) snprintf(text, VF_FINDING_TEXT, "%s", total_names[total]);
  return element >= 0 || total >= 0;
}

bool vfi_routine_old_number(const vfi_routine_run *run, const vfi_routine_value *value, char text[VF_FINDING_TEXT])
{
  const double port = vfi_routine_number(value->type, value->port),
               original = vfi_routine_number(value->type, value->original);
  char what[VF_FINDING_TEXT];
  for (int p = 0; p < run->piece_count; p++) {
    const vfi_routine_piece *piece = &run->pieces[p];
    if (!is_old(run, piece) || !explain(run, piece, port, original, what)) continue;
    snprintf(text, VF_FINDING_TEXT,
             "the port's is %.200s of what the host has of '%.60s', which is old since %.100s: the host read it before "
             "to_host",
             what, piece->label, vfi_routine_old_since(run, piece));
    return true;
  }
  return false;
}

/* ---- Pieces ---- */

static bool is_copy(const vfi_routine_run *run, const vfi_routine_piece *wrong, const vfi_routine_piece *from)
{
  const char *port = vfi_routine_piece_part(wrong, run->arrays[wrong->array].port), *right = original_of(run, wrong);
  const char *old = host_of(run, from), *now = original_of(run, from);
  int64_t copied = 0;
  for (int64_t e = 0; e < elements_of(wrong); e++) {
    const uint64_t p = vfi_routine_bits(wrong->type, port, e), o = vfi_routine_bits(wrong->type, right, e);
    if (p == o) continue;
    if (p != vfi_routine_bits(from->type, old, e) || o != vfi_routine_bits(from->type, now, e)) return false;
    copied++;
  }
  return copied > 0;
}

const vfi_routine_piece *vfi_routine_old_copy(const vfi_routine_run *run, int wrong)
{
  const vfi_routine_piece *piece = &run->pieces[wrong];
  for (int p = 0; p < run->piece_count; p++) {
    const vfi_routine_piece *from = &run->pieces[p];
    if (p != wrong && is_old(run, from) && from->type == piece->type &&
        !memcmp(from->extent, piece->extent, sizeof piece->extent) && is_copy(run, piece, from))
      return from;
  }
  return NULL;
}

/* ---- Writes ---- */

void vfi_routine_old_look(const vfi_routine_run *run, const char *where)
{
  const vfi_array *array = NULL;
  char moment[2 * VF_NAME_LENGTH];
  snprintf(moment, sizeof moment, "%s of routine '%s'", where, run->ledger->name);
  for (size_t place = 0; (array = vfi_registry_at(place)); place++)
    if (vfi_routine_arrays_have(run, array)) vfi_old_values_look(array, moment);
}

void vfi_routine_old_renew(const vfi_routine_run *run)
{
  const vfi_array *array = NULL;
  for (size_t place = 0; run->scratch_count && (array = vfi_registry_at(place)); place++)
    if (vfi_routine_arrays_have(run, array)) vfi_old_values_renew(array);
}
