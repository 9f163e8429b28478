/* NCCL behind the table of queued messages. */
#ifndef VIEWFAB_MPI_NCCL_TABLE_H
#define VIEWFAB_MPI_NCCL_TABLE_H

#include <viewfab/queued_messages.h>

/* The library is loaded when its obstacle is first asked for: by the name that VF_NCCL_LIBRARY has, else as the system finds
 * libnccl.so.2. */
const vf_queued_messages *vf_nccl_messages(void);

#endif
