#include "rounding.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "device_image.h"
#include "../original_rerun.h"

/* A few roundings of the same size meet in one element. */
static const double margin = 8;

vf_tolerance vf_tolerance_for(const vf_ledger *ledger, vf_type type)
{
  const double epsilon = vf_type_traits_of(type).epsilon;
  if (ledger->settings.tolerant) return ledger->settings.tolerance;
  return (vf_tolerance){ .ulp = 4, .scaled = 16 * epsilon };
}

vf_tolerance vf_tolerance_of(const vf_ledger *ledger, const vf_checked *checked)
{
  return vf_tolerance_for(ledger, checked->type);
}

/* Up or down by the parity of a hash of the place: reproducible, and without a pattern that a stencil would see. */
static bool upwards(int64_t element, int pattern)
{
  const uint64_t mixed = ((uint64_t)element + 1 + (uint64_t)pattern * 0xd1b54a32d192ed03u) * 0x9e3779b97f4a7c15u;
  return (mixed ^ (mixed >> 29)) >> 40 & 1;
}

/* The bits of a finite number other than 0, one more or one less, are its neighbours. */
static void disturb(char *memory, int64_t first, int64_t count, vf_type type, int pattern)
{
  if (type == VF_REAL64) {
    uint64_t *words = (uint64_t *)memory;
    for (int64_t e = first; e < first + count; e++)
      if ((words[e] << 1) != 0 && (words[e] & 0x7ff0000000000000u) != 0x7ff0000000000000u)
        words[e] += upwards(e, pattern) ? 1 : (uint64_t)-1;
  } else if (type == VF_REAL32) {
    uint32_t *words = (uint32_t *)memory;
    for (int64_t e = first; e < first + count; e++)
      if ((words[e] << 1) != 0 && (words[e] & 0x7f800000u) != 0x7f800000u)
        words[e] += upwards(e, pattern) ? 1 : (uint32_t)-1;
  }
}

void vf_rounding_disturb(char *memory, size_t bytes, vf_type type, int pattern)
{
  disturb(memory, 0, (int64_t)(bytes / vf_type_size(type)), type, pattern);
}

static void disturb_image(const vf_image *image, char *memory)
{
  const vf_window *window = &image->window;
  const vf_type type = image->array->type;
  if (!window->runs) disturb(memory, 0, (int64_t)(image->array->bytes / image->size), type, 0);
  for (int64_t r = 0; window->runs && r < window->count; r++)
    disturb(memory, window->runs[r].begin, window->runs[r].count, type, 0);
}

vf_status vf_rounding_measure(vf_images *images, const vf_ledger *ledger, const vf_image *image, int number,
                              double result, double *change)
{
  vf_rerun rerun;
  *change = 0;
  vf_status status = vf_rerun_take(images, true, &rerun);
  for (int i = 0; i < images->count && !status; i++) disturb_image(&images->at[i], rerun.copies[i]);
  if (!status) status = vf_rerun_run(images, ledger, &rerun);
  if (!status) {
    if (image) {
      vf_states states = vf_image_states(image);
      states.port = rerun.copies[image - images->at] + image->layout.begin;
      states.before = states.original; /* only owned elements count here */
      vf_comparison found;
      const vf_tolerance none = { 0 };
      status = vf_compare(images->call, images->checked, images->list, &image->layout, &states, &none, 0, &found);
      for (int c = 0; c < 2; c++)
        if (isfinite(found.tally[c].worst[VF_ABSOLUTE].error))
          *change = fmax(*change, margin * found.tally[c].worst[VF_ABSOLUTE].error);
    } else if (isfinite(rerun.results.values[number] - result)) {
      *change = margin * fabs(rerun.results.values[number] - result);
    }
  }
  vf_rerun_give(images, &rerun);
  return status;
}

static double largest(const void *memory, int64_t first, int64_t count, vf_type type)
{
  double most = 0;
#pragma omp parallel for schedule(static) reduction(max : most) if (count > 65536)
  for (int64_t e = first; e < first + count; e++) {
    const double size = fabs(type == VF_REAL64 ? ((const double *)memory)[e] : ((const float *)memory)[e]);
    most = size > most && size <= DBL_MAX ? size : most;
  }
  return most;
}

static double largest_of_image(const vf_image *image)
{
  const char *memory = image->written ? image->before : image->original;
  const vf_window *window = &image->window;
  const vf_type type = image->array->type;
  double most = 0;
  if (!window->runs) most = largest(memory, 0, (int64_t)(image->array->bytes / image->size), type);
  for (int64_t r = 0; window->runs && r < window->count; r++)
    most = fmax(most, largest(memory, window->runs[r].begin, window->runs[r].count, type));
  return most;
}

vf_status vf_rounding_scale(vf_images *images, double *scale)
{
  *scale = 0;
  for (int i = 0; i < images->count; i++) {
    vf_image *image = &images->at[i];
    const vf_type type = image->array->type;
    if ((image->written && image->only_written) || (!vf_type_is_real(type))) continue;
    const vf_status status = vf_device_image_bring(image);
    if (status) return status;
    *scale = fmax(*scale, largest_of_image(image));
  }
  return VF_OK;
}
