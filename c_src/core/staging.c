#include "staging.h"

#include <stdint.h>
#include <stdlib.h>

#include "error.h"
#include "text.h"

enum {
  DEFAULT_BYTES =
      8 << 20,    /* so long that the start of a copy costs little, and so short that the first copy begins early */
  LEAST_PART = 8, /* copies of less than this part of a buffer gain nothing */
  PACKED =
      1 << 20, /* bytes of packed elements in a buffer: the device and the threads of the host work at the same time */
  ELEMENTS = 8192 /* packed elements that a thread moves in one go */
};

vf_status vfi_staging_size(size_t *bytes)
{
  const char *text = getenv("VF_STAGING");
  *bytes = DEFAULT_BYTES;
  if (!text || !*text) return VF_OK;
  int64_t number = 0;
  if (!vfi_is_whole(text, 0, INT64_MAX / VF_STAGES, &number))
    return vfi_fail(VF_ERROR_ARGUMENT,
                    "VF_STAGING is '%s'; it must be the bytes of a buffer for copies, such as %d, or 0 for none", text,
                    DEFAULT_BYTES);
  *bytes = (size_t)number;
  return VF_OK;
}

void vfi_staging_free(vf_context *context)
{
  vfi_staging *staging = &context->staging;
  for (int s = 0; s < VF_STAGES; s++) {
    if (staging->at[s].event) context->backend->event_destroy(staging->at[s].event);
    staging->at[s] = (vfi_stage){ 0 };
  }
  if (staging->block) context->backend->release_shared(staging->block);
  staging->block = NULL;
}

/* All buffers, or none. */
static bool make(vf_context *context)
{
  const vf_backend *backend = context->backend;
  vfi_staging *staging = &context->staging;
  void *block = NULL;
  staging->each = staging->bytes ? staging->bytes : DEFAULT_BYTES;
  int code = backend->allocate_shared(&block, VF_STAGES * staging->each);
  if (!code) staging->block = block;
  for (int s = 0; s < VF_STAGES && !code; s++) {
    void *event = NULL;
    code = backend->event_create(&event);
    if (!code) staging->at[s] = (vfi_stage){ .at = staging->block + s * staging->each, .event = event };
  }
  if (!code) return true;
  vfi_staging_free(context);
  staging->refused = true;
  context->counters.locks_refused++;
  return false;
}

bool vfi_staging_worth(const vf_context *context, size_t bytes)
{
  return context->staging.bytes && bytes && bytes >= context->staging.bytes / LEAST_PART;
}

bool vfi_staging_packs(vf_context *context)
{
  return !context->staging.refused && (context->staging.block || make(context));
}

bool vfi_staging_takes(vf_context *context, size_t bytes)
{
  return vfi_staging_worth(context, bytes) && vfi_staging_packs(context);
}

/* Waits for the device's work on a buffer, and empties the buffer. */
static int retire(const vf_context *context, vfi_stage *stage)
{
  if (!stage->busy) return 0;
  const int code = context->backend->event_wait(stage->event);
  if (!code && stage->to && stage->packing)
    vfi_copy_boxes(stage->to, stage->at, stage->packing, stage->first, (int64_t)(stage->bytes / stage->packing->size),
                   false);
  else if (!code && stage->to) vfi_copy_memory(stage->to, stage->at, stage->bytes);
  stage->busy = false;
  stage->to = NULL;
  return code;
}

/* The next buffer in turn, empty. */
static int next_stage(vf_context *context, vfi_stage **next)
{
  *next = &context->staging.at[context->staging.next];
  context->staging.next = (context->staging.next + 1) % VF_STAGES;
  return retire(context, *next);
}

/* Notes a queued copy, with its target on the host, or NULL. */
static int note(const vf_context *context, vfi_stage *stage, char *to, size_t bytes, const vf_packing *packing,
                int64_t first)
{
  const int code = context->backend->event_record(stage->event, context->main_queue);
  if (code) return code;
  stage->busy = true;
  stage->to = to;
  stage->bytes = bytes;
  stage->packing = packing;
  stage->first = first;
  return 0;
}

static int copy_chunk(vf_context *context, vfi_copy_direction copy, char *device, char *host, size_t bytes)
{
  const vf_backend *backend = context->backend;
  vfi_stage *stage;
  int code = next_stage(context, &stage);
  if (code) return code;
  if (copy == VF_COPY_TO_DEVICE) {
    vfi_copy_memory(stage->at, host, bytes);
    code = backend->copy_to_device(device, stage->at, bytes, context->main_queue);
  } else {
    code = backend->copy_to_host(stage->at, device, bytes, context->main_queue);
  }
  return code ? code : note(context, stage, copy == VF_COPY_TO_HOST ? host : NULL, bytes, NULL, 0);
}

int vfi_staging_copy(vf_context *context, vfi_copy_direction copy, char *device, char *host, size_t bytes)
{
  const size_t most = context->staging.each;
  int code = 0;
  for (size_t done = 0; done < bytes && !code; done += most)
    code = copy_chunk(context, copy, device + done, host + done, bytes - done < most ? bytes - done : most);
  return code;
}

static int copy_packed_chunk(vf_context *context, vfi_copy_direction copy, char *device, char *host,
                             const vf_packing *packing, int64_t first, int64_t count)
{
  const vf_backend *backend = context->backend;
  vfi_stage *stage;
  int code = next_stage(context, &stage);
  if (code) return code;
  if (copy == VF_COPY_TO_DEVICE) {
    vfi_copy_boxes(host, stage->at, packing, first, count, true);
    code = backend->unpack_boxes(device, stage->at, packing, first, count, context->main_queue);
  } else {
    code = backend->pack_boxes(stage->at, device, packing, first, count, context->main_queue);
  }
  if (code) return code;
  return note(context, stage, copy == VF_COPY_TO_HOST ? host : NULL, (size_t)count * packing->size, packing, first);
}

int vfi_staging_copy_boxes(vf_context *context, vfi_copy_direction copy, char *device, char *host,
                           const vf_packing *packing)
{
  const int64_t all = packing->elements;
  const size_t bytes = context->staging.each < PACKED ? context->staging.each : PACKED;
  const int64_t most = (int64_t)(bytes / packing->size);
  int code = 0;
  for (int64_t first = 0; first < all && !code; first += most)
    code = copy_packed_chunk(context, copy, device, host, packing, first, all - first < most ? all - first : most);
  return code;
}

int vfi_staging_finish(vf_context *context)
{
  vfi_staging *staging = &context->staging;
  int code = 0;
  /* the oldest buffer first */
  for (int s = 0; s < VF_STAGES && !code; s++) {
    vfi_stage *stage = &staging->at[(staging->next + s) % VF_STAGES];
    if (stage->to) code = retire(context, stage);
  }
  return code;
}

void vfi_staging_drop(vf_context *context)
{
  for (int s = 0; s < VF_STAGES; s++) {
    context->staging.at[s].busy = false;
    context->staging.at[s].to = NULL;
  }
}
