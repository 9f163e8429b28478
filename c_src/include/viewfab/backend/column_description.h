/* The phases of a kernel over columns, teams or tiles, as data for the generator. */
#ifndef VIEWFAB_BACKEND_COLUMN_DESCRIPTION_H
#define VIEWFAB_BACKEND_COLUMN_DESCRIPTION_H

#include <viewfab/backend/description.h>

/* The work of a phase. A sweep goes through the levels of a column. */
typedef enum vfi_work {
  VF_WORK_DOWN,
  VF_WORK_UP,
  VF_WORK_POINTS,
  VF_WORK_LEVELS,
  VF_WORK_COLUMNS,
  VF_WORK_HALO,
  VF_WORK_WINDOW,
  VF_WORK_TILE
} vfi_work;

/* A sweep or a phase, in the texts of the kernel file. */
typedef struct vfi_phase_description {
  const char *name; /* NULL ends a list */
  vfi_work work;
  const char *top, *bottom; /* expressions for the levels at both ends; of a halo or window: top is its extent */
} vfi_phase_description;

/* A group of sweeps that is repeated as long as a carried value is not 0. */
typedef struct vfi_repeat_description {
  const char *first, *last; /* the sweeps at both ends; NULL ends a list */
  const char *goes_on;      /* the carried value */
} vfi_repeat_description;

/* A value of each column or point: carried, with its start; a temporary or scratch, with its axes. Scratch of a tile has
 * the extent of its halo in place of axes. The count is of the numbers of a carried value, and of the numbers of a
 * temporary on a level; 0: a carried value without a count, or scratch. */
typedef struct vfi_column_value_description {
  const char *name; /* NULL ends a list */
  vfi_argument_type type;
  const char *text;
  int count;
} vfi_column_value_description;

/* The parts of a kernel over columns, teams or tiles, for its loops. A kernel over boxes has no phases. */
typedef struct vfi_column_description {
  const vfi_phase_description *phases, *block_phases; /* block_phases run once in a block, before its species */
  const vfi_column_value_description *carried, *temporaries, *scratch;
  const vfi_repeat_description *repeats;
  bool independent_levels;
} vfi_column_description;

#endif
