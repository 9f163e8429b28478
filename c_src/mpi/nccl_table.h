/* NCCL behind the table of queued messages. */
#ifndef VIEWFAB_MPI_NCCL_TABLE_H
#define VIEWFAB_MPI_NCCL_TABLE_H

#include <viewfab/queued_messages.h>

/* The library is loaded at the first question for its obstacle: by the name in VF_NCCL_LIBRARY, else by the system's
 * search for libnccl.so.2. */
const vf_queued_messages *vfi_nccl_messages(void);

#endif
