/* Memory for records of calls, apart from the memory of malloc. A program that frees its work arrays in each cycle and
 * allocates them again gets the same addresses, as long as nobody else takes the memory between. The calls on these
 * arrays are then known. */
#ifndef VIEWFAB_DROP_IN_RECORDS_H
#define VIEWFAB_DROP_IN_RECORDS_H

#include <stddef.h>

typedef struct vf_records {
  struct vf_records_chunk *chunks; /* the chunk that is being filled first */
  size_t used;                     /* bytes of the first chunk */
} vf_records;

/* Memory of zeros for one record, which lasts until vf_records_end. NULL: no memory. Lock of the owner held. */
void *vf_records_take(vf_records *records, size_t bytes);

/* Ends all records. */
void vf_records_end(vf_records *records);

#endif
