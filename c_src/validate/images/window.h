/* Windows: the elements of an array that a call can touch, and some elements around them that show stray writes. */
#ifndef VIEWFAB_VALIDATE_IMAGES_WINDOW_H
#define VIEWFAB_VALIDATE_IMAGES_WINDOW_H

#include "../compare/ownership.h"

/* Elements that are looked at beyond the declared reach, in each direction; of components, one on either side. */
enum { VF_WINDOW_GUARD = 2 };

typedef struct vfi_window {
  vf_run *runs; /* in the array's order, without common elements; NULL: the window is the whole array */
  int64_t count, elements;
  size_t pages; /* bytes of the pages on which the runs lie */
} vfi_window;

/* The window of a call on an array: the declared region of each box, for each argument that names the array. The window
 * is the whole array if the array is small, if the window is more than half of it, and for integers, which an original
 * may use as an index. Errors: VF_ERROR_MEMORY. */
vf_status vfi_window_of(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list,
                        const vfi_array *array, vfi_window *window);
void vfi_window_free(vfi_window *window);

/* Copies the window's elements between memory of the array's size, with all threads; the second form to two places.
 * bytes: of the array. */
void vfi_window_copy(const vfi_window *window, size_t size, size_t bytes, char *to, const char *from);
void vfi_window_copy_twice(const vfi_window *window, size_t size, size_t bytes, char *one, char *other,
                           const char *from);

/* The same between memory of the array's size and a packed copy of the runs. Not for whole arrays. */
void vfi_window_pack(const vfi_window *window, size_t size, char *packed, const char *from);
void vfi_window_unpack(const vfi_window *window, size_t size, char *to, const char *packed);

/* Sets the window's elements to the repeated 8 bytes of a background. Not for whole arrays. */
void vfi_window_fill(const vfi_window *window, size_t size, char *to, uint64_t background);

/* The first element that differs between two memories of the array's size within the window; -1: none. */
int64_t vfi_window_difference(const vfi_window *window, size_t size, size_t bytes, const char *one, const char *other);

/* The first element of memory of the array's size that differs from a packed copy, and the copy's value of this
 * element. Not for whole arrays. */
int64_t vfi_window_change(const vfi_window *window, size_t size, const char *packed, const char *now);
void vfi_window_unpack_one(const vfi_window *window, size_t size, const char *packed, int64_t element, void *to);

/* A part of a row of a layout: elements first to last - 1. */
typedef struct vfi_window_piece {
  int64_t row, first, last;
} vfi_window_piece;

/* Cuts a window, which is not the whole array, into the rows of a layout. Returns how many pieces there are.
 *   pieces  NULL to count them */
int64_t vfi_window_pieces(const vfi_window *window, const vf_layout *layout, size_t size, vfi_window_piece *pieces);

#endif
