/* Rows for any processor. */
#define VF_WIDTH 2
#define VF_ROWS vfi_rows_portable
#include "rows_body.h"
