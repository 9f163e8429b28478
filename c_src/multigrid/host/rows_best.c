#include "rows.h"

#include "../../core/device.h"

const vf_rows *vf_rows_best(void)
{
#ifdef VIEWFAB_ROWS_X86
  /* a lower instruction set than the processor's is there to measure and to test; no context opens with another word */
  vf_rows_wish wish;
  if (vf_device_rows(&wish)) wish = VF_ROWS_AVX512;
  if (wish >= VF_ROWS_AVX512 && __builtin_cpu_supports("avx512f")) return &vf_rows_avx512;
  if (wish >= VF_ROWS_AVX2 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return &vf_rows_avx2;
#endif
  return &vf_rows_portable;
}
