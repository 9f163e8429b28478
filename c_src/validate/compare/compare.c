/* Rows with equal bits and no change outside the declared map are done after one pass without arithmetic; only the
 * other rows are compared element by element. */
#include "compare.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "wide.h"

static const uint64_t unwritten64 = 0x7ff856465f4e4f57u;
static const uint32_t unwritten32 = 0x7fd6464eu;

uint64_t vfi_unwritten(vf_type type) { return vfi_type_size(type) == 8 ? unwritten64 : unwritten32; }

void vfi_layout_index(const vf_layout *layout, int64_t element, int64_t index[4])
{
  for (int d = 0; d < 4; d++) {
    index[d] = layout->lower[d] + (d < 3 ? element % layout->extent[d] : element);
    element /= layout->extent[d];
  }
}

int64_t vfi_layout_element(const vf_layout *layout, const int64_t index[4])
{
  int64_t element = 0;
  for (int d = 3; d >= 0; d--) element = element * layout->extent[d] + index[d] - layout->lower[d];
  return element;
}

static uint64_t bits_of(size_t size, const char *state, int64_t element)
{
  uint64_t wide = 0;
  memcpy(&wide, state + (size_t)element * size, size);
  return wide;
}

double vfi_element_value(vf_type type, const char *state, int64_t element)
{
  const uint64_t bits = bits_of(vfi_type_size(type), state, element);
  float single;
  double number;
  int32_t integer;
  switch (type) {
    case VF_REAL64: memcpy(&number, &bits, sizeof number); return number;
    case VF_REAL32: memcpy(&single, &bits, sizeof single); return single;
    case VF_INT64: return (double)(int64_t)bits;
    case VF_LOGICAL32: return bits ? 1 : 0;
    default: memcpy(&integer, &bits, sizeof integer); return integer;
  }
}

const char *vfi_element_text(char text[VF_ELEMENT_TEXT], vf_type type, const char *state, int64_t element)
{
  const double number = vfi_element_value(type, state, element);
  if (vfi_type_is_logical(type)) snprintf(text, VF_ELEMENT_TEXT, "%c", number ? 'T' : 'F');
  else if (type == VF_INT64)
    snprintf(text, VF_ELEMENT_TEXT, "%lld", (long long)bits_of(sizeof(int64_t), state, element));
  else snprintf(text, VF_ELEMENT_TEXT, "%.17g", number);
  return text;
}

static void add(vfi_elements *elements, int64_t element)
{
  if (!elements->count++ || element < elements->first) elements->first = element;
}

void vfi_elements_merge(vfi_elements *to, const vfi_elements *from)
{
  if (!from->count) return;
  if (!to->count || from->first < to->first) to->first = from->first;
  to->count += from->count;
}

/* Grows a box around one more place; the box held count places before. */
static void include(int64_t count, int64_t low[4], int64_t high[4], const int64_t first[4], const int64_t last[4])
{
  for (int d = 0; d < 4; d++) {
    if (!count || first[d] < low[d]) low[d] = first[d];
    if (!count || last[d] > high[d]) high[d] = last[d];
  }
}

typedef struct work {
  const vfi_call *call;
  const vfi_checked *checked;
  const vfi_box_list *list;
  const vf_layout *layout;
  const vfi_states *states;
  const vfi_window *window;
  vfi_workspace *workspace;
  int64_t pieces;
  vf_type type;
  size_t size;
  vf_tolerance tolerance;
  double magnitude;
  int64_t number; /* of the call */
} work;

/* True if rounding explains a difference beyond the tolerance. */
static bool explained(const work *work, int64_t element, int64_t at, double error, vfi_comparison *found)
{
  double allowed = 0;
  switch (vfi_slack_explains(work->states->slack, element, at, work->layout->extent[0], error, &allowed)) {
    case VF_EXPLAINED_NOT: return false;
    case VF_EXPLAINED_BEYOND_CAP:
      add(&found->unjudged, element);
      found->unjudged_change = fmax(found->unjudged_change, allowed);
      return false;
    default: break;
  }
  add(&found->explained, element);
  found->explained_slack = fmax(found->explained_slack, allowed);
  if (error > found->explained_error) {
    found->explained_error = error;
    found->explained_worst = element;
  }
  return true;
}

static void measure(const work *work, int64_t element, vfi_comparison *found)
{
  const vfi_states *states = work->states;
  const uint64_t p = bits_of(work->size, states->port, element), o = bits_of(work->size, states->original, element);
  const bool poisoned = states->only_written && p == vfi_unwritten(work->type);
  if (poisoned) add(&found->unwritten, element);
  if (poisoned && p == o) add(&found->unwritten_by_both, element);
  if (p == o) return;
  const double port = vfi_element_value(work->type, states->port, element);
  const double original = vfi_element_value(work->type, states->original, element);
  if (isnan(port) && isnan(original)) {
    found->both_nan++;
    return;
  }
  int64_t index[4];
  vfi_layout_index(work->layout, element, index);
  vfi_tally *tally = &found->tally[(index[0] + index[1] + index[2]) & 1];
  found->different++;
  if (isnan(port) && !poisoned) add(&found->nan, element);
  vfi_worst worst = { .port = port, .original = original, .call = work->number };
  memcpy(worst.index, index, sizeof index);
  double errors[VF_MEASURES];
  vfi_differences_of(work->type, p, o, &worst, errors);
  vfi_differences_count(tally, errors, &worst);
  if (vfi_differences_allowed(errors, &work->tolerance, work->magnitude)) return;
  if (explained(work, element, index[0] - work->layout->lower[0], errors[VF_ABSOLUTE], found)) return;
  tally->failed++;
  int64_t at[4];
  for (int d = 0; d < 4; d++) at[d] = index[d] - work->layout->lower[d];
  include(found->failed, found->low, found->high, at, at);
  if (!found->failed || errors[VF_ABSOLUTE] > found->worst.error) {
    found->worst = worst;
    found->worst.error = errors[VF_ABSOLUTE];
  }
  if (!found->failed) found->first_failed = element;
  found->failed++;
  if (states->only_written ? poisoned : p == bits_of(work->size, states->before, element))
    add(&found->left_alone, element);
}

/* Directions without room for ghosts and cells have none. index: counted from 0 */
static bool in_ghosts(const work *work, const int64_t index[4])
{
  const vf_layout *layout = work->layout;
  for (int d = 0; d < layout->component && d < 3 && work->states->ghosts; d++) {
    const int layers = work->states->ghosts[d];
    if (layout->extent[d] > 2 * (int64_t)layers && (index[d] < layers || index[d] >= layout->extent[d] - layers))
      return true;
  }
  return false;
}

static void look_outside(const work *work, int64_t element, vfi_comparison *found)
{
  const vfi_states *states = work->states;
  const uint64_t b = bits_of(work->size, states->before, element);
  const bool port = bits_of(work->size, states->port, element) != b;
  const bool original = bits_of(work->size, states->original, element) != b;
  if (!port && !original) return;
  int64_t index[4];
  vfi_layout_index(work->layout, element, index);
  for (int d = 0; d < 4; d++) index[d] -= work->layout->lower[d];
  const vfi_outside where = vfi_ownership_outside(work->call, work->checked, work->list, work->layout, index);
  if (port) {
    add(&found->outside, element);
    if (where == VF_OUTSIDE_OTHER_COLOUR) add(&found->other_colour, element);
    else if (found->outside.count - found->other_colour.count == 1) found->first_far = element;
  }
  if (!original) return;
  if (where == VF_OUTSIDE_TRUNCATED) add(&found->truncated, element);
  else if (port || in_ghosts(work, index)) add(&found->original_outside, element);
  else {
    include(found->untouched.count, found->untouched_low, found->untouched_high, index, index);
    found->untouched_other_colour += where == VF_OUTSIDE_OTHER_COLOUR;
    add(&found->untouched, element);
  }
}

/* VF_ROW(row64, uint64_t): true if a row needs a closer look. Most rows are owned as a whole. */
#define VF_ROW(name, word)                                                                                          \
  VF_WIDE static bool name(const work *work, int64_t first, int64_t length, const unsigned char *marks, bool whole) \
  {                                                                                                                 \
    const word *p = (const word *)work->states->port + first, *o = (const word *)work->states->original + first;    \
    const word *b = (const word *)work->states->before + first;                                                     \
    const word poison = work->states->only_written ? (word)vfi_unwritten(work->type) : 0;                           \
    word wrong = 0, unwritten = 0;                                                                                  \
    for (int64_t i = 0; whole && i < length; i++) {                                                                 \
      wrong |= p[i] ^ o[i];                                                                                         \
      unwritten |= (word)(p[i] == poison);                                                                          \
    }                                                                                                               \
    for (int64_t i = 0; !whole && i < length; i++) {                                                                \
      const word owned = (word)0 - (word)marks[i];                                                                  \
      wrong |= (owned & (p[i] ^ o[i])) | (~owned & ((p[i] ^ b[i]) | (o[i] ^ b[i])));                                \
      unwritten |= owned & (word)(p[i] == poison);                                                                  \
    }                                                                                                               \
    return wrong || (poison && unwritten);                                                                          \
  }
VF_ROW(row64, uint64_t)
VF_ROW(row32, uint32_t)

/* Owned elements at even and at odd places. */
VF_WIDE static void count_owned(const unsigned char *marks, int64_t length, int64_t counts[2])
{
  int64_t all = 0, odd = 0;
  for (int64_t i = 0; i < length; i++) all += marks[i];
  for (int64_t i = 1; i < length; i += 2) odd += marks[i];
  counts[0] = all - odd;
  counts[1] = odd;
}

static double magnitude_of_row(const work *work, int64_t first, int64_t length, const unsigned char *marks)
{
  double largest = 0;
  for (int64_t i = 0; i < length; i++) {
    if (!marks[i]) continue;
    const double size = fabs(vfi_element_value(work->type, work->states->original, first + i));
    if (size > largest && isfinite(size)) largest = size;
  }
  return largest;
}

static void merge(vfi_comparison *to, const vfi_comparison *from)
{
  vfi_tallies_add(to->tally, from->tally);
  if (from->failed) include(to->failed, to->low, to->high, from->low, from->high);
  if (from->failed && !to->failed) to->first_failed = from->first_failed;
  if (from->outside.count > from->other_colour.count && to->outside.count == to->other_colour.count)
    to->first_far = from->first_far;
  if (from->failed && (!to->failed || from->worst.error > to->worst.error)) to->worst = from->worst;
  to->compared += from->compared;
  to->different += from->different;
  to->failed += from->failed;
  to->both_nan += from->both_nan;
  vfi_elements_merge(&to->explained, &from->explained);
  if (from->explained_error > to->explained_error) to->explained_worst = from->explained_worst;
  to->explained_error = fmax(to->explained_error, from->explained_error);
  to->explained_slack = fmax(to->explained_slack, from->explained_slack);
  vfi_elements_merge(&to->unjudged, &from->unjudged);
  to->unjudged_change = fmax(to->unjudged_change, from->unjudged_change);
  vfi_elements_merge(&to->nan, &from->nan);
  vfi_elements_merge(&to->unwritten, &from->unwritten);
  vfi_elements_merge(&to->unwritten_by_both, &from->unwritten_by_both);
  vfi_elements_merge(&to->left_alone, &from->left_alone);
  vfi_elements_merge(&to->outside, &from->outside);
  vfi_elements_merge(&to->other_colour, &from->other_colour);
  vfi_elements_merge(&to->original_outside, &from->original_outside);
  vfi_elements_merge(&to->truncated, &from->truncated);
  if (from->untouched.count)
    include(to->untouched.count, to->untouched_low, to->untouched_high, from->untouched_low, from->untouched_high);
  to->untouched_other_colour += from->untouched_other_colour;
  vfi_elements_merge(&to->untouched, &from->untouched);
}

enum {
  CHUNK = 256
}; /* rows that a thread takes at once; merged in this order, so that results do not depend on the
                       * number of threads */

typedef enum pass { PASS_QUICK, PASS_MAGNITUDE, PASS_CLOSE } pass;

/* One chunk of rows, or of pieces of rows. dirty[piece]: the quick pass saw a difference in the piece. */
static void compare_rows(const work *work, pass pass, int64_t first_piece, int64_t last_piece, unsigned char *marks,
                         vfi_comparison *found)
{
  const vf_layout *layout = work->layout;
  unsigned char *dirty = work->workspace->dirty;
  for (int64_t p = first_piece; p < last_piece; p++) {
    if (pass == PASS_CLOSE && !dirty[p]) continue;
    const vfi_window_piece piece = vfi_workspace_piece(work->workspace, work->window, layout, p);
    const int64_t row[3] = { piece.row % layout->extent[1], piece.row / layout->extent[1] % layout->extent[2],
                             piece.row / layout->extent[1] / layout->extent[2] };
    const int64_t first = piece.row * layout->extent[0] + piece.first, length = piece.last - piece.first;
    vfi_ownership_row(work->call, work->checked, work->list, layout, row, marks);
    const unsigned char *owned = marks + piece.first;
    if (pass == PASS_QUICK) {
      int64_t counts[2];
      count_owned(owned, length, counts);
      const bool whole = counts[0] + counts[1] == length;
      dirty[p] = work->size == 8 ? row64(work, first, length, owned, whole) : row32(work, first, length, owned, whole);
      const int64_t shift =
          (layout->lower[0] + piece.first + layout->lower[1] + row[0] + layout->lower[2] + row[1]) & 1;
      for (int c = 0; c < 2; c++) {
        found->tally[(c + shift) & 1].compared += counts[c];
        found->compared += counts[c];
      }
      found->different += dirty[p]; /* rows, for now */
    } else if (pass == PASS_MAGNITUDE) {
      found->magnitude = fmax(found->magnitude, magnitude_of_row(work, first, length, owned));
    } else {
      for (int64_t i = 0; i < length; i++) {
        if (owned[i]) measure(work, first + i, found);
        else look_outside(work, first + i, found);
      }
    }
  }
}

static void run(const work *work, pass pass, vfi_comparison *found)
{
  const int64_t chunks = (work->pieces + CHUNK - 1) / CHUNK;
  vfi_workspace *workspace = work->workspace;
  /* A short piece costs as much as some elements. */
  const int64_t load =
      work->window->runs ? work->window->elements + 16 * work->pieces : work->pieces * work->layout->extent[0];
#pragma omp parallel for ordered schedule(static, 1) num_threads(workspace->threads) if (load > 65536)
  for (int64_t c = 0; c < chunks; c++) {
    const int thread = vfi_workspace_thread();
    vfi_comparison *part = &workspace->parts[thread];
    memset(part, 0, sizeof *part);
    compare_rows(work, pass, c * CHUNK, (c + 1) * CHUNK < work->pieces ? (c + 1) * CHUNK : work->pieces,
                 workspace->marks + thread * workspace->longest, part);
#pragma omp ordered
    {
      merge(found, part);
      found->magnitude = fmax(found->magnitude, part->magnitude);
    }
  }
}

vf_status vfi_compare(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list,
                      const vf_layout *layout, const vfi_states *states, const vf_tolerance *tolerance, int64_t number,
                      vfi_comparison *comparison)
{
  memset(comparison, 0, sizeof *comparison);
  static const vfi_window all = { .runs = NULL };
  const vf_type type = vfi_checked_record(checked, layout->argument, 0)->array->type;
  vfi_workspace own = { .threads = 0 };
  work work = { .call = call,
                .checked = checked,
                .list = list,
                .layout = layout,
                .states = states,
                .window = states->window ? states->window : &all,
                .workspace = states->workspace ? states->workspace : &own,
                .type = type,
                .size = vfi_type_size(type),
                .tolerance = *tolerance,
                .number = number };
  if (layout->extent[0] == 0 || layout->extent[1] * layout->extent[2] * layout->extent[3] == 0) return VF_OK;
  const vf_status status = states->workspace ? VF_OK : vfi_workspace_take(&own, work.window, layout, work.size);
  if (!status) {
    work.pieces = vfi_workspace_pieces(work.workspace, work.window, layout, work.size);
    run(&work, PASS_QUICK, comparison);
  }
  if (!status && comparison->different) {
    comparison->different = 0;
    run(&work, PASS_MAGNITUDE, comparison);
    work.magnitude = comparison->magnitude;
    run(&work, PASS_CLOSE, comparison);
  }
  vfi_workspace_give(&own);
  return status;
}

bool vfi_compare_results(double port, double original, const vf_tolerance *tolerance, int64_t call, vfi_tally *tally)
{
  const vfi_worst pair = { .port = port, .original = original, .call = call };
  const uint64_t p = bits_of(sizeof port, (const char *)&port, 0);
  const uint64_t o = bits_of(sizeof original, (const char *)&original, 0);
  double errors[VF_MEASURES];
  tally->compared++;
  if (p == o || (isnan(port) && isnan(original))) return true;
  vfi_differences_of(VF_REAL64, p, o, &pair, errors);
  vfi_differences_count(tally, errors, &pair);
  const bool agrees = vfi_differences_allowed(errors, tolerance, fabs(original));
  tally->failed += !agrees;
  return agrees;
}
