/* Memory for records of calls, apart from the memory of malloc. A program that frees its work arrays in each cycle and
 * allocates them again gets the same addresses, as long as nobody else takes the memory between. The calls on these
 * arrays are then known. */
#ifndef VIEWFAB_RELINK_RECORDS_H
#define VIEWFAB_RELINK_RECORDS_H

#include <stddef.h>

typedef struct vfi_records {
  struct vfi_records_chunk *chunks; /* the chunk in use is the first */
  size_t used;                      /* bytes of the first chunk */
} vfi_records;

/* Memory of zeros for a record, until vfi_records_end. NULL: no memory. Lock of the owner held. */
void *vfi_records_take(vfi_records *records, size_t bytes);

/* Ends all records. */
void vfi_records_end(vfi_records *records);

#endif
