/* The tables of a launch on sets. */
#ifndef VIEWFAB_CORE_SET_LAUNCH_H
#define VIEWFAB_CORE_SET_LAUNCH_H

#include "check.h"

typedef struct vf_set_launch {
  vf_launch_sets tables;
  vf_buffer *tables_of_call; /* spans of views beside sets, and boxes of no set; NULL if there are none */
} vf_set_launch;

/* Fills the tables from the tables of sets on the device, made at the first use. All data of the call are on the
 * device. Takes the lock itself. vf_set_launch_end frees the memory of begin after the launch is queued. */
vf_status vf_set_launch_begin(const vf_call *call, const vf_checked *checked, vf_set_launch *launch);
void vf_set_launch_end(vf_set_launch *launch);

/* Bytes of the packed values of a call, for a kernel with values by box, else 0; and the values in the packed form. */
size_t vf_packed_values_size(const vf_kernel_description *kernel);
void vf_packed_values_write(const vf_call *call, char *to);

#endif
