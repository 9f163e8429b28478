#include "check_call.h"

#include <string.h>
#include <time.h>

#include "../core/error.h"
#include "findings.h"
#include "images.h"
#include "order.h"
#include "original.h"
#include "rounding.h"

static double seconds(void)
{
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Runs the original on its images. */
static void run_original(const vf_images *images, vf_ledger *ledger, double *result)
{
  const vf_kernel_description *kernel = &images->call->kernel->description;
  char *memory[VF_MAX_ARGUMENTS];
  vf_value values[VF_MAX_ARGUMENTS];
  for (int a = 0; a < kernel->argument_count; a++)
    if (!images->checked->records[a]) values[a] = images->call->arguments[a].value;
  vf_images_memory(images, memory);
  vf_unlock();
  const double begin = seconds();
  vf_original_invoke(images->call, images->checked, images->list, ledger, memory, values, result);
  const double end = seconds();
  vf_lock();
  ledger->seconds_original += end - begin;
}

static vf_status run_port(vf_images *images, vf_ledger *ledger, double *result)
{
  vf_call call = *images->call;
  if (call.kernel->description.points == VF_POINTS_REDUCTION) call.result = result;
  const double begin = seconds();
  const vf_status status = vf_execute(&call, images->checked, images->list);
  if (status) return status;
  vf_context *context = images->checked->context;
  const int code = context->backend->queue_wait(context->queue);
  if (code) return vf_context_failure(context, code, call.kernel->description.name);
  ledger->seconds_port += seconds() - begin;
  if (images->call->result) *images->call->result = *result;
  return vf_images_fetch(images);
}

/* The original's result takes the place of the port's. */
static vf_status keep_original(const vf_images *images, double result)
{
  for (int i = 0; i < images->count; i++) {
    if (!images->at[i].written) continue;
    const vf_status status = vf_image_put(&images->at[i], images->at[i].original);
    if (status) return status;
  }
  if (images->call->result) *images->call->result = result;
  const vf_record *record = images->checked->result;
  if (!record) return VF_OK;
  const vf_status status = vf_array_prepare(record->array, VF_HOST, VF_UPDATE, false);
  if (status) return status;
  memcpy(vf_record_address(record, VF_HOST), &result, sizeof result);
  vf_array_commit(record->array, VF_HOST, VF_UPDATE, false);
  return VF_OK;
}

static vf_status compare(vf_images *images, vf_ledger *ledger, double original, double port)
{
  const vf_kernel_description *kernel = &images->call->kernel->description;
  vf_status status = VF_OK;
  for (int a = 0; a < kernel->argument_count && !status; a++) {
    if (!images->checked->records[a]) continue;
    vf_image *image = &images->at[images->of[a]];
    const vf_layout layout = image->layout;
    if (vf_image_look(images, image, a)) status = vf_findings_of_array(images, image, ledger);
    image->layout = layout;
  }
  if (!status && kernel->points == VF_POINTS_REDUCTION) status = vf_findings_of_result(images, ledger, original, port);
  return status;
}

static vf_status check(vf_images *images, vf_ledger *ledger)
{
  double original = 0, port = 0;
  run_original(images, ledger, &original);
  vf_status status = run_port(images, ledger, &port);
  if (!status) status = vf_findings_of_inputs(images, ledger);
  if (!status) status = compare(images, ledger, original, port);
  if (!status && ledger->settings.order) status = vf_order_check(images, ledger);
  if (!status && ledger->settings.keep == VF_KEEP_ORIGINAL) status = keep_original(images, original);
  return status;
}

vf_status vf_check_run(const vf_call *call, const vf_checked *checked, const vf_box_list *list, vf_ledger *ledger)
{
  if (list->count == 0) return vf_execute(call, checked, list);
  const int64_t wrong_before = vf_findings_count(ledger), first_before = ledger->first_differing_call;
  vf_images images;
  vf_status status = vf_images_take(&images, call, checked, list);
  if (!status) status = check(&images, ledger);
  /* A call that fails can be made again: its arrays are what they were, and causes will be looked for then. */
  if (status) {
    vf_images_restore(&images);
    ledger->first_differing_call = first_before;
  }
  vf_images_give(&images);
  if (status) return status;
  ledger->checked++;
  if (!ledger->settings.stop || vf_findings_count(ledger) == wrong_before) return VF_OK;
  return vf_fail(VF_ERROR_MISMATCH, "call %lld of %s", (long long)ledger->calls, vf_findings_last(ledger));
}
