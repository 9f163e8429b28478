/* Checks with a comparison on the device: the original's values travel there, and nothing else has to come back if all
 * agree. */
#ifndef VIEWFAB_VALIDATE_COMPARE_DEVICE_IMAGE_H
#define VIEWFAB_VALIDATE_COMPARE_DEVICE_IMAGE_H

#include "../images/images.h"

/* True if the written array of an image can be compared in this way: a device of its own, one shape, few boxes. */
bool vf_device_image_applies(const vf_images *images, const vf_image *image);

/* Sets the array's contents aside, on the device, and gets the original its copy. Lock held. */
vf_status vf_device_image_take(vf_images *images, vf_image *image);

/* Compares on the device. agrees: all elements are within the tolerance, and nothing was written outside; then
 * comparison has the tallies. Else the host has to look: vf_device_image_bring. Lock held. */
vf_status vf_device_image_compare(vf_images *images, vf_image *image, const vf_tolerance *tolerance, int64_t number,
                                  bool *agrees, vf_comparison *comparison);

/* Brings before and port to the host, once. Lock held. */
vf_status vf_device_image_bring(vf_image *image);

/* Gives the memory on the device back. Lock held. */
void vf_device_image_give(vf_image *image);

#endif
