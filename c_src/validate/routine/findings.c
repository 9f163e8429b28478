#include "findings.h"

#include <math.h>
#include <string.h>

#include "../../core/error.h"
#include "../../core/text.h"
#include "../compare/compare.h"
#include "compare.h"

static bool explicable(vf_type type, double worst_error) { return vfi_routine_is_real(type) && isfinite(worst_error); }

static const char *label_of(const vfi_routine_run *run, int subject)
{
  return run->ledger->routine->subjects[subject].label;
}

bool vfi_routine_compare(vfi_routine_run *run)
{
  bool differs = false;
  for (int p = 0; p < run->piece_count; p++) {
    const vfi_piece_result *result = &run->results[p];
    vfi_routine_compare_piece(run, p);
    const bool told = result->tally.failed == result->unjudged;
    if (!told && explicable(run->pieces[p].type, result->worst_error)) differs = true;
  }
  for (int v = 0; v < run->port_values; v++) {
    vfi_routine_value *value = &run->values[v];
    vfi_tally seen = { 0 };
    if (!value->in_original || vfi_routine_compare_value(run, value, &seen)) continue;
    if (!value->unjudged && explicable(value->type, seen.worst[VF_ABSOLUTE].error)) differs = true;
  }
  return differs && !run->ledger->settings.tolerant;
}

bool vfi_routine_doubtful(const vfi_routine_run *run)
{
  bool any = false;
  for (int p = 0; p < run->piece_count; p++) any = any || (run->results[p].tally.failed && run->slacks[p].beyond);
  for (int v = 0; v < run->port_values; v++)
    any = any || !vfi_slack_is_rounding(run->values[v].change, run->values[v].by_cap);
  return any;
}

static const char *const too_much =
    "more than rounding may explain: it is badly conditioned, or chaotic (a tolerance of "
    "your own judges it: VF_TOLERANCE)";

/* Records the differences that rounding alone explains, and the elements without a verdict, because rounding would
 * explain any difference there. */
static void note_rounding(vfi_routine_run *run, int p)
{
  const vfi_routine_piece *piece = &run->pieces[p];
  const vfi_piece_result *result = &run->results[p];
  const char *label = label_of(run, piece->subject);
  char place[VF_PIECE_PLACE];
  if (result->unjudged)
    vfi_ledger_note(
        run->ledger, VF_FINDING_UNJUDGED, piece->subject,
        "'%s' cannot be judged in %lld of %lld elements, first %s: inputs changed by one in their last place "
        "change the original there by up to %.2g, %s",
        label, (long long)result->unjudged, (long long)result->tally.compared,
        vfi_piece_place(place, piece, result->first_unjudged), result->unjudged_change, too_much);
  if (result->explained)
    vfi_ledger_note_largest(
        run->ledger, VF_FINDING_WIDENED, piece->subject, result->explained_error,
        "the tolerance of '%s' was widened for %lld of %lld elements, which differ by up to %.2g, "
        "most at %s: inputs changed by one in their last place change the original as well, so that "
        "up to %.2g was allowed",
        label, (long long)result->explained, (long long)result->tally.compared, result->explained_error,
        vfi_piece_place(place, piece, result->explained_worst), result->explained_slack);
}

/* The first differing piece of the subject speaks for all of them: a set has many. */
static void note_piece(vfi_routine_run *run, int p)
{
  const vfi_routine_piece *piece = &run->pieces[p];
  const vfi_piece_result *result = &run->results[p];
  char of_port[VF_ELEMENT_TEXT], of_original[VF_ELEMENT_TEXT];
  char first[VF_PIECE_PLACE], worst[VF_PIECE_PLACE], of_box[VF_PIECE_PLACE + VF_LABEL_LENGTH];
  const char *label = label_of(run, piece->subject);
  if (result->nan)
    vfi_ledger_note(run->ledger, VF_FINDING_NAN, piece->subject,
                    "the port gives %lld NaN in '%s' where the original has none, first %s", (long long)result->nan,
                    label, vfi_piece_place(first, piece, result->first_nan));
  note_rounding(run, p);
  if (result->tally.failed == result->unjudged) return;
  vfi_routine_draw_piece(run, p);
  const char *port = vfi_routine_piece_part(piece, run->arrays[piece->array].port);
  const char *original = vfi_routine_piece_part(piece, run->arrays[piece->array].original);
  vfi_text text = { .buffer = of_box, .size = sizeof of_box };
  of_box[0] = 0;
  if (strcmp(piece->label, label) != 0) vfi_text_add(&text, " ('%s')", piece->label);
  vfi_ledger_note(run->ledger, VF_FINDING_DIFFERS, piece->subject,
                  "'%s'%s differs in %lld of %lld elements, first at %s, worst at %s: port %s, original %s", label,
                  of_box, (long long)result->tally.failed, (long long)result->tally.compared,
                  vfi_piece_place(first, piece, result->first), vfi_piece_place(worst, piece, result->worst),
                  vfi_element_text(of_port, piece->type, port, result->worst),
                  vfi_element_text(of_original, piece->type, original, result->worst));
  char cause[VF_FINDING_TEXT];
  if (vfi_routine_cause(run, p, cause))
    vfi_ledger_note(run->ledger, VF_FINDING_CAUSE, piece->subject, "'%s': %s", label, cause);
}

/* Elements of a listed array outside of all listed views. */
static void note_uncovered(vfi_routine_run *run)
{
  for (int a = 0; a < run->array_count; a++) {
    const vfi_routine_array *image = &run->arrays[a];
    int p = 0;
    while (run->pieces[p].array != a) p++;
    size_t first = 0;
    const char *images[2] = { image->port, image->original };
    const vfi_finding_kind kinds[2] = { VF_FINDING_UNLISTED, VF_FINDING_UNLISTED_ORIGINAL };
    for (int i = 0; i < 2; i++) {
      const int64_t count = vfi_routine_uncovered(run, a, image->before, images[i], &first);
      if (count)
        vfi_ledger_note(run->ledger, kinds[i], run->pieces[p].subject,
                        "the %s changes %lld elements of the array of '%s' that no view of vf_check_begin covers, the "
                        "first %lld elements from its beginning",
                        i ? "original" : "port", (long long)count, run->pieces[p].label,
                        (long long)(first / vfi_type_size(image->array->type)));
    }
  }
}

static void note_values(vfi_routine_run *run)
{
  for (int v = 0; v < run->port_values; v++) {
    vfi_routine_value *value = &run->values[v];
    vfi_subject *subject = &run->ledger->routine->subjects[value->subject];
    if (!value->in_original) {
      vfi_ledger_note(run->ledger, VF_FINDING_VALUE, value->subject,
                      "the number '%s' is given to vf_check_value by the port and not by the original", subject->label);
      continue;
    }
    char port[VF_ELEMENT_TEXT], original[VF_ELEMENT_TEXT];
    vfi_tally seen = { 0 };
    const bool agrees = vfi_routine_compare_value(run, value, &seen);
    vfi_tally_add(&subject->tally, &seen);
    if (value->unjudged) {
      vfi_ledger_note(
          run->ledger, VF_FINDING_UNJUDGED, value->subject,
          "the number '%s' cannot be judged: inputs changed by one in their last place change the original by "
          "%.2g, %s",
          subject->label, value->change, too_much);
      continue;
    }
    if (agrees) continue;
    vfi_ledger_note(run->ledger, VF_FINDING_VALUE, value->subject, "the number '%s' differs: port %s, original %s",
                    subject->label, vfi_element_text(port, value->type, (const char *)&value->port, 0),
                    vfi_element_text(original, value->type, (const char *)&value->original, 0));
    char cause[VF_FINDING_TEXT];
    if (vfi_routine_old_number(run, value, cause))
      vfi_ledger_note(run->ledger, VF_FINDING_CAUSE, value->subject, "the number '%s': %s", subject->label, cause);
  }
  if (run->extra_values)
    vfi_ledger_note(run->ledger, VF_FINDING_VALUE, -1,
                    "the original gives %lld numbers to vf_check_value that the port does not give",
                    (long long)run->extra_values);
}

/* The first error causes later errors. First come arrays of a call with values of a missing call, then others in the
 * order of their first writes, then unused arrays. */
static int64_t turn_of(const vfi_routine_run *run, int p)
{
  const vfi_routine_array *image = &run->arrays[run->pieces[p].array];
  if (!image->use_count) return run->first_writes + 1;
  return vfi_routine_call_missing(run, p) ? 0 : image->first_write;
}

/* Constants that nobody set give results that are no finite numbers. */
static void note_unset(vfi_routine_run *run)
{
  bool any = false;
  for (int p = 0; p < run->piece_count; p++) any = any || run->results[p].nan || !isfinite(run->results[p].worst_error);
  if (any && run->unset)
    vfi_ledger_note(run->ledger, VF_FINDING_UNSET, -1,
                    "all numbers of '%s' in a call of %s are 0: are they set before the call?", run->unset,
                    run->unset_kernel);
}

void vfi_routine_findings(vfi_routine_run *run)
{
  if (run->ledger->settings.perturb)
    vfi_ledger_note(
        run->ledger, VF_FINDING_UNCHECKED, -1,
        "the port of a routine cannot run once more, on perturbed inputs: it was checked on its own; kernels "
        "with originals are checked on both");
  bool changed = run->port_values > 0 || run->extra_values > 0;
  int64_t compared = run->port_values + run->extra_values;
  if (run->varies)
    vfi_ledger_note(
        run->ledger, VF_FINDING_VARIES, -1,
        "the original gives other results in each run on the same inputs: does it read something undefined?");
  note_values(run);
  for (int p = 0; p < run->piece_count; p++) {
    const vfi_piece_result *result = &run->results[p];
    vfi_tally_add(&run->ledger->routine->subjects[run->pieces[p].subject].tally, &result->tally);
    changed = changed || result->changed || result->tally.failed;
    compared += result->tally.compared;
  }
  for (int64_t turn = 0; turn <= run->first_writes + 1; turn++)
    for (int p = 0; p < run->piece_count; p++)
      if (turn_of(run, p) == turn) note_piece(run, p);
  note_uncovered(run);
  note_unset(run);
  run->empty = !changed || !compared;
  if (!compared)
    vfi_ledger_note(run->ledger, VF_FINDING_NOTHING, -1,
                    "there was nothing to compare: all views that vf_check_begin lists have no elements, or none "
                    "among the cells of vf_check_cells");
  else if (!changed)
    vfi_ledger_note(
        run->ledger, VF_FINDING_NOTHING, -1,
        "the original changes none of the views that vf_check_begin lists, so that nothing was put to the test");
}

/* The first finding of a call, the first finding without a number, and the supposed cause, if any: a program stops with
 * this text. */
vf_status vfi_routine_mismatch(const vfi_ledger *ledger, int64_t call)
{
  const vfi_finding *first = NULL, *array = NULL, *cause = NULL;
  for (int f = ledger->finding_count - 1; f >= 0; f--) {
    const vfi_finding *finding = &ledger->findings[f];
    if (!vfi_finding_fails(finding->kind) || finding->last_call != call) continue;
    if (finding->kind == VF_FINDING_CAUSE) cause = finding;
    else first = finding;
    if (first == finding && finding->kind != VF_FINDING_VALUE) array = finding;
  }
  if (!first) return VF_OK;
  const bool both = array && array != first;
  return vfi_fail(VF_ERROR_MISMATCH, "call %lld of %s%s%s%s%s", (long long)call, first->text, both ? "; " : "",
                  both ? array->text : "", cause ? "; " : "", cause ? cause->text : "");
}
