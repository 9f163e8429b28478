#include "findings.h"

#include <math.h>
#include <string.h>

#include "place.h"
#include "../compare/device_image.h"
#include "../compare/rounding.h"

enum { PATTERNS = 3 };
static const double margin = 8; /* of a number, whose change is measured by itself */

static const char *name_of(const vfi_images *images, const vfi_image *image)
{
  return vfi_checked_record(images->checked, image->layout.argument, 0)->label;
}

static vf_status compare(vfi_images *images, const vfi_image *image, const vfi_slack *slack, const vfi_ledger *ledger,
                         vfi_compared *compared)
{
  vfi_states states = vfi_image_states(image);
  states.slack = slack;
  return vfi_compare(images->call, images->checked, images->list, &image->layout, &states, &compared->tolerance,
                     ledger->calls, &compared->found);
}

/* True if another run may explain a difference: before the first run, or if few elements are left, which hardly changed
 * in the first run by chance. */
static bool may_be_rounding(const vfi_comparison *found, int pattern)
{
  const int64_t left = found->failed - found->unjudged.count;
  if (!isfinite(found->worst.error)) return false;
  return pattern ? left > 0 && left < found->explained.count / 16 : left > 0;
}

/* If no tolerance was chosen, differences do not count if rounding of the inputs would cause them as well. Rounding is
 * measured for this call alone: another call has other numbers. */
static vf_status try_rounding(vfi_images *images, const vfi_image *image, const vfi_ledger *ledger,
                              vfi_compared *compared)
{
  vfi_slack slack;
  vf_status status = vfi_slack_take(&slack, (int64_t)(image->layout.bytes / image->size));
  for (int pattern = 0; pattern < PATTERNS && !status && may_be_rounding(&compared->found, pattern); pattern++) {
    status = vfi_rounding_measure(images, ledger, image, pattern, &slack);
    if (!status) status = compare(images, image, &slack, ledger, compared);
  }
  compared->tolerance.absolute = slack.typical;
  if (!status && slack.beyond && compared->found.failed)
    status = vfi_rounding_varies(images, ledger, image, 0, 0, &compared->varies);
  vfi_slack_give(&slack);
  return status;
}

/* Integers do not round: they agree or not. */
vf_status vfi_findings_compare(vfi_images *images, vfi_image *image, vfi_ledger *ledger, vfi_compared *compared)
{
  const bool real = vfi_type_is_real(image->array->type);
  compared->tolerance = real ? vfi_tolerance_for(ledger, image->array->type) : (vf_tolerance){ 0 };
  if (image->on_device && !image->brought) {
    bool agrees = false;
    vf_status status =
        vfi_device_image_compare(images, image, &compared->tolerance, ledger->calls, &agrees, &compared->found);
    if (!status && !agrees) status = vfi_device_image_bring(image);
    if (status || agrees) return status;
  }
  vf_status status = compare(images, image, NULL, ledger, compared);
  if (!status && images->inputs_changed && compared->found.failed) {
    vfi_comparison again;
    status = vfi_rounding_on_changed(images, ledger, image, &compared->tolerance, &again);
    if (!status && !again.failed) compared->found = again;
  }
  if (status || !real || ledger->settings.tolerant || !may_be_rounding(&compared->found, 0)) return status;
  return try_rounding(images, image, ledger, compared);
}

static const char *const too_much =
    "more than rounding may explain: it is badly conditioned, or chaotic (a tolerance of "
    "your own judges it: VF_TOLERANCE)";

static void note_varies(vfi_ledger *ledger, int argument, const char *before, const char *name, const char *behind)
{
  vfi_ledger_note(ledger, VF_FINDING_VARIES, argument,
                  "the original gives another %s%s%s in each run on the same inputs: does it read something undefined?",
                  before, name, behind);
}

void vfi_agreement_note(const vfi_images *images, const vfi_image *image, vfi_ledger *ledger,
                        const vfi_compared *compared)
{
  const vfi_comparison *found = &compared->found;
  const char *sort = vfi_is_over_columns(&images->call->kernel->description) ? "elements"
                     : vfi_layers_around(&images->call->kernel->description) ? "ghosts"
                                                                             : "valid cells";
  char place[VF_PLACE_TEXT];
  if (compared->varies) note_varies(ledger, image->layout.argument, "'", name_of(images, image), "'");
  if (found->unjudged.count)
    vfi_ledger_note(
        ledger, VF_FINDING_UNJUDGED, image->layout.argument,
        "'%s' cannot be judged in %lld of %lld %s, first %s: inputs changed by one in their last place change "
        "the original there by up to %.2g, %s",
        name_of(images, image), (long long)found->unjudged.count, (long long)found->compared, sort,
        vfi_place_text(place, images, image, found->unjudged.first), found->unjudged_change, too_much);
  if (found->explained.count)
    vfi_ledger_note_largest(
        ledger, VF_FINDING_WIDENED, image->layout.argument, found->explained_error,
        "the tolerance of '%s' was widened for %lld of %lld %s, which differ by up to %.2g, most at "
        "%s: inputs changed by one in their last place change the original as well, so that up to "
        "%.2g was allowed",
        name_of(images, image), (long long)found->explained.count, (long long)found->compared, sort,
        found->explained_error, vfi_place_text(place, images, image, found->explained_worst), found->explained_slack);
}

/* ---- Numbers ---------------------------------------------------------------------------------------------------- */

/* Adds the effect of the order of additions. A minimum or maximum does not depend on an order. */
static vf_status add_order(vfi_images *images, int number, double original, double port, vf_tolerance *tolerance)
{
  if (images->call->kernel->description.results[number].reduction != VF_REDUCTION_SUM) return VF_OK;
  return vfi_summation_bound(images, number, original, fabs(port - original), &tolerance->absolute);
}

/* Adds the effect of rounding of the inputs. */
static vf_status add_rounding(vfi_images *images, const vfi_ledger *ledger, int number, double original, double port,
                              vf_tolerance *tolerance, vfi_rounding_of *rounding)
{
  double by_cap = 0;
  vf_status status = vfi_rounding_of_number(images, ledger, number, original, &rounding->change, &by_cap);
  if (status) return status;
  rounding->explains = vfi_slack_is_rounding(rounding->change, by_cap);
  rounding->beyond_cap =
      !rounding->explains && fabs(port - original) <= tolerance->absolute + margin * rounding->change;
  if (rounding->explains) tolerance->absolute += margin * rounding->change;
  if (rounding->explains) return VF_OK;
  return vfi_rounding_varies(images, ledger, NULL, number, original, &rounding->varies);
}

vf_status vfi_agreement_of_numbers(vfi_images *images, const vfi_ledger *ledger, int number, double original,
                                   double port, vfi_tally *seen, vfi_rounding_of *rounding, bool *agrees)
{
  vf_tolerance tolerance = vfi_tolerance_of(ledger, images->checked);
  vfi_rounding_of tried = { 0 };
  vf_status status = VF_OK;
  for (int attempt = 0; !status; attempt++) {
    *seen = (vfi_tally){ 0 };
    *agrees = vfi_compare_results(port, original, &tolerance, ledger->calls, seen);
    if (attempt == 1 && !*agrees && images->inputs_changed) {
      double again = original;
      vfi_tally tally = { 0 };
      status = vfi_rounding_number_on_changed(images, ledger, number, &again);
      *agrees = !status && vfi_compare_results(port, again, &tolerance, ledger->calls, &tally);
      if (*agrees) *seen = tally;
    }
    if (status || *agrees || ledger->settings.tolerant || attempt == 2 || !isfinite(port - original)) break;
    status = attempt ? add_rounding(images, ledger, number, original, port, &tolerance, &tried)
                     : add_order(images, number, original, port, &tolerance);
  }
  tried.explains = tried.explains && *agrees;
  if (rounding) *rounding = tried;
  return status;
}

void vfi_agreement_note_number(vfi_ledger *ledger, int argument, const char *name, const vfi_rounding_of *rounding)
{
  if (rounding->varies) note_varies(ledger, argument, "value of ", name, "");
  if (rounding->beyond_cap)
    vfi_ledger_note(ledger, VF_FINDING_UNJUDGED, argument,
                    "%s cannot be judged: inputs changed by one in their last place change the original by %.2g, %s",
                    name, rounding->change, too_much);
  if (rounding->explains)
    vfi_ledger_note_largest(ledger, VF_FINDING_WIDENED, argument, rounding->change,
                            "the tolerance of %s was widened by %.2g: inputs changed by one in their last place change "
                            "the original by %.2g",
                            name, margin * rounding->change, rounding->change);
}
