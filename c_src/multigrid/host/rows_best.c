#include "rows.h"

#include <stdlib.h>
#include <string.h>

const vf_rows *vf_rows_best(void)
{
#ifdef VIEWFAB_ROWS_X86
  /* VF_ROWS: a lower instruction set than the processor's, to measure or to test */
  const char *wish = getenv("VF_ROWS");
  const int level = wish && !strcmp(wish, "portable") ? 0 : wish && !strcmp(wish, "avx2") ? 1 : 2;
  if (level > 1 && __builtin_cpu_supports("avx512f")) return &vf_rows_avx512;
  if (level > 0 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return &vf_rows_avx2;
#endif
  return &vf_rows_portable;
}
