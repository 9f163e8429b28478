/* Images: for each array of a checked call, its contents before the call, after the original and after the port, all on
 * the host. */
#ifndef VIEWFAB_VALIDATE_IMAGES_IMAGES_H
#define VIEWFAB_VALIDATE_IMAGES_IMAGES_H

#include "../compare/compare.h"
#include "signature.h"

typedef struct vfi_image {
  vfi_array *array;
  size_t size; /* of an element */
  bool written, only_written;
  bool one_shape;            /* all arguments with this array have the same bounds */
  bool replaced, host_valid; /* contents by vfi_unwritten(); true if the host's contents were valid before */
  bool taken;                /* viewfab has all memory that it needs to restore the contents */
  vf_layout layout;          /* of the first argument that writes the array, or else of the first that names it */
  vfi_window window;         /* part of the array in the image: all memory here has the array's size, but nothing of use
                              * beyond its window */
  char *before;              /* contents before the call; of read-only arrays, the contents of a window, packed */
  char *original;            /* memory of the original: a copy, or, for a read-only array, memory of the host */
  const char *port;          /* after vfi_images_fetch: written arrays */
  bool on_device; /* compared on the device, see device_image.h; before and port are brought if the comparison shows a
                   * difference */
  bool brought;   /* before and port are on the host */
  bool sent;      /* original is on the device too */
  vfi_buffer *device_before, *device_original;
  uint64_t worst_bits[2][VF_MEASURES];
  char *fetched; /* memory behind port, if it is not the code's own array; of a read-only array: the device's contents
                  * of its window */
  char *scratch; /* memory behind original, if it is not the code's own array */
  char *packed;  /* windows on their way to the device and back, if the device has memory of its own */
  vfi_buffer *device_runs, *device_packed;
  vfi_signature *blocks;    /* whole read-only arrays: of original */
  uint64_t digest;          /* whole read-only arrays: of the device side */
  bool passing;             /* whole for this call alone */
  const int *ghosts;        /* see vfi_states; borrowed */
  vfi_workspace *workspace; /* of the images */
} vfi_image;

typedef struct vfi_images {
  const vfi_call *call;
  const vfi_checked *checked;
  const vfi_box_list *list;
  int count;
  vfi_image at[VF_MAX_ARGUMENTS];
  int of[VF_MAX_ARGUMENTS]; /* [argument] its image */
  bool inputs_changed;      /* by the original, before the port found them: the device works in the host's memory */
  vfi_workspace workspace;
} vfi_images;

/* Plans the images of a call: of the elements that the call can touch, or of whole arrays. Lock held. Errors:
 * VF_ERROR_MEMORY. Give them back in any case. */
vf_status vfi_images_plan(vfi_images *images, const vfi_call *call, const vfi_checked *checked,
                          const vfi_box_list *list, bool windows);

/* True if some image is not of a whole array. */
bool vfi_images_windowed(const vfi_images *images);

/* Turns planned images into images of whole arrays; their memory is not kept for later calls. */
void vfi_images_plan_whole(vfi_images *images);

/* Makes the planned images, and brings the arrays into the state that the port is to find. Takes all memory for
 * vfi_images_fetch and comparisons. Beyond its window, the memory of the original holds NaN of its own, except in the
 * code's own array. Lock held. Errors: VF_ERROR_MEMORY, VF_ERROR_DEVICE. */
vf_status vfi_images_take_planned(vfi_images *images);

void vfi_images_give(vfi_images *images);

/* For a call that fails, with its port run or not: the written arrays get their former contents, so that the call can
 * be made again. Takes no memory. Lock held. */
void vfi_images_restore(const vfi_images *images);

/* Turns the layout of a written image to the layout of an argument that writes it; false if the argument does not write
 * it, or has the shape of an earlier argument. */
bool vfi_image_look(const vfi_images *images, vfi_image *image, int argument);

/* [argument] begin of its view in the originals' memory. */
void vfi_images_memory(const vfi_images *images, char **memory);

/* Memory of the array's size for an image's window: for the original to work on, or for results. Give it back with its
 * window. Errors: VF_ERROR_MEMORY. */
vf_status vfi_image_memory(const vfi_image *image, bool for_original, char **memory);
void vfi_image_memory_give(const vfi_image *image, bool for_original, char *memory);

/* Fills memory of the array's size with the inputs of the call: the contents before the call, and vfi_unwritten() in the
 * owned elements of a write-only array. */
vf_status vfi_image_inputs(const vfi_images *images, vfi_image *image, char *to);

/* vfi_image_inputs for before, original and the array at once, if the device works on the array itself. */
void vfi_image_part_in_place(const vfi_images *images, vfi_image *image);

/* Gets the port's results in the written arrays. Lock held. */
vf_status vfi_images_fetch(vfi_images *images);

/* Puts contents into an array's newest side. Lock held. */
vf_status vfi_image_put(const vfi_image *image, const char *from);

/* The change of a read-only array since the last look: in the original's input (and the port's, if the device works in
 * the same memory), and in the device's own copy. */
vfi_change vfi_image_changed(vfi_image *image);
vf_status vfi_image_changed_on_device(vfi_image *image, vfi_change *change);
vf_status vfi_image_digest(vfi_image *image, uint64_t *digest);

/* Copies an image's window between memory of the array's size. */
void vfi_image_copy(const vfi_image *image, char *to, const char *from);

/* The three states of a written array for a comparison. */
vfi_states vfi_image_states(const vfi_image *image);

/* Windows on their way between the host and a device with memory of its own: packed, in one transfer. Takes the memory
 * for the way. Lock held. Errors: VF_ERROR_MEMORY, VF_ERROR_DEVICE. */
vf_status vfi_window_device_take(vfi_image *image);
void vfi_window_device_give(vfi_image *image);

/* Copies the device's contents of an image's window to memory of the array's size. Lock held. */
vf_status vfi_window_bring(vfi_image *image, char *to);

/* From memory of the array's size to the device, whose side becomes the newest. Lock held. */
vf_status vfi_window_send(const vfi_image *image, const char *from);

/* Checks on whole arrays, in place of windows: now and then, since they see changes far from a call; and again, before
 * a port is accused. True if planned images are to be of whole arrays this time: for the first call of each sort, and
 * then by chance at a rate that adds a sixteenth to the bytes of the windows. Lock held. */
bool vfi_whole_wanted(const vfi_images *images, vfi_ledger *ledger);

/* The former windows. */
typedef struct vfi_narrow {
  vfi_window windows[VF_MAX_ARGUMENTS];
  char *originals[VF_MAX_ARGUMENTS]; /* [image] the original's results in its window; NULL: none of its
                                      * own */
} vfi_narrow;

/* After the port: turns images of windows into images of whole arrays, as if they had been so from the beginning. The
 * original still has to run on them. Lock held. Errors: VF_ERROR_MEMORY, which leaves the images unchanged;
 * VF_ERROR_DEVICE. Give back narrow after a success. */
vf_status vfi_whole_widen(vfi_images *images, vfi_narrow *narrow);

/* True if the original, in its second run, left something else in a window. */
bool vfi_whole_differs(const vfi_images *images, const vfi_narrow *narrow);
void vfi_narrow_give(const vfi_images *images, vfi_narrow *narrow);

#endif
