#include "images.h"

#include "scratch.h"

/* the fixed cost of a call, as a number of bytes */
static const double call_bytes = 65536, share = 1.0 / 16;

static uint64_t mixed(uint64_t value)
{
  value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9u;
  value = (value ^ value >> 27) * 0x94d049bb133111ebu;
  return value ^ value >> 31;
}

/* A number for the sort of a call: calls of a sort have the same selector and the same extents of their arrays. */
static uint64_t sort_of(const vfi_images *images)
{
  uint64_t sort = mixed((uint64_t)images->call->selector + 1);
  for (int i = 0; i < images->count; i++)
    for (int d = 0; d < 4; d++) sort = mixed(sort ^ (uint64_t)images->at[i].layout.extent[d]);
  return (uint64_t)1 << (sort % 64);
}

/* Chooses calls by chance, so the choice meets every period of the code. Each run of a program makes the same choice. */
static bool chosen(const vfi_images *images, const vfi_ledger *ledger)
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

bool vfi_whole_wanted(const vfi_images *images, vfi_ledger *ledger)
{
  const uint64_t sort = sort_of(images);
  const bool seen = ledger->seen_whole & sort;
  ledger->seen_whole |= sort;
  return !seen || chosen(images, ledger);
}

/* Memory of a whole array for an image. */
typedef struct wide {
  char *before, *scratch, *fetched;
} wide;

static vf_status take_wide(const vfi_image *image, wide *wide)
{
  vf_context *context = image->array->context;
  const size_t bytes = image->array->bytes;
  vf_status status = VF_OK;
  if (image->before && image->written) status = vfi_scratch_take(context, bytes, &wide->before);
  if (!status && image->scratch) status = vfi_scratch_take(context, bytes, &wide->scratch);
  if (!status && image->fetched) status = vfi_scratch_take(context, bytes, &wide->fetched);
  return status;
}

static void give_wide(const wide *wide)
{
  vfi_scratch_give(wide->before);
  vfi_scratch_give(wide->scratch);
  vfi_scratch_give(wide->fetched);
}

/* Elements beyond the window have their values from before the call, unless the port wrote there. */
static vf_status widen(const vfi_images *images, vfi_image *image, const wide *wide, vfi_window *window,
                       char **original)
{
  vfi_array *array = image->array;
  const vfi_image old = *image;
  vf_status status = VF_OK;
  if (wide->fetched) status = vfi_array_peek_device(array, wide->fetched);
  if (status) { /* the image keeps its window: the call restores the array from the window */
    give_wide(wide);
    return status;
  }
  if (wide->before) {
    vfi_scratch_copy(wide->before, wide->fetched ? wide->fetched : array->host, array->bytes);
    vfi_window_copy(&old.window, old.size, array->bytes, wide->before, old.before);
  }
  if (wide->scratch && !old.written) {
    vfi_scratch_copy(wide->scratch, wide->fetched, array->bytes);
    vfi_window_unpack(&old.window, old.size, wide->scratch, old.before);
  }
  *window = old.window;
  *original = old.scratch;
  image->window = (vfi_window){ .runs = NULL };
  image->passing = true;
  image->before = wide->before;
  image->fetched = wide->fetched;
  image->scratch = wide->scratch;
  if (wide->scratch) image->original = wide->scratch;
  if (old.written && wide->fetched) image->port = wide->fetched;
  vfi_scratch_give(old.before);
  vfi_scratch_give(old.fetched);
  return old.written ? vfi_image_inputs(images, image, image->original) : VF_OK;
}

vf_status vfi_whole_widen(vfi_images *images, vfi_narrow *narrow)
{
  wide wides[VF_MAX_ARGUMENTS] = { { NULL } };
  *narrow = (vfi_narrow){ .originals = { NULL } };
  const vfi_window whole = { .runs = NULL };
  vf_status status = VF_OK;
  for (int i = 0; i < images->count && !status; i++)
    if (images->at[i].window.runs) status = take_wide(&images->at[i], &wides[i]);
  for (int a = 0; a < images->call->kernel->description.argument_count && !status; a++) {
    if (!vfi_checked_record(images->checked, a, 0)) continue;
    const vf_layout layout = vfi_layout_of(images->call, images->checked, a);
    status = vfi_workspace_take(&images->workspace, &whole, &layout, images->at[images->of[a]].size);
  }
  if (status) {
    for (int i = 0; i < images->count; i++) give_wide(&wides[i]);
    return status;
  }
  for (int i = 0; i < images->count; i++) {
    vfi_image *image = &images->at[i];
    vf_status widened = VF_OK;
    if (image->window.runs) widened = widen(images, image, &wides[i], &narrow->windows[i], &narrow->originals[i]);
    else if (image->written) widened = vfi_image_inputs(images, image, image->original);
    image->sent = false;
    if (!status) status = widened;
  }
  return status;
}

bool vfi_whole_differs(const vfi_images *images, const vfi_narrow *narrow)
{
  for (int i = 0; i < images->count; i++) {
    const vfi_image *image = &images->at[i];
    if (image->written && narrow->originals[i] &&
        vfi_window_difference(&narrow->windows[i], image->size, image->array->bytes, narrow->originals[i],
                              image->original) >= 0)
      return true;
  }
  return false;
}

void vfi_narrow_give(const vfi_images *images, vfi_narrow *narrow)
{
  for (int i = 0; i < images->count; i++) {
    vfi_image old = images->at[i];
    old.window = narrow->windows[i];
    old.passing = false;
    vfi_image_memory_give(&old, true, narrow->originals[i]);
    vfi_window_free(&narrow->windows[i]);
  }
}
