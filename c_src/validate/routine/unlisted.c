/* Arrays of a routine outside the list of vf_check_begin. */
#include "arrays.h"

#include <stdlib.h>

#include "../../core/error.h"
#include "../../core/registry.h"
#include "../findings/place.h"

static const char *kernel_of(const vfi_routine_run *run, const vfi_array *array)
{
  for (int s = 0; s < run->stranger_count; s++)
    if (run->strangers[s].array == array) return run->strangers[s].kernel;
  return NULL;
}

vf_status vfi_routine_unlisted_port(vfi_routine_run *run)
{
  const vfi_array *array = NULL;
  for (size_t place = 0; (array = vfi_registry_at(place)); place++) {
    if (array->born > run->clock || array->written <= run->clock || vfi_routine_arrays_have(run, array)) continue;
    const int subject = vfi_routine_subject(run->ledger->routine, array->label, false);
    if (subject < 0) return VF_ERROR_MEMORY;
    const char *kernel = kernel_of(run, array);
    /* An original does not know the arrays of viewfab itself. */
    if (array->owned)
      vfi_ledger_note(
          run->ledger, VF_FINDING_UNLISTED_OWN, subject,
          "the port writes '%s', which viewfab owns and vf_check_begin does not list: the array is not compared",
          array->label);
    else
      vfi_ledger_note(run->ledger, VF_FINDING_UNLISTED, subject,
                      "the port writes '%s'%s%s%s, which vf_check_begin does not list: list the array, or name it in "
                      "vf_check_scratch",
                      array->label, kernel ? " (kernel " : "", kernel ? kernel : "", kernel ? ")" : "");
  }
  return VF_OK;
}

vf_status vfi_routine_unlisted_watch(vfi_routine_run *run)
{
  vfi_array *array = NULL;
  size_t count = 0;
  if (run->ledger->routine->looked_around) return VF_OK;
  run->ledger->routine->looked_around = true;
  while (vfi_registry_at(count)) count++;
  run->witnesses = calloc(count + 1, sizeof *run->witnesses);
  bool complete = run->witnesses != NULL;
  for (size_t place = 0; complete && (array = vfi_registry_at(place)); place++) {
    if (vfi_routine_arrays_have(run, array)) continue;
    const size_t size = vfi_type_size(array->type);
    vfi_witness *witness = &run->witnesses[run->witness_count];
    *witness = (vfi_witness){ .array = array, .born = array->born };
    witness->blocks = malloc((size_t)vfi_signature_blocks(array->bytes, size) * sizeof *witness->blocks + 1);
    complete = witness->blocks != NULL;
    if (!complete) break;
    run->witness_count++;
    vfi_signature_take(array->host, array->bytes, size, witness->blocks);
  }
  return complete
             ? VF_OK
             : vfi_fail(VF_ERROR_MEMORY, "no host memory to watch other arrays in routine '%s'", run->ledger->name);
}

/* True if the array of a witness lives. */
static bool lives(const vfi_witness *witness)
{
  const vfi_array *array = NULL;
  for (size_t place = 0; (array = vfi_registry_at(place)); place++)
    if (array == witness->array) return array->born == witness->born;
  return false;
}

vf_status vfi_routine_unlisted_original(vfi_routine_run *run)
{
  for (int w = 0; w < run->witness_count; w++) {
    const vfi_witness *witness = &run->witnesses[w];
    const vfi_array *array = witness->array;
    if (!lives(witness)) continue;
    const vfi_change change =
        vfi_signature_update(array->host, array->bytes, vfi_type_size(array->type), witness->blocks);
    if (!change.blocks) continue;
    const int subject = vfi_routine_subject(run->ledger->routine, array->label, false);
    if (subject < 0) return VF_ERROR_MEMORY;
    char place[VF_PLACE_TEXT];
    vfi_ledger_note(
        run->ledger, VF_FINDING_UNLISTED_ORIGINAL, subject,
        "the original changes '%s', which vf_check_begin does not list, %s %s: the array is not compared, and "
        "keeps the original's values",
        array->label, change.exact ? "at" : "in or after the row of", vfi_place_in_array(place, array, change.element));
  }
  return VF_OK;
}

void vfi_routine_unlisted_free(vfi_routine_run *run)
{
  for (int w = 0; w < run->witness_count; w++) free(run->witnesses[w].blocks);
  free(run->witnesses);
  run->witnesses = NULL;
  run->witness_count = 0;
}
