/* The axes of a captured view, with what is selected of them. */
#ifndef VIEWFAB_VALIDATE_CAPTURE_STORED_AXES_H
#define VIEWFAB_VALIDATE_CAPTURE_STORED_AXES_H

#include "file.h"

/* Attributes of the group of an argument; a view without axes has none. What was read is sound then, and its directions
 * have the bounds of the argument. */
void vf_capture_axes_transfer(vf_transfer *transfer, hid_t group, vf_captured_argument *argument);

#endif
