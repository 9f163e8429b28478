/* Elements of an array of a kernel over columns, by the roles of their indices, and the common property of the places
 * of differences and stray writes (column_where.c). */
#ifndef VIEWFAB_VALIDATE_FINDINGS_COLUMN_GRID_H
#define VIEWFAB_VALIDATE_FINDINGS_COLUMN_GRID_H

#include "../images/images.h"

#include "../../core/text.h"

enum { VF_GRID_ROLES = VF_ROLE_FREE };

/* One index a role, as the call counts them. The index of a missing role is 1. */
typedef struct vfi_column_place {
  int64_t at[VF_GRID_ROLES];
} vfi_column_place;

typedef struct vfi_column_grid {
  const vfi_axes *axes;
  int64_t lower[VF_GRID_ROLES], extent[VF_GRID_ROLES], stride[VF_GRID_ROLES];
  int64_t first;                 /* elements of the axes before the first element of the view */
  int64_t low_level, high_level; /* levels of the call */
} vfi_column_grid;

vfi_column_grid vfi_column_grid_of(const vfi_checked *checked, const vfi_record *record, const vfi_column_shape *shape);

/* Elements are counted from the first element of the axes, as in the layout of an image. */
int64_t vfi_column_element(const vfi_column_grid *grid, const vfi_column_place *place);

/* False if the element lies beside the selection; place is then the place without the selection. */
bool vfi_column_place_of(const vfi_column_grid *grid, int64_t element, vfi_column_place *place);

/* Number of elements of the axes. */
int64_t vfi_column_elements(const vfi_column_grid *grid);

/* "level k 17", or "point (i 3, j 1)": an index of a role in the code's own counting. */
void vfi_column_index_add(vfi_text *text, const vfi_column_grid *grid, vfi_axis_role role, int64_t index);

/* The letter of the single axis of a role; 0 for no axis or several. */
char vfi_column_axis(const vfi_column_grid *grid, vfi_axis_role role);

/* "level", "point", ... */
const char *vfi_column_role_word(vfi_axis_role role);

/* A walk through the elements of an array in the boxes of a call. */
typedef struct vfi_column_walk {
  const vfi_images *images;
  const vfi_column_shape *shape;
  const vfi_column_grid *grid;
  int only; /* a role with a single visited index; VF_GRID_ROLES: none */
  int64_t index;
  int box;
  vfi_column_place low, high; /* of the box */
  vfi_column_place now;
  bool begun;
} vfi_column_walk;

/* Walks over all elements that the call owns; the index of the role `along` stays the lowest, so that each step is a
 * column. along VF_GRID_ROLES: over all elements. now is the next element; false after the last. */
vfi_column_walk vfi_column_walk_begin(const vfi_images *images, const vfi_column_shape *shape,
                                      const vfi_column_grid *grid);
bool vfi_column_walk_next(vfi_column_walk *walk, int along);

/* The indices of a role that the call has, over all of its boxes. */
void vfi_column_range(const vfi_images *images, const vfi_column_shape *shape, const vfi_column_grid *grid, int role,
                      int64_t *low, int64_t *high);

/* True if an owned element differs by more than the tolerance allows, as a comparison counts the difference. */
bool vfi_column_fails(const vfi_image *image, const vf_tolerance *tolerance, double magnitude, int64_t element);

enum { VF_WHERE_TEXT = 240 };

/* The common property of the places, such as "; only at level k 6, the last one; only in block e 9". "" without a
 * common property, and in kernels over boxes. */
const char *vfi_column_where(char text[VF_WHERE_TEXT], const vfi_images *images, const vfi_image *image,
                             const vfi_comparison *found, const vf_tolerance *tolerance);

/* The side with changes of elements that it does not own. */
typedef enum vfi_column_writer { VF_COLUMN_PORT, VF_COLUMN_ORIGINAL_ALONE } vfi_column_writer;

/* The places of such elements, such as ", all beyond point i 11 in block e 9"; "" as above. */
const char *vfi_column_where_outside(char text[VF_WHERE_TEXT], const vfi_images *images, const vfi_image *image,
                                     vfi_column_writer writer);

/* ", all at level k 6, the last one": the common property of unwritten elements. */
const char *vfi_column_where_unwritten(char text[VF_WHERE_TEXT], const vfi_images *images, const vfi_image *image);

#endif
