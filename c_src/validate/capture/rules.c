#include "file.h"

#include <inttypes.h>
#include <limits.h>
#include <string.h>

#include "../../core/error.h"
#include "../../core/text.h"

static const char *intent_name(int intent)
{
  switch (intent) {
    case VF_ARGUMENT_READ: return "read";
    case VF_ARGUMENT_WRITE: return "write";
    case VF_ARGUMENT_UPDATE: return "update";
    case VF_ARGUMENT_VALUE: return "value";
    default: return "unknown";
  }
}

static vf_status check_kind(const char *path, const vfi_captured_call *call, const vfi_captured_argument *argument)
{
  const vf_type stored = call->arrays[argument->array].type;
  if (!vfi_type_is_known(argument->kind) || argument->kind != (int)stored ||
      argument->kind_bytes != (int)vfi_type_size(stored))
    return vfi_fail(VF_ERROR_KIND,
                    "%s is inconsistent: '%s' (argument %s) is said to have %d bytes an element, and its "
                    "data set is %s",
                    path, argument->label, argument->name, argument->kind_bytes, vfi_type_traits_of((int)stored).word);
  if (argument->type == VF_ARGUMENT_REAL && argument->kind_bytes != call->real_bytes)
    return vfi_fail(VF_ERROR_KIND,
                    "%s is inconsistent: '%s' (argument %s) has %d bytes an element, and reals of the call "
                    "have %d",
                    path, argument->label, argument->name, argument->kind_bytes, call->real_bytes);
  return VF_OK;
}

static bool bounds_are_sound(const vfi_captured_argument *argument)
{
  int64_t elements = 1;
  if (argument->rank < 1 || argument->rank > VF_MAX_RANK) return false;
  for (int d = 0; d < VF_MAX_RANK; d++) {
    const int64_t lower = argument->lower[d], upper = argument->upper[d];
    if (lower < INT_MIN || lower > INT_MAX || upper < lower - 1 || upper > INT64_MAX / 16) return false;
    if (d >= argument->rank && (lower != 1 || upper != 1)) return false;
    const int64_t extent = upper - lower + 1;
    if (extent > 0 && elements > INT64_MAX / 8 / extent) return false;
    elements *= extent;
  }
  return true;
}

static bool is_shared(const vfi_captured_call *call, int array)
{
  int views = 0;
  for (int a = 0; a < call->argument_count; a++)
    views += vfi_captured_is_array(&call->arguments[a]) && call->arguments[a].array == array;
  return views > 1;
}

static bool array_holds(const vfi_captured_call *call, const vfi_captured_argument *argument)
{
  const vfi_captured_array *array = &call->arrays[argument->array];
  const bool named = argument->axes.rank > 0;
  bool same = !named && argument->rank == array->rank && argument->first == 0;
  for (int d = 0; same && d < array->rank; d++) same = array->extents[d] == argument->upper[d] - argument->lower[d] + 1;
  if (same) return true;
  const int64_t room = vfi_captured_elements(array), window = vfi_captured_window(argument);
  if (named && !is_shared(call, argument->array)) return array->rank == 1 && argument->first == 0 && window == room;
  return array->rank == 1 && is_shared(call, argument->array) && argument->first >= 0 && window <= room &&
         argument->first <= room - window;
}

static vf_status check_bounds(const char *path, const vfi_captured_call *call, const vfi_captured_argument *argument)
{
  char bounds[VF_RANGE_TEXT], extents[VF_RANGE_TEXT];
  if (!bounds_are_sound(argument))
    return vfi_fail(VF_ERROR_ARGUMENT, "%s is inconsistent: '%s' (argument %s) of rank %d has bounds that no array has",
                    path, argument->label, argument->name, argument->rank);
  if (array_holds(call, argument)) return VF_OK;
  const vfi_captured_array *array = &call->arrays[argument->array];
  const int64_t ones[VF_MAX_RANK] = { 1, 1, 1, 1 };
  return vfi_fail(VF_ERROR_ARGUMENT, "%s is inconsistent: '%s' (argument %s) has bounds %s, and its data set has %s",
                  path, argument->label, argument->name,
                  vfi_range_text(bounds, argument->rank, argument->lower, argument->upper),
                  vfi_range_text(extents, array->rank, ones, array->extents));
}

static vf_status check_array(const char *path, int number, const vfi_captured_array *array)
{
  int64_t elements = 1;
  for (int d = 0; d < array->rank; d++) {
    const int64_t extent = array->extents[d];
    if (extent < 0 || (extent > 0 && elements > INT64_MAX / 16 / extent))
      return vfi_fail(VF_ERROR_ARGUMENT, "%s is inconsistent: the data set of array %d is larger than memory", path,
                      number + 1);
    elements *= extent;
  }
  return VF_OK;
}

vf_status vfi_captured_call_check(const char *path, const vfi_captured_call *call)
{
  vf_status status = VF_OK;
  for (int a = 0; !status && a < call->array_count; a++) status = check_array(path, a, &call->arrays[a]);
  for (int a = 0; !status && a < call->argument_count; a++) {
    const vfi_captured_argument *argument = &call->arguments[a];
    if (!vfi_captured_is_array(argument)) continue;
    status = check_kind(path, call, argument);
    if (!status) status = check_bounds(path, call, argument);
    if (!status && argument->intent != VF_ARGUMENT_READ && !call->arrays[argument->array].written)
      status = vfi_fail(VF_ERROR_ARGUMENT, "%s is inconsistent: '%s' (argument %s) is written, but has no output", path,
                        argument->label, argument->name);
  }
  return status;
}

/* The file says how many numbers a value of the type has. */
static bool is_counted(vfi_argument_type type)
{
  return type == VF_ARGUMENT_REALS || type == VF_ARGUMENT_INTS || type == VF_ARGUMENT_CONSTANTS;
}

/* In number, names and order. */
static bool same_results(const vfi_captured_call *call, const vfi_kernel_description *kernel)
{
  const char *names = call->result_names;
  bool placed = false;
  if (call->result_count != kernel->result_count) return false;
  for (int r = 0; r < kernel->result_count; r++) placed = placed || kernel->results[r].placed;
  if (placed != call->placed) return false;
  if (vfi_is_reduction(kernel)) return !names[0];
  for (int r = 0; r < kernel->result_count; r++) {
    const size_t length = strlen(kernel->results[r].name);
    if (strncmp(names, kernel->results[r].name, length) != 0 || names[length] != ' ') return false;
    names += length + 1;
  }
  return !names[0];
}

vf_status vfi_captured_call_match(const char *path, const vfi_captured_call *call, const vfi_kernel_description *kernel)
{
  if (call->argument_count != kernel->argument_count)
    return vfi_fail(VF_ERROR_ARGUMENT,
                    "%s is inconsistent with kernel %s of this program: %d arguments were captured, and "
                    "the kernel has %d",
                    path, kernel->name, call->argument_count, kernel->argument_count);
  if (call->points != (int)kernel->points || (call->result_count > 0) != vfi_gives_result(kernel))
    return vfi_fail(VF_ERROR_ARGUMENT,
                    "%s is inconsistent with kernel %s of this program: it works on another kind of "
                    "points now",
                    path, kernel->name);
  if (!same_results(call, kernel))
    return vfi_fail(VF_ERROR_ARGUMENT,
                    "%s is inconsistent with kernel %s of this program: its results are %s%sin the file, and others in "
                    "the kernel",
                    path, kernel->name, call->result_names, call->placed ? "with places " : "");
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_captured_argument *captured = &call->arguments[a];
    const vfi_argument_description *argument = &kernel->arguments[a];
    if (strcmp(captured->name, argument->name) != 0)
      return vfi_fail(VF_ERROR_ARGUMENT,
                      "%s is inconsistent with kernel %s of this program: argument %d is called %s in "
                      "the file, and %s in the kernel",
                      path, kernel->name, a + 1, captured->name, argument->name);
    if (captured->intent != (int)argument->intent)
      return vfi_fail(VF_ERROR_ARGUMENT,
                      "%s is inconsistent with kernel %s of this program: argument %s is for %s in the "
                      "file, and for %s in the kernel",
                      path, kernel->name, argument->name, intent_name(captured->intent),
                      intent_name((int)argument->intent));
    if (captured->type != (int)argument->type)
      return vfi_fail(VF_ERROR_KIND,
                      "%s is inconsistent with kernel %s of this program: argument %s has another type in "
                      "the file",
                      path, kernel->name, argument->name);
    if (is_counted(argument->type) && captured->count != argument->count)
      return vfi_fail(
          VF_ERROR_KIND,
          "%s is inconsistent with kernel %s of this program: argument %s has %d numbers in the file, and %d "
          "in the kernel",
          path, kernel->name, argument->name, captured->count, argument->count);
  }
  return VF_OK;
}
