#define VF_LINE_ROWS vf_line_rows_portable
#include "line_rows_body.h"
