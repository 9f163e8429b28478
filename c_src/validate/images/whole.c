#include "whole.h"

#include "scratch.h"

/* A call costs as much as some bytes. */
static const double call_bytes = 65536, share = 1.0 / 16;

static uint64_t mixed(uint64_t value)
{
  value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9u;
  value = (value ^ value >> 27) * 0x94d049bb133111ebu;
  return value ^ value >> 31;
}

/* Calls of one sort have the selector and the extents of their arrays in common. */
static uint64_t sort_of(const vf_images *images)
{
  uint64_t sort = mixed((uint64_t)images->call->selector + 1);
  for (int i = 0; i < images->count; i++)
    for (int d = 0; d < 4; d++) sort = mixed(sort ^ (uint64_t)images->at[i].layout.extent[d]);
  return (uint64_t)1 << (sort % 64);
}

/* By chance, so that no period of the code stays out of step with the choice, and the same in each run of a program. */
static bool chosen(const vf_images *images, const vf_ledger *ledger)
{
  double windows = call_bytes, arrays = 0;
  for (int i = 0; i < images->count; i++) {
    if (!images->at[i].window.runs) continue;
    windows += (double)images->at[i].window.elements * (double)images->at[i].size;
    arrays += (double)images->at[i].array->bytes;
  }
  uint64_t seed = (uint64_t)ledger->calls;
  for (const char *c = ledger->name; *c; c++) seed = mixed(seed ^ (unsigned char)*c);
  return (double)(seed >> 11) * 0x1p-53 * arrays < share * windows;
}

bool vf_whole_wanted(const vf_images *images, vf_ledger *ledger)
{
  const uint64_t sort = sort_of(images);
  const bool seen = ledger->seen_whole & sort;
  ledger->seen_whole |= sort;
  return !seen || chosen(images, ledger);
}

/* Memory of whole arrays for one image. */
typedef struct wide {
  char *before, *scratch, *fetched;
} wide;

static vf_status take_wide(const vf_image *image, wide *wide)
{
  vf_context *context = image->array->context;
  const size_t bytes = image->array->bytes;
  vf_status status = VF_OK;
  if (image->before && image->written) status = vf_scratch_take(context, bytes, &wide->before);
  if (!status && image->scratch) status = vf_scratch_take(context, bytes, &wide->scratch);
  if (!status && image->fetched) status = vf_scratch_take(context, bytes, &wide->fetched);
  return status;
}

static void give_wide(const wide *wide)
{
  vf_scratch_give(wide->before);
  vf_scratch_give(wide->scratch);
  vf_scratch_give(wide->fetched);
}

/* Elements beyond the window have their values from before the call, unless the port wrote there. */
static vf_status widen(const vf_images *images, vf_image *image, const wide *wide, vf_window *window, char **original)
{
  vf_array *array = image->array;
  const vf_image old = *image;
  vf_status status = VF_OK;
  if (wide->fetched) status = vf_array_peek_device(array, wide->fetched);
  if (!status && wide->before) {
    vf_scratch_copy(wide->before, wide->fetched ? wide->fetched : array->host, array->bytes);
    vf_window_copy(&old.window, old.size, array->bytes, wide->before, old.before);
  }
  if (!status && wide->scratch && !old.written) {
    vf_scratch_copy(wide->scratch, wide->fetched, array->bytes);
    vf_window_unpack(&old.window, old.size, wide->scratch, old.before);
  }
  *window = old.window;
  *original = old.scratch;
  image->window = (vf_window){ .runs = NULL };
  image->passing = true;
  image->before = wide->before;
  image->fetched = wide->fetched;
  image->scratch = wide->scratch;
  if (wide->scratch) image->original = wide->scratch;
  if (old.written && wide->fetched) image->port = wide->fetched;
  vf_scratch_give(old.before);
  vf_scratch_give(old.fetched);
  return status || !old.written ? status : vf_image_inputs(images, image, image->original);
}

vf_status vf_whole_widen(vf_images *images, vf_narrow *narrow)
{
  wide wides[VF_MAX_ARGUMENTS] = { { NULL } };
  *narrow = (vf_narrow){ .originals = { NULL } };
  const vf_window whole = { .runs = NULL };
  vf_status status = VF_OK;
  for (int i = 0; i < images->count && !status; i++)
    if (images->at[i].window.runs) status = take_wide(&images->at[i], &wides[i]);
  for (int a = 0; a < images->call->kernel->description.argument_count && !status; a++) {
    if (!vf_checked_record(images->checked, a, 0)) continue;
    const vf_layout layout = vf_layout_of(images->call, images->checked, a);
    status = vf_room_take(&images->room, &whole, &layout, images->at[images->of[a]].size);
  }
  if (status) {
    for (int i = 0; i < images->count; i++) give_wide(&wides[i]);
    return status;
  }
  for (int i = 0; i < images->count; i++) {
    vf_image *image = &images->at[i];
    vf_status widened = VF_OK;
    if (image->window.runs) widened = widen(images, image, &wides[i], &narrow->windows[i], &narrow->originals[i]);
    else if (image->written) widened = vf_image_inputs(images, image, image->original);
    image->sent = false;
    if (!status) status = widened;
  }
  return status;
}

bool vf_whole_differs(const vf_images *images, const vf_narrow *narrow)
{
  for (int i = 0; i < images->count; i++) {
    const vf_image *image = &images->at[i];
    if (image->written && narrow->originals[i] &&
        vf_window_difference(&narrow->windows[i], image->size, image->array->bytes, narrow->originals[i],
                             image->original) >= 0)
      return true;
  }
  return false;
}

void vf_narrow_give(const vf_images *images, vf_narrow *narrow)
{
  for (int i = 0; i < images->count; i++) {
    vf_image old = images->at[i];
    old.window = narrow->windows[i];
    old.passing = false;
    vf_image_memory_give(&old, true, narrow->originals[i]);
    vf_window_free(&narrow->windows[i]);
  }
}
