#include "compare.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../compare/compare.h"
#include "../compare/rounding.h"
#include "../findings/picture.h"

/* A few roundings of the same size meet in one element. */
static const double margin = 8;

bool vfi_routine_is_real(vf_type type) { return vfi_type_is_real(type); }

uint64_t vfi_routine_bits(vf_type type, const char *memory, int64_t element)
{
  const size_t size = vfi_type_size(type);
  uint64_t bits = 0;
  memcpy(&bits, memory + (size_t)element * size, size);
  return bits;
}

double vfi_routine_number(vf_type type, uint64_t bits) { return vfi_element_value(type, (const char *)&bits, 0); }

void vfi_piece_index(const vfi_routine_piece *piece, int64_t element, int64_t index[4])
{
  for (int d = 0; d < 4; d++) {
    index[d] = d < 3 ? element % piece->extent[d] : element;
    element /= piece->extent[d];
  }
}

const char *vfi_routine_piece_part(const vfi_routine_piece *piece, const char *image) { return image + piece->offset; }

typedef struct work {
  const vfi_routine_piece *piece;
  const char *before, *port, *original;
  vfi_extent cells;
  vf_tolerance tolerance;
  const vfi_slack *slack;
  double magnitude;
  int64_t call;
  vfi_picture *picture; /* gets the elements beyond the tolerance; NULL: none */
  const vfi_picture_frame *frame;
} work;

static int zone_of(const work *work, const int64_t index[4])
{
  int zone = VF_ZONE_CELLS, outside = 0;
  for (int d = 0; d < 3 && work->cells.known; d++) {
    const int64_t at = index[d] + work->piece->lower[d];
    if (at >= work->cells.lower[d] && at <= work->cells.upper[d]) continue;
    outside++;
    zone = VF_ZONE_FACES + d + (at > work->cells.upper[d] ? 3 : 0);
  }
  return outside > 1 ? VF_ZONE_EDGES : zone;
}

static void note_failed(const work *work, int64_t element, const int64_t index[4], double error,
                        vfi_piece_result *result)
{
  const vf_type type = work->piece->type;
  const uint64_t before = vfi_routine_bits(type, work->before, element);
  if (work->picture) vfi_picture_add(work->picture, work->frame, element, index, error);
  if (!result->tally.failed) result->first = element;
  if (!result->tally.failed || error > result->worst_error) {
    result->worst = element;
    result->worst_error = error;
  }
  for (int d = 0; d < 4; d++) {
    if (!result->tally.failed || index[d] < result->low[d]) result->low[d] = index[d];
    if (!result->tally.failed || index[d] > result->high[d]) result->high[d] = index[d];
  }
  result->tally.failed++;
  const int zone = zone_of(work, index);
  const bool left = vfi_routine_bits(type, work->port, element) == before;
  result->zones[zone]++;
  result->left_alone += left;
  result->left_zones[zone] += left;
  result->only_port += vfi_routine_bits(type, work->original, element) == before;
}

/* True if vf_check_cells says that an element matters. */
static bool counts(const vfi_routine_piece *piece, const int64_t index[4])
{
  for (int d = 0; d < 3 && piece->only.known; d++) {
    const int64_t at = index[d] + piece->lower[d];
    if (at < piece->only.lower[d] || at > piece->only.upper[d]) return false;
  }
  return true;
}

static int64_t count_compared(const vfi_routine_piece *piece)
{
  int64_t count = piece->extent[3];
  for (int d = 0; d < 3; d++) {
    int64_t first = piece->lower[d], last = piece->lower[d] + piece->extent[d] - 1;
    if (piece->only.known && piece->only.lower[d] > first) first = piece->only.lower[d];
    if (piece->only.known && piece->only.upper[d] < last) last = piece->only.upper[d];
    count *= last >= first ? last - first + 1 : 0;
  }
  return count;
}

/* True if rounding explains a difference beyond the tolerance. */
static bool explained(const work *work, int64_t element, int64_t at, double error, vfi_piece_result *result)
{
  double allowed = 0;
  switch (vfi_slack_explains(work->slack, element, at, work->piece->extent[0], error, &allowed)) {
    case VF_EXPLAINED_NOT: return false;
    case VF_EXPLAINED_BEYOND_CAP:
      if (!result->unjudged++) result->first_unjudged = element;
      result->unjudged_change = fmax(result->unjudged_change, allowed);
      return false;
    default: break;
  }
  result->explained++;
  result->explained_slack = fmax(result->explained_slack, allowed);
  if (error > result->explained_error) {
    result->explained_error = error;
    result->explained_worst = element;
  }
  return true;
}

static void compare_element(const work *work, int64_t element, vfi_piece_result *result)
{
  const vf_type type = work->piece->type;
  const uint64_t p = vfi_routine_bits(type, work->port, element), o = vfi_routine_bits(type, work->original, element);
  if (p == o) return;
  int64_t index[4];
  vfi_piece_index(work->piece, element, index);
  if (!counts(work->piece, index)) return;
  vfi_worst pair = { .port = vfi_routine_number(type, p), .original = vfi_routine_number(type, o), .call = work->call };
  if (isnan(pair.port) && isnan(pair.original)) return;
  if (vfi_type_is_logical(type) && pair.port == pair.original) return;
  for (int d = 0; d < 4; d++) pair.index[d] = index[d] + work->piece->lower[d];
  double errors[VF_MEASURES];
  vfi_differences_of(type, p, o, &pair, errors);
  vfi_differences_count(&result->tally, errors, &pair);
  if (isnan(pair.port) && !result->nan++) result->first_nan = element;
  if (vfi_routine_is_real(type) && vfi_differences_allowed(errors, &work->tolerance, work->magnitude)) return;
  if (vfi_routine_is_real(type) && explained(work, element, index[0], errors[VF_ABSOLUTE], result)) return;
  note_failed(work, element, index, errors[VF_ABSOLUTE], result);
}

/* Reference of the measure scaled: elements that nobody ever set do not count. */
static double magnitude_of(const work *work, int64_t count)
{
  const vf_type type = work->piece->type;
  double largest = 0;
  for (int64_t e = 0; e < count; e++) {
    const uint64_t o = vfi_routine_bits(type, work->original, e);
    if (o == vfi_routine_bits(type, work->before, e)) continue;
    const double size = fabs(vfi_routine_number(type, o));
    if (size > largest && isfinite(size)) largest = size;
  }
  return largest;
}

/* Gives the worst differences their places by axis. */
static void name_worst(const vfi_routine_piece *piece, vfi_tally *tally)
{
  for (int m = 0; m < VF_MEASURES; m++) {
    vfi_worst *worst = &tally->worst[m];
    char text[VF_AXES_TEXT];
    int64_t element = 0;
    if (!(worst->error > 0)) continue;
    for (int d = 3; d >= 0; d--) element = element * piece->extent[d] + worst->index[d] - piece->lower[d];
    vfi_axes_text(text, &piece->axes, piece->first + element);
    snprintf(worst->axes, sizeof worst->axes, "%.*s", (int)sizeof worst->axes - 1, text);
  }
}

static void compare_piece(vfi_routine_run *run, int p, vfi_picture *picture, const vfi_picture_frame *frame,
                          vfi_piece_result *result)
{
  const vfi_routine_piece *piece = &run->pieces[p];
  const vfi_routine_array *image = &run->arrays[piece->array];
  const size_t size = vfi_type_size(piece->type);
  const int64_t count = (int64_t)(piece->bytes / size);
  work work = { .piece = piece,
                .before = vfi_routine_piece_part(piece, image->before),
                .port = vfi_routine_piece_part(piece, image->port),
                .original = vfi_routine_piece_part(piece, image->original),
                .cells = image->ghost_cells.known ? image->ghost_cells : image->cells,
                .tolerance = vfi_tolerance_for(run->ledger, piece->type),
                .slack = run->slacks[p].changes ? &run->slacks[p] : NULL,
                .call = run->call,
                .picture = picture,
                .frame = frame };
  *result = (vfi_piece_result){ .tally.compared = count_compared(piece) };
  result->changed = memcmp(work.before, work.original, piece->bytes) != 0;
  if (!memcmp(work.port, work.original, piece->bytes)) return;
  work.magnitude = magnitude_of(&work, count);
  const int64_t row = piece->extent[0];
  for (int64_t first = 0; first < count; first += row) {
    const size_t at = (size_t)first * size;
    if (!memcmp(work.port + at, work.original + at, (size_t)row * size)) continue;
    for (int64_t i = 0; i < row; i++) compare_element(&work, first + i, result);
  }
  if (piece->axes.rank) name_worst(piece, &result->tally);
}

void vfi_routine_compare_piece(vfi_routine_run *run, int p) { compare_piece(run, p, NULL, NULL, &run->results[p]); }

void vfi_routine_draw_piece(vfi_routine_run *run, int p)
{
  const vfi_routine_piece *piece = &run->pieces[p];
  const vfi_picture_frame frame =
      vfi_picture_frame_of(&piece->axes, piece->first, piece->rank, piece->extent, piece->lower);
  vfi_picture *picture =
      vfi_picture_begin(run->ledger, piece->subject, piece->label, &frame, run->results[p].tally.failed);
  vfi_piece_result again;
  if (picture) compare_piece(run, p, picture, &frame, &again);
}

bool vfi_routine_compare_value(const vfi_routine_run *run, vfi_routine_value *value, vfi_tally *tally)
{
  tally->compared++;
  if (value->port == value->original) return true;
  const vfi_worst pair = { .port = vfi_routine_number(value->type, value->port),
                           .original = vfi_routine_number(value->type, value->original),
                           .call = run->call };
  if (isnan(pair.port) && isnan(pair.original)) return true;
  if (vfi_type_is_logical(value->type) && pair.port == pair.original) return true;
  vf_tolerance tolerance = vfi_tolerance_for(run->ledger, value->type);
  /* The number may be a sum, with an unknown number of terms. */
  if (!run->ledger->settings.tolerant)
    tolerance = (vf_tolerance){ .relative = 4096 * vfi_type_traits_of(value->type).epsilon };
  const bool rounding = vfi_slack_is_rounding(value->change, value->by_cap);
  const double allowed = margin * value->change;
  value->unjudged = !rounding && fabs(pair.port - pair.original) <= allowed;
  if (rounding && !run->ledger->settings.tolerant) tolerance.absolute = fmax(tolerance.absolute, allowed);
  double errors[VF_MEASURES];
  vfi_differences_of(value->type, value->port, value->original, &pair, errors);
  vfi_differences_count(tally, errors, &pair);
  const bool agrees =
      vfi_routine_is_real(value->type) && vfi_differences_allowed(errors, &tolerance, fabs(pair.original));
  value->unjudged = value->unjudged && !agrees;
  tally->failed += !agrees;
  return agrees;
}

void vfi_routine_slack_add(vfi_routine_run *run, int p, bool cap)
{
  const vfi_routine_piece *piece = &run->pieces[p];
  const vfi_routine_array *image = &run->arrays[piece->array];
  const char *before = vfi_routine_piece_part(piece, image->before);
  const char *original = vfi_routine_piece_part(piece, image->original);
  const char *rerun = vfi_routine_piece_part(piece, image->rerun);
  vfi_slack *slack = &run->slacks[p];
  for (int64_t e = 0; e < slack->count; e++) {
    const uint64_t o = vfi_routine_bits(piece->type, original, e), t = vfi_routine_bits(piece->type, rerun, e);
    if (o == vfi_routine_bits(piece->type, before, e)) continue;
    const double from = vfi_routine_number(piece->type, o), to = vfi_routine_number(piece->type, t);
    if (cap) vfi_slack_cap(slack, e, from, to);
    else vfi_slack_add(slack, e, from, to);
  }
}

/* The end of the piece around a byte; the byte itself outside of pieces. */
static size_t covered_until(const vfi_routine_run *run, int array, size_t byte)
{
  for (int p = 0; p < run->piece_count; p++) {
    const vfi_routine_piece *piece = &run->pieces[p];
    if (piece->array == array && byte >= piece->offset && byte < piece->offset + piece->bytes)
      return piece->offset + piece->bytes;
  }
  return byte;
}

int64_t vfi_routine_uncovered(const vfi_routine_run *run, int array, const char *one, const char *other, size_t *first)
{
  const vfi_array *of = run->arrays[array].array;
  const size_t size = vfi_type_size(of->type);
  int64_t count = 0;
  if (!memcmp(one, other, of->bytes)) return 0;
  for (size_t byte = 0; byte < of->bytes;) {
    const size_t end = covered_until(run, array, byte);
    if (end > byte) {
      byte = end;
      continue;
    }
    if (memcmp(one + byte, other + byte, size) && !count++) *first = byte;
    byte += size;
  }
  return count;
}
