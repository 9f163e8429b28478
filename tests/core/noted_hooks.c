#include "noted_hooks.h"

char calls[64], told[64];
bool together, brings;
char failing;
int made_old, made_new, ended, wrapped_bytes;

static vf_status note(char letter)
{
  const size_t length = strlen(calls);
  assert_true(length + 1 < sizeof calls);
  calls[length] = letter;
  if (letter != failing) return VF_OK;
  return vfi_fail(VF_ERROR_STATE, "refused by the hook");
}

static vf_status context_opens(void) { return note('o'); }

static void context_closes(vf_context *context)
{
  assert_non_null(context);
  note('c');
}

static int call_begins(const vf_kernel *kernel)
{
  assert_non_null(kernel);
  note('b');
  return 7;
}

static void call_ends(int begun)
{
  assert_int_equal(begun, 7);
  note('e');
}

static vf_status call_runs(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list)
{
  const vf_status status = note('r');
  return status ? status : vfi_execute(call, checked, list);
}

static vf_status calls_join(vf_kernel *kernel, bool *may)
{
  assert_non_null(kernel);
  *may = together;
  return note('j');
}

static void call_joined(const vfi_call *call, const vfi_checked *checked)
{
  assert_string_equal(call->kernel->description.name, "of_the_test");
  assert_non_null(checked->context);
  note('n');
}

static bool composite_runs(const vfi_composite *composite)
{
  assert_non_null(composite);
  return !note('t');
}

static bool kernels_watched(vf_kernel *const *kernels) { return !kernels; }

static vf_status host_reads(const vfi_record *record)
{
  assert_string_equal(record->label, "values");
  return note('h');
}

static vf_status view_ends(const vfi_record *record)
{
  assert_string_equal(record->label, "values");
  return note('v');
}

static void host_gets_old(vfi_array *array)
{
  assert_int_equal(array->state, VF_STATE_DEVICE);
  made_old++;
}

static void host_gets_new(vfi_array *array)
{
  assert_string_equal(array->label, "values");
  made_new++;
}

static void array_ends(vfi_array *array)
{
  assert_int_equal(array->views, 0);
  ended++;
}

static void tell(char letter)
{
  const size_t length = strlen(told);
  if (length + 1 < sizeof told) told[length] = letter;
}

static bool states_by_part(void) { return true; }
static bool host_keeps_copy(void) { return false; }

static vf_status call_uses_arrays(const vfi_call *call, const vfi_checked *checked, bool begins)
{
  assert_non_null(call->kernel);
  assert_non_null(checked->context);
  tell(begins ? '(' : ')');
  return VF_OK;
}

static void array_is_used(vfi_array *array, vf_side side, vf_intent intent, bool copies)
{
  assert_string_equal(array->label, "values");
  assert_true(intent >= VF_READ && intent <= VF_UPDATE);
  tell(side == VF_HOST ? (copies ? 'h' : 'H') : copies ? 'd' : 'D');
}

static void state_is_set(vfi_array *array, bool device_wrote)
{
  assert_string_equal(array->label, "values");
  tell(device_wrote ? '!' : '=');
}

static vf_status memory_is_wrapped(void *begin, size_t bytes)
{
  assert_non_null(begin);
  wrapped_bytes = (int)bytes;
  return VF_OK;
}

static void device_memory_is_new(vfi_array *array)
{
  assert_non_null(array->device);
  tell('m');
}

static bool brings_at_end(vfi_array *array)
{
  assert_int_equal(array->state, VF_STATE_DEVICE);
  return brings;
}

static void set_ends(vfi_set_state *set)
{
  assert_non_null(set);
  note('s');
}

const vfi_hooks vfi_wiring = {
  .context_opens = context_opens,
  .context_closes = context_closes,
  .call_begins = call_begins,
  .call_ends = call_ends,
  .call_runs = call_runs,
  .calls_join = calls_join,
  .call_joined = call_joined,
  .composite_runs = composite_runs,
  .kernels_watched = kernels_watched,
  .host_reads = host_reads,
  .view_ends = view_ends,
  .host_gets_old = host_gets_old,
  .host_gets_new = host_gets_new,
  .states_by_part = states_by_part,
  .host_keeps_copy = host_keeps_copy,
  .call_uses_arrays = call_uses_arrays,
  .array_is_used = array_is_used,
  .state_is_set = state_is_set,
  .memory_is_wrapped = memory_is_wrapped,
  .device_memory_is_new = device_memory_is_new,
  .brings_at_end = brings_at_end,
  .array_ends = array_ends,
  .set_ends = set_ends,
};
