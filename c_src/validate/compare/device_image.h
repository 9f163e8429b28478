/* Checks with a comparison on the device: the original's values travel there, and nothing else has to come back if all
 * agree. */
#ifndef VIEWFAB_VALIDATE_COMPARE_DEVICE_IMAGE_H
#define VIEWFAB_VALIDATE_COMPARE_DEVICE_IMAGE_H

#include "../images/images.h"

/* True if the written array of an image can be compared in this way: a device of its own, one shape, few boxes. */
bool vfi_device_image_applies(const vfi_images *images, const vfi_image *image);

/* Sets the array's contents aside, on the device, and gets the original its copy. Lock held. */
vf_status vfi_device_image_take(vfi_images *images, vfi_image *image);

/* Compares on the device. agrees: all elements are within the tolerance, and nothing was written outside; then
 * comparison has the tallies. Else the host has to look: vfi_device_image_bring. Lock held. */
vf_status vfi_device_image_compare(vfi_images *images, vfi_image *image, const vf_tolerance *tolerance, int64_t number,
                                   bool *agrees, vfi_comparison *comparison);

/* Brings before and port to the host, once. Lock held. */
vf_status vfi_device_image_bring(vfi_image *image);

/* Gives the memory on the device back. Lock held. */
void vfi_device_image_give(vfi_image *image);

#endif
