#include <viewfab/validate.h>
#include <viewfab_kernels.h>

static void wrong_copy(const vf_original_call *call, void *user)
{
  (void)user;
  for (int i = 0; i < 8; i++) ((double *)call->arrays[1].first)[i] = i;
}

void use_wrong_original(void);
void use_wrong_original(void) { vf_kernel_set_original(&vf_copy_kernel, VF_REAL64, wrong_copy, 0); }
