#include "check_call.h"

#include <string.h>
#include <time.h>

#include "../core/error.h"
#include "findings/findings.h"
#include "images/images.h"
#include "order_check.h"
#include "original.h"
#include "perturbed.h"
#include "images/whole.h"

static double seconds(void)
{
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Runs the original on its images. */
static vf_status run_original(const vf_images *images, vf_ledger *ledger, vf_results *results)
{
  const vf_kernel_description *kernel = &images->call->kernel->description;
  char *memory[VF_MAX_ARGUMENTS];
  vf_value values[VF_MAX_ARGUMENTS];
  for (int a = 0; a < kernel->argument_count; a++)
    if (!vf_checked_record(images->checked, a, 0)) values[a] = images->call->arguments[a].value;
  vf_images_memory(images, memory);
  vf_unlock();
  const double begin = seconds();
  const vf_status status =
      vf_original_invoke(images->call, images->checked, images->list, ledger, memory, values, results);
  const double end = seconds();
  vf_lock();
  ledger->seconds_original += end - begin;
  return status;
}

static vf_status run_port(vf_images *images, vf_ledger *ledger, vf_results *results)
{
  vf_call call = *images->call;
  vf_results_ask(&call, results);
  const double begin = seconds();
  const vf_status status = vf_execute(&call, images->checked, images->list);
  if (status) return status;
  vf_context *context = images->checked->context;
  const int code = context->backend->queue_wait(context->queue);
  if (code) return vf_context_failure(context, code, call.kernel->description.name);
  ledger->seconds_port += seconds() - begin;
  vf_results_put(images->call, results);
  return vf_images_fetch(images);
}

/* The original's arrays and results take the place of the port's. */
static vf_status keep_original(const vf_images *images, const vf_results *results)
{
  for (int i = 0; i < images->count; i++) {
    if (!images->at[i].written) continue;
    const vf_status status = vf_image_put(&images->at[i], images->at[i].original);
    if (status) return status;
  }
  vf_results_put(images->call, results);
  const vf_record *record = images->checked->result;
  if (!record) return VF_OK;
  const vf_status status = vf_array_prepare(record->array, VF_HOST, VF_UPDATE, false);
  if (status) return status;
  const size_t bytes = (size_t)images->call->kernel->description.result_count * sizeof(double);
  memcpy(vf_record_address(record, VF_HOST), results->values, bytes);
  vf_array_commit(record->array, VF_HOST, VF_UPDATE, false);
  return VF_OK;
}

typedef vf_status (*on_written)(vf_images *images, vf_image *image, vf_ledger *ledger, vf_compared *compared);

/* For each written array, in each of its shapes. */
static vf_status each_written(vf_images *images, vf_ledger *ledger, vf_compared *compared, on_written visit)
{
  const vf_kernel_description *kernel = &images->call->kernel->description;
  vf_status status = VF_OK;
  for (int a = 0; a < kernel->argument_count && !status; a++) {
    if (!vf_checked_record(images->checked, a, 0)) continue;
    vf_image *image = &images->at[images->of[a]];
    const vf_layout layout = image->layout;
    if (vf_image_look(images, image, a)) status = visit(images, image, ledger, &compared[a]);
    image->layout = layout;
  }
  return status;
}

static vf_status note(vf_images *images, vf_image *image, vf_ledger *ledger, vf_compared *compared)
{
  return vf_findings_note(images, image, ledger, compared);
}

/* True if the original has to run on whole arrays before the port is accused. */
static bool doubtful(const vf_images *images, const vf_ledger *ledger, const vf_compared *compared)
{
  for (int a = 0; a < images->call->kernel->description.argument_count; a++) {
    const vf_comparison *found = &compared[a].found;
    if (found->failed || found->both_nan || (found->untouched.count && !ledger->settings.more)) return true;
  }
  return false;
}

/* If results differ, the original may have read elements beyond its windows: it runs once more, on whole arrays. */
static vf_status compare_whole(vf_images *images, vf_ledger *ledger, vf_compared *compared)
{
  vf_narrow narrow;
  vf_results results;
  vf_status status = vf_whole_widen(images, &narrow);
  if (!status) status = run_original(images, ledger, &results);
  if (!status) {
    if (vf_whole_differs(images, &narrow)) {
      ledger->reads_beyond = true;
      vf_ledger_note(ledger, VF_FINDING_ORIGINAL_BEYOND, images->at[0].layout.argument,
                     "results of the original depend on elements more than %d cells beyond what the kernel declares: "
                     "its calls are checked on whole arrays",
                     VF_WINDOW_GUARD);
    }
    status = each_written(images, ledger, compared, vf_findings_compare);
  }
  vf_narrow_give(images, &narrow);
  return status;
}

/* Compares the port with the original. */
static vf_status judge(vf_images *images, vf_order *order, vf_ledger *ledger, const vf_results *original,
                       const vf_results *port)
{
  vf_compared compared[VF_MAX_ARGUMENTS] = { 0 };
  vf_status status = vf_findings_of_inputs(images, ledger);
  if (!status) status = each_written(images, ledger, compared, vf_findings_compare);
  if (!status && vf_images_windowed(images) && doubtful(images, ledger, compared))
    status = compare_whole(images, ledger, compared);
  if (!status) status = each_written(images, ledger, compared, note);
  for (int r = 0; r < images->call->kernel->description.result_count && !status; r++)
    status = vf_findings_of_result(images, ledger, r, original, port);
  if (!status && ledger->settings.order) status = vf_order_check(images, order, ledger);
  return status;
}

static vf_status check(vf_images *images, vf_ledger *ledger)
{
  vf_results original, port;
  vf_order order = { .domains = NULL };
  vf_status status = ledger->settings.order ? vf_order_take(images, &order) : VF_OK;
  if (!status) status = run_original(images, ledger, &original);
  if (!status) status = run_port(images, ledger, &port);
  if (!status) status = judge(images, &order, ledger, &original, &port);
  vf_order_give(images, &order);
  if (!status && ledger->settings.keep == VF_KEEP_ORIGINAL) status = keep_original(images, &original);
  return status;
}

/* Images of the elements that the call can touch, or of whole arrays if they are wanted and fit into memory. */
static vf_status take(vf_images *images, const vf_call *call, const vf_checked *checked, const vf_box_list *list,
                      vf_ledger *ledger)
{
  vf_status status = vf_images_plan(images, call, checked, list, !ledger->reads_beyond);
  const bool whole = !status && vf_images_windowed(images) && vf_whole_wanted(images, ledger);
  if (whole) vf_images_plan_whole(images);
  if (!status) status = vf_images_take_planned(images);
  if (!whole || status != VF_ERROR_MEMORY) return status;
  vf_images_restore(images);
  vf_images_give(images);
  status = vf_images_plan(images, call, checked, list, true);
  return status ? status : vf_images_take_planned(images);
}

vf_status vf_check_once(const vf_call *call, const vf_checked *checked, const vf_box_list *list, vf_ledger *ledger)
{
  const int64_t first_before = ledger->first_differing_call;
  vf_images images;
  vf_status status = take(&images, call, checked, list, ledger);
  for (int i = 0; i < images.count; i++) images.at[i].ghosts = ledger->settings.ghosts;
  if (!status) status = check(&images, ledger);
  /* A call that fails can be made again: its arrays are unchanged, and the next call looks for causes. */
  if (status) {
    vf_images_restore(&images);
    ledger->first_differing_call = first_before;
  }
  vf_images_give(&images);
  if (!status) ledger->checked++;
  return status;
}

/* Errors on the true inputs need no others. */
static vf_status check_perturbed(const vf_call *call, const vf_checked *checked, const vf_box_list *list,
                                 vf_ledger *ledger)
{
  const int64_t wrong_before = vf_findings_count(ledger);
  vf_perturbed perturbed = { .inputs = { NULL } };
  vf_status status = vf_perturbed_take(&perturbed, call, checked, list, ledger);
  if (!status) status = vf_check_once(call, checked, list, ledger);
  if (!status && vf_findings_count(ledger) == wrong_before) status = vf_perturbed_check(&perturbed, ledger);
  vf_perturbed_give(&perturbed);
  return status;
}

vf_status vf_check_run(const vf_call *call, const vf_checked *checked, const vf_box_list *list, vf_ledger *ledger)
{
  if (list->count == 0) {
    const vf_status status = vf_execute(call, checked, list);
    ledger->empty += !status;
    return status;
  }
  const int64_t wrong_before = vf_findings_count(ledger);
  const vf_status status = (ledger->settings.perturb ? check_perturbed : vf_check_once)(call, checked, list, ledger);
  if (status) return status;
  if (!ledger->settings.stop || vf_findings_count(ledger) == wrong_before) return VF_OK;
  return vf_fail(VF_ERROR_MISMATCH, "call %lld of %s", (long long)ledger->calls, vf_findings_last(ledger));
}
