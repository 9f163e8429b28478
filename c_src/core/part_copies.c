/* Copies of parts of an array. Few or long runs of memory are copied in place; others travel packed, and the device packs
 * or unpacks them in a launch. */
#include <string.h>

#include "moves.h"
#include "packing.h"
#include "part_states.h"
#include "staging.h"

enum {
  FEW_RUNS = 4,        /* copied in place, whatever their length is */
  LONG_RUN = 256 << 10 /* bytes: the start of a copy costs little beside */
};

static size_t size_of(const vfi_array *array) { return vfi_type_traits_of(array->type).size; }

/* Rows and planes that follow each other in memory are one run: the directions below `inner` belong to a run.
 * Returns the elements of a run; *runs: their number. */
static int64_t run_of(const vfi_part_states *parts, const vfi_part *part, int *inner, int64_t *runs)
{
  int64_t length = 1;
  int d = 0;
  for (bool whole = true; d < VF_PART_RANK && whole; d++) {
    length *= part->last[d] - part->first[d] + 1;
    whole = part->first[d] == 0 && part->last[d] == parts->extent[d] - 1;
  }
  *inner = d;
  *runs = vfi_part_elements(part) / length;
  return length;
}

bool vfi_part_copies_pay(const vfi_array *array, const vfi_part *part)
{
  /* Twice the times of packed copies as measured, of a byte, a run and the start, in bytes of a whole copy. */
  enum { PART_OF_ARRAY = 4, OF_PACKED_BYTE = 4, OF_RUN = 320, OF_START = 2 << 20 };
  int inner;
  int64_t runs;
  const size_t run = (size_t)run_of(array->parts, part, &inner, &runs) * size_of(array), bytes = run * (size_t)runs;
  if (runs <= FEW_RUNS || run >= LONG_RUN) return bytes <= array->bytes / PART_OF_ARRAY;
  return OF_PACKED_BYTE * bytes + OF_RUN * (size_t)runs + OF_START <= array->bytes;
}

static int64_t place_of(const vfi_part_states *parts, const int64_t index[VF_PART_RANK])
{
  int64_t place = 0;
  for (int d = VF_PART_RANK - 1; d >= 0; d--) place = place * parts->extent[d] + index[d];
  return place;
}

/* Steps to the next run of a part. */
static void step(const vfi_part *part, int inner, int64_t index[VF_PART_RANK])
{
  for (int d = inner; d < VF_PART_RANK; d++) {
    if (++index[d] <= part->last[d]) return;
    index[d] = part->first[d];
  }
}

static int copy_in_place(const vfi_array *array, const vfi_part *part)
{
  int inner, code = 0;
  int64_t runs, index[VF_PART_RANK];
  const size_t size = size_of(array), bytes = (size_t)run_of(array->parts, part, &inner, &runs) * size;
  memcpy(index, part->first, sizeof index);
  for (int64_t r = 0; r < runs && !code; r++) {
    code = vfi_moves_copy_range(array, (size_t)place_of(array->parts, index) * size, bytes);
    step(part, inner, index);
  }
  return code;
}

static bool travels_packed(const vfi_array *array, const vfi_part *part)
{
  int inner;
  int64_t runs;
  const size_t run = (size_t)run_of(array->parts, part, &inner, &runs) * size_of(array);
  return runs > FEW_RUNS && run < LONG_RUN && vfi_staging_packs(array->context);
}

static int copy_packed(vfi_array *array)
{
  vfi_part_states *parts = array->parts;
  vfi_part_list packed = { 0 };
  for (int p = 0; p < parts->copied.count; p++)
    if (travels_packed(array, &parts->copied.at[p])) packed.at[packed.count++] = parts->copied.at[p];
  parts->packing = vfi_packing_of(&packed, parts->extent, size_of(array));
  return vfi_staging_copy_boxes(array->context, array->copy, array->device, array->host, &parts->packing);
}

static int copy_rest_in_place(const vfi_array *array)
{
  const vfi_part_list *list = &array->parts->copied;
  int code = 0;
  for (int p = 0; p < list->count && !code; p++)
    if (!travels_packed(array, &list->at[p])) code = copy_in_place(array, &list->at[p]);
  return code;
}

/* The link is busy with the copies in place while threads of the host pack or unpack. */
int vfi_part_copies_queue(vfi_array *array, size_t *sent)
{
  const bool to_device = array->copy == VF_COPY_TO_DEVICE;
  *sent = (size_t)vfi_parts_elements(&array->parts->copied) * size_of(array);
  const int code = to_device ? copy_rest_in_place(array) : copy_packed(array);
  if (code) return code;
  return to_device ? copy_packed(array) : copy_rest_in_place(array);
}

vf_status vfi_part_copies_peek(const vfi_array *array, size_t offset, size_t bytes, char *to)
{
  const vfi_part_states *parts = array->parts;
  const vfi_part_list *list = &parts->stale[VF_HOST];
  const vf_backend *backend = array->context->backend;
  const size_t size = size_of(array), end = offset + bytes;
  vf_status status = vfi_context_select(array->context);
  int code = 0;
  for (int p = 0; p < list->count && !status && !code; p++) {
    const vfi_part *part = &list->at[p];
    int inner;
    int64_t runs, index[VF_PART_RANK];
    const size_t length = (size_t)run_of(parts, part, &inner, &runs) * size;
    memcpy(index, part->first, sizeof index);
    for (int64_t r = 0; r < runs && !code; r++, step(part, inner, index)) {
      const size_t at = (size_t)place_of(parts, index) * size;
      const size_t first = at > offset ? at : offset, last = at + length < end ? at + length : end;
      if (first < last)
        code = backend->copy_to_host(to + (first - offset), array->device + first, last - first,
                                     vfi_context_queue(array->context));
    }
  }
  if (!status && !code) code = backend->queue_wait(vfi_context_queue(array->context));
  return status || !code ? status : vfi_context_failure(array->context, code, "a copy to the host");
}
