/* Windows in memory of GPUs. Parts of one host lie side by side in one range of addresses, by virtual memory and
 * descriptors passed between processes. If this fails for one pair, each part is a block of its own, shared by handles
 * of the driver. */
#include "window.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../core/error.h"
#include "transports/descriptor_post.h"

enum { HANDLE_BLOCK = 2 << 20 }; /* a handle covers whole blocks of this size */

/* A member's data for the others, needed to map its part. */
typedef struct offer {
  bool made;
  char why[VF_WHY]; /* reason against the part */
  size_t bytes;     /* of its memory */
  int shift;        /* the least shift of this member */
  vfi_post_address address;
  vfi_peer_handle handle;
} offer;

typedef struct gpu_parts {
  bool flat;
  size_t *mapped;     /* [ranks] bytes of a mapped flat part; 0: none is */
  uint64_t *memories; /* [ranks] of flat parts */
  char *range;        /* of addresses for all parts; NULL: there is none */
  size_t range_bytes;
  bool opened; /* parts are blocks, and the blocks of others were opened */
} gpu_parts;

/* Own blocks that others may still have open: they are freed when all members have come to their next window. */
typedef struct old_block {
  void *at;
  const vf_context *context;
  struct old_block *next;
} old_block;
static old_block *old_blocks;

static const vf_peer_table *peers_of(const vfi_window *window) { return window->group->context->backend->peers; }

static const char *text_of(const vfi_window *window, int code)
{
  return window->group->context->backend->error_text(code);
}

static bool same_host(const vfi_window *window, int r)
{
  const vfi_member *members = window->group->members;
  return !strcmp(members[r].host, members[window->group->rank].host);
}

static void free_old_blocks(const vf_context *context)
{
  for (old_block **at = &old_blocks; *at;) {
    old_block *block = *at;
    if (block->context != context) {
      at = &block->next;
      continue;
    }
    *at = block->next;
    context->backend->release(block->at);
    free(block);
  }
}

static void keep_block(const vfi_window *window, void *block)
{
  old_block *kept = malloc(sizeof *kept);
  if (!kept) return; /* the block stays until the process ends */
  *kept = (old_block){ block, window->group->context, old_blocks };
  old_blocks = kept;
}

/* Gives back all parts, own and mapped. */
static void unmap(vfi_window *window)
{
  gpu_parts *gpu = window->state;
  const vf_peer_table *peers = peers_of(window);
  for (int r = 0; r < window->group->ranks; r++) {
    char *part = window->parts[r];
    window->parts[r] = NULL;
    if (gpu->flat) {
      if (gpu->mapped[r]) peers->range_unmap(gpu->range + ((size_t)r << window->shift), gpu->mapped[r]);
      if (gpu->memories[r]) peers->memory_release(gpu->memories[r]);
      gpu->mapped[r] = 0;
      gpu->memories[r] = 0;
    } else if (part && r != window->group->rank) peers->handle_close(part);
    else if (part) keep_block(window, part);
  }
  if (gpu->range) peers->range_release(gpu->range, gpu->range_bytes);
  gpu->range = window->base = NULL;
}

static int shift_of(size_t bytes)
{
  int shift = 0;
  while (((size_t)1 << shift) < bytes) shift++;
  return shift;
}

static size_t whole(size_t bytes, size_t piece) { return bytes ? (bytes + piece - 1) / piece * piece : piece; }

static vf_status zero(vfi_window *window, void *part, size_t bytes)
{
  vf_context *context = window->group->context;
  int code = peers_of(window)->clear(part, bytes, vfi_context_queue(context));
  if (!code) code = context->backend->queue_wait(vfi_context_queue(context));
  return code ? vfi_context_failure(context, code, "zeros for memory of a group") : VF_OK;
}

/* ---- Side by side -------------------------------------------------------------------------------------- */

/* The own memory; the offer tells all errors but a lack of memory. */
static vf_status create_flat(vfi_window *window, vfi_descriptor_post *post, offer *mine, int *descriptor)
{
  gpu_parts *gpu = window->state;
  const vf_peer_table *peers = peers_of(window);
  vf_context *context = window->group->context;
  const int rank = window->group->rank;
  size_t piece = 0;
  int code = peers->memory_create ? peers->granularity(&piece) : 0;
  if (!peers->memory_create) snprintf(mine->why, VF_WHY, "%s has no virtual memory that can be shared", context->name);
  else if (code) snprintf(mine->why, VF_WHY, "virtual memory of %s: %s", context->name, text_of(window, code));
  if (!peers->memory_create || code) return VF_OK;
  mine->bytes = whole(window->bytes, piece);
  mine->shift = shift_of(piece);
  code = peers->memory_create(mine->bytes, &gpu->memories[rank]);
  if (code == context->backend->out_of_memory)
    return vfi_fail(VF_ERROR_MEMORY, "%s has no %zu bytes for memory of a group", context->name, mine->bytes);
  const char *step = "making virtual memory";
  if (!code) {
    step = "exporting virtual memory";
    code = peers->memory_export(gpu->memories[rank], descriptor);
    if (code) *descriptor = -1;
  }
  if (code) snprintf(mine->why, VF_WHY, "%s on %s: %s", step, context->name, text_of(window, code));
  char why[VF_POST_TEXT];
  if (!code && !vfi_post_open(post, why)) snprintf(mine->why, VF_WHY, "passing descriptors: %.150s", why);
  mine->made = !mine->why[0];
  mine->address = post->address;
  return VF_OK;
}

/* A range for all parts; maps the own part there. */
static vf_status map_own(vfi_window *window, const offer *offers)
{
  gpu_parts *gpu = window->state;
  vf_context *context = window->group->context;
  const vf_peer_table *peers = peers_of(window);
  const int rank = window->group->rank, ranks = window->group->ranks;
  for (int r = 0; r < ranks; r++) {
    if (offers[r].shift > window->shift) window->shift = offers[r].shift;
    const int needed = shift_of(offers[r].bytes);
    if (needed > window->shift) window->shift = needed;
  }
  if (!offers[rank].made) return VF_OK;
  gpu->range_bytes = (size_t)ranks << window->shift;
  int code = peers->range_reserve(gpu->range_bytes, (size_t)1 << offers[rank].shift, (void **)&gpu->range);
  if (code) gpu->range = NULL;
  char *own = gpu->range ? gpu->range + ((size_t)rank << window->shift) : NULL;
  if (!code) code = peers->range_map(own, offers[rank].bytes, gpu->memories[rank]);
  if (code) return vfi_context_failure(context, code, "mapping memory of a group");
  gpu->mapped[rank] = offers[rank].bytes;
  window->parts[rank] = own;
  return zero(window, own, offers[rank].bytes);
}

static void map_other(vfi_window *window, int r, int descriptor, const offer *theirs)
{
  gpu_parts *gpu = window->state;
  const vf_peer_table *peers = peers_of(window);
  char *at = gpu->range + ((size_t)r << window->shift);
  int code = peers->memory_import(descriptor, &gpu->memories[r]);
  if (code) gpu->memories[r] = 0;
  if (!code) code = peers->range_map(at, theirs->bytes, gpu->memories[r]);
  if (code) {
    snprintf(window->why[r], VF_WHY, "mapping memory of rank %d: %s", r, text_of(window, code));
    return;
  }
  gpu->mapped[r] = theirs->bytes;
  window->parts[r] = at;
}

/* Lists of all ranks for the mapping of their memory. */
typedef struct lists {
  bool *wanted;
  int *got, *counts;
  vfi_post_address *addresses;
} lists;

static vf_status take_lists(const vf_group *group, lists *of)
{
  const size_t ranks = (size_t)group->ranks;
  *of = (lists){ .wanted = calloc(ranks, sizeof *of->wanted),
                 .got = calloc(ranks, sizeof *of->got),
                 .counts = calloc(ranks, sizeof *of->counts),
                 .addresses = calloc(ranks, sizeof *of->addresses) };
  if (of->wanted && of->got && of->counts && of->addresses) return VF_OK;
  return vfi_fail(VF_ERROR_MEMORY, "no host memory for a group of %d", group->ranks);
}

static void give_lists(const lists *of)
{
  free(of->wanted);
  free(of->got);
  free(of->counts);
  free(of->addresses);
}

static void map_others(vfi_window *window, vfi_descriptor_post *post, const offer *offers, int descriptor,
                       const lists *of)
{
  const vf_group *group = window->group;
  const int ranks = group->ranks, rank = group->rank;
  bool *wanted = of->wanted;
  int *got = of->got;
  char why[VF_POST_TEXT] = "";
  for (int r = 0; r < ranks; r++) {
    if (!same_host(window, r)) snprintf(window->why[r], VF_WHY, "rank %d runs on another host", r);
    else if (!offers[r].made) snprintf(window->why[r], VF_WHY, "rank %d: %.150s", r, offers[r].why);
    else if (!offers[rank].made) snprintf(window->why[r], VF_WHY, "%.150s", offers[rank].why);
  }
  if (!offers[rank].made) return;
  for (int r = 0; r < ranks; r++) {
    wanted[r] = r != rank && same_host(window, r) && offers[r].made;
    of->addresses[r] = offers[r].address;
    got[r] = -1;
  }
  vfi_post_swap(post, rank, ranks, wanted, of->addresses, group->calls, descriptor, got, group->wait, why);
  for (int r = 0; r < ranks; r++) {
    if (!wanted[r]) continue;
    if (got[r] >= 0) map_other(window, r, got[r], &offers[r]);
    else snprintf(window->why[r], VF_WHY, "passing descriptors: %.150s", why);
    if (got[r] >= 0) close(got[r]);
  }
}

/* *complete: all pairs of one host reach each other side by side; the same on all members. */
static vf_status make_flat(vfi_window *window, const char *call, offer *offers, bool *complete)
{
  vf_group *group = window->group;
  gpu_parts *gpu = window->state;
  vfi_descriptor_post post = { .socket = -1 };
  offer mine = { .made = false };
  int descriptor = -1;
  gpu->flat = true;
  vf_status status = create_flat(window, &post, &mine, &descriptor);
  status = vfi_group_gather(group, call, sizeof mine, status, &mine, sizeof mine, offers);
  const vf_status met = status;
  lists of = { .wanted = NULL };
  if (!status) status = map_own(window, offers);
  if (!status) status = take_lists(group, &of);
  /* A rank that cannot go on says so before the others wait for its descriptor. */
  if (!met) status = vfi_group_agree(group, call, 0, status);
  if (!status) map_others(window, &post, offers, descriptor, &of);
  int missing = 0, all = 0;
  for (int r = 0; r < group->ranks; r++) missing += same_host(window, r) && !window->parts[r];
  if (!status) status = vfi_group_gather(group, call, sizeof missing, VF_OK, &missing, sizeof missing, of.counts);
  for (int r = 0; r < group->ranks && !status; r++) all += of.counts[r];
  *complete = !status && all == 0;
  if (descriptor >= 0) close(descriptor);
  vfi_post_close(&post);
  give_lists(&of);
  return status;
}

/* ---- Blocks -------------------------------------------------------------------------------------------- */

static vf_status create_block(vfi_window *window, offer *mine)
{
  vf_context *context = window->group->context;
  void *block = NULL;
  mine->bytes = whole(window->bytes, HANDLE_BLOCK);
  int code = context->backend->allocate(&block, mine->bytes);
  if (code) return vfi_context_failure(context, code, "memory of a group");
  window->parts[window->group->rank] = block;
  code = peers_of(window)->handle_get(block, &mine->handle);
  if (code) snprintf(mine->why, VF_WHY, "a handle for memory of %s: %s", context->name, text_of(window, code));
  mine->made = !code;
  return zero(window, block, mine->bytes);
}

static vf_status make_blocks(vfi_window *window, const char *call, offer *offers)
{
  vf_group *group = window->group;
  gpu_parts *gpu = window->state;
  offer mine = { .made = false };
  gpu->flat = false;
  vf_status status = create_block(window, &mine);
  status = vfi_group_gather(group, call, sizeof mine, status, &mine, sizeof mine, offers);
  if (status) return status;
  free_old_blocks(group->context);
  for (int r = 0; r < group->ranks; r++) {
    if (r == group->rank) continue;
    int code = 0;
    void *block = NULL;
    window->why[r][0] = 0;
    if (!same_host(window, r)) snprintf(window->why[r], VF_WHY, "rank %d runs on another host", r);
    else if (!offers[r].made) snprintf(window->why[r], VF_WHY, "rank %d: %.150s", r, offers[r].why);
    else if ((code = peers_of(window)->handle_open(&offers[r].handle, &block)) != 0)
      snprintf(window->why[r], VF_WHY, "opening memory of rank %d: %s", r, text_of(window, code));
    else window->parts[r] = block;
  }
  return vfi_group_agree(group, call, 0, VF_OK);
}

/* ---- Both ---------------------------------------------------------------------------------------------- */

void vfi_window_gpu_drop(vfi_window *window)
{
  gpu_parts *gpu = window->state;
  if (!gpu) return;
  vfi_context_select(window->group->context);
  if (gpu->mapped && gpu->memories) unmap(window);
  free(gpu->mapped);
  free(gpu->memories);
  free(gpu);
  window->state = NULL;
}

vf_status vfi_window_gpu_make(vfi_window *window, const char *call, vfi_window_ways ways)
{
  vf_group *group = window->group;
  const size_t ranks = (size_t)group->ranks;
  gpu_parts *gpu = calloc(1, sizeof *gpu);
  offer *offers = calloc(ranks, sizeof *offers);
  vf_status status = VF_OK;
  bool complete = false;
  window->state = gpu;
  if (gpu) {
    gpu->mapped = calloc(ranks, sizeof *gpu->mapped);
    gpu->memories = calloc(ranks, sizeof *gpu->memories);
  }
  if (!gpu || !offers || !gpu->mapped || !gpu->memories)
    status = vfi_fail(VF_ERROR_MEMORY, "no host memory for a group of %d", group->ranks);
  if (!status) status = vfi_context_select(group->context);
  status = vfi_group_agree(group, call, (uint64_t)ways, status);
  if (!status && ways != VF_WINDOW_BLOCKS) status = make_flat(window, call, offers, &complete);
  if (!status && !complete && ways != VF_WINDOW_FLAT) {
    if (ways == VF_WINDOW_ANY) unmap(window);
    status = make_blocks(window, call, offers);
  }
  free(offers);
  if (status) {
    vfi_window_gpu_drop(window);
    return status;
  }
  bool all = true;
  for (int r = 0; r < group->ranks; r++) all = all && window->parts[r];
  window->base = gpu->flat && all ? gpu->range : NULL;
  if (group->ranks == 1) window->base = window->parts[0]; /* one block lies side by side with itself */
  return VF_OK;
}

static vf_status create(vfi_window *window, const char *call)
{
  const char *forced = getenv("VF_TRANSPORT");
  return vfi_window_gpu_make(window, call, forced && !strcmp(forced, "ipc") ? VF_WINDOW_BLOCKS : VF_WINDOW_ANY);
}

const vfi_window_kind vfi_window_gpu = { .name = "gpu", .create = create, .release = vfi_window_gpu_drop };
