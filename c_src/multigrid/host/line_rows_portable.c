#define VF_LINE_ROWS vfi_line_rows_portable
#include "line_rows_body.h"
