/* The axes of a captured view, with their selection. */
#ifndef VIEWFAB_VALIDATE_CAPTURE_STORED_AXES_H
#define VIEWFAB_VALIDATE_CAPTURE_STORED_AXES_H

#include "file.h"

/* Attributes of the group of an argument; a view without axes has none. Attributes that were read are sound then, and
 * the view's directions have the bounds of the argument. */
void vf_capture_axes_transfer(vf_transfer *transfer, hid_t group, vf_captured_argument *argument);

#endif
