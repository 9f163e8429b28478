/* Axes: the indices of an array by name, and the directions that kernels see of them. */
#ifndef VIEWFAB_CORE_AXES_H
#define VIEWFAB_CORE_AXES_H

#include <viewfab/viewfab.h>

/* The role of an axis in a kernel, by its letter: point i, j; level k; part c, d; species s, q; block b, e. Any other
 * letter is a free axis: the program selects one index of a free axis before it calls a kernel. */
typedef enum vfi_axis_role {
  VF_ROLE_POINT,
  VF_ROLE_LEVEL,
  VF_ROLE_PART,
  VF_ROLE_SPECIES,
  VF_ROLE_BLOCK,
  VF_ROLE_FREE,
  VF_ROLE_COUNT
} vfi_axis_role;

/* The axes of an array in the order of its indices; rank 0: a view without names. */
typedef struct vfi_axes {
  int rank;
  char name[VF_MAX_AXES];
  int64_t lower[VF_MAX_AXES], extent[VF_MAX_AXES]; /* of the whole array, in the code's own bounds */
  int64_t stride[VF_MAX_AXES];                     /* in elements */
  bool fixed[VF_MAX_AXES];                         /* one index is selected: */
  int64_t index[VF_MAX_AXES];                      /* the selected index, in the code's own bounds */
} vfi_axes;

/* The same as directions [points][rest][blocks][axes behind blocks]. A direction of several axes counts from 1; a
 * direction without axes has the bounds 1:1. Neighbours of a selected axis lie apart in memory: the pitch of a
 * direction is its extent in memory, and the view has a range of the pitch. */
typedef struct vfi_directions {
  int rank;
  int64_t lower[VF_MAX_RANK], extent[VF_MAX_RANK], pitch[VF_MAX_RANK];
  int64_t first; /* elements before the first element of the view */
} vfi_directions;

/* Room for the index of an element with the letters of its axes. */
enum { VF_AXES_TEXT = 256 };

vfi_axis_role vfi_axis_role_of(char name);

/* Reads names such as "i j k t e" and lays the axes out in column order.
 *   lower  [rank]; NULL: all 1
 *   label  of the array, for errors
 * Errors: VF_ERROR_NULL (extents, names), VF_ERROR_ARGUMENT. */
vf_status vfi_axes_read(int rank, const int64_t *extents, const int *lower, const char *names, size_t element_size,
                        const char *label, vfi_axes *axes);

/* Selects one index of the axis `name`. Errors: VF_ERROR_NULL, VF_ERROR_ARGUMENT; the axes then stay as before. */
vf_status vfi_axes_select(vfi_axes *axes, const char *name, int64_t index, const char *label);

/* The directions of the axes. Errors: VF_ERROR_ARGUMENT (axes of one direction would have gaps in memory). */
vf_status vfi_axes_directions(const vfi_axes *axes, const char *label, vfi_directions *directions);

/* The unselected axis of a role. Neighbours form one axis, counted from 1. For free axes the first axis. there is false
 * without such an axis; then lower 1, extent 1, stride 0. */
typedef struct vfi_axis {
  int64_t lower, extent, stride;
  bool there;
} vfi_axis;

/* The axes of all roles. Calls of kernels ask for them once for each array. */
typedef struct vfi_axis_roles {
  vfi_axis of[VF_ROLE_COUNT];
} vfi_axis_roles;
vfi_axis_roles vfi_axes_by_role(const vfi_axes *axes);

/* The axis of one role. */
bool vfi_axes_merged(const vfi_axes *axes, vfi_axis_role role, int64_t *lower, int64_t *extent, int64_t *stride);

/* The first free axis without a selected index; 0: none. */
char vfi_axes_open(const vfi_axes *axes);

/* True if two are axes of the same array, for any selection. */
bool vfi_axes_alike(const vfi_axes *p, const vfi_axes *q);

/* True if two alike axes have different selected indices of some axis: their views then share no element. */
bool vfi_axes_apart(const vfi_axes *p, const vfi_axes *q);

/* "(i 3, j 1, k 17, t 2, e 5)": the code's own indices of an element. The element is counted from the first element of
 * the whole array. Returns text. */
const char *vfi_axes_text(char text[VF_AXES_TEXT], const vfi_axes *axes, int64_t element);

#endif
