#include "board.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "../core/error.h"
#include "shared_names.h"
#include "window.h"

/* The data that a member gives in a call. Two in turn are enough: a giving member has seen all data of the call before,
 * so the other members have read the earlier data by then. */
typedef struct gift {
  _Atomic uint64_t number;
  char data[VF_BOARD_ROOM];
} gift;

/* The entry of one member; no other member writes there. Texts are whole if `written` is even and the same before and
 * after the read. */
typedef struct member_entry {
  _Atomic uint64_t written;
  _Atomic uint64_t number;
  _Atomic int state;
  char call[VF_CALL_NAME], text[VF_GROUP_TEXT];
  _Alignas(128) gift gifts[2];
} member_entry;

struct vfi_board {
  vfi_window *window;
  bool whole;    /* all members see all entries */
  bool *watched; /* [ranks] its process can be seen from here */
};

static member_entry *entry_of(const vf_group *group, int rank)
{
  return group->board ? (member_entry *)(void *)group->board->window->parts[rank] : NULL;
}

/* Finds out if every member sees the entries of all members. The answer, in the board, is the same on each member. */
static vf_status find_whole(vf_group *group, bool *all)
{
  const vfi_window *window = group->board->window;
  bool mine = true, whole = true;
  for (int r = 0; r < group->ranks; r++) mine = mine && window->parts[r];
  const vf_status status = vfi_group_gather(group, "vf_group_create", 0, VF_OK, &mine, sizeof mine, all);
  for (int r = 0; r < group->ranks && !status; r++) whole = whole && all[r];
  group->board->whole = !status && whole;
  return status;
}

vf_status vfi_board_make(vf_group *group)
{
  vfi_window *window = NULL;
  vfi_shared_sweep();
  struct vfi_board *board = calloc(1, sizeof *board);
  bool *watched = calloc(2 * (size_t)group->ranks, sizeof *watched); /* and as much to gather into */
  vf_status status = board && watched ? VF_OK : vfi_fail(VF_ERROR_MEMORY, "no host memory for a group");
  status = vfi_group_agree(group, "vf_group_create", 0, status);
  if (!status && vfi_window_create_host(group, "vf_group_create", sizeof(member_entry), &window)) {
    /* Without shared memory waits still end, but say less. */
    status = group->broken ? VF_ERROR_PEER : VF_OK;
    window = NULL;
  }
  if (status || !window) {
    free(board);
    free(watched);
    return status;
  }
  bool *all = watched + group->ranks;
  for (int r = 0; r < group->ranks; r++)
    watched[r] = window->parts[r] && (kill((pid_t)group->members[r].process, 0) == 0 || errno == EPERM);
  *board = (struct vfi_board){ .window = window, .watched = watched };
  group->board = board;
  vfi_board_state_is(group, VF_BOARD_OUTSIDE);
  return find_whole(group, all);
}

void vfi_board_free(vf_group *group)
{
  if (!group->board) return;
  if (!group->broken && !group->context_closed)
    vfi_board_state_is(group, VF_BOARD_LEFT); /* else others still read why */
  vfi_window_release(group->board->window);
  free(group->board->watched);
  free(group->board);
  group->board = NULL;
}

static void copy_text(char *to, const char *from, size_t size)
{
  const size_t length = strnlen(from, size - 1);
  memcpy(to, from, length);
  to[length] = 0;
}

void vfi_board_call(vf_group *group, uint64_t number, const char *call)
{
  member_entry *mine = entry_of(group, group->rank);
  if (!mine) return;
  atomic_fetch_add_explicit(&mine->written, 1, memory_order_acq_rel);
  copy_text(mine->call, call, sizeof mine->call);
  mine->text[0] = 0;
  atomic_store_explicit(&mine->number, number, memory_order_relaxed);
  atomic_store_explicit(&mine->state, VF_BOARD_INSIDE, memory_order_relaxed);
  atomic_fetch_add_explicit(&mine->written, 1, memory_order_release);
}

void vfi_board_state_is(vf_group *group, vfi_board_state state)
{
  member_entry *mine = entry_of(group, group->rank);
  if (mine) atomic_store_explicit(&mine->state, (int)state, memory_order_release);
}

void vfi_board_text(vf_group *group, const char *text)
{
  member_entry *mine = entry_of(group, group->rank);
  if (!mine) return;
  atomic_fetch_add_explicit(&mine->written, 1, memory_order_acq_rel);
  copy_text(mine->text, text, sizeof mine->text);
  atomic_fetch_add_explicit(&mine->written, 1, memory_order_release);
}

bool vfi_board_look(vf_group *group, int rank, vfi_board_sight *sight)
{
  memset(sight, 0, sizeof *sight);
  const member_entry *theirs = entry_of(group, rank);
  if (!theirs) return false;
  member_entry *seen = (member_entry *)theirs;
  const uint64_t before = atomic_load_explicit(&seen->written, memory_order_acquire);
  sight->state = (vfi_board_state)atomic_load_explicit(&seen->state, memory_order_acquire);
  sight->number = atomic_load_explicit(&seen->number, memory_order_relaxed);
  copy_text(sight->call, seen->call, sizeof sight->call);
  copy_text(sight->text, seen->text, sizeof sight->text);
  atomic_thread_fence(memory_order_acquire);
  const bool ended = group->board->watched[rank] && kill((pid_t)group->members[rank].process, 0) != 0 && errno == ESRCH;
  sight->ended = ended;
  /* A member may have ended during a write. */
  return ended || ((before & 1) == 0 && before == atomic_load_explicit(&seen->written, memory_order_relaxed));
}

bool vfi_board_is_whole(const vf_group *group) { return group->board && group->board->whole; }

void vfi_board_give(vf_group *group, uint64_t number, const void *data, size_t bytes)
{
  gift *mine = &entry_of(group, group->rank)->gifts[number & 1];
  memcpy(mine->data, data, bytes);
  atomic_store_explicit(&mine->number, number, memory_order_release);
}

const void *vfi_board_given(const vf_group *group, int rank, uint64_t number)
{
  gift *theirs = &entry_of(group, rank)->gifts[number & 1];
  return atomic_load_explicit(&theirs->number, memory_order_acquire) == number ? theirs->data : NULL;
}
