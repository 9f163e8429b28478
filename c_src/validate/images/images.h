/* Images: for each array of a checked call, its contents before the call, after the original and after the port, all on
 * the host. */
#ifndef VIEWFAB_VALIDATE_IMAGES_IMAGES_H
#define VIEWFAB_VALIDATE_IMAGES_IMAGES_H

#include "../compare/compare.h"
#include "signature.h"

typedef struct vf_image {
  vf_array *array;
  size_t size; /* of an element */
  bool written, only_written;
  bool one_shape;            /* all arguments that name the array see the same rows */
  bool replaced, host_valid; /* contents by vf_unwritten(); true if the host's contents were valid before */
  bool taken;                /* all memory for putting the contents back is there */
  vf_layout layout;          /* of the first argument that writes the array, or else of the first that names it */
  vf_window window;          /* part of the array in the image: all memory here has the array's size, but nothing of use
                              * beyond its window */
  char *before;              /* contents before the call; of read-only arrays, the contents of a window, packed */
  char *original;            /* memory of the original: a copy, or, for a read-only array, memory of the host */
  const char *port;          /* after vf_images_fetch: written arrays */
  bool on_device; /* compared on the device, see device_image.h; before and port are brought if the comparison shows a
                   * difference */
  bool brought;   /* they are there */
  bool sent;      /* original is on the device too */
  vf_buffer *device_before, *device_original;
  uint64_t worst_bits[2][VF_MEASURES];
  char *fetched; /* memory behind port, if it is not the code's own array; of a read-only array: the device's contents
                  * of its window
                  * the device has of its window */
  char *scratch; /* memory behind original, if it is not the code's own array */
  char *packed;  /* windows on their way to the device and back, if the device has memory of its own */
  vf_buffer *device_runs, *device_packed;
  vf_signature *blocks; /* whole read-only arrays: of original */
  uint64_t digest;      /* whole read-only arrays: of the device side */
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

/* Plans the images of a call: of the elements that the call can touch, or of whole arrays. Lock held. Errors:
 * VF_ERROR_MEMORY. Give them back in any case. */
vf_status vf_images_plan(vf_images *images, const vf_call *call, const vf_checked *checked, const vf_box_list *list,
                         bool windows);

/* True if some image is not of a whole array. */
bool vf_images_windowed(const vf_images *images);

/* Turns planned images into images of whole arrays; their memory is not kept for later calls. */
void vf_images_plan_whole(vf_images *images);

/* Makes the planned images, and brings the arrays into the state that the port is to find. Takes all memory for
 * vf_images_fetch and comparisons. Beyond its window, the memory of the original holds NaN of its own, except in the
 * code's own array. Lock held. Errors: VF_ERROR_MEMORY, VF_ERROR_DEVICE. */
vf_status vf_images_take_planned(vf_images *images);

/* Both for whole arrays. */
vf_status vf_images_take(vf_images *images, const vf_call *call, const vf_checked *checked, const vf_box_list *list);

void vf_images_give(vf_images *images);

/* For a call that fails, with its port run or not: the written arrays get their former contents, so that the call can
 * be made again. Takes no memory. Lock held. */
void vf_images_restore(const vf_images *images);

/* Turns the layout of a written image to the layout of an argument that writes it; false if the argument does not write
 * it, or has the shape of an earlier argument. */
bool vf_image_look(const vf_images *images, vf_image *image, int argument);

/* [argument] begin of its view in the originals' memory. */
void vf_images_memory(const vf_images *images, char **memory);

/* Memory of the array's size for an image's window: for the original to work on, or for results. Give it back with its
 * window. Errors: VF_ERROR_MEMORY. */
vf_status vf_image_memory(const vf_image *image, bool for_original, char **memory);
void vf_image_memory_give(const vf_image *image, bool for_original, char *memory);

/* Fills memory of the array's size with the inputs of the call: the contents before the call, and vf_unwritten() in the
 * owned elements of a write-only array. */
vf_status vf_image_inputs(const vf_images *images, vf_image *image, char *to);

/* The same at once for before, original and the array, if the device works in place on the array. */
void vf_image_part_in_place(const vf_images *images, vf_image *image);

/* Gets the port's results in the written arrays. Lock held. */
vf_status vf_images_fetch(vf_images *images);

/* Puts contents into an array's newest side. Lock held. */
vf_status vf_image_put(const vf_image *image, const char *from);

/* The change of a read-only array since the last look: in the original's input (and the port's, if the device works in
 * the same memory), and in the device's own copy. */
vf_change vf_image_changed(vf_image *image);
vf_status vf_image_changed_on_device(vf_image *image, vf_change *change);
vf_status vf_image_digest(vf_image *image, uint64_t *digest);

/* Copies an image's window between memory of the array's size. */
void vf_image_copy(const vf_image *image, char *to, const char *from);

/* The three states of a written array for a comparison. */
vf_states vf_image_states(const vf_image *image);

#endif
