/* Copies of parts of an array. Few long runs of memory are copied in place; others travel packed, and the device packs or
 * unpacks them in a launch. */
#include <stdlib.h>
#include <string.h>

#include "moves.h"
#include "part_states.h"
#include "staging.h"

enum {
  FEW_RUNS = 4,          /* copied in place, whatever their length is */
  LONG_RUN = 256 << 10,  /* bytes: the start of a copy costs little beside */
  RUNS_OF_ONE = 1 << 12, /* a single thread packs up to so many runs */
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
  enum {
    PART_OF_ARRAY = 4,
    OF_PACKED_BYTE = 25,
    OF_RUN = 2000
  }; /* times of a packed byte and of a run, in bytes of a whole copy */
  int inner;
  int64_t runs;
  const size_t run = (size_t)run_of(array->parts, part, &inner, &runs) * size_of(array), bytes = run * (size_t)runs;
  if (runs <= FEW_RUNS || run >= LONG_RUN) return bytes <= array->bytes / PART_OF_ARRAY;
  return OF_PACKED_BYTE * bytes + OF_RUN * (size_t)runs <= array->bytes;
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

static int64_t count_runs(const vfi_part_states *parts, const vfi_part_list *list)
{
  int64_t count = 0;
  for (int p = 0; p < list->count; p++) {
    int inner;
    int64_t runs;
    run_of(parts, &list->at[p], &inner, &runs);
    count += runs;
  }
  return count;
}

static void find_runs(const vfi_part_states *parts, const vfi_part_list *list, vf_run *found)
{
  int64_t packed = 0;
  for (int p = 0; p < list->count; p++) {
    const vfi_part *part = &list->at[p];
    int inner;
    int64_t runs, index[VF_PART_RANK];
    const int64_t length = run_of(parts, part, &inner, &runs);
    memcpy(index, part->first, sizeof index);
    for (int64_t r = 0; r < runs; r++, packed += length) {
      *found++ = (vf_run){ place_of(parts, index), length, packed };
      step(part, inner, index);
    }
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

static int copy_all_in_place(const vfi_array *array)
{
  const vfi_part_list *list = &array->parts->copied;
  int code = 0;
  for (int p = 0; p < list->count && !code; p++) code = copy_in_place(array, &list->at[p]);
  return code;
}

static void pack(char *packed, const char *array, size_t size, const vf_run *runs, int64_t count)
{
#pragma omp parallel for schedule(static) if (count > RUNS_OF_ONE)
  for (int64_t r = 0; r < count; r++)
    memcpy(packed + (size_t)runs[r].packed * size, array + (size_t)runs[r].begin * size, (size_t)runs[r].count * size);
}

static void unpack(char *array, const char *packed, size_t size, const vf_run *runs, int64_t count)
{
#pragma omp parallel for schedule(static) if (count > RUNS_OF_ONE)
  for (int64_t r = 0; r < count; r++)
    memcpy(array + (size_t)runs[r].begin * size, packed + (size_t)runs[r].packed * size, (size_t)runs[r].count * size);
}

static int copy_block(vf_context *context, vfi_copy_direction copy, void *device, void *host, size_t bytes)
{
  if (vfi_staging_takes(context, bytes)) return vfi_staging_copy(context, copy, device, host, bytes);
  return copy == VF_COPY_TO_DEVICE ? context->backend->copy_to_device(device, host, bytes, context->queue)
                                   : context->backend->copy_to_host(host, device, bytes, context->queue);
}

/* Runs and packed elements are one block, the runs first, on the host and on the device. To the device the block travels as
 * a whole; to the host the runs go first, and the packed elements come back. */
static int copy_packed(vfi_array *array, size_t bytes, char *device)
{
  vfi_part_states *parts = array->parts;
  vf_context *context = array->context;
  const vf_backend *backend = context->backend;
  const size_t size = size_of(array), head = (size_t)parts->runs * sizeof(vf_run);
  char *const host = parts->packed;
  find_runs(parts, &parts->copied, parts->packed);
  if (array->copy == VF_COPY_TO_DEVICE) {
    pack(host + head, array->host, size, parts->packed, parts->runs);
    const int code = copy_block(context, VF_COPY_TO_DEVICE, device, host, head + bytes);
    return code ? code
                : backend->unpack(array->device, device + head, size, (const vf_run *)device, parts->runs,
                                  context->queue);
  }
  int code = copy_block(context, VF_COPY_TO_DEVICE, device, host, head);
  if (!code)
    code = backend->pack(device + head, array->device, size, (const vf_run *)device, parts->runs, context->queue);
  return code ? code : copy_block(context, VF_COPY_TO_HOST, device + head, host + head, bytes);
}

/* Room for runs and packed elements; NULL if there is none, or if packing would not pay. */
static vfi_buffer *room(vfi_array *array, size_t bytes)
{
  vfi_part_states *parts = array->parts;
  vfi_buffer *buffer = NULL;
  const int64_t runs = count_runs(parts, &parts->copied);
  if (runs <= FEW_RUNS || bytes / (size_t)runs >= LONG_RUN) return NULL;
  const size_t most = (size_t)runs * sizeof(vf_run) + bytes;
  parts->packed = malloc(most);
  if (!parts->packed) return NULL;
  if (vfi_context_borrow(array->context, most, &buffer)) {
    vfi_part_copies_end(array);
    return NULL;
  }
  parts->runs = runs;
  return buffer;
}

int vfi_part_copies_queue(vfi_array *array, size_t *sent)
{
  const size_t bytes = (size_t)vfi_parts_elements(&array->parts->copied) * size_of(array);
  *sent = bytes;
  if (!bytes) return 0;
  vfi_buffer *buffer = room(array, bytes);
  if (!buffer) return copy_all_in_place(array);
  const int code = copy_packed(array, bytes, buffer->address);
  vfi_context_give(buffer);
  return code;
}

void vfi_part_copies_arrive(vfi_array *array)
{
  const vfi_part_states *parts = array->parts;
  if (!parts || !parts->packed || array->copy != VF_COPY_TO_HOST) return;
  unpack(array->host, (const char *)parts->packed + (size_t)parts->runs * sizeof(vf_run), size_of(array), parts->packed,
         parts->runs);
}

void vfi_part_copies_end(vfi_array *array)
{
  if (!array->parts) return;
  free(array->parts->packed);
  array->parts->packed = NULL;
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
        code = backend->copy_to_host(to + (first - offset), array->device + first, last - first, array->context->queue);
    }
  }
  if (!status && !code) code = backend->queue_wait(array->context->queue);
  return status || !code ? status : vfi_context_failure(array->context, code, "a copy to the host");
}
