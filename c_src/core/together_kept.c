/* Repeated calls together: the findings about them are compared with the current state, in one pass over their arrays.
 * The groups are launched with the tables on the device. */
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "execute.h"
#include "hooks.h"
#include "together.h"
#include "together_launch.h"

/* Device memory shared by the tables of several lists of calls. */
typedef struct table_memory {
  uint64_t context; /* its number */
  const vf_backend *backend;
  int ordinal;
  char *address;
  size_t bytes, used;
  int users;
  struct table_memory *next;
} table_memory;

enum { TABLE_MEMORY = 1 << 20, TABLE_ALIGNMENT = 256 };
static table_memory *memories; /* lock held */

typedef struct kept_array {
  vf_array *array;
  const char *device;
} kept_array;

struct vf_kept_calls {
  int count, array_count, group_count;
  uint64_t handles_ended;
  vf_call *calls; /* [count] */
  vf_box *boxes;  /* [count], of the calls */
  vf_joined *joined;
  vf_plan plan;
  vf_plan_launch *groups; /* [group_count] */
  kept_array *arrays;     /* [array_count], each once */
  char *tables;           /* of all groups, on the host */
  table_memory *memory;   /* device memory of the tables; NULL: they are not there */
};

/* ---- Lock held ---- */

static vf_status take_memory(vf_context *context, size_t bytes, vf_kept_calls *kept, char **address)
{
  table_memory *memory = memories;
  while (memory && (memory->context != context->serial || memory->bytes - memory->used < bytes)) memory = memory->next;
  if (!memory) {
    memory = calloc(1, sizeof *memory);
    if (!memory) return vf_fail(VF_ERROR_MEMORY, "no host memory for the tables of calls");
    memory->context = context->serial;
    memory->backend = context->backend;
    memory->ordinal = context->ordinal;
    memory->bytes = bytes > TABLE_MEMORY ? bytes : TABLE_MEMORY;
    void *room = NULL;
    const int code = context->backend->allocate(&room, memory->bytes);
    if (code) {
      free(memory);
      return vf_context_failure(context, code, "allocating the tables of calls");
    }
    memory->address = room;
    memory->next = memories;
    memories = memory;
  }
  *address = memory->address + memory->used;
  memory->used += bytes;
  memory->users++;
  kept->memory = memory;
  return VF_OK;
}

/* Releasing memory of a device waits for its users. */
static void give_memory(table_memory *memory)
{
  if (!memory || --memory->users) return;
  table_memory **at = &memories;
  while (*at != memory) at = &(*at)->next;
  *at = memory->next;
  memory->backend->select(memory->ordinal);
  memory->backend->release(memory->address);
  free(memory);
}

static size_t aligned(size_t bytes) { return (bytes + TABLE_ALIGNMENT - 1) / TABLE_ALIGNMENT * TABLE_ALIGNMENT; }

/* Tables of all groups, in one copy. */
static vf_status make_tables(vf_kept_calls *kept)
{
  vf_context *context = kept->joined[0].checked.context;
  size_t bytes = 0;
  for (int g = 0; g < kept->group_count; g++) bytes += aligned(kept->groups[g].table_bytes);
  if (!bytes) return VF_OK;
  char *placed = kept->tables = malloc(bytes);
  if (!placed) return vf_fail(VF_ERROR_MEMORY, "no host memory for the tables of calls");
  const bool apart = !context->backend->aliases_host;
  vf_status status = vf_context_select(context);
  if (!status && apart) status = take_memory(context, bytes, kept, &placed);
  if (status) return status;
  size_t at = 0;
  for (int g = 0; g < kept->group_count; g++) {
    if (!kept->groups[g].table_bytes) continue;
    vf_plan_write_tables(&kept->groups[g], kept->tables + at, placed + at);
    at += aligned(kept->groups[g].table_bytes);
  }
  const int code = apart ? context->backend->copy_to_device(placed, kept->tables, bytes, context->queue) : 0;
  return code ? vf_context_failure(context, code, "a copy of the tables of calls") : VF_OK;
}

/* Each array once: nobody uses the plan's notes in the array any more. */
static void note_array(vf_kept_calls *kept, vf_array *array)
{
  enum { NOTED = -2 };
  if (array->plan_use[0] == NOTED) return;
  array->plan_use[0] = NOTED;
  kept->arrays[kept->array_count++] = (kept_array){ array, array->device };
}

static void note_arrays(vf_kept_calls *kept)
{
  for (int c = 0; c < kept->count; c++)
    for (int a = 0; a < kept->calls[c].kernel->description.argument_count; a++) {
      const vf_operand *operand = kept->joined[c].checked.operands[a];
      if (operand && !kept->joined[c].idle) note_array(kept, operand->arrays[0]);
    }
}

/* Room for all parts. False if there is none. */
static bool make_room(vf_kept_calls *kept, const vf_call *calls, int count)
{
  const size_t n = (size_t)count;
  kept->count = count;
  kept->calls = malloc(n * sizeof *kept->calls);
  kept->boxes = malloc(n * sizeof *kept->boxes);
  kept->joined = vf_joined_room(calls[0].kernel, count);
  kept->arrays = malloc(n * (size_t)calls[0].kernel->description.argument_count * sizeof *kept->arrays);
  if (!kept->calls || !kept->boxes || !kept->joined || !kept->arrays) return false;
  for (int c = 0; c < count; c++) {
    kept->boxes[c] = calls[c].boxes[0];
    kept->calls[c] = calls[c];
    kept->calls[c].boxes = &kept->boxes[c];
  }
  return true;
}

static vf_status plan_groups(vf_kept_calls *kept)
{
  bool tuned = false;
  for (int c = 0; c < kept->count; c++) tuned = tuned || vf_joined_is_tuned(&kept->joined[c]);
  vf_status status = vf_plan_begin(kept->calls[0].kernel, kept->count, &kept->plan);
  if (status) return status;
  vf_plan_make(&kept->plan, kept->joined, kept->count, tuned);
  kept->group_count = kept->plan.groups;
  kept->groups = malloc(((size_t)kept->group_count + 1) * sizeof *kept->groups);
  if (!kept->groups) return vf_fail(VF_ERROR_MEMORY, "no host memory for %d launches", kept->group_count);
  for (int g = 0; g < kept->group_count; g++) vf_plan_gather(&kept->plan, g, &kept->groups[g]);
  note_arrays(kept);
  kept->handles_ended = vf_handles_ended();
  return make_tables(kept);
}

static void drop(vf_kept_calls *kept)
{
  give_memory(kept->memory);
  vf_plan_end(&kept->plan);
  free(kept->calls);
  free(kept->boxes);
  free(kept->joined);
  free(kept->arrays);
  free(kept->groups);
  free(kept->tables);
  free(kept);
}

static bool can_be_kept(const vf_kernel_description *kernel, int count)
{
  return count > 0 && count <= VF_PLANNED_WHOLE && !kernel->checks_bounds && !vf_gives_result(kernel);
}

static vf_status keep(const vf_call *calls, int count, vf_kept_calls **made)
{
  vf_kept_calls *kept = calloc(1, sizeof *kept);
  vf_status status = VF_OK;
  if (!kept || !make_room(kept, calls, count))
    status = vf_fail(VF_ERROR_MEMORY, "vf_%s: no host memory for %d calls", calls[0].kernel->description.name, count);
  for (int c = 0; c < count && !status; c++) status = vf_joined_check(kept->calls, c, kept->joined);
  if (!status) status = plan_groups(kept);
  if (!status) *made = kept;
  else if (kept) drop(kept);
  return status;
}

/* A live handle has its earlier operand. */
static bool handles_live(vf_kept_calls *kept)
{
  if (kept->handles_ended == vf_handles_ended()) return true;
  for (int c = 0; c < kept->count; c++)
    for (int a = 0; a < kept->calls[c].kernel->description.argument_count; a++)
      if (kept->joined[c].checked.operands[a] &&
          vf_handle_operand(kept->calls[c].arguments[a].view) != kept->joined[c].checked.operands[a])
        return false;
  kept->handles_ended = vf_handles_ended();
  return true;
}

/* No array has to be brought: the device still has the newest values of its earlier arrays. */
static bool arrays_are_there(const vf_kept_calls *kept)
{
  for (int a = 0; a < kept->array_count; a++) {
    const vf_array *array = kept->arrays[a].array;
    if (array->device != kept->arrays[a].device || (array->bytes && !array->device)) return false;
    if (array->bytes && !vf_state_valid(array->state, VF_DEVICE)) return false;
  }
  return true;
}

/* A tuned version that has appeared since takes no tables. */
static bool is_as_tuned(const vf_kept_calls *kept) { return !kept->tables || !vf_joined_is_tuned(&kept->joined[0]); }

static vf_status run(vf_kept_calls *kept)
{
  vf_status status = vf_context_select(kept->joined[0].checked.context);
  for (int g = 0; g < kept->group_count && !status; g++) {
    status = vf_plan_run(&kept->groups[g]);
    for (VF_EACH_CALL(&kept->plan, kept->groups[g].group, c)) {
      const vf_joined *joined = &kept->joined[c];
      if (status) vf_execute_distrust(joined->call, &joined->checked);
      else vf_execute_commit(joined->call, &joined->checked);
      if (!status) vf_wiring.call_joined(joined->call, &joined->checked);
    }
  }
  for (int c = 0; c < kept->count && !status; c++)
    if (kept->joined[c].idle) vf_wiring.call_joined(kept->joined[c].call, &kept->joined[c].checked);
  return status;
}

/* ---- */

vf_status vf_calls_keep(const vf_call *calls, int count, vf_kept_calls **kept)
{
  *kept = NULL;
  if (!can_be_kept(&calls[0].kernel->description, count)) return VF_OK;
  vf_lock();
  const vf_status status = keep(calls, count, kept);
  vf_unlock();
  return status;
}

vf_status vf_calls_again(vf_kept_calls *kept, bool *made)
{
  const int begun = vf_wiring.call_begins(kept->calls[0].kernel);
  *made = false;
  vf_lock();
  vf_status status = VF_OK;
  if (handles_live(kept) && arrays_are_there(kept) && is_as_tuned(kept))
    status = vf_wiring.calls_join(kept->calls[0].kernel, made);
  if (!status && *made) status = run(kept);
  vf_unlock();
  vf_wiring.call_ends(begun);
  return status;
}

bool vf_calls_are_in_order(const vf_kept_calls *kept, const vf_made_when *when)
{
  return vf_plan_is_in_order(&kept->plan, when);
}

void vf_calls_drop(vf_kept_calls *kept)
{
  if (!kept) return;
  vf_lock();
  drop(kept);
  vf_unlock();
}
