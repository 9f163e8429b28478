#include "findings.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "diagnosis.h"
#include "remote.h"
#include "rounding.h"
#include "trial.h"

static const char *name_of(const vf_images *images, const vf_image *image)
{
  return images->checked->records[image->layout.argument]->label;
}

static const char *argument_of(const vf_images *images, const vf_image *image)
{
  return images->call->kernel->description.arguments[image->layout.argument].name;
}

const char *vf_place_text(char text[VF_PLACE_TEXT], const vf_layout *layout, int64_t element)
{
  int64_t index[4];
  vf_layout_index(layout, element, index);
  const int used = snprintf(text, VF_PLACE_TEXT, "(%lld, %lld, %lld)", (long long)index[0], (long long)index[1],
                            (long long)index[2]);
  if (layout->extent[3] > 1)
    snprintf(text + used, VF_PLACE_TEXT - (size_t)used, " component %lld", (long long)index[3]);
  return text;
}

static const char *index_text(char text[VF_PLACE_TEXT], const vf_layout *layout, const int64_t index[4])
{
  int64_t element = 0;
  for (int d = 3; d >= 0; d--) element = element * layout->extent[d] + index[d] - layout->lower[d];
  return vf_place_text(text, layout, element);
}

static void note_original(const vf_images *images, const vf_image *image, const vf_comparison *found, vf_ledger *ledger)
{
  char text[VF_PLACE_TEXT];
  const int argument = image->layout.argument;
  if (found->truncated.count)
    vf_ledger_note(ledger, VF_FINDING_ORIGINAL_TRUNCATES, argument,
                   "the original writes %lld elements of '%s' outside the box at i = lo - 1: its mod truncates toward "
                   "zero for negative odd lo + j + k + colour (use modulo), first %s",
                   (long long)found->truncated.count, name_of(images, image),
                   vf_place_text(text, &image->layout, found->truncated.first));
  if (found->original_outside.count > found->truncated.count)
    vf_ledger_note(ledger, VF_FINDING_ORIGINAL_OUTSIDE, argument,
                   "the original writes %lld elements of '%s' outside the declared map, first %s",
                   (long long)(found->original_outside.count - found->truncated.count), name_of(images, image),
                   vf_place_text(text, &image->layout, found->original_outside.first));
}

static void note_writes(const vf_images *images, const vf_image *image, const vf_comparison *found, vf_ledger *ledger)
{
  char text[VF_PLACE_TEXT];
  const int argument = image->layout.argument;
  const char *name = name_of(images, image);
  if (found->other_colour.count)
    vf_ledger_note(ledger, VF_FINDING_WRONG_COLOUR, argument,
                   "the port updates the wrong colour of '%s': %lld cells that colour %d leaves alone have changed, "
                   "first %s",
                   name, (long long)found->other_colour.count, images->call->selector,
                   vf_place_text(text, &image->layout, found->other_colour.first));
  if (found->outside.count > found->other_colour.count)
    vf_ledger_note(ledger, VF_FINDING_OUTSIDE, argument,
                   "the port writes %lld elements of '%s' outside the declared map, first %s",
                   (long long)(found->outside.count - found->other_colour.count), name,
                   vf_place_text(text, &image->layout, found->first_far));
  if (found->unwritten.count)
    vf_ledger_note(ledger, VF_FINDING_UNWRITTEN, argument,
                   "the port leaves %lld elements of '%s' unwritten, first %s%s", (long long)found->unwritten.count,
                   name, vf_place_text(text, &image->layout, found->unwritten.first),
                   found->original_unwritten.count == found->unwritten.count
                       ? " (so does the original: declare the argument UPDATE)"
                       : "");
  if (found->nan.count)
    vf_ledger_note(ledger, VF_FINDING_NAN, argument,
                   "the port gives %lld NaN in '%s' where the original has none, first %s", (long long)found->nan.count,
                   name, vf_place_text(text, &image->layout, found->nan.first));
}

static void note_difference(const vf_images *images, const vf_image *image, const vf_comparison *found,
                            vf_ledger *ledger)
{
  char text[VF_PLACE_TEXT];
  const char *sort = images->call->kernel->description.points == VF_POINTS_GHOSTS ? "ghosts" : "valid cells";
  vf_ledger_note(ledger, VF_FINDING_DIFFERS, image->layout.argument,
                 "'%s' differs in %lld of %lld %s, worst at %s: port %.17g, original %.17g", name_of(images, image),
                 (long long)found->failed, (long long)found->compared, sort,
                 index_text(text, &image->layout, found->worst.index), found->worst.port, found->worst.original);
}

/* Where no tolerance was chosen, differences that rounding of the inputs would cause as well are none. What was
 * measured once serves the later calls, in proportion to their inputs, until it no longer explains what is seen.
 * Integers do not round: they agree or not. */
vf_status vf_findings_compare(vf_images *images, vf_image *image, vf_ledger *ledger, vf_compared *compared)
{
  vf_tolerance *tolerance = &compared->tolerance;
  vf_comparison *found = &compared->found;
  const bool real = image->array->type == VF_REAL32 || image->array->type == VF_REAL64;
  const bool measured = real && !ledger->settings.tolerant;
  double scale = 0;
  double *known = &ledger->rounding[image->layout.argument];
  *tolerance = real ? vf_tolerance_of(ledger, images->checked, false) : (vf_tolerance){ 0 };
  if (image->remote && !image->brought) {
    bool agrees = false;
    vf_status status = vf_remote_compare(images, image, tolerance, ledger->calls, &agrees, found);
    if (!status && !agrees) status = vf_remote_bring(image);
    if (status || agrees) return status;
  }
  if (measured && *known > 0) {
    const vf_status status = vf_rounding_scale(images, &scale);
    if (status) return status;
    tolerance->absolute = *known * scale;
  }
  const vf_states states = vf_image_states(image);
  for (int attempt = 0;; attempt++) {
    vf_status status = vf_compare(images->call, images->checked, images->list, &image->layout, &states, tolerance,
                                  ledger->calls, found);
    if (status || !found->failed || !measured || attempt || !isfinite(found->worst.error)) return status;
    double change = 0;
    status = vf_rounding_measure(images, ledger, image, 0, &change);
    if (status || change <= tolerance->absolute) return status;
    tolerance->absolute = change;
    status = vf_rounding_scale(images, &scale);
    if (status) return status;
    *known = change / scale;
  }
}

vf_status vf_findings_note(vf_images *images, vf_image *image, vf_ledger *ledger, const vf_compared *compared)
{
  const vf_comparison *found = &compared->found;
  const bool first = ledger->first_differing_call == 0;
  vf_tallies_add(ledger->tallies[image->layout.argument], found->tally);
  note_original(images, image, found, ledger);
  note_writes(images, image, found, ledger);
  if (!found->failed) return VF_OK;
  note_difference(images, image, found, ledger);
  /* Trying explanations costs runs of the original; the first call that differs says enough. */
  return first ? vf_diagnose(images, image, found, &compared->tolerance, ledger) : VF_OK;
}

vf_status vf_findings_of_result(vf_images *images, vf_ledger *ledger, double original, double port)
{
  const int argument = images->call->kernel->description.argument_count;
  vf_tolerance tolerance = vf_tolerance_of(ledger, images->checked, true);
  vf_tally seen = { 0 };
  bool agrees = vf_compare_results(port, original, &tolerance, ledger->calls, &seen);
  if (!agrees && !ledger->settings.tolerant && isfinite(port - original)) {
    const vf_status status = vf_rounding_measure(images, ledger, NULL, original, &tolerance.absolute);
    if (status) return status;
    seen = (vf_tally){ 0 };
    agrees = vf_compare_results(port, original, &tolerance, ledger->calls, &seen);
  }
  vf_tallies_add(ledger->tallies[argument], (const vf_tally[2]){ seen });
  if (isnan(port) && !isnan(original))
    vf_ledger_note(ledger, VF_FINDING_NAN, argument, "the port gives NaN where the original has %.17g", original);
  if (!agrees)
    vf_ledger_note(ledger, VF_FINDING_DIFFERS, argument, "the result differs: port %.17g, original %.17g", port,
                   original);
  return VF_OK;
}

static void note_change(const vf_images *images, const vf_image *image, vf_finding_kind kind, const char *who,
                        const vf_change *change, vf_ledger *ledger)
{
  char text[VF_PLACE_TEXT], value[80] = "";
  const vf_layout *layout = &image->layout;
  const int64_t element = change->element - (int64_t)(layout->begin / image->size);
  if (change->exact)
    snprintf(value, sizeof value, " (it held %.17g)",
             vf_element_value(image->array->type, (const char *)&change->bits, 0));
  vf_ledger_note(ledger, kind, layout->argument, "%s changes '%s' (argument %s), which it only reads, %s %s%s", who,
                 name_of(images, image), argument_of(images, image), change->exact ? "at" : "in or after the row of",
                 vf_place_text(text, layout, element < 0 ? 0 : element), value);
}

/* Whether the original changes an array that it only reads: tried on copies. */
static vf_status original_changes(vf_images *images, const vf_image *image, const vf_ledger *ledger, bool *changes)
{
  vf_trial trial;
  *changes = false;
  vf_status status = vf_trial_take(images, true, &trial);
  if (!status) {
    vf_trial_run(images, ledger, &trial);
    *changes = vf_window_difference(&image->window, image->size, image->array->bytes, trial.copies[image - images->at],
                                    image->original) >= 0;
  }
  vf_trial_give(images, &trial);
  return status;
}

vf_status vf_findings_of_inputs(vf_images *images, vf_ledger *ledger)
{
  for (int i = 0; i < images->count; i++) {
    vf_image *image = &images->at[i];
    const bool shared = image->array->context->backend->aliases_host;
    if (image->written) continue;
    vf_change change = vf_image_changed(image);
    bool by_original = !shared;
    vf_status status = VF_OK;
    if (change.blocks && shared) status = original_changes(images, image, ledger, &by_original);
    if (change.blocks && !status)
      note_change(images, image, by_original ? VF_FINDING_ORIGINAL_INPUT : VF_FINDING_INPUT,
                  by_original ? "the original" : "the port", &change, ledger);
    if (!status) status = vf_image_changed_on_device(image, &change);
    if (status) return status;
    if (change.blocks) note_change(images, image, VF_FINDING_INPUT, "the port", &change, ledger);
  }
  return VF_OK;
}

int64_t vf_findings_count(const vf_ledger *ledger)
{
  int64_t count = 0;
  for (int f = 0; f < ledger->finding_count; f++)
    if (vf_finding_fails(ledger->findings[f].kind)) count += ledger->findings[f].calls;
  return count;
}

const char *vf_findings_last(const vf_ledger *ledger)
{
  for (int f = ledger->finding_count - 1; f >= 0; f--)
    if (vf_finding_fails(ledger->findings[f].kind) && ledger->findings[f].last_call == ledger->calls)
      return ledger->findings[f].text;
  return "";
}
