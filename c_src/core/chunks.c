/* Loops over chunks: prefetches for the chunks beside the one at hand. */
#include <viewfab/chunks.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "context.h"
#include "error.h"
#include "view.h"

struct vf_chunks {
  int arrays, chunks;
  int at;          /* the chunk whose kernels ran last; -1: none of this pass */
  vf_view **views; /* [chunk][array] */
  int64_t *before; /* [array] bytes of copies to the device, before the kernels of the chunk */
  bool *goes;      /* [array] the device needs the values of the host */
};

/* NULL, with a text, if the view is not set any more. Lock held. */
static const vfi_operand *operand_of(const vf_chunks *loop, int chunk, int array, const char *who)
{
  char text[80];
  snprintf(text, sizeof text, "%s, view %d of chunk %d", who, array + 1, chunk);
  return vfi_handle_get(loop->views[chunk * loop->arrays + array], text);
}

static void free_loop(vf_chunks *loop)
{
  free(loop->views);
  free(loop->before);
  free(loop->goes);
  free(loop);
}

static vf_status check_views(const vf_chunks *loop)
{
  bool set = true;
  vfi_lock();
  for (int c = 0; c < loop->chunks && set; c++)
    for (int a = 0; a < loop->arrays && set; a++) set = operand_of(loop, c, a, "vf_chunks_begin") != NULL;
  vfi_unlock();
  return set ? VF_OK : VF_ERROR_NULL;
}

vf_status vf_chunks_begin(vf_view *const *views, int arrays, int chunks, vf_chunks **loop)
{
  if (!loop) return vfi_fail(VF_ERROR_NULL, "vf_chunks_begin: loop is NULL");
  *loop = NULL;
  if (arrays < 1 || chunks < 0 || chunks > INT32_MAX / arrays)
    return vfi_fail(VF_ERROR_ARGUMENT, "vf_chunks_begin: %d chunks of %d arrays", chunks, arrays);
  if (chunks && !views) return vfi_fail(VF_ERROR_NULL, "vf_chunks_begin: the list of views is NULL");
  vf_chunks *made = calloc(1, sizeof *made);
  const size_t count = (size_t)arrays * (size_t)chunks;
  if (made) {
    made->arrays = arrays;
    made->chunks = chunks;
    made->at = -1;
    made->views = malloc((count + 1) * sizeof *made->views);
    made->before = calloc((size_t)arrays, sizeof *made->before);
    made->goes = calloc((size_t)arrays, sizeof *made->goes);
  }
  if (!made || !made->views || !made->before || !made->goes) {
    if (made) free_loop(made);
    return vfi_fail(VF_ERROR_MEMORY, "vf_chunks_begin: no host memory for a loop over %d chunks", chunks);
  }
  if (count) memcpy(made->views, views, count * sizeof *made->views);
  const vf_status status = check_views(made);
  if (status) free_loop(made);
  else *loop = made;
  return status;
}

/* Bytes that went to the device so far; *bytes: of the arrays; *lacks: the host lacks values of them. */
static vf_status look(const vf_chunks *loop, int chunk, int array, int64_t *gone, int64_t *bytes, bool *lacks)
{
  *gone = *bytes = 0;
  *lacks = false;
  vfi_lock();
  const vfi_operand *operand = operand_of(loop, chunk, array, "vf_chunks_next");
  for (int v = 0; operand && v < operand->count; v++) {
    const vfi_array *one = operand->arrays[v];
    *gone += one->counters.bytes_to_device;
    *bytes += (int64_t)one->bytes;
    *lacks = *lacks || vfi_state_host_lacks(one->state);
  }
  vfi_unlock();
  return operand ? VF_OK : VF_ERROR_NULL;
}

/* After the kernels of a chunk: learns, and brings what they wrote. */
static vf_status leave(vf_chunks *loop, int chunk)
{
  vf_status status = VF_OK;
  for (int a = 0; a < loop->arrays && !status; a++) {
    int64_t gone, bytes;
    bool lacks;
    status = look(loop, chunk, a, &gone, &bytes, &lacks);
    if (!status && 2 * (gone - loop->before[a]) >= bytes) loop->goes[a] = true;
    if (!status && lacks) status = vf_view_prefetch(loop->views[chunk * loop->arrays + a], VF_HOST);
  }
  return status;
}

static vf_status bring(const vf_chunks *loop, int chunk)
{
  vf_status status = VF_OK;
  for (int a = 0; chunk < loop->chunks && a < loop->arrays && !status; a++) {
    int64_t gone, bytes;
    bool lacks;
    if (!loop->goes[a]) continue;
    status = look(loop, chunk, a, &gone, &bytes, &lacks);
    if (!status) status = vf_view_prefetch(loop->views[chunk * loop->arrays + a], VF_DEVICE);
  }
  return status;
}

static vf_status note_before(vf_chunks *loop, int chunk)
{
  vf_status status = VF_OK;
  for (int a = 0; a < loop->arrays && !status; a++) {
    int64_t bytes;
    bool lacks;
    status = look(loop, chunk, a, &loop->before[a], &bytes, &lacks);
  }
  return status;
}

/* Behind the last chunk. All copies are waited for, also after a failure. */
static vf_status finish(const vf_chunks *loop)
{
  vf_status first = VF_OK;
  for (int v = 0; v < loop->chunks * loop->arrays; v++) {
    vf_status status = vf_view_wait(loop->views[v]);
    if (!status) status = vf_view_to_host(loop->views[v], VF_READ);
    if (!first) first = status;
  }
  return first;
}

vf_status vf_chunks_next(vf_chunks *loop, int *chunk)
{
  if (!chunk) return vfi_fail(VF_ERROR_NULL, "vf_chunks_next: chunk is NULL");
  *chunk = -1;
  if (!loop) return vfi_fail(VF_ERROR_NULL, "vf_chunks_next: loop is NULL");
  const int next = loop->at + 1;
  vf_status status = loop->at >= 0 ? leave(loop, loop->at) : VF_OK;
  if (!status && next == loop->chunks) {
    status = finish(loop);
    if (!status) loop->at = -1;
    return status;
  }
  if (!status) status = bring(loop, next);
  if (!status) status = bring(loop, next + 1);
  if (!status) status = note_before(loop, next);
  if (!status) *chunk = loop->at = next;
  return status;
}

vf_status vf_chunks_end(vf_chunks **loop)
{
  if (!loop || !*loop) return VF_OK;
  free_loop(*loop);
  *loop = NULL;
  return VF_OK;
}
