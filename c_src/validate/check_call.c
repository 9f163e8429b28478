#include "check_call.h"

#include <stdio.h>
#include <string.h>

#include "../core/error.h"
#include "../core/seconds.h"
#include "findings/findings.h"
#include "images/images.h"
#include "original.h"

/* Runs the original on the images: the copies of the elements that a call can touch (images.h). */
static vf_status run_original(const vfi_images *images, vfi_ledger *ledger, vfi_results *results)
{
  const vfi_kernel_description *kernel = &images->call->kernel->description;
  char *memory[VF_MAX_ARGUMENTS];
  vf_value values[VF_MAX_ARGUMENTS];
  for (int a = 0; a < kernel->argument_count; a++)
    if (!vfi_checked_record(images->checked, a, 0)) values[a] = images->call->arguments[a].value;
  vfi_images_memory(images, memory);
  vfi_unlock();
  const double begin = vfi_seconds();
  const vf_status status =
      vfi_original_invoke(images->call, images->checked, images->list, ledger, memory, values, results);
  const double end = vfi_seconds();
  vfi_lock();
  ledger->seconds_original += end - begin;
  return status;
}

static vf_status run_port(vfi_images *images, vfi_ledger *ledger, vfi_results *results)
{
  vfi_call call = *images->call;
  vfi_results_ask(&call, results);
  const double begin = vfi_seconds();
  const vf_status status = vfi_execute(&call, images->checked, images->list);
  if (status) return status;
  vf_context *context = images->checked->context;
  const int code = context->backend->queue_wait(vfi_context_queue(context));
  if (code) return vfi_context_failure(context, code, call.kernel->description.name);
  ledger->seconds_port += vfi_seconds() - begin;
  vfi_results_put(images->call, results);
  return vfi_images_fetch(images);
}

/* Puts the results of the original into the program's arrays, in place of the results of the port. */
static vf_status keep_original(const vfi_images *images, const vfi_results *results)
{
  for (int i = 0; i < images->count; i++) {
    if (!images->at[i].written) continue;
    const vf_status status = vfi_image_put(&images->at[i], images->at[i].original);
    if (status) return status;
  }
  vfi_results_put(images->call, results);
  const vfi_record *record = images->checked->result;
  if (!record) return VF_OK;
  const vf_status status = vfi_array_prepare(record->array, VF_HOST, VF_UPDATE, false);
  if (status) return status;
  const size_t bytes = (size_t)images->call->kernel->description.result_count * sizeof(double);
  memcpy(vfi_record_address(record, VF_HOST), results->values, bytes);
  vfi_array_commit(record->array, VF_HOST, VF_UPDATE, false);
  return VF_OK;
}

typedef vf_status (*on_written)(vfi_images *images, vfi_image *image, vfi_ledger *ledger, vfi_compared *compared);

/* Calls a function for each written array, with the bounds of each view on the array. */
static vf_status each_written(vfi_images *images, vfi_ledger *ledger, vfi_compared *compared, on_written visit)
{
  const vfi_kernel_description *kernel = &images->call->kernel->description;
  vf_status status = VF_OK;
  for (int a = 0; a < kernel->argument_count && !status; a++) {
    if (!vfi_checked_record(images->checked, a, 0)) continue;
    vfi_image *image = &images->at[images->of[a]];
    const vf_layout layout = image->layout;
    if (vfi_image_look(images, image, a)) status = visit(images, image, ledger, &compared[a]);
    image->layout = layout;
  }
  return status;
}

static vf_status note(vfi_images *images, vfi_image *image, vfi_ledger *ledger, vfi_compared *compared)
{
  return vfi_findings_note(images, image, ledger, compared);
}

/* True if the original has to run on whole arrays before the port is accused. */
static bool doubtful(const vfi_images *images, const vfi_ledger *ledger, const vfi_compared *compared)
{
  for (int a = 0; a < images->call->kernel->description.argument_count; a++) {
    const vfi_comparison *found = &compared[a].found;
    if (found->failed || found->both_nan || (found->untouched.count && !ledger->settings.more)) return true;
  }
  return false;
}

/* If results differ, the original may have read elements beyond its windows: it runs once more, on whole arrays. */
static vf_status compare_whole(vfi_images *images, vfi_ledger *ledger, vfi_compared *compared)
{
  vfi_narrow narrow;
  vfi_results results;
  vf_status status = vfi_whole_widen(images, &narrow);
  if (!status) status = run_original(images, ledger, &results);
  if (!status) {
    if (vfi_whole_differs(images, &narrow)) {
      ledger->reads_beyond = true;
      vfi_ledger_note(ledger, VF_FINDING_ORIGINAL_BEYOND, images->at[0].layout.argument,
                      "results of the original depend on elements more than %d cells beyond what the kernel declares: "
                      "its calls are checked on whole arrays",
                      VF_WINDOW_GUARD);
    }
    status = each_written(images, ledger, compared, vfi_findings_compare);
  }
  vfi_narrow_give(images, &narrow);
  return status;
}

/* Compares the port with the original. */
static vf_status judge(vfi_images *images, vfi_order *order, vfi_ledger *ledger, const vfi_results *original,
                       const vfi_results *port)
{
  vfi_compared compared[VF_MAX_ARGUMENTS] = { 0 };
  vf_status status = vfi_findings_of_inputs(images, ledger);
  if (!status) status = each_written(images, ledger, compared, vfi_findings_compare);
  if (!status && vfi_images_windowed(images) && doubtful(images, ledger, compared))
    status = compare_whole(images, ledger, compared);
  if (!status) status = each_written(images, ledger, compared, note);
  for (int r = 0; r < images->call->kernel->description.result_count && !status; r++)
    status = vfi_findings_of_result(images, ledger, r, original, port);
  if (!status && ledger->settings.order) status = vfi_order_check(images, order, ledger);
  return status;
}

static vf_status check(vfi_images *images, vfi_ledger *ledger)
{
  vfi_results original, port;
  vfi_order order = { .domains = NULL };
  vf_status status = ledger->settings.order ? vfi_order_take(images, &order) : VF_OK;
  if (!status) status = run_original(images, ledger, &original);
  if (!status) status = run_port(images, ledger, &port);
  if (!status) status = judge(images, &order, ledger, &original, &port);
  vfi_order_give(images, &order);
  if (!status && ledger->settings.keep == VF_KEEP_ORIGINAL) status = keep_original(images, &original);
  return status;
}

/* Makes the images: of the elements that the call can touch, or of whole arrays if such a check is due and memory suffices. */
static vf_status take(vfi_images *images, const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list,
                      vfi_ledger *ledger)
{
  vf_status status = vfi_images_plan(images, call, checked, list, !ledger->reads_beyond);
  const bool whole = !status && vfi_images_windowed(images) && vfi_whole_wanted(images, ledger);
  if (whole) vfi_images_plan_whole(images);
  if (!status) status = vfi_images_take_planned(images);
  if (!whole || status != VF_ERROR_MEMORY) return status;
  vfi_images_restore(images);
  vfi_images_give(images);
  status = vfi_images_plan(images, call, checked, list, true);
  return status ? status : vfi_images_take_planned(images);
}

vf_status vfi_check_once(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list, vfi_ledger *ledger)
{
  const int64_t first_before = ledger->first_differing_call;
  vfi_images images;
  vf_status status = take(&images, call, checked, list, ledger);
  for (int i = 0; i < images.count; i++) images.at[i].ghosts = ledger->settings.ghosts;
  if (!status) status = check(&images, ledger);
  /* After a failure the arrays are unchanged, so the program can repeat the call; the repeated call looks for causes. */
  if (status) {
    vfi_images_restore(&images);
    ledger->first_differing_call = first_before;
  }
  vfi_images_give(&images);
  if (!status) ledger->checked++;
  return status;
}

/* Checks on the true inputs, and without findings again on perturbed inputs. If memory is short, the check on perturbed inputs gives
 * all that it took back, so that the check on the true inputs has it. */
static vf_status check_perturbed(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list,
                                 vfi_ledger *ledger)
{
  const int64_t wrong_before = vfi_findings_count(ledger);
  char text[VF_FINDING_TEXT];
  vfi_perturbed perturbed = { .inputs = { NULL } };
  vf_status status = vfi_perturbed_take(&perturbed, call, checked, list, ledger);
  if (!status) status = vfi_check_once(call, checked, list, ledger);
  const bool done = !status;
  if (done && vfi_findings_count(ledger) == wrong_before) status = vfi_perturbed_check(&perturbed, ledger);
  vfi_perturbed_give(&perturbed);
  if (done || status != VF_ERROR_MEMORY) return status;
  snprintf(text, sizeof text, "%s", vf_last_error());
  status = vfi_check_once(call, checked, list, ledger);
  if (!status) vfi_perturbed_unchecked(ledger, text);
  return status;
}

vf_status vfi_check_run(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list, vfi_ledger *ledger)
{
  if (list->count == 0) {
    const vf_status status = vfi_execute(call, checked, list);
    ledger->empty += !status;
    return status;
  }
  const int64_t wrong_before = vfi_findings_count(ledger);
  const vf_status status = (ledger->settings.perturb ? check_perturbed : vfi_check_once)(call, checked, list, ledger);
  if (status) return status;
  if (!ledger->settings.stop || vfi_findings_count(ledger) == wrong_before) return VF_OK;
  return vfi_fail(VF_ERROR_MISMATCH, "call %lld of %s", (long long)ledger->calls, vfi_findings_last(ledger));
}
