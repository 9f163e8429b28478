#include "place.h"

#include <stdio.h>

const vf_record *vf_place_known(const vf_images *images, const vf_image *image, int64_t index[4])
{
  const vf_layout *layout = &image->layout;
  const vf_record *own = vf_checked_record(images->checked, layout->argument, 0);
  if (own->rank > 1) return own;
  const size_t byte = layout->begin + (size_t)vf_layout_element(layout, index) * image->size;
  const vf_record *around = vf_record_around(image->array, byte);
  if (!around || vf_record_elements(around) >= vf_record_elements(own)) return own;
  int64_t rest = (int64_t)((byte - around->offset) / image->size);
  for (int d = 0; d < 4; d++) {
    const int64_t extent = vf_record_extent(around, d);
    index[d] = around->lower[d] + rest % extent;
    rest /= extent;
  }
  return around;
}

static int print(char *text, size_t size, const int64_t index[4], bool components)
{
  const int used =
      snprintf(text, size, "(%lld, %lld, %lld)", (long long)index[0], (long long)index[1], (long long)index[2]);
  return components ? used + snprintf(text + used, size - (size_t)used, " component %lld", (long long)index[3]) : used;
}

const char *vf_place_text(char text[VF_PLACE_TEXT], const vf_images *images, const vf_image *image, int64_t element)
{
  int64_t index[4];
  vf_layout_index(&image->layout, element, index);
  int used = print(text, VF_PLACE_TEXT, index, image->layout.extent[3] > 1);
  const vf_record *known = vf_place_known(images, image, index);
  if (known == vf_checked_record(images->checked, image->layout.argument, 0)) return text;
  used += snprintf(text + used, VF_PLACE_TEXT - (size_t)used, ", which is ");
  used += print(text + used, VF_PLACE_TEXT - (size_t)used, index, vf_record_extent(known, 3) > 1);
  snprintf(text + used, VF_PLACE_TEXT - (size_t)used, " of '%s'", known->label);
  return text;
}
