/* Windows on their way between the host and a device with memory of its own: packed, in one transfer. */
#ifndef VIEWFAB_VALIDATE_IMAGES_WINDOW_DEVICE_H
#define VIEWFAB_VALIDATE_IMAGES_WINDOW_DEVICE_H

#include "images.h"

/* Takes the memory for the way. Lock held. Errors: VF_ERROR_MEMORY, VF_ERROR_DEVICE. */
vf_status vf_window_device_take(vf_image *image);
void vf_window_device_give(vf_image *image);

/* Copies the device's contents of an image's window to memory of the array's size. Lock held. */
vf_status vf_window_bring(vf_image *image, char *to);

/* From memory of the array's size to the device, whose side becomes the newest. Lock held. */
vf_status vf_window_send(const vf_image *image, const char *from);

#endif
