#include "rows.h"

#include "../../core/device.h"

const vfi_rows *vfi_rows_best(void)
{
#ifdef VIEWFAB_ROWS_X86
  /* a wish for a lower instruction set is for measurements and tests; with a wrong word no context opens */
  vfi_rows_wish wish;
  if (vfi_device_rows(&wish)) wish = VF_ROWS_AVX512;
  if (wish >= VF_ROWS_AVX512 && __builtin_cpu_supports("avx512f")) return &vfi_rows_avx512;
  if (wish >= VF_ROWS_AVX2 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return &vfi_rows_avx2;
#endif
  return &vfi_rows_portable;
}
