/* The memory of a remote array: its window, the access of kernels, and the view of the own part. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../core/error.h"
#include "../core/handle.h"
#include "../core/shared.h"
#include "remote.h"

static void get(void *state, int rank, size_t offset, void *to, vf_type type)
{
  const vf_remote *remote = state;
  memcpy(to, remote->window->parts[rank] + offset, vfi_type_size(type));
}

static void put(void *state, int rank, size_t offset, const void *from, vf_type type)
{
  const vf_remote *remote = state;
  memcpy(remote->window->parts[rank] + offset, from, vfi_type_size(type));
}

/* One addition after the other: a retry follows if another addition has come between. */
#define ADD(c)                                                                                         \
  {                                                                                                    \
    c before, after, *at = (c *)place;                                                                 \
    __atomic_load(at, &before, __ATOMIC_RELAXED);                                                      \
    do after = before + *(const c *)value;                                                             \
    while (!__atomic_compare_exchange(at, &before, &after, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)); \
    break;                                                                                             \
  }

static void add(void *state, int rank, size_t offset, const void *value, vf_type type)
{
  const vf_remote *remote = state;
  void *place = remote->window->parts[rank] + offset;
  switch (type) {
    case VF_REAL32: ADD(float)
    case VF_REAL64: ADD(double)
    case VF_INT32: ADD(int32_t)
    default: ADD(int64_t)
  }
}

vfi_remote_handle vfi_remote_handle_of_parts(vf_remote *remote)
{
  return (vfi_remote_handle){ .state = remote, .get = get, .put = put, .add = add };
}

static bool on_host(const vf_remote *remote) { return remote->group->context->backend->id == VF_BACKEND_HOST; }

/* On a GPU: functions for all elements of other ranks, for trials. */
static bool forced_handle(const vf_remote *remote)
{
  const char *wish = getenv("VF_REMOTE_FORM");
  return !on_host(remote) && wish && !strcmp(wish, "handle");
}

/* Parts without elements need not be. */
static bool all_reached(const vf_remote *remote)
{
  for (int rank = 0; rank < remote->group->ranks; rank++)
    if (!remote->window->parts[rank] && remote->part.lengths[rank]) return false;
  return true;
}

static vf_status form_wanted(vf_remote *remote, vfi_remote_form *form)
{
  static const char *const words[] = { "flat", "table", "handle" };
  const char *wish = getenv("VF_REMOTE_FORM");
  *form = remote->window->base ? VF_REMOTE_FLAT : VF_REMOTE_TABLE;
  if (remote->window->kind == &vfi_window_symmetric && !all_reached(remote)) *form = VF_REMOTE_HANDLE;
  if (!wish || !*wish) return VF_OK;
  for (int f = VF_REMOTE_FLAT; f <= VF_REMOTE_HANDLE; f++) {
    if (strcmp(wish, words[f])) continue;
    if (f < (int)*form)
      return vfi_fail(VF_ERROR_STATE, "'%s': VF_REMOTE_FORM is %s, and the memory does not allow it", remote->label,
                      wish);
    *form = (vfi_remote_form)f;
    return VF_OK;
  }
  return vfi_fail(VF_ERROR_ARGUMENT, "VF_REMOTE_FORM is '%s'; it may be flat, table or handle", wish);
}

static vf_status check_reach(const vf_remote *remote)
{
  const vfi_window *window = remote->window;
  if (window->kind == &vfi_window_symmetric) return VF_OK;
  for (int rank = 0; rank < remote->group->ranks; rank++)
    if (!window->parts[rank] && remote->part.lengths[rank])
      return vfi_fail(VF_ERROR_STATE, "'%s': rank %d does not reach the memory of rank %d: %s", remote->label,
                      remote->group->rank, rank, window->why[rank]);
  return VF_OK;
}

/* Tables for kernels: on the host, or in memory of the device. */
static vf_status make_tables(vf_remote *remote)
{
  vf_context *context = remote->group->context;
  const vf_backend *backend = context->backend;
  const size_t ranks = (size_t)remote->group->ranks;
  const size_t of_parts = ranks * sizeof(char *), of_lengths = ranks * sizeof(int64_t);
  vfi_remote_span *span = &remote->part.span;
  span->parts = (void *const *)remote->window->parts;
  span->lengths = remote->part.lengths;
  if (backend->id == VF_BACKEND_HOST) return VF_OK;
  vf_status status = vfi_context_select(context);
  if (status) return status;
  /* The setting for functions means functions for all parts but the own part. */
  const bool own_only = forced_handle(remote);
  char **parts = calloc(ranks, sizeof *parts);
  if (!parts) return vfi_fail(VF_ERROR_MEMORY, "no host memory for the table of '%s'", remote->label);
  for (int r = 0; r < remote->group->ranks; r++)
    if (!own_only || r == remote->group->rank) parts[r] = remote->window->parts[r];
  int code = backend->allocate(&remote->tables, of_parts + of_lengths);
  if (code) {
    remote->tables = NULL;
    free(parts);
    return vfi_context_failure(context, code, "memory for the table of a remote array");
  }
  char *at = remote->tables;
  code = backend->copy_to_device(at, parts, of_parts, vfi_context_queue(context));
  if (!code)
    code = backend->copy_to_device(at + of_parts, remote->part.lengths, of_lengths, vfi_context_queue(context));
  if (!code) code = backend->queue_wait(vfi_context_queue(context));
  free(parts);
  span->parts = (void *const *)(void *)at;
  span->lengths = (const int64_t *)(void *)(at + of_parts);
  return code ? vfi_context_failure(context, code, "the table of a remote array") : VF_OK;
}

/* The view of the own part. The window is the memory of its array on the device, and also on the host if both are the
 * same memory. */
static vf_status make_view(vf_remote *remote)
{
  vf_context *context = remote->group->context;
  const int64_t length = remote->part.lengths[remote->group->rank];
  const bool aliases = context->backend->aliases_host;
  char *own = remote->window->parts[remote->group->rank];
  void *host = own;
  if (!aliases && length) {
    host = calloc((size_t)length, vfi_type_size(remote->type));
    if (!host)
      return vfi_fail(VF_ERROR_MEMORY, "no host memory for '%s', whose part has %lld elements here", remote->label,
                      (long long)length);
  }
  const vf_status status =
      vf_view_wrap(context, host, remote->type, 1, &length, NULL, remote->label, VF_WRAP_DISTINCT, &remote->view);
  if (status) {
    if (!aliases) free(host);
    return status;
  }
  vfi_lock();
  vfi_record *record = vfi_handle_operand(remote->view)->records[0];
  record->in_remote = true;
  remote->array = record->array;
  (void)vfi_shared_end(record->array); /* no work uses the array yet */
  remote->array->remote = &remote->part;
  if (!aliases && length) {
    remote->array->owned = true;
    remote->array->device = own;
    remote->array->on_device_before = true;
    vfi_array_put_state(remote->array, VF_STATE_BOTH); /* zeros on both sides */
  }
  vfi_unlock();
  return VF_OK;
}

/* Functions of a GPU reach parts that no other window has: all ranks take such a window, or none. */
static vf_status make_window(vf_remote *remote, size_t bytes)
{
  vf_group *group = remote->group;
  bool *all = calloc((size_t)group->ranks, sizeof *all), short_of = forced_handle(remote), any = false, lone;
  vf_status status = VF_OK;
  if (!short_of) {
    status = vfi_window_create(group, remote->call, bytes, &remote->window);
    if (status) { /* on all ranks */
      free(all);
      return status;
    }
    short_of = !on_host(remote) && !all_reached(remote);
  }
  if (!all) status = vfi_fail(VF_ERROR_MEMORY, "no host memory for '%s'", remote->label);
  status = vfi_group_gather(group, remote->call, 0, status, &short_of, sizeof short_of, all ? all : &lone);
  for (int r = 0; r < group->ranks && !status; r++) any = any || all[r];
  free(all);
  if (status || !any) return status;
  vfi_window *symmetric = NULL;
  status = vfi_window_create_as(group, &vfi_window_symmetric, remote->call, bytes, &symmetric);
  if (status == VF_ERROR_STATE && remote->window && !group->broken) return VF_OK; /* why has the reason */
  if (status) return status;
  vfi_window_release(remote->window);
  remote->window = symmetric;
  return VF_OK;
}

vf_status vfi_remote_make(vf_remote *remote)
{
  const size_t size = vfi_type_size(remote->type);
  const int64_t length = remote->part.lengths[remote->group->rank];
  const size_t bytes = (length ? (size_t)length : 1) * size; /* element 0 is there, whoever has none */
  vf_status status = make_window(remote, bytes);
  if (status) return status; /* on all ranks */
  vfi_remote_span *span = &remote->part.span;
  const bool symmetric = remote->window->kind == &vfi_window_symmetric;
  span->base = symmetric ? remote->window->parts[remote->group->rank] : remote->window->base;
  span->ranks = remote->group->ranks;
  span->shift = remote->window->shift - (size == 8 ? 3 : 2);
  span->handle = &remote->handle;
  remote->handle = vfi_remote_handle_of_parts(remote);
  status = check_reach(remote);
  if (!status) status = form_wanted(remote, &span->form);
  if (!status) status = make_tables(remote);
  if (!status) status = make_view(remote);
  return vfi_group_agree(remote->group, remote->call, 0, status);
}

void vfi_remote_unmake(vf_remote *remote)
{
  vf_context *context = remote->group->context;
  if (remote->view) {
    vfi_lock();
    vfi_operand *operand = vfi_handle_operand(remote->view);
    if (operand) operand->records[0]->in_remote = false;
    vfi_unlock();
    if (operand) vf_view_release(&remote->view, true);
  }
  if (remote->tables && context && !vfi_context_select(context)) context->backend->release(remote->tables);
  /* without its context nothing can be given back on a device */
  if (remote->window && (context || remote->window->kind == &vfi_window_host)) vfi_window_release(remote->window);
  free(remote->begins);
  free(remote);
}
