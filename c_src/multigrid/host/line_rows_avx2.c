#define VF_LINE_ROWS vfi_line_rows_avx2
#include "line_rows_body.h"
