/* Elements of an array of a kernel over columns, by the roles of their indices. */
#ifndef VIEWFAB_VALIDATE_FINDINGS_COLUMN_GRID_H
#define VIEWFAB_VALIDATE_FINDINGS_COLUMN_GRID_H

#include "../images/images.h"

#include "../../core/text.h"

enum { VF_GRID_ROLES = VF_ROLE_FREE };

/* One index a role, as the call counts them. The index of a missing role is 1. */
typedef struct vf_column_place {
  int64_t at[VF_GRID_ROLES];
} vf_column_place;

typedef struct vf_column_grid {
  const vf_axes *axes;
  int64_t lower[VF_GRID_ROLES], extent[VF_GRID_ROLES], stride[VF_GRID_ROLES];
  int64_t first;                 /* elements of the axes before the first element of the view */
  int64_t low_level, high_level; /* levels of the call */
} vf_column_grid;

vf_column_grid vf_column_grid_of(const vf_checked *checked, const vf_record *record, const vf_column_shape *shape);

/* Elements are counted from the first element of the axes, as in the layout of an image. */
int64_t vf_column_element(const vf_column_grid *grid, const vf_column_place *place);

/* False if the element lies beside the selection; place is then the place without the selection. */
bool vf_column_place_of(const vf_column_grid *grid, int64_t element, vf_column_place *place);

/* Number of elements of the axes. */
int64_t vf_column_elements(const vf_column_grid *grid);

/* "level k 17", or "point (i 3, j 1)": an index of a role in the code's own counting. */
void vf_column_index_add(vf_text *text, const vf_column_grid *grid, vf_axis_role role, int64_t index);

/* The letter of the single axis of a role; 0 for no axis or several. */
char vf_column_axis(const vf_column_grid *grid, vf_axis_role role);

/* "level", "point", ... */
const char *vf_column_role_word(vf_axis_role role);

/* A walk through the elements of an array in the boxes of a call. */
typedef struct vf_column_walk {
  const vf_images *images;
  const vf_column_shape *shape;
  const vf_column_grid *grid;
  int only; /* a role with a single visited index; VF_GRID_ROLES: none */
  int64_t index;
  int box;
  vf_column_place low, high; /* of the box */
  vf_column_place now;
  bool begun;
} vf_column_walk;

/* Walks over all elements that the call owns; the index of the role `along` stays the lowest, so that each step is a
 * column. along VF_GRID_ROLES: over all elements. now is the next element; false after the last. */
vf_column_walk vf_column_walk_begin(const vf_images *images, const vf_column_shape *shape, const vf_column_grid *grid);
bool vf_column_walk_next(vf_column_walk *walk, int along);

/* The indices of a role that the call has, over all of its boxes. */
void vf_column_range(const vf_images *images, const vf_column_shape *shape, const vf_column_grid *grid, int role,
                     int64_t *low, int64_t *high);

#endif
