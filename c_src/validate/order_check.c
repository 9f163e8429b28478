#include "check_call.h"

#include <limits.h>
#include <stdlib.h>

#include "../core/error.h"
#include "findings/findings.h"
#include "findings/place.h"
#include "compare/device_image.h"

enum { PARTS = 4, COLUMN_PARTS = 16 };

/* The parts of a direction. Columns that are swept together are taken apart; the points of a team work together, and
 * only teams have an order. */
static int parts_of(const vfi_kernel_description *kernel, int direction)
{
  if (!vfi_is_over_columns(kernel)) return PARTS;
  if (direction > 1) return 1;
  return direction == 0 && vfi_points_traits_of(kernel->points)->runs == VF_RUNS_PHASES ? 1 : COLUMN_PARTS;
}

/* Cuts every box into parts, and lists the last part first. */
static vf_status cut(const vfi_kernel_description *kernel, const vfi_box_list *list, vfi_box_list *parts,
                     vf_box **domains)
{
  const int in_all = parts_of(kernel, 0) * parts_of(kernel, 1) * parts_of(kernel, 2);
  if (list->count > INT_MAX / in_all)
    return vfi_fail(VF_ERROR_ARGUMENT, "no order is tried for a list of %d boxes", list->count);
  const int most = list->count * in_all;
  parts->boxes = malloc((size_t)most * sizeof(vf_box));
  *domains = malloc((size_t)most * sizeof(vf_box));
  if (!parts->boxes || !*domains) return vfi_fail(VF_ERROR_MEMORY, "no host memory for a list of %d boxes", most);
  for (int b = list->count - 1; b >= 0; b--) {
    const vf_box *box = &list->boxes[b];
    int pieces[3];
    for (int d = 0; d < 3; d++) {
      const int64_t length = (int64_t)box->upper[d] - box->lower[d] + 1;
      pieces[d] = length < parts_of(kernel, d) ? (int)length : parts_of(kernel, d);
    }
    for (int p = pieces[0] * pieces[1] * pieces[2] - 1; p >= 0; p--) {
      const int place[3] = { p % pieces[0], p / pieces[0] % pieces[1], p / pieces[0] / pieces[1] };
      vf_box *part = &parts->boxes[parts->count];
      for (int d = 0; d < 3; d++) {
        const int64_t length = (int64_t)box->upper[d] - box->lower[d] + 1;
        part->lower[d] = box->lower[d] + (int)(length * place[d] / pieces[d]);
        part->upper[d] = box->lower[d] + (int)(length * (place[d] + 1) / pieces[d]) - 1;
      }
      (*domains)[parts->count++] = *box;
    }
  }
  parts->domains = *domains;
  return VF_OK;
}

static const char *order_of(const vfi_kernel_description *kernel)
{
  const int runs = vfi_points_traits_of(kernel->points)->runs;
  return runs == VF_RUNS_PHASES ? "blocks" : runs == VF_RUNS_SWEEPS ? "columns" : "points";
}

/* Notes elements with a different bit in the port's two results. */
static vf_status compare(vfi_images *images, const vfi_image *image, const char *result, vfi_ledger *ledger)
{
  vfi_states states = vfi_image_states(image);
  states.original = result + image->layout.begin;
  vfi_comparison found;
  const vf_tolerance none = { 0 };
  const vf_status status =
      vfi_compare(images->call, images->checked, images->list, &image->layout, &states, &none, ledger->calls, &found);
  if (status || !found.failed) return status;
  char text[VF_PLACE_TEXT];
  const char *points = order_of(&images->call->kernel->description);
  vfi_ledger_note(ledger, VF_FINDING_ORDER, image->layout.argument,
                  "'%s' depends on the order of %s: %lld elements change their bits when the port's %s are taken "
                  "in another order, first at %s",
                  image->array->label, points, (long long)found.failed, points,
                  vfi_place_text(text, images, image, found.first_failed));
  return VF_OK;
}

static vf_status compare_shapes(vfi_images *images, vfi_image *image, const char *result, vfi_ledger *ledger)
{
  const vf_layout layout = image->layout;
  vf_status status = VF_OK;
  for (int a = 0; a < images->call->kernel->description.argument_count && !status; a++)
    if (vfi_image_look(images, image, a)) status = compare(images, image, result, ledger);
  image->layout = layout;
  return status;
}

static vf_status rerun(vfi_images *images, const vfi_box_list *parts, char **inputs)
{
  vf_status status = VF_OK;
  for (int i = 0; i < images->count && !status; i++)
    if (images->at[i].written) {
      status = vfi_image_inputs(images, &images->at[i], inputs[i]);
      if (!status) status = vfi_image_put(&images->at[i], inputs[i]);
    }
  if (!status) status = vfi_execute(images->call, images->checked, parts);
  return status ? status : vfi_images_fetch(images);
}

static void reverse(vfi_box_list *parts, vf_box *domains)
{
  for (int p = 0, q = parts->count - 1; p < q; p++, q--) {
    const vf_box part = parts->boxes[p], domain = domains[p];
    parts->boxes[p] = parts->boxes[q];
    parts->boxes[q] = part;
    domains[p] = domains[q];
    domains[q] = domain;
  }
}

/* A run in the order of the parts, compared with the port's first result, which is put back. */
static vf_status run_parts(vfi_images *images, const vfi_box_list *parts, char **results, char **inputs,
                           vfi_ledger *ledger)
{
  vf_status status = rerun(images, parts, inputs);
  for (int i = 0; i < images->count && !status; i++) {
    vfi_image *image = &images->at[i];
    if (!image->written) continue;
    status = compare_shapes(images, image, results[i], ledger);
    if (!status) status = vfi_image_put(image, results[i]);
  }
  return status;
}

static bool has_order(const vfi_images *images)
{
  const vfi_kernel_description *kernel = &images->call->kernel->description;
  return !vfi_layers_around(kernel) && !vfi_gives_result(kernel);
}

vf_status vfi_order_take(const vfi_images *images, vfi_order *order)
{
  *order = (vfi_order){ .domains = NULL };
  if (!has_order(images)) return VF_OK;
  vf_status status = cut(&images->call->kernel->description, images->list, &order->parts, &order->domains);
  for (int i = 0; i < images->count && !status; i++) {
    const vfi_image *image = &images->at[i];
    if (!image->written) continue;
    status = vfi_image_memory(image, false, &order->results[i]);
    if (!status) status = vfi_image_memory(image, false, &order->inputs[i]);
  }
  return status;
}

void vfi_order_give(const vfi_images *images, vfi_order *order)
{
  for (int i = 0; i < images->count; i++) {
    vfi_image_memory_give(&images->at[i], false, order->results[i]);
    vfi_image_memory_give(&images->at[i], false, order->inputs[i]);
  }
  free(order->parts.boxes);
  free(order->domains);
}

vf_status vfi_order_check(vfi_images *images, vfi_order *order, vfi_ledger *ledger)
{
  if (!has_order(images)) return VF_OK;
  vf_status status = VF_OK;
  for (int i = 0; i < images->count && !status; i++) {
    vfi_image *image = &images->at[i];
    if (!image->written) continue;
    status = vfi_device_image_bring(image);
    if (!status) vfi_image_copy(image, order->results[i], image->port);
  }
  const int64_t found = vfi_findings_count(ledger);
  if (!status) status = run_parts(images, &order->parts, order->results, order->inputs, ledger);
  /* A GPU's threads all start from the old values, like points that come before points they depend on. */
  if (!status && vfi_findings_count(ledger) == found) {
    reverse(&order->parts, order->domains);
    status = run_parts(images, &order->parts, order->results, order->inputs, ledger);
  }
  return status;
}
