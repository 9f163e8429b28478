#include "findings.h"

#include <math.h>
#include <string.h>

#include "../../core/error.h"
#include "../../core/text.h"
#include "../compare/compare.h"
#include "compare.h"
#include "hints.h"
#include "old_values.h"

static bool explicable(vf_type type, double worst_error) { return vf_routine_is_real(type) && isfinite(worst_error); }

static const char *label_of(const vf_routine_run *run, int subject)
{
  return run->ledger->routine->subjects[subject].label;
}

bool vf_routine_compare(vf_routine_run *run)
{
  bool differs = false;
  for (int p = 0; p < run->piece_count; p++) {
    const vf_piece_result *result = &run->results[p];
    vf_routine_compare_piece(run, p);
    const bool told = result->tally.failed == result->unjudged;
    if (!told && explicable(run->pieces[p].type, result->worst_error)) differs = true;
  }
  for (int v = 0; v < run->port_values; v++) {
    vf_routine_value *value = &run->values[v];
    vf_tally seen = { 0 };
    if (!value->in_original || vf_routine_compare_value(run, value, &seen)) continue;
    if (!value->unjudged && explicable(value->type, seen.worst[VF_ABSOLUTE].error)) differs = true;
  }
  return differs && !run->ledger->settings.tolerant;
}

bool vf_routine_doubtful(const vf_routine_run *run)
{
  bool any = false;
  for (int p = 0; p < run->piece_count; p++) any = any || (run->results[p].tally.failed && run->slacks[p].beyond);
  for (int v = 0; v < run->port_values; v++)
    any = any || !vf_slack_is_rounding(run->values[v].change, run->values[v].by_cap);
  return any;
}

static const char *const too_much =
    "more than rounding may explain: it is badly conditioned, or chaotic (a tolerance of "
    "your own judges it: VF_TOLERANCE)";

/* Notes the differences that rounding alone explains, and the elements that rounding cannot judge because it would
 * explain anything. */
static void note_rounding(vf_routine_run *run, int p)
{
  const vf_routine_piece *piece = &run->pieces[p];
  const vf_piece_result *result = &run->results[p];
  const char *label = label_of(run, piece->subject);
  char place[VF_PIECE_PLACE];
  if (result->unjudged)
    vf_ledger_note(
        run->ledger, VF_FINDING_UNJUDGED, piece->subject,
        "'%s' cannot be judged in %lld of %lld elements, first %s: inputs changed by one in their last place "
        "change the original there by up to %.2g, %s",
        label, (long long)result->unjudged, (long long)result->tally.compared,
        vf_piece_place(place, piece, result->first_unjudged), result->unjudged_change, too_much);
  if (result->explained)
    vf_ledger_note_largest(run->ledger, VF_FINDING_WIDENED, piece->subject, result->explained_error,
                           "the tolerance of '%s' was widened for %lld of %lld elements, which differ by up to %.2g, "
                           "most at %s: inputs changed by one in their last place change the original as well, so that "
                           "up to %.2g was allowed",
                           label, (long long)result->explained, (long long)result->tally.compared,
                           result->explained_error, vf_piece_place(place, piece, result->explained_worst),
                           result->explained_slack);
}

/* The first differing piece of the subject speaks for all of them: a set has many. */
static void note_piece(vf_routine_run *run, int p)
{
  const vf_routine_piece *piece = &run->pieces[p];
  const vf_piece_result *result = &run->results[p];
  char of_port[VF_ELEMENT_TEXT], of_original[VF_ELEMENT_TEXT];
  char first[VF_PIECE_PLACE], worst[VF_PIECE_PLACE], of_box[VF_PIECE_PLACE + VF_LABEL_LENGTH];
  const char *label = label_of(run, piece->subject);
  if (result->nan)
    vf_ledger_note(run->ledger, VF_FINDING_NAN, piece->subject,
                   "the port gives %lld NaN in '%s' where the original has none, first %s", (long long)result->nan,
                   label, vf_piece_place(first, piece, result->first_nan));
  note_rounding(run, p);
  if (result->tally.failed == result->unjudged) return;
  const char *port = vf_routine_piece_part(piece, run->arrays[piece->array].port);
  const char *original = vf_routine_piece_part(piece, run->arrays[piece->array].original);
  vf_text text = { .buffer = of_box, .size = sizeof of_box };
  of_box[0] = 0;
  if (strcmp(piece->label, label) != 0) vf_text_add(&text, " ('%s')", piece->label);
  vf_ledger_note(run->ledger, VF_FINDING_DIFFERS, piece->subject,
                 "'%s'%s differs in %lld of %lld elements, first at %s, worst at %s: port %s, original %s", label,
                 of_box, (long long)result->tally.failed, (long long)result->tally.compared,
                 vf_piece_place(first, piece, result->first), vf_piece_place(worst, piece, result->worst),
                 vf_element_text(of_port, piece->type, port, result->worst),
                 vf_element_text(of_original, piece->type, original, result->worst));
  char cause[VF_FINDING_TEXT];
  if (vf_routine_cause(run, p, cause))
    vf_ledger_note(run->ledger, VF_FINDING_CAUSE, piece->subject, "'%s': %s", label, cause);
}

/* Elements of a listed array outside of all listed views. */
static void note_uncovered(vf_routine_run *run)
{
  for (int a = 0; a < run->array_count; a++) {
    const vf_routine_array *image = &run->arrays[a];
    int p = 0;
    while (run->pieces[p].array != a) p++;
    size_t first = 0;
    const char *images[2] = { image->port, image->original };
    const vf_finding_kind kinds[2] = { VF_FINDING_UNLISTED, VF_FINDING_UNLISTED_ORIGINAL };
    for (int i = 0; i < 2; i++) {
      const int64_t count = vf_routine_uncovered(run, a, image->before, images[i], &first);
      if (count)
        vf_ledger_note(run->ledger, kinds[i], run->pieces[p].subject,
                       "the %s changes %lld elements of the array of '%s' that no view of vf_check_begin covers, the "
                       "first %lld elements from its beginning",
                       i ? "original" : "port", (long long)count, run->pieces[p].label,
                       (long long)(first / vf_type_size(image->array->type)));
    }
  }
}

static void note_values(vf_routine_run *run)
{
  for (int v = 0; v < run->port_values; v++) {
    vf_routine_value *value = &run->values[v];
    vf_subject *subject = &run->ledger->routine->subjects[value->subject];
    if (!value->in_original) {
      vf_ledger_note(run->ledger, VF_FINDING_VALUE, value->subject,
                     "the number '%s' is given to vf_check_value by the port and not by the original", subject->label);
      continue;
    }
    char port[VF_ELEMENT_TEXT], original[VF_ELEMENT_TEXT];
    vf_tally seen = { 0 };
    const bool agrees = vf_routine_compare_value(run, value, &seen);
    vf_tally_add(&subject->tally, &seen);
    if (value->unjudged) {
      vf_ledger_note(
          run->ledger, VF_FINDING_UNJUDGED, value->subject,
          "the number '%s' cannot be judged: inputs changed by one in their last place change the original by "
          "%.2g, %s",
          subject->label, value->change, too_much);
      continue;
    }
    if (agrees) continue;
    vf_ledger_note(run->ledger, VF_FINDING_VALUE, value->subject, "the number '%s' differs: port %s, original %s",
                   subject->label, vf_element_text(port, value->type, (const char *)&value->port, 0),
                   vf_element_text(original, value->type, (const char *)&value->original, 0));
    char cause[VF_FINDING_TEXT];
    if (vf_routine_old_number(run, value, cause))
      vf_ledger_note(run->ledger, VF_FINDING_CAUSE, value->subject, "the number '%s': %s", subject->label, cause);
  }
  if (run->extra_values)
    vf_ledger_note(run->ledger, VF_FINDING_VALUE, -1,
                   "the original gives %lld numbers to vf_check_value that the port does not give",
                   (long long)run->extra_values);
}

/* The first error causes later errors. First come arrays of a call that used values of a missing call, then others in
 * the order of their first writes, then unused arrays. */
static int64_t turn_of(const vf_routine_run *run, int p)
{
  const vf_routine_array *image = &run->arrays[run->pieces[p].array];
  if (!image->use_count) return run->first_writes + 1;
  return vf_routine_call_missing(run, p) ? 0 : image->first_write;
}

void vf_routine_findings(vf_routine_run *run)
{
  if (run->ledger->settings.perturb)
    vf_ledger_note(
        run->ledger, VF_FINDING_UNCHECKED, -1,
        "the port of a routine cannot run once more, on perturbed inputs: it was checked on its own; kernels "
        "with originals are checked on both");
  bool changed = run->port_values > 0 || run->extra_values > 0;
  int64_t compared = run->port_values + run->extra_values;
  if (run->varies)
    vf_ledger_note(
        run->ledger, VF_FINDING_VARIES, -1,
        "the original gives other results in each run on the same inputs: does it read something undefined?");
  note_values(run);
  for (int p = 0; p < run->piece_count; p++) {
    const vf_piece_result *result = &run->results[p];
    vf_tally_add(&run->ledger->routine->subjects[run->pieces[p].subject].tally, &result->tally);
    changed = changed || result->changed || result->tally.failed;
    compared += result->tally.compared;
  }
  for (int64_t turn = 0; turn <= run->first_writes + 1; turn++)
    for (int p = 0; p < run->piece_count; p++)
      if (turn_of(run, p) == turn) note_piece(run, p);
  note_uncovered(run);
  run->empty = !changed || !compared;
  if (!compared)
    vf_ledger_note(run->ledger, VF_FINDING_NOTHING, -1,
                   "there was nothing to compare: all views that vf_check_begin lists have no elements, or none "
                   "among the cells of vf_check_cells");
  else if (!changed)
    vf_ledger_note(
        run->ledger, VF_FINDING_NOTHING, -1,
        "the original changes none of the views that vf_check_begin lists, so that nothing was put to the test");
}

/* The first finding of a call, the first finding without a number, and the supposed cause, if any: a program stops with
 * this text. */
vf_status vf_routine_mismatch(const vf_ledger *ledger, int64_t call)
{
  const vf_finding *first = NULL, *array = NULL, *cause = NULL;
  for (int f = ledger->finding_count - 1; f >= 0; f--) {
    const vf_finding *finding = &ledger->findings[f];
    if (!vf_finding_fails(finding->kind) || finding->last_call != call) continue;
    if (finding->kind == VF_FINDING_CAUSE) cause = finding;
    else first = finding;
    if (first == finding && finding->kind != VF_FINDING_VALUE) array = finding;
  }
  if (!first) return VF_OK;
  const bool both = array && array != first;
  return vf_fail(VF_ERROR_MISMATCH, "call %lld of %s%s%s%s%s", (long long)call, first->text, both ? "; " : "",
                 both ? array->text : "", cause ? "; " : "", cause ? cause->text : "");
}
