/* Repeated calls together: the findings about them are compared with the current state, in one pass over their arrays.
 * The groups are launched with the tables on the device. */
#include <stdlib.h>
#include <string.h>

#include "../core/error.h"
#include "../core/evict.h"
#include "../core/execute.h"
#include "../core/hooks.h"
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

typedef struct used_array {
  vfi_array *array;
  const char *device;
} used_array;

/* An array that calls of a group use, once a group. */
typedef struct group_use {
  vfi_array *array;
  vf_intent intent; /* VF_READ if no call writes */
} group_use;

struct vfi_repeated_calls {
  int count, array_count, group_count, use_count;
  uint64_t handles_ended;
  vfi_call *calls; /* [count] */
  vf_box *boxes;   /* [count], of the calls */
  vfi_joined *joined;
  vfi_plan plan;
  vfi_plan_launch *groups; /* [group_count] */
  used_array *arrays;      /* [array_count], each once */
  group_use *uses;         /* [use_count], of all groups one behind the other */
  int *uses_until;         /* [group_count] the end of each group there */
  char *tables;            /* of all groups, on the host */
  table_memory *memory;    /* device memory of the tables; NULL: they are not there */
};

/* ---- Lock held ---- */

static vf_status take_memory(vf_context *context, size_t bytes, vfi_repeated_calls *repeated, char **address)
{
  table_memory *memory = memories;
  while (memory && (memory->context != context->serial || memory->bytes - memory->used < bytes)) memory = memory->next;
  if (!memory) {
    memory = calloc(1, sizeof *memory);
    if (!memory) return vfi_fail(VF_ERROR_MEMORY, "no host memory for the tables of calls");
    memory->context = context->serial;
    memory->backend = context->backend;
    memory->ordinal = context->ordinal;
    memory->bytes = bytes > TABLE_MEMORY ? bytes : TABLE_MEMORY;
    void *room = NULL;
    const int code = context->backend->allocate(&room, memory->bytes);
    if (code) {
      free(memory);
      return vfi_context_failure(context, code, "allocating the tables of calls");
    }
    memory->address = room;
    memory->next = memories;
    memories = memory;
  }
  *address = memory->address + memory->used;
  memory->used += bytes;
  memory->users++;
  repeated->memory = memory;
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
static vf_status make_tables(vfi_repeated_calls *repeated)
{
  vf_context *context = repeated->joined[0].checked.context;
  size_t bytes = 0;
  for (int g = 0; g < repeated->group_count; g++) bytes += aligned(repeated->groups[g].table_bytes);
  if (!bytes) return VF_OK;
  char *placed = repeated->tables = malloc(bytes);
  if (!placed) return vfi_fail(VF_ERROR_MEMORY, "no host memory for the tables of calls");
  const bool apart = !context->backend->aliases_host;
  vf_status status = vfi_context_select(context);
  if (!status && apart) status = take_memory(context, bytes, repeated, &placed);
  if (status) return status;
  size_t at = 0;
  for (int g = 0; g < repeated->group_count; g++) {
    if (!repeated->groups[g].table_bytes) continue;
    vfi_plan_write_tables(&repeated->groups[g], repeated->tables + at, placed + at);
    at += aligned(repeated->groups[g].table_bytes);
  }
  const int code =
      apart ? context->backend->copy_to_device(placed, repeated->tables, bytes, vfi_context_queue(context)) : 0;
  return code ? vfi_context_failure(context, code, "a copy of the tables of calls") : VF_OK;
}

/* Each array once: nobody uses the plan's notes in the array any more. */
static void note_array(vfi_repeated_calls *repeated, vfi_array *array)
{
  enum { NOTED = -2 };
  if (array->plan_use[0] == NOTED) return;
  array->plan_use[0] = NOTED;
  repeated->arrays[repeated->array_count++] = (used_array){ array, array->device };
}

static void note_arrays(vfi_repeated_calls *repeated)
{
  for (int c = 0; c < repeated->count; c++)
    for (int a = 0; a < repeated->calls[c].kernel->description.argument_count; a++) {
      const vfi_operand *operand = repeated->joined[c].checked.operands[a];
      if (operand && !repeated->joined[c].idle) note_array(repeated, operand->arrays[0]);
    }
}

static void note_use(vfi_repeated_calls *repeated, int first, vfi_array *array, vf_intent intent)
{
  const int noted = array->plan_use[1]; /* where the use may be */
  if (noted >= first && noted < repeated->use_count && repeated->uses[noted].array == array) {
    if (intent != VF_READ) repeated->uses[noted].intent = VF_UPDATE;
    return;
  }
  array->plan_use[1] = repeated->use_count;
  repeated->uses[repeated->use_count++] = (group_use){ array, intent == VF_READ ? VF_READ : VF_UPDATE };
}

static void note_uses(vfi_repeated_calls *repeated)
{
  for (int g = 0; g < repeated->group_count; g++) {
    const int first = repeated->use_count;
    for (VF_EACH_CALL(&repeated->plan, repeated->groups[g].group, c))
      for (int a = 0; a < repeated->calls[c].kernel->description.argument_count; a++) {
        const vfi_operand *operand = repeated->joined[c].checked.operands[a];
        const vf_intent intent = (vf_intent)repeated->calls[c].kernel->description.arguments[a].intent;
        if (operand) note_use(repeated, first, operand->arrays[0], intent);
      }
    repeated->uses_until[g] = repeated->use_count;
  }
}

/* Room for all parts. False if there is none. */
static bool make_room(vfi_repeated_calls *repeated, const vfi_call *calls, int count)
{
  const size_t n = (size_t)count;
  repeated->count = count;
  repeated->calls = malloc(n * sizeof *repeated->calls);
  repeated->boxes = malloc(n * sizeof *repeated->boxes);
  repeated->joined = vfi_joined_room(calls[0].kernel, count);
  const size_t uses = n * (size_t)calls[0].kernel->description.argument_count;
  repeated->arrays = malloc(uses * sizeof *repeated->arrays);
  repeated->uses = malloc(uses * sizeof *repeated->uses);
  repeated->uses_until = malloc(n * sizeof *repeated->uses_until);
  if (!repeated->calls || !repeated->boxes || !repeated->joined || !repeated->arrays || !repeated->uses ||
      !repeated->uses_until)
    return false;
  for (int c = 0; c < count; c++) {
    repeated->boxes[c] = calls[c].boxes[0];
    repeated->calls[c] = calls[c];
    repeated->calls[c].boxes = &repeated->boxes[c];
  }
  return true;
}

static vf_status plan_groups(vfi_repeated_calls *repeated)
{
  bool tuned = false;
  for (int c = 0; c < repeated->count; c++) tuned = tuned || vfi_joined_is_tuned(&repeated->joined[c]);
  vf_status status = vfi_plan_begin(repeated->calls[0].kernel, repeated->count, &repeated->plan);
  if (status) return status;
  vfi_plan_make(&repeated->plan, repeated->joined, repeated->count, tuned);
  repeated->group_count = repeated->plan.groups;
  repeated->groups = malloc(((size_t)repeated->group_count + 1) * sizeof *repeated->groups);
  if (!repeated->groups) return vfi_fail(VF_ERROR_MEMORY, "no host memory for %d launches", repeated->group_count);
  for (int g = 0; g < repeated->group_count; g++) vfi_plan_gather(&repeated->plan, g, &repeated->groups[g]);
  note_arrays(repeated);
  note_uses(repeated);
  repeated->handles_ended = vfi_handles_ended();
  return make_tables(repeated);
}

static void drop(vfi_repeated_calls *repeated)
{
  give_memory(repeated->memory);
  vfi_plan_end(&repeated->plan);
  free(repeated->calls);
  free(repeated->boxes);
  free(repeated->joined);
  free(repeated->arrays);
  free(repeated->uses);
  free(repeated->uses_until);
  free(repeated->groups);
  free(repeated->tables);
  free(repeated);
}

static bool can_be_kept(const vfi_kernel_description *kernel, int count)
{
  return count > 0 && count <= VF_PLANNED_WHOLE && !kernel->checks_bounds && !vfi_gives_result(kernel);
}

static vf_status keep(const vfi_call *calls, int count, vfi_repeated_calls **made)
{
  vfi_repeated_calls *repeated = calloc(1, sizeof *repeated);
  vf_status status = VF_OK;
  if (!repeated || !make_room(repeated, calls, count))
    status = vfi_fail(VF_ERROR_MEMORY, "vf_%s: no host memory for %d calls", calls[0].kernel->description.name, count);
  for (int c = 0; c < count && !status; c++) status = vfi_joined_check(repeated->calls, c, repeated->joined);
  if (!status) status = plan_groups(repeated);
  if (!status) *made = repeated;
  else if (repeated) drop(repeated);
  return status;
}

/* A live handle has its earlier operand. */
static bool handles_live(vfi_repeated_calls *repeated)
{
  if (repeated->handles_ended == vfi_handles_ended()) return true;
  for (int c = 0; c < repeated->count; c++)
    for (int a = 0; a < repeated->calls[c].kernel->description.argument_count; a++)
      if (repeated->joined[c].checked.operands[a] &&
          vfi_handle_operand(repeated->calls[c].arguments[a].view) != repeated->joined[c].checked.operands[a])
        return false;
  repeated->handles_ended = vfi_handles_ended();
  return true;
}

/* The device has the arrays in their earlier memory. *newest: with the newest values, so that no array has to be
 * brought. */
static bool arrays_are_there(const vfi_repeated_calls *repeated, bool *newest)
{
  *newest = true;
  for (int a = 0; a < repeated->array_count; a++) {
    vfi_array *array = repeated->arrays[a].array;
    vfi_use_note(array);
    if (array->device != repeated->arrays[a].device || (array->bytes && !array->device)) return false;
    if (array->bytes && (array->flight || !vfi_state_valid(array->state, VF_DEVICE))) *newest = false;
  }
  return true;
}

/* Brings the newest values before any call runs. *there is false if an array has other memory on the device then. */
static vf_status bring(const vfi_repeated_calls *repeated, bool *there)
{
  vf_status status = VF_OK;
  bool newest = false;
  for (int g = 0; g < repeated->group_count && !status; g++) {
    vfi_moves moves = { 0 };
    for (VF_EACH_CALL(&repeated->plan, repeated->groups[g].group, c)) {
      status = vfi_execute_need(&repeated->calls[c], &repeated->joined[c].checked, &moves);
      if (status) return status;
    }
    status = vfi_moves_make(&moves);
  }
  *there = arrays_are_there(repeated, &newest);
  return status;
}

/* A tuned version that has appeared since takes no tables. */
static bool is_as_tuned(const vfi_repeated_calls *repeated)
{
  return !repeated->tables || !vfi_joined_is_tuned(&repeated->joined[0]);
}

/* The effect of the calls of a group on their arrays; each array has its state once. */
static void commit(const vfi_repeated_calls *repeated, int g)
{
  for (int u = g ? repeated->uses_until[g - 1] : 0; u < repeated->uses_until[g]; u++)
    vfi_array_commit(repeated->uses[u].array, VF_DEVICE, repeated->uses[u].intent, true);
}

static vf_status run(vfi_repeated_calls *repeated)
{
  vf_status status = vfi_context_select(repeated->joined[0].checked.context);
  for (int g = 0; g < repeated->group_count && !status; g++) {
    status = vfi_plan_run(&repeated->groups[g]);
    if (!status) commit(repeated, g);
    for (VF_EACH_CALL(&repeated->plan, repeated->groups[g].group, c)) {
      const vfi_joined *joined = &repeated->joined[c];
      if (status) vfi_execute_distrust(joined->call, &joined->checked);
      else vfi_wiring.call_joined(joined->call, &joined->checked);
    }
  }
  for (int c = 0; c < repeated->count && !status; c++)
    if (repeated->joined[c].idle) vfi_wiring.call_joined(repeated->joined[c].call, &repeated->joined[c].checked);
  return status;
}

/* ---- */

vf_status vfi_calls_keep(const vfi_call *calls, int count, vfi_repeated_calls **repeated)
{
  *repeated = NULL;
  if (!can_be_kept(&calls[0].kernel->description, count)) return VF_OK;
  vfi_lock();
  const vf_status status = keep(calls, count, repeated);
  vfi_unlock();
  return status;
}

vf_status vfi_calls_again(vfi_repeated_calls *repeated, bool *made)
{
  const int begun = vfi_wiring.call_begins(repeated->calls[0].kernel);
  *made = false;
  vfi_lock();
  vfi_use_begin();
  vf_status status = VF_OK;
  bool newest = false;
  if (handles_live(repeated) && arrays_are_there(repeated, &newest) && is_as_tuned(repeated))
    status = vfi_wiring.calls_join(repeated->calls[0].kernel, made);
  if (!status && *made && !newest) status = bring(repeated, made);
  if (!status && *made) status = run(repeated);
  vfi_use_end();
  vfi_unlock();
  vfi_wiring.call_ends(begun);
  return status;
}

bool vfi_calls_are_in_order(const vfi_repeated_calls *repeated, const vfi_made_when *when)
{
  return vfi_plan_is_in_order(&repeated->plan, when);
}

void vfi_calls_drop(vfi_repeated_calls *repeated)
{
  if (!repeated) return;
  vfi_lock();
  drop(repeated);
  vfi_unlock();
}
