/* Structures of constants that nobody set: a type of Fortran without default values begins with zeros. If a result on either side is
 * no finite number, the report has a remark about structures that are all 0. */
#include <math.h>
#include <stdlib.h>

#include "../../core/error.h"
#include "../compare/device_image.h"
#include "findings.h"

static bool is_all_zero(const vfi_structure *structure, const double *numbers)
{
  int reals = 0;
  for (const vfi_constant *member = structure->members; member->name; numbers += member->count, member++) {
    if (!vfi_constant_is_real(member)) continue;
    for (int n = 0; n < member->count; n++)
      if (numbers[n] != 0) return false;
    reals += member->count;
  }
  return reals > 0;
}

int vfi_unset_argument(const vfi_call *call, int from)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  for (int a = from; a < kernel->argument_count; a++) {
    const vfi_structure *structure = kernel->arguments[a].structure;
    if (structure && is_all_zero(structure, call->arguments[a].value.constants)) return a;
  }
  return -1;
}

vf_status vfi_unset_note(const vfi_images *images, vfi_image *image, vfi_ledger *ledger)
{
  const vfi_call *call = images->call;
  const vf_layout *layout = &image->layout;
  int a = vfi_unset_argument(call, 0);
  if (a < 0) return VF_OK;
  /* A comparison that finds no difference leaves the results on the device. */
  const vf_status status = vfi_device_image_bring(image);
  if (status) return status;
  const vfi_states states = vfi_image_states(image);
  unsigned char *owned = malloc((size_t)layout->extent[0] + 1);
  if (!owned)
    return vfi_fail(VF_ERROR_MEMORY, "no host memory to look at the results of %s", call->kernel->description.name);
  bool any = false;
  int64_t at[4];
  for (at[3] = 0; !any && at[3] < layout->extent[3]; at[3]++)
    for (at[2] = 0; !any && at[2] < layout->extent[2]; at[2]++)
      for (at[1] = 0; !any && at[1] < layout->extent[1]; at[1]++) {
        const int64_t row = (at[3] * layout->extent[2] + at[2]) * layout->extent[1] + at[1];
        vfi_ownership_row(call, images->checked, images->list, layout, at + 1, owned);
        for (at[0] = 0; !any && at[0] < layout->extent[0]; at[0]++) {
          const int64_t element = row * layout->extent[0] + at[0];
          any = owned[at[0]] && !(isfinite(vfi_element_value(image->array->type, states.port, element)) &&
                                  isfinite(vfi_element_value(image->array->type, states.original, element)));
        }
      }
  free(owned);
  for (; any && a >= 0; a = vfi_unset_argument(call, a + 1))
    vfi_ledger_note(ledger, VF_FINDING_UNSET, a, "all numbers of '%s' are 0: are they set before the call?",
                    call->kernel->description.arguments[a].name);
  return VF_OK;
}
