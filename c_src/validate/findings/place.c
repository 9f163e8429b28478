#include "place.h"

#include <stdio.h>

#include "../../core/region.h"

const vfi_record *vfi_place_known(const vfi_images *images, const vfi_image *image, int64_t index[4])
{
  const vf_layout *layout = &image->layout;
  const vfi_record *own = vfi_checked_record(images->checked, layout->argument, 0);
  if (own->rank > 1 || own->axes.rank) return own;
  const size_t byte = layout->begin + (size_t)vfi_layout_element(layout, index) * image->size;
  const vfi_record *around = vfi_record_around(image->array, byte);
  if (!around || vfi_record_elements(around) >= vfi_record_elements(own)) return own;
  vfi_record_find(around, byte, index);
  return around;
}

/* rank: directions without the direction of the components, which follows them */
static int print(char *text, size_t size, int rank, const int64_t index[4], bool components)
{
  int used = 0;
  for (int d = 0; d < rank; d++)
    used += snprintf(text + used, size - (size_t)used, "%s%lld", d ? ", " : "(", (long long)index[d]);
  if (rank) used += snprintf(text + used, size - (size_t)used, ")%s", components ? " " : "");
  if (components) used += snprintf(text + used, size - (size_t)used, "component %lld", (long long)index[rank]);
  return used;
}

void vfi_place_axes(char *text, size_t size, const vfi_images *images, const vfi_image *image, int64_t element)
{
  const vfi_record *own = vfi_checked_record(images->checked, image->layout.argument, 0);
  char axes[VF_AXES_TEXT] = "";
  if (own->axes.rank) vfi_axes_text(axes, &own->axes, element);
  snprintf(text, size, "%.*s", (int)size - 1, axes);
}

const char *vfi_place_text(char text[VF_PLACE_TEXT], const vfi_images *images, const vfi_image *image, int64_t element)
{
  int64_t index[4];
  vfi_place_axes(text, VF_PLACE_TEXT, images, image, element);
  if (text[0]) return text;
  vfi_layout_index(&image->layout, element, index);
  const int rank = image->layout.component;
  int used = print(text, VF_PLACE_TEXT, rank, index, rank == 0 || image->layout.extent[rank] > 1);
  const vfi_record *known = vfi_place_known(images, image, index);
  if (known == vfi_checked_record(images->checked, image->layout.argument, 0)) return text;
  used += snprintf(text + used, VF_PLACE_TEXT - (size_t)used, ", which is ");
  if (known->axes.rank) {
    const size_t byte = image->layout.begin + (size_t)element * image->size;
    char axes[VF_AXES_TEXT];
    vfi_axes_text(axes, &known->axes, (int64_t)((byte - known->base) / image->size));
    used += snprintf(text + used, VF_PLACE_TEXT - (size_t)used, "%s", axes);
  } else {
    used += print(text + used, VF_PLACE_TEXT - (size_t)used, 3, index, vfi_record_extent(known, 3) > 1);
  }
  snprintf(text + used, VF_PLACE_TEXT - (size_t)used, " of '%s'", known->label);
  return text;
}

const char *vfi_place_beside(char text[VF_PLACE_TEXT], const vfi_images *images, const vfi_image *image,
                             int64_t element)
{
  const vfi_call *call = images->call;
  int64_t index[4];
  int used = 0;
  text[0] = 0;
  if (!vfi_layers_around(&call->kernel->description) || images->list->count != 1) return text;
  const vfi_use use = vfi_checked_use(call, images->checked, image->layout.argument, 0);
  const vf_box region = vfi_region_mapped(&use, &images->list->boxes[0]);
  vfi_layout_index(&image->layout, element, index);
  for (int d = 0; d < image->layout.component; d++) {
    const int64_t below = region.lower[d] - index[d], above = index[d] - region.upper[d];
    if (below > 0 || above > 0)
      used += snprintf(text + used, VF_PLACE_TEXT - (size_t)used, ", %lld beyond %c %s",
                       (long long)(below > 0 ? below : above), "xyz"[d], below > 0 ? "low" : "high");
  }
  return text;
}

const char *vfi_place_in_array(char text[VF_PLACE_TEXT], const vfi_array *array, int64_t element)
{
  const vf_view *view = vfi_record_of_array(array);
  const vfi_record *record = view ? vfi_record_get(view, "a place in an array") : NULL;
  const size_t size = vfi_type_size(array->type), byte = (size_t)element * size;
  int64_t index[VF_MAX_RANK];
  if (!record || !vfi_record_find(record, byte, index))
    snprintf(text, VF_PLACE_TEXT, "element %lld in memory", (long long)element + 1);
  else if (record->axes.rank) vfi_axes_text(text, &record->axes, (int64_t)((byte - record->base) / size));
  else print(text, VF_PLACE_TEXT, record->rank < 3 ? record->rank : 3, index, vfi_record_extent(record, 3) > 1);
  return text;
}
