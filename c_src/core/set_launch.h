/* The tables of a launch on sets. */
#ifndef VIEWFAB_CORE_SET_LAUNCH_H
#define VIEWFAB_CORE_SET_LAUNCH_H

#include "check.h"

typedef struct vf_set_launch {
  vf_launch_sets tables;
  vf_buffer *tables_of_call; /* spans of views beside sets, and boxes that no set has; NULL where there are none */
} vf_set_launch;

/* Fills the tables from those that sets keep on the device, which are made when first needed. Everything of the call is
 * on the device. Takes the lock itself. vf_set_launch_end gives back what begin took, once the launch is queued. */
vf_status vf_set_launch_begin(const vf_call *call, const vf_checked *checked, vf_set_launch *launch);
void vf_set_launch_end(vf_set_launch *launch);

/* Bytes of the packed values of a call of a kernel with values by box, 0 of others; and the values in that form. */
size_t vf_packed_values_size(const vf_kernel_description *kernel);
void vf_packed_values_write(const vf_call *call, char *to);

#endif
