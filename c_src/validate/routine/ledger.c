/* Memory of a routine between its runs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../core/error.h"
#include "../../core/kernel_list.h"
#include "../../core/text.h"
#include "routine.h"

vf_status vf_routine_ledger(const char *name, vf_ledger **ledger)
{
  *ledger = vf_ledger_named(name);
  if (!*ledger) return VF_ERROR_MEMORY;
  if ((*ledger)->routine) return VF_OK;
  if ((*ledger)->kernel || (*ledger)->originals[0] || (*ledger)->originals[1] || vf_kernel_is_listed(name))
    return vf_fail(VF_ERROR_STATE, "routine '%s' has the name of a kernel; settings and report tell them apart by name",
                   name);
  (*ledger)->routine = calloc(1, sizeof(vf_routine));
  return (*ledger)->routine ? VF_OK : vf_fail(VF_ERROR_MEMORY, "no host memory for routine '%s'", name);
}

int vf_routine_subject(vf_routine *routine, const char *label, bool is_value)
{
  char plain[sizeof routine->subjects->label];
  vf_text_copy_label(plain, sizeof plain, label);
  for (int s = 0; s < routine->subject_count; s++)
    if (routine->subjects[s].is_value == is_value && !strcmp(routine->subjects[s].label, plain)) return s;
  vf_subject *grown = realloc(routine->subjects, (size_t)(routine->subject_count + 1) * sizeof *grown);
  if (!grown) {
    vf_fail(VF_ERROR_MEMORY, "no host memory to check '%s'", label);
    return -1;
  }
  routine->subjects = grown;
  vf_subject *subject = &grown[routine->subject_count];
  memset(subject, 0, sizeof *subject);
  memcpy(subject->label, plain, sizeof plain);
  subject->is_value = is_value;
  return routine->subject_count++;
}

void vf_routine_reset(vf_routine *routine)
{
  for (int s = 0; s < routine->subject_count; s++) memset(&routine->subjects[s].tally, 0, sizeof(vf_tally));
  routine->elsewhere = 0;
  routine->looked_around = false;
  routine->sampler = (vf_sampler){ 0 };
}
