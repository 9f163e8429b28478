/* Rows for processors with AVX-512. */
#include <immintrin.h>
#define VF_WIDTH 8
#define VF_ROWS vfi_rows_avx512
#define VF_FUSED _mm512_fmadd_pd
#include "rows_body.h"
