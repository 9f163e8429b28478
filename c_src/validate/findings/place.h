/* Places of elements, in the words of the user. */
#ifndef VIEWFAB_VALIDATE_FINDINGS_PLACE_H
#define VIEWFAB_VALIDATE_FINDINGS_PLACE_H

#include "../images/images.h"

/* "(3, -1, 7)", with " component 2" for an array with several. A place in a work array of rank 1 is told as a place of
 * the smallest view around it, if this view is another view: "(4711, 1, 1), which is (3, -1, 7) of 'phi'". In a view
 * with named axes: "(i 3, j 1, k 17, t 2, e 5)". */
enum { VF_PLACE_TEXT = 320 };
const char *vfi_place_text(char text[VF_PLACE_TEXT], const vfi_images *images, const vfi_image *image, int64_t element);

/* The last of these, in a text of any size; "" if the view of the layout does not have axes. */
void vfi_place_axes(char *text, size_t size, const vfi_images *images, const vfi_image *image, int64_t element);

/* ", 2 beyond x low, 1 beyond z high": place of an element beside the box of a call of one box, in a kernel over
 * ghosts; "" in others. */
const char *vfi_place_beside(char text[VF_PLACE_TEXT], const vfi_images *images, const vfi_image *image,
                             int64_t element);

/* The view in which a place of the image's layout is told, and its index in this view's bounds.
 *   index  in the layout's bounds; out: in the view's bounds */
const vfi_record *vfi_place_known(const vfi_images *images, const vfi_image *image, int64_t index[4]);

/* The same for an element of an array, counted from its beginning, in the indices of some view of the whole array. */
const char *vfi_place_in_array(char text[VF_PLACE_TEXT], const vfi_array *array, int64_t element);

#endif
