/* Device memory of arrays: pieces of one block, or a block each. Lock held. */
#ifndef VIEWFAB_CORE_DEVICE_MEMORY_H
#define VIEWFAB_CORE_DEVICE_MEMORY_H

#include "array.h"

/* Takes memory for the listed arrays without memory. The list holds arrays of one context, linked by next_moved.
 *   together  one block for all; else small arrays share a block, and the others have their own blocks
 * Errors: VF_ERROR_MEMORY, VF_ERROR_DEVICE. */
vf_status vf_device_memory_take(vf_array *listed, bool together);

#endif
