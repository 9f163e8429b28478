/* Rows of all ranks of one host, in shared memory. Each rank has two places, in turn. A rank that writes into a place
 * has met the other ranks behind the last use of the place, two calls back. */
#include "gather.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "../core/error.h"
#include "window.h"

struct vfi_rows {
  vfi_window *window; /* two places in each part */
  size_t room;        /* bytes of a place */
  int turn;
  bool refused; /* some ranks share no memory */
  bool locked;  /* the own part, for the device */
  bool direct;  /* the device writes there by the host's addresses */
};

static void lock_own(const vf_group *group, struct vfi_rows *rows)
{
  char *own = rows->window->parts[group->rank];
  const vf_peer_table *peers = group->context->backend->peers;
  void *device = NULL;
  if (peers) rows->locked = !vfi_context_select(group->context) && !peers->host_register(own, 2 * rows->room, &device);
  rows->direct = !peers || (rows->locked && device == own);
}

void vfi_rows_free(vf_group *group)
{
  struct vfi_rows *rows = group->rows;
  if (!rows) return;
  if (rows->locked && !group->context_closed && !vfi_context_select(group->context))
    group->context->backend->peers->host_unregister(rows->window->parts[group->rank]);
  vfi_window_release(rows->window);
  free(rows);
  group->rows = NULL;
}

/* Collective, with the same size everywhere: places of at least so many bytes, or the refusal of such memory. */
static vf_status make(vf_group *group, const char *call, size_t bytes)
{
  const size_t page = 4096, room = (bytes + bytes / 2 + page - 1) / page * page;
  struct vfi_rows *rows = calloc(1, sizeof *rows);
  bool *reach = calloc((size_t)group->ranks, sizeof *reach), all_reached = true;
  vf_status status = rows && reach ? VF_OK : vfi_fail(VF_ERROR_MEMORY, "%s: no host memory for shared rows", call);
  status = vfi_group_agree(group, call, 0, status);
  if (status) {
    free(rows);
    free(reach);
    return status;
  }
  vfi_rows_free(group);
  group->rows = rows;
  rows->room = room;
  rows->refused = vfi_window_create_host(group, call, 2 * room, &rows->window) != VF_OK;
  if (rows->refused) rows->window = NULL;
  for (int r = 0; r < group->ranks && !rows->refused; r++) all_reached = all_reached && rows->window->parts[r];
  if (group->broken) status = VF_ERROR_PEER;
  else status = vfi_group_gather(group, call, 0, VF_OK, &all_reached, sizeof all_reached, reach);
  for (int r = 0; r < group->ranks && !status; r++) rows->refused = rows->refused || !reach[r];
  free(reach);
  if (!status && !rows->refused) lock_own(group, rows);
  return status;
}

static char *place_of(const vf_group *group, int rank)
{
  const struct vfi_rows *rows = group->rows;
  return rows->window->parts[rank] + (rows->turn ? rows->room : 0);
}

void *vfi_rows_place(const vf_group *group, size_t bytes)
{
  const struct vfi_rows *rows = group->rows;
  const bool there = rows && !rows->refused && rows->direct && rows->room >= bytes;
  return there ? place_of(group, group->rank) : NULL;
}

static vf_status gather_shared(vf_group *group, const char *call, uint64_t digest, vf_status status, const void *mine,
                               const size_t *sizes, char *all)
{
  char *place = place_of(group, group->rank);
  if (!status && sizes[group->rank] && mine != place) memcpy(place, mine, sizes[group->rank]);
  atomic_thread_fence(memory_order_release);
  status = vfi_group_agree(group, call, digest, status);
  atomic_thread_fence(memory_order_acquire);
  if (status) return status;
  for (int r = 0; r < group->ranks; r++) {
    if (sizes[r]) memcpy(all, place_of(group, r), sizes[r]);
    all += sizes[r];
  }
  group->rows->turn = 1 - group->rows->turn;
  return VF_OK;
}

vf_status vfi_rows_gather(vf_group *group, const char *call, uint64_t digest, vf_status status, const void *mine,
                          const size_t *sizes, void *all)
{
  size_t largest = 0;
  for (int r = 0; r < group->ranks; r++)
    if (sizes[r] > largest) largest = sizes[r];
  const uint64_t of_sizes = vfi_digest(digest, sizes, (size_t)group->ranks * sizeof *sizes);
  const bool fits = group->rows && group->rows->room >= largest;
  if (largest <= VF_GATHER_ROOM || (group->rows && group->rows->refused))
    return vfi_group_gather_lists(group, call, digest, status, mine, sizes, all);
  if (fits) return gather_shared(group, call, of_sizes, status, mine, sizes, all);
  /* The own piece may lie at its target before there is a larger place. */
  void *copy = status ? NULL : malloc(sizes[group->rank] + 1);
  if (!status && !copy) status = vfi_fail(VF_ERROR_MEMORY, "%s: no host memory for rows of results", call);
  if (!status && sizes[group->rank]) memcpy(copy, mine, sizes[group->rank]);
  status = vfi_group_agree(group, call, of_sizes, status);
  if (!status) status = make(group, call, largest);
  if (!status && group->rows->refused) status = vfi_group_gather_lists(group, call, digest, VF_OK, copy, sizes, all);
  else if (!status) status = gather_shared(group, call, of_sizes, VF_OK, copy, sizes, all);
  if (group->broken) vfi_group_abandon(copy); /* the messages may still use the copy */
  else free(copy);
  return status;
}
