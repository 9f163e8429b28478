/* Calls a registered original with arrays without elements. No kernel call does this. */
#include <stdbool.h>

#include <viewfab_kernels.h>

#include "../../../c_src/validate/ledger.h"

_Static_assert(sizeof(vf_value) == 16 * sizeof(double), "viewfab_original.f90 takes 16 numbers for the largest value");

bool call_without_elements(vf_type type);
bool call_without_elements(vf_type type)
{
  const vfi_ledger *ledger = vf_gsrb_poisson_kernel.ledger;
  const int kind = type == VF_REAL64;
  if (!ledger || !ledger->originals[kind]) return false;
  const vf_original_array arrays[3] = { { .lower = { 5, -2, 1 }, .upper = { 4, 3, 3 }, .components = 2 },
                                        { .lower = { 1, -2, 1 }, .upper = { 3, -3, 3 }, .components = 2 } };
  const vf_value values[3] = { { 0 }, { 0 }, { .number = 0.25 } };
  const vf_original_call call = { .type = type,
                                  .box = { { 5, -2, 1 }, { 4, 3, 3 } },
                                  .components = 2,
                                  .selector = 1,
                                  .argument_count = 3,
                                  .arrays = arrays,
                                  .values = values };
  ledger->originals[kind](&call, ledger->users[kind]);
  return true;
}
