#include "untold.h"

#include <stdlib.h>
#include <string.h>

#include "../../core/error.h"
#include "place.h"

/* The first element of the view, counted from its beginning, with other bits on the two sides; -1: none. */
static vf_status first_unlike(const vf_image *image, int64_t *element)
{
  const vf_array *array = image->array;
  const vf_layout *layout = &image->layout;
  const size_t size = image->size;
  *element = -1;
  char *device = malloc(array->bytes);
  if (!device) return vf_fail(VF_ERROR_MEMORY, "no host memory to compare both sides of '%s'", array->label);
  const vf_status status = vf_array_peek_device(array, device);
  const int64_t count = layout->extent[0] * layout->extent[1] * layout->extent[2] * layout->extent[3];
  for (int64_t e = 0; e < count && !status && *element < 0; e++) {
    const size_t at = layout->begin + (size_t)e * size;
    if (memcmp(device + at, array->host + at, size)) *element = e;
  }
  free(device);
  return status;
}

static bool has_two_sides(const vf_image *image)
{
  const vf_array *array = image->array;
  return !image->written && array->bytes && array->state == VF_STATE_BOTH && !array->context->backend->aliases_host;
}

vf_status vf_untold_diagnose(const vf_images *images, int argument, vf_ledger *ledger, bool *found)
{
  *found = false;
  for (int i = 0; i < images->count; i++) {
    const vf_image *image = &images->at[i];
    int64_t element = -1;
    const vf_status status = has_two_sides(image) ? first_unlike(image, &element) : VF_OK;
    if (status) return status;
    if (element < 0) continue;
    char place[VF_PLACE_TEXT];
    const int reads = image->layout.argument;
    *found = true;
    vf_ledger_note(
        ledger, VF_FINDING_CAUSE, argument,
        "'%s' (argument %s) holds other values on the host than on the device, first at %s: the host has changed "
        "it without to_host(vf_update) before, or mark_written",
        vf_checked_record(images->checked, reads, 0)->label, images->call->kernel->description.arguments[reads].name,
        vf_place_text(place, images, image, element));
  }
  return VF_OK;
}
