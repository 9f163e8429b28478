/* VF_UNUSED_REACH: at the end of the program, the arguments whose declared reach is wider than their calls used. */
#ifndef VIEWFAB_CORE_USED_REACH_H
#define VIEWFAB_CORE_USED_REACH_H

#include <viewfab/backend/used_reach.h>

/* Registers the report, if VF_UNUSED_REACH asks for it. */
void vfi_used_reach_look(void);

/* Before a launch of a kernel with checked bounds: the launch notes its reach if VF_UNUSED_REACH is set. */
void vfi_used_reach_begin(vfi_bounds_record *record);

/* Behind the launch. */
void vfi_used_reach_end(const vf_kernel *kernel, vfi_bounds_record *record);

#endif
