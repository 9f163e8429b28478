#define VF_LINE_ROWS vfi_line_rows_avx512
#include "line_rows_body.h"
