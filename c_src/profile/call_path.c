#include "call_path.h"

#include <stdint.h>
#include <string.h>
#include <unwind.h>

enum { KEPT = 64 };
static _Thread_local vfi_call_path kept[KEPT];

typedef struct walk {
  vfi_call_path *path;
  bool all_found;
  int skipped;
} walk;

/* Only where a call pushes its return address onto the stack, and the address is found there, a path can be known again. */
static bool is_place(void **place, const void *address)
{
#if defined(__x86_64__)
  return *place == address;
#else
  return place == address;
#endif
}

static _Unwind_Reason_Code note_frame(struct _Unwind_Context *context, void *data)
{
  walk *at = data;
  vfi_call_path *path = at->path;
  if (!at->skipped++) return _URC_NO_REASON; /* vfi_call_path_here itself */
  if (path->depth == VF_PROFILE_FRAMES) return _URC_NORMAL_STOP;
  const uintptr_t address = _Unwind_GetIP(context), behind = _Unwind_GetCFA(context);
  if (!address) return _URC_NORMAL_STOP;
  void **place =
      (void **)(behind - sizeof(void *)); /* the place of the frame's return address, below the end of its callee */
  path->frames[path->depth] = (void *)address;
  path->places[path->depth] = place;
  at->all_found = at->all_found && is_place(place, (void *)address);
  path->depth++;
  return _URC_NO_REASON;
}

static bool is_same(const vfi_call_path *path, const char *stack)
{
  if (path->stack != stack) return false;
  for (int f = 0; f < path->depth; f++)
    if (*path->places[f] != path->frames[f]) return false;
  return true;
}

/* The stack's depth and the caller tell most paths apart. */
static vfi_call_path *place_for(const char *stack, const void *caller)
{
  const uintptr_t mixed = ((uintptr_t)stack >> 4) * 31 + (uintptr_t)caller;
  return &kept[(mixed ^ mixed >> 12) % KEPT];
}

__attribute__((noinline)) vfi_call_path *vfi_call_path_here(void)
{
  const char *stack = __builtin_frame_address(0);
  vfi_call_path *path = place_for(stack, __builtin_return_address(0));
  if (path->depth && is_same(path, stack)) return path;
  *path = (vfi_call_path){ .site = -1 };
  walk all = { .path = path, .all_found = true };
  _Unwind_Backtrace(note_frame, &all);
  path->stack = all.all_found ? stack : NULL;
  return path;
}
