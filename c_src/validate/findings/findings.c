#include "findings.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../compare/device_image.h"
#include "../compare/rounding.h"
#include "../original_rerun.h"
#include "column_grid.h"
#include "diagnosis.h"
#include "picture.h"
#include "place.h"

static const char *name_of(const vfi_images *images, const vfi_image *image)
{
  return vfi_checked_record(images->checked, image->layout.argument, 0)->label;
}

static const char *argument_of(const vfi_images *images, const vfi_image *image)
{
  return images->call->kernel->description.arguments[image->layout.argument].name;
}

static void note_original(const vfi_images *images, const vfi_image *image, const vfi_comparison *found,
                          vfi_ledger *ledger)
{
  char text[VF_PLACE_TEXT];
  const int argument = image->layout.argument;
  if (found->truncated.count)
    vfi_ledger_note(ledger, VF_FINDING_ORIGINAL_TRUNCATES, argument,
                    "the original writes %lld elements of '%s' outside the box at i = lo - 1: its mod truncates toward "
                    "zero for negative odd lo + j + k + colour (use modulo), first %s",
                    (long long)found->truncated.count, name_of(images, image),
                    vfi_place_text(text, images, image, found->truncated.first));
  vfi_elements outside = found->original_outside;
  if (ledger->settings.more) vfi_elements_merge(&outside, &found->untouched);
  else if (found->untouched.count) vfi_untouched_note(images, image, found, ledger);
  if (outside.count)
    vfi_ledger_note(ledger, VF_FINDING_ORIGINAL_OUTSIDE, argument,
                    "the original writes %lld elements of '%s' outside the declared map, first %s",
                    (long long)outside.count, name_of(images, image),
                    vfi_place_text(text, images, image, outside.first));
}

static void note_writes(const vfi_images *images, const vfi_image *image, const vfi_comparison *found,
                        vfi_ledger *ledger)
{
  char text[VF_PLACE_TEXT], where[VF_WHERE_TEXT];
  const int argument = image->layout.argument;
  const char *name = name_of(images, image);
  if (found->other_colour.count)
    vfi_ledger_note(ledger, VF_FINDING_WRONG_COLOUR, argument,
                    "the port updates the wrong colour of '%s': %lld cells that colour %d leaves alone have changed, "
                    "first %s",
                    name, (long long)found->other_colour.count, images->call->selector,
                    vfi_place_text(text, images, image, found->other_colour.first));
  if (found->outside.count > found->other_colour.count)
    vfi_ledger_note(ledger, VF_FINDING_OUTSIDE, argument,
                    "the port writes %lld elements of '%s' outside the declared map, first %s%s",
                    (long long)(found->outside.count - found->other_colour.count), name,
                    vfi_place_text(text, images, image, found->first_far),
                    vfi_column_where_outside(where, images, image, VF_COLUMN_PORT));
  if (found->unwritten.count)
    vfi_ledger_note(ledger, VF_FINDING_UNWRITTEN, argument,
                    "the port leaves %lld elements of '%s' unwritten, first %s%s%s", (long long)found->unwritten.count,
                    name, vfi_place_text(text, images, image, found->unwritten.first),
                    vfi_column_where_unwritten(where, images, image),
                    found->unwritten_by_both.count == found->unwritten.count
                        ? " (so does the original: declare the argument UPDATE)"
                        : "");
  if (found->nan.count)
    vfi_ledger_note(ledger, VF_FINDING_NAN, argument,
                    "the port gives %lld NaN in '%s' where the original has none, first %s",
                    (long long)found->nan.count, name, vfi_place_text(text, images, image, found->nan.first));
}

/* Gives the worst differences the label of the view under which the user knows their places. */
static void name_worst(const vfi_images *images, const vfi_image *image, vfi_tally tally[2])
{
  for (int c = 0; c < 2; c++)
    for (int m = 0; m < VF_MEASURES; m++) {
      vfi_worst *worst = &tally[c].worst[m];
      if (!(worst->error > 0)) continue;
      vfi_place_axes(worst->axes, sizeof worst->axes, images, image, vfi_layout_element(&image->layout, worst->index));
      const vfi_record *record = vfi_place_known(images, image, worst->index);
      snprintf(worst->label, sizeof worst->label, "%s", record->label);
    }
}

/* Over columns the places say more than the largest difference. */
static void note_columns(const vfi_images *images, const vfi_image *image, const vfi_compared *compared,
                         vfi_ledger *ledger)
{
  const vfi_comparison *found = &compared->found;
  char first[VF_PLACE_TEXT], worst[VF_PLACE_TEXT], where[VF_WHERE_TEXT], port[VF_ELEMENT_TEXT],
      original[VF_ELEMENT_TEXT];
  const vfi_states states = vfi_image_states(image);
  const vf_type type = image->array->type;
  const int64_t largest = vfi_layout_element(&image->layout, found->worst.index);
  vfi_ledger_note(ledger, VF_FINDING_DIFFERS, image->layout.argument,
                  "'%s' differs in %lld of %lld elements, first at %s, worst at %s: port %s, original %s%s",
                  name_of(images, image), (long long)found->failed, (long long)found->compared,
                  vfi_place_text(first, images, image, found->first_failed),
                  vfi_place_text(worst, images, image, largest), vfi_element_text(port, type, states.port, largest),
                  vfi_element_text(original, type, states.original, largest),
                  vfi_column_where(where, images, image, found, &compared->tolerance));
}

static void note_difference(const vfi_images *images, const vfi_image *image, const vfi_comparison *found,
                            vfi_ledger *ledger)
{
  char text[VF_PLACE_TEXT], beside[VF_PLACE_TEXT], port[VF_ELEMENT_TEXT], original[VF_ELEMENT_TEXT];
  const vfi_states states = vfi_image_states(image);
  const vf_type type = image->array->type;
  const int64_t worst = vfi_layout_element(&image->layout, found->worst.index);
  const char *sort = vfi_layers_around(&images->call->kernel->description) ? "ghosts" : "valid cells";
  vfi_ledger_note(ledger, VF_FINDING_DIFFERS, image->layout.argument,
                  "'%s' differs in %lld of %lld %s, worst at %s%s: port %s, original %s", name_of(images, image),
                  (long long)found->failed, (long long)found->compared, sort,
                  vfi_place_text(text, images, image, worst), vfi_place_beside(beside, images, image, worst),
                  vfi_element_text(port, type, states.port, worst),
                  vfi_element_text(original, type, states.original, worst));
}

/* Without memory there is no picture. */
static void draw_picture(const vfi_images *images, const vfi_image *image, const vfi_compared *compared,
                         vfi_ledger *ledger)
{
  const vfi_comparison *found = &compared->found;
  const vf_layout *layout = &image->layout;
  const vfi_record *record = vfi_checked_record(images->checked, layout->argument, 0);
  const vfi_states states = vfi_image_states(image);
  const vfi_picture_frame frame =
      vfi_picture_frame_of(&record->axes, 0, layout->component, layout->extent, layout->lower);
  unsigned char *owned = malloc((size_t)layout->extent[0]);
  vfi_picture *picture =
      owned ? vfi_picture_begin(ledger, layout->argument, record->label, &frame, found->failed) : NULL;
  const int64_t *low = found->low, *high = found->high;
  int64_t at[4];
  for (at[3] = low[3]; picture && at[3] <= high[3]; at[3]++)
    for (at[2] = low[2]; at[2] <= high[2]; at[2]++)
      for (at[1] = low[1]; at[1] <= high[1]; at[1]++) {
        const int64_t row = (at[3] * layout->extent[2] + at[2]) * layout->extent[1] + at[1];
        vfi_ownership_row(images->call, images->checked, images->list, layout, at + 1, owned);
        for (at[0] = low[0]; at[0] <= high[0]; at[0]++) {
          const int64_t element = row * layout->extent[0] + at[0];
          if (!owned[at[0]] || !vfi_column_fails(image, &compared->tolerance, found->magnitude, element)) continue;
          const double difference = fabs(vfi_element_value(image->array->type, states.port, element) -
                                         vfi_element_value(image->array->type, states.original, element));
          vfi_picture_add(picture, &frame, element, at, isnan(difference) ? HUGE_VAL : difference);
        }
      }
  free(owned);
}

vf_status vfi_findings_note(vfi_images *images, vfi_image *image, vfi_ledger *ledger, const vfi_compared *compared)
{
  const vfi_comparison *found = &compared->found;
  const bool first = ledger->first_differing_call == 0;
  vfi_tally tally[2];
  memcpy(tally, found->tally, sizeof tally);
  name_worst(images, image, tally);
  vfi_ledger_count(ledger, image->layout.argument, name_of(images, image), tally);
  note_original(images, image, found, ledger);
  note_writes(images, image, found, ledger);
  const vf_status status = vfi_unset_note(images, image, ledger);
  if (status) return status;
  vfi_agreement_note(images, image, ledger, compared);
  if (found->failed == found->unjudged.count) return VF_OK;
  draw_picture(images, image, compared, ledger);
  if (vfi_is_over_columns(&images->call->kernel->description)) note_columns(images, image, compared, ledger);
  else note_difference(images, image, found, ledger);
  /* Trying explanations costs runs of the original; the first differing call says enough. */
  return first && !compared->varies ? vfi_diagnose(images, image, found, &compared->tolerance, ledger) : VF_OK;
}

/* "the result", or "result dt" for named results. */
static const char *result_name(const vfi_kernel_description *kernel, int number)
{
  static char text[VF_NAME_LENGTH + 8];
  snprintf(text, sizeof text, vfi_is_reduction(kernel) ? "the result" : "result %s", kernel->results[number].name);
  return text;
}

static bool same_place(const vfi_kernel_description *kernel, const vf_place *a, const vf_place *b)
{
  return a->box == b->box && a->component == b->component &&
         !memcmp(a->index, b->index, (size_t)kernel->rank * sizeof a->index[0]);
}

/* An original may give places outside of the call. */
static bool is_point(const vfi_images *images, const vf_place *place)
{
  const vf_box *box = &images->call->boxes[place->box];
  bool inside = place->component < images->checked->components;
  for (int d = 0; d < images->call->kernel->description.rank; d++)
    inside = inside && place->index[d] >= box->lower[d] && place->index[d] <= box->upper[d];
  return inside;
}

/* As the user counts components, from 1. */
static const char *point_text(char text[VF_PLACE_TEXT], const vfi_call *call, int components, const vf_place *place)
{
  int used = snprintf(text, VF_PLACE_TEXT, "(%d", place->index[0]);
  for (int d = 1; d < call->kernel->description.rank; d++)
    used += snprintf(text + used, VF_PLACE_TEXT - (size_t)used, ", %d", place->index[d]);
  used += snprintf(text + used, VF_PLACE_TEXT - (size_t)used, ")");
  if (components > 1)
    used += snprintf(text + used, VF_PLACE_TEXT - (size_t)used, " of component %d", place->component + 1);
  if (call->box_count > 1) snprintf(text + used, VF_PLACE_TEXT - (size_t)used, " of box %d", place->box + 1);
  return text;
}

/* Both found the same extremum; their places may differ if rounding decides between two points. */
static vf_status compare_places(vfi_images *images, vfi_ledger *ledger, int number, const vfi_results *original,
                                const vfi_results *port)
{
  const vf_place *found = &port->places[number], *expected = &original->places[number];
  char texts[2][VF_PLACE_TEXT];
  if (expected->box < 0 || found->box < 0 || same_place(&images->call->kernel->description, found, expected))
    return VF_OK;
  double term = 0;
  vfi_tally seen;
  bool agrees = false;
  const bool inside = is_point(images, expected);
  vf_status status = inside ? vfi_summation_term(images, number, expected, &term) : VF_OK;
  const bool tie = inside && term == port->values[number] && term == original->values[number];
  if (!status && inside && !tie && !isnan(term))
    status = vfi_agreement_of_numbers(images, ledger, number, port->values[number], term, &seen, NULL, &agrees);
  if (status || agrees) return status;
  vfi_ledger_note(
      ledger, VF_FINDING_DIFFERS, images->call->kernel->description.argument_count + VF_MAX_RESULTS + number,
      "the place of %s differs: port %s, original %s%s", result_name(&images->call->kernel->description, number),
      point_text(texts[0], images->call, images->checked->components, found),
      point_text(texts[1], images->call, images->checked->components, expected),
      tie ? ", with the same value: the port takes the first such place" : "");
  return VF_OK;
}

vf_status vfi_findings_of_result(vfi_images *images, vfi_ledger *ledger, int number, const vfi_results *originals,
                                 const vfi_results *ports)
{
  const vfi_kernel_description *kernel = &images->call->kernel->description;
  const int argument = kernel->argument_count + number;
  const double original = originals->values[number], port = ports->values[number];
  vfi_tally seen;
  bool agrees = false;
  vfi_rounding_of rounding = { 0 };
  const vf_status status = vfi_agreement_of_numbers(images, ledger, number, original, port, &seen, &rounding, &agrees);
  if (status) return status;
  const char *label = kernel->results[number].name;
  for (int m = 0; m < VF_MEASURES; m++) snprintf(seen.worst[m].label, sizeof seen.worst[m].label, "%.63s", label);
  vfi_ledger_count(ledger, argument, label, (const vfi_tally[2]){ seen });
  if (isnan(port) && !isnan(original))
    vfi_ledger_note(ledger, VF_FINDING_NAN, argument, "the port gives NaN%s%s where the original has %.17g",
                    vfi_is_reduction(kernel) ? "" : " as result ", vfi_is_reduction(kernel) ? "" : label, original);
  vfi_agreement_note_number(ledger, argument, result_name(kernel, number), &rounding);
  if (!agrees && !rounding.beyond_cap) {
    vfi_ledger_note(ledger, VF_FINDING_DIFFERS, argument, "%s differs: port %.17g, original %.17g",
                    result_name(kernel, number), port, original);
  }
  return agrees && kernel->results[number].placed ? compare_places(images, ledger, number, originals, ports) : VF_OK;
}

static void note_change(const vfi_images *images, const vfi_image *image, vfi_finding_kind kind, const char *who,
                        const vfi_change *change, vfi_ledger *ledger)
{
  char text[VF_PLACE_TEXT], old_value[VF_ELEMENT_TEXT], value[80] = "";
  const vf_layout *layout = &image->layout;
  const int64_t element = change->element - (int64_t)(layout->begin / image->size);
  if (change->exact)
    snprintf(value, sizeof value, " (it held %s)",
             vfi_element_text(old_value, image->array->type, (const char *)&change->bits, 0));
  vfi_ledger_note(ledger, kind, layout->argument, "%s changes '%s' (argument %s), which it only reads, %s %s%s", who,
                  name_of(images, image), argument_of(images, image), change->exact ? "at" : "in or after the row of",
                  vfi_place_text(text, images, image, element < 0 ? 0 : element), value);
}

/* Gives the changed element its old value, or each number another last bit: otherwise an original that sets the same
 * value again would seem to change nothing. */
static void undo(const vfi_image *image, const vfi_change *change, char *copy)
{
  const vf_run all = { .count = (int64_t)(image->array->bytes / image->size) };
  const vf_run *runs = image->window.runs ? image->window.runs : &all;
  const bool real = vfi_type_is_real(image->array->type);
  if (change->exact) memcpy(copy + (size_t)change->element * image->size, &change->bits, image->size);
  for (int64_t r = 0; real && !change->exact && r < (image->window.runs ? image->window.count : 1); r++)
    for (int64_t e = runs[r].begin; e < runs[r].begin + runs[r].count; e++)
      if (image->size == sizeof(uint64_t)) ((uint64_t *)copy)[e] ^= 1;
      else ((uint32_t *)copy)[e] ^= 1;
}

/* Tests on copies if the original changes an array that the port only reads. */
static vf_status original_changes(vfi_images *images, const vfi_image *image, const vfi_change *change,
                                  const vfi_ledger *ledger, bool *changes)
{
  vfi_rerun rerun;
  char *before = NULL;
  *changes = false;
  vf_status status = vfi_rerun_take(images, true, &rerun);
  if (!status) status = vfi_image_memory(image, true, &before);
  if (!status) {
    char *copy = rerun.copies[image - images->at];
    undo(image, change, copy);
    vfi_image_copy(image, before, copy);
    status = vfi_rerun_run(images, ledger, &rerun);
    if (!status) *changes = vfi_window_difference(&image->window, image->size, image->array->bytes, copy, before) >= 0;
  }
  vfi_image_memory_give(image, true, before);
  vfi_rerun_give(images, &rerun);
  return status;
}

vf_status vfi_findings_of_inputs(vfi_images *images, vfi_ledger *ledger)
{
  const vfi_finding_kind of_original = ledger->settings.more ? VF_FINDING_ORIGINAL_INPUT : VF_FINDING_UNTOUCHED;
  for (int i = 0; i < images->count; i++) {
    vfi_image *image = &images->at[i];
    const bool shared = image->array->context->backend->aliases_host;
    if (image->written) continue;
    vfi_change change = vfi_image_changed(image);
    bool by_original = !shared;
    vf_status status = VF_OK;
    if (change.blocks && shared) status = original_changes(images, image, &change, ledger, &by_original);
    images->inputs_changed = images->inputs_changed || (change.blocks && shared && by_original);
    if (change.blocks && !status)
      note_change(images, image, by_original ? of_original : VF_FINDING_INPUT,
                  by_original ? "the original" : "the port", &change, ledger);
    if (!status) status = vfi_image_changed_on_device(image, &change);
    if (status) return status;
    if (change.blocks) note_change(images, image, VF_FINDING_INPUT, "the port", &change, ledger);
  }
  return VF_OK;
}

int64_t vfi_findings_count(const vfi_ledger *ledger)
{
  int64_t count = ledger->findings_beyond;
  for (int f = 0; f < ledger->finding_count; f++)
    if (vfi_finding_fails(ledger->findings[f].kind)) count += ledger->findings[f].calls;
  return count;
}

const char *vfi_findings_last(const vfi_ledger *ledger)
{
  for (int f = ledger->finding_count - 1; f >= 0; f--)
    if (vfi_finding_fails(ledger->findings[f].kind) && ledger->findings[f].last_call == ledger->calls)
      return ledger->findings[f].text;
  return "";
}
