/* Images: for each array of a checked call, what it held before, what the original makes of it, and what the port
 * makes of it, all on the host. */
#ifndef VIEWFAB_VALIDATE_IMAGES_IMAGES_H
#define VIEWFAB_VALIDATE_IMAGES_IMAGES_H

#include "../compare/compare.h"
#include "signature.h"

typedef struct vf_image {
  vf_array *array;
  size_t size; /* of an element */
  bool written, only_written;
  bool one_shape;            /* all arguments that name the array see the same rows */
  bool replaced, host_valid; /* contents by vf_unwritten(); and whether the host's were valid before that */
  bool taken;                /* all that is needed to put the contents back is there */
  vf_layout layout;          /* of the first argument that writes the array, or else of the first that names it */
  vf_window window;          /* what the image has of the array: all memory here has the array's size, but nothing of
                              * use beyond its window */
  char *before;              /* contents before the call; of arrays that are only read, those of a window, packed */
  char *original;   /* what the original works on: a copy, or, for an array that is only read, memory of the host */
  const char *port; /* after vf_images_fetch: written arrays */
  bool on_device; /* compared on the device, see device_image.h; before and port are brought where that shows something
                   */
  bool brought;   /* they are there */
  bool sent;      /* original is on the device too */
  vf_buffer *device_before, *device_original;
  uint64_t worst_bits[2][VF_MEASURES];
  char *fetched; /* memory behind port, where it is not the code's own array; of an array that is only read: what
                  * the device has of its window */
  char *scratch; /* memory behind original, where it is not the code's own array */
  char *packed;  /* windows, where the device has memory of its own: on the way to it and from it */
  vf_buffer *device_runs, *device_packed;
  vf_signature *blocks; /* whole arrays that are only read: of original */
  uint64_t digest;      /* whole arrays that are only read: of the device side */
  bool passing;         /* whole for this call alone */
  const int *ghosts;    /* see vf_states; borrowed */
  vf_room *room;        /* of the images */
} vf_image;

typedef struct vf_images {
  const vf_call *call;
  const vf_checked *checked;
  const vf_box_list *list;
  int count;
  vf_image at[VF_MAX_ARGUMENTS];
  int of[VF_MAX_ARGUMENTS]; /* [argument] its image */
  bool inputs_changed;      /* by the original, before the port found them: the device works in the host's memory */
  vf_room room;
} vf_images;

/* Which images a call needs: of what it can touch, or of whole arrays. Lock held. Errors: VF_ERROR_MEMORY. Give them
 * back in any case. */
vf_status vf_images_plan(vf_images *images, const vf_call *call, const vf_checked *checked, const vf_box_list *list,
                         bool windows);

/* Whether some image is not of a whole array. */
bool vf_images_windowed(const vf_images *images);

/* Makes planned images those of whole arrays, whose memory is not kept for later calls. */
void vf_images_plan_whole(vf_images *images);

/* Makes the images that were planned, and brings the arrays into the state in which the port is to find them. All
 * memory is taken that vf_images_fetch and comparisons need. Beyond its window, what the original works on holds NaN of
 * its own, where it is not the code's own array. Lock held. Errors: VF_ERROR_MEMORY, VF_ERROR_DEVICE. */
vf_status vf_images_take_planned(vf_images *images);

/* Both for whole arrays. */
vf_status vf_images_take(vf_images *images, const vf_call *call, const vf_checked *checked, const vf_box_list *list);

void vf_images_give(vf_images *images);

/* For a call that fails, whether its port ran or not: the written arrays are what they were, so that it can be made
 * again. Takes no memory. Lock held. */
void vf_images_restore(const vf_images *images);

/* Turns the layout of a written image to that of an argument that writes it; false where it does not, or in the shape
 * of an earlier one. */
bool vf_image_look(const vf_images *images, vf_image *image, int argument);

/* [argument] where its view begins in the originals' memory. */
void vf_images_memory(const vf_images *images, char **memory);

/* Memory of the array's size for an image's window: for the original to work on, or for results. Give it back with its
 * window. Errors: VF_ERROR_MEMORY. */
vf_status vf_image_memory(const vf_image *image, bool for_original, char **memory);
void vf_image_memory_give(const vf_image *image, bool for_original, char *memory);

/* Fills memory of the array's size with what the call is to find: the contents before it, and vf_unwritten() in the
 * owned elements of an array that is only written. */
vf_status vf_image_inputs(const vf_images *images, vf_image *image, char *to);

/* The same for before, original and the array on which the device works in place, at once. */
void vf_image_part_in_place(const vf_images *images, vf_image *image);

/* Gets what the port left in the written arrays. Lock held. */
vf_status vf_images_fetch(vf_images *images);

/* Puts contents into an array's newest side. Lock held. */
vf_status vf_image_put(const vf_image *image, const char *from);

/* Whether an array that is only read has changed since it was looked at last: what the original was given (and the
 * port, where the device works in the same memory), and the device's own copy. */
vf_change vf_image_changed(vf_image *image);
vf_status vf_image_changed_on_device(vf_image *image, vf_change *change);
vf_status vf_image_digest(vf_image *image, uint64_t *digest);

/* Copies an image's window between memory of the array's size. */
void vf_image_copy(const vf_image *image, char *to, const char *from);

/* The three states of a written array for a comparison. */
vf_states vf_image_states(const vf_image *image);

#endif
