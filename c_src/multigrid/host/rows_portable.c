/* Rows for any processor. */
#define VF_WIDTH 2
#define VF_ROWS vf_rows_portable
#include "rows_body.h"
