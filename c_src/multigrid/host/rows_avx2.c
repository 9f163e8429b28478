/* Rows for processors with AVX2 and fused multiply-add. */
#include <immintrin.h>
#define VF_WIDTH 4
#define VF_ROWS vfi_rows_avx2
#define VF_FUSED _mm256_fmadd_pd
#include "rows_body.h"
