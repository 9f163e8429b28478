/* Elements of an array that the points of a call own, by the declared maps. */
#ifndef VIEWFAB_VALIDATE_COMPARE_OWNERSHIP_H
#define VIEWFAB_VALIDATE_COMPARE_OWNERSHIP_H

#include "../../core/execute.h"

/* An array as rows of its first direction: the layout of one argument's view, extended over all components of the
 * array. Indices count from 0. */
typedef struct vf_layout {
  int argument;
  size_t begin, bytes; /* part of the array under the layout */
  int64_t extent[4];
  int64_t lower[4]; /* the user's index of element (0, 0, 0, 0) */
  int component;    /* direction of the components */
} vf_layout;

vf_layout vfi_layout_of(const vfi_call *call, const vfi_checked *checked, int argument);

/* True if two layouts cut an array into the same rows. */
bool vfi_layout_alike(const vf_layout *one, const vf_layout *other);

/* The elements that one box gives the argument of a layout; elements are counted as by the layout. */
vfi_owned_rule vfi_ownership_rule(const vfi_call *call, const vfi_checked *checked, const vf_box *box,
                                  const vf_layout *layout);

/* Finds the owned elements of row (j, k, n): marks[i] becomes 1, else 0. */
void vfi_ownership_row(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list,
                       const vf_layout *layout, const int64_t row[3], unsigned char *marks);

/* The place of an element that is not owned. */
typedef enum vfi_outside { VF_OUTSIDE_FAR, VF_OUTSIDE_OTHER_COLOUR, VF_OUTSIDE_TRUNCATED } vfi_outside;

/* VF_OUTSIDE_OTHER_COLOUR: in a box, of the colour that the call leaves alone. VF_OUTSIDE_TRUNCATED: the cell at lo -
 * 1, at the start of a sweep whose mod truncates toward zero. index in the layout's own counting. */
vfi_outside vfi_ownership_outside(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list,
                                  const vf_layout *layout, const int64_t index[4]);

#endif
