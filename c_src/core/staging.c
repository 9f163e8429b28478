#include "staging.h"

#include <stdint.h>
#include <stdlib.h>

#include "error.h"
#include "text.h"

enum {
  DEFAULT_BYTES =
      8 << 20,   /* so long that the start of a copy costs little, and so short that the first copy begins early */
  LEAST_PART = 8 /* copies of less than this part of a buffer gain nothing */
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
  int code = backend->allocate_shared(&block, VF_STAGES * staging->bytes);
  if (!code) staging->block = block;
  for (int s = 0; s < VF_STAGES && !code; s++) {
    void *event = NULL;
    code = backend->event_create(&event);
    if (!code) staging->at[s] = (vfi_stage){ .at = staging->block + s * staging->bytes, .event = event };
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

bool vfi_staging_takes(vf_context *context, size_t bytes)
{
  const vfi_staging *staging = &context->staging;
  if (staging->refused || !vfi_staging_worth(context, bytes)) return false;
  return staging->block || make(context);
}

/* Waits for the device's work on a buffer, and empties the buffer. */
static int retire(const vf_context *context, vfi_stage *stage)
{
  if (!stage->busy) return 0;
  const int code = context->backend->event_wait(stage->event);
  if (!code && stage->to) vfi_copy_memory(stage->to, stage->at, stage->bytes);
  stage->busy = false;
  stage->to = NULL;
  return code;
}

static int copy_chunk(vf_context *context, vfi_copy_direction copy, char *device, char *host, size_t bytes)
{
  const vf_backend *backend = context->backend;
  vfi_stage *stage = &context->staging.at[context->staging.next];
  context->staging.next = (context->staging.next + 1) % VF_STAGES;
  int code = retire(context, stage);
  if (code) return code;
  if (copy == VF_COPY_TO_DEVICE) {
    vfi_copy_memory(stage->at, host, bytes);
    code = backend->copy_to_device(device, stage->at, bytes, context->queue);
  } else {
    code = backend->copy_to_host(stage->at, device, bytes, context->queue);
  }
  if (!code) code = backend->event_record(stage->event, context->queue);
  if (code) return code;
  stage->busy = true;
  stage->to = copy == VF_COPY_TO_HOST ? host : NULL;
  stage->bytes = bytes;
  return 0;
}

int vfi_staging_copy(vf_context *context, vfi_copy_direction copy, char *device, char *host, size_t bytes)
{
  const size_t most = context->staging.bytes;
  int code = 0;
  for (size_t done = 0; done < bytes && !code; done += most)
    code = copy_chunk(context, copy, device + done, host + done, bytes - done < most ? bytes - done : most);
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
