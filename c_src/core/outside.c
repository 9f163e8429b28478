#include "moves.h"

#include <stdlib.h>
#include <string.h>

#include "staging.h"

enum {
  WORTH = 8,          /* the packed elements have at most this part of the bytes of the array */
  FEW_RUNS = 1 << 12, /* a single thread packs up to so many runs */
};

static int64_t rows(const vfi_overwritten *box)
{
  return (box->last[1] - box->first[1] + 1) * (box->last[2] - box->first[2] + 1) * box->extent[3];
}

static int64_t outside(const vfi_overwritten *box)
{
  return box->extent[0] * box->extent[1] * box->extent[2] * box->extent[3] -
         (box->last[0] - box->first[0] + 1) * rows(box);
}

static size_t size_of(const vfi_array *array) { return vfi_type_traits_of(array->type).size; }

/* The size of the list of runs: at most a run before each row of the box, and a last run. */
static size_t bytes_of_runs(const vfi_overwritten *box) { return (size_t)(rows(box) + 1) * sizeof(vf_run); }

bool vfi_outside_pays(const vfi_array *array)
{
  const vfi_overwritten *box = &array->overwritten;
  const size_t bytes = (size_t)outside(box) * size_of(array) + bytes_of_runs(box);
  return vfi_staging_worth(array->context, array->bytes) && bytes <= array->bytes / WORTH;
}

/* The elements between the rows of the box, in their order. */
static int64_t find_runs(const vfi_overwritten *box, vf_run *runs)
{
  int64_t count = 0, at = 0, packed = 0;
  for (int64_t n = 0; n < box->extent[3]; n++)
    for (int64_t k = box->first[2]; k <= box->last[2]; k++)
      for (int64_t j = box->first[1]; j <= box->last[1]; j++) {
        const int64_t row = ((n * box->extent[2] + k) * box->extent[1] + j) * box->extent[0];
        const int64_t length = row + box->first[0] - at;
        if (length) runs[count++] = (vf_run){ at, length, packed };
        packed += length;
        at = row + box->last[0] + 1;
      }
  const int64_t behind = outside(box) - packed;
  if (behind) runs[count++] = (vf_run){ at, behind, packed };
  return count;
}

static void pack(char *packed, const char *array, size_t size, const vf_run *runs, int64_t count)
{
#pragma omp parallel for schedule(static) if (count > FEW_RUNS)
  for (int64_t r = 0; r < count; r++)
    memcpy(packed + (size_t)runs[r].packed * size, array + (size_t)runs[r].begin * size, (size_t)runs[r].count * size);
}

/* Runs and packed elements travel as one block, the runs first. */
int vfi_outside_queue(vfi_array *array, size_t *sent)
{
  const vfi_overwritten *box = &array->overwritten;
  vf_context *context = array->context;
  const vf_backend *backend = context->backend;
  const size_t size = size_of(array), bytes = (size_t)outside(box) * size, most = bytes_of_runs(box) + bytes;
  vfi_buffer *buffer = NULL;
  *sent = 0;
  array->packed = malloc(most);
  if (!array->packed) return 0;
  if (vfi_context_borrow(context, most, &buffer)) {
    vfi_outside_end(array);
    return 0;
  }
  vf_run *runs = array->packed;
  const int64_t count = find_runs(box, runs);
  const size_t head = (size_t)count * sizeof *runs;
  pack((char *)array->packed + head, array->host, size, runs, count);
  int code = vfi_staging_takes(context, head + bytes)
                 ? vfi_staging_copy(context, VF_COPY_TO_DEVICE, buffer->address, array->packed, head + bytes)
                 : backend->copy_to_device(buffer->address, array->packed, head + bytes, context->queue);
  if (!code)
    code = backend->unpack(array->device, (char *)buffer->address + head, size, buffer->address, count, context->queue);
  vfi_context_give(buffer);
  if (!code) *sent = bytes;
  return code;
}

void vfi_outside_end(vfi_array *array)
{
  free(array->packed);
  array->packed = NULL;
}
