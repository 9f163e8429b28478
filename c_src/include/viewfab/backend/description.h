/* The declaration of a kernel file, as data. */
#ifndef VIEWFAB_BACKEND_DESCRIPTION_H
#define VIEWFAB_BACKEND_DESCRIPTION_H

#include <stdlib.h>
#include <string.h>

#include <viewfab/backend/launch_data.h>
#include <viewfab/backend/words.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { VF_MAX_RESULTS = 16 };

typedef enum vfi_argument_intent {
  VF_ARGUMENT_READ = VF_READ,
  VF_ARGUMENT_WRITE = VF_WRITE,
  VF_ARGUMENT_UPDATE = VF_UPDATE,
  VF_ARGUMENT_VALUE
} vfi_argument_intent;

/* The axis of an index of an array: 0, 1, 2 for i, j, k of the loop, or no axis. */
enum { VF_AXIS_ANY = -1 };

/* The elements of a point in one direction of an array, with p the point's index along the axis:
 *   floor(p * refine / coarsen) + first .. floor(p * refine / coarsen) + last */
typedef struct vfi_map_entry {
  int axis;            /* 0, 1, 2, or VF_AXIS_ANY: every point has the whole extent */
  int refine, coarsen; /* at least 1 */
  int first, last;
  int first_beside, last_beside; /* the same in the directions other than the direction of the call */
} vfi_map_entry;

/* The axes of an array of a kernel over columns: points (1), full levels (1) or half levels (2), number of parts,
 * blocks, and species: one species after the other in a call (1), or all species as parts (2). */
typedef struct vfi_column_shape {
  int is, points, levels, parts, blocks, species; /* is: 0 in kernels over boxes */
  int rows;                                       /* rows of a table; its numbers are the parts */
} vfi_column_shape;

/* The place of a point in an array. kit/maps.h has the rows for the names in kernel files. */
typedef struct vfi_map {
  vfi_map_entry at[3];
  int rank;           /* directions of the array beside its components, 0 to 3 */
  bool of_call;       /* first and last hold in the direction of the call only, first_beside and last_beside in the
                       * others */
  bool shared;        /* the array has no component index; other arrays have it behind the directions */
  const char *shift;  /* name of the value that is added in each direction; "": none */
  const char *within; /* name of the box value with the bounds of the indices without an axis; "": none */
  const char *word;   /* the text in the kernel file */
  const char *text;   /* for documentation, after "indexed" */
  vfi_column_shape column;
  bool remote; /* elements of all ranks, by number */
} vfi_map;

/* The elements that a body touches around the mapped elements, along each axis. */
typedef struct vfi_reach {
  int below[3], above[3];
} vfi_reach;

/* A member of a structure of constants. */
typedef struct vfi_constant {
  const char *name;       /* NULL ends a list */
  vfi_argument_type type; /* REAL, INT, LOGICAL, REALS or INTS */
  int count;              /* numbers of the member */
  const char *documentation;
} vfi_constant;

static inline bool vfi_constant_is_real(const vfi_constant *member)
{
  return member->type == VF_ARGUMENT_REAL || member->type == VF_ARGUMENT_REALS;
}

typedef struct vfi_structure {
  const char *name;
  const char *module; /* of Fortran, with the type; "VF_MODULE_<name>": the file names none */
  const vfi_constant *members;
} vfi_structure;

typedef struct vfi_argument_description {
  const char *name;
  vfi_argument_intent intent;
  vfi_argument_type type;
  vfi_map map;     /* arrays only */
  vfi_reach reach; /* arrays only */
  const char *documentation;
  int count;           /* values: numbers in an array, else 1 */
  const char *options; /* option values: the constants as in the kernel file, "upwind, central = 3"; else NULL */
  vfi_reach levels; /* arrays over columns: levels that a body touches around its own level, the same along each axis */
  const vfi_structure *structure; /* constants, else NULL */
} vfi_argument_description;

/* Kinds of ghosts, by the number of faces between ghost and box. */
enum { VF_PART_FACES = 1, VF_PART_EDGES = 2, VF_PART_CORNERS = 4 };

/* The ghosts of a kernel over ghosts; all members 0: one layer beside the faces. */
typedef struct vfi_ghosts_clause {
  const char *depth; /* layers: a number, or the name of an int value of the kernel; NULL: 1 */
  unsigned parts;    /* VF_PART_ bits of the visited ghosts; 0: faces */
  bool images;       /* ghosts have images: on the other side in a periodic direction, else mirrored */
  const char *sides; /* name of the boundary value with the filled faces and the images; NULL: all faces, by mirrors */
  const char *nodal; /* name of the int3 value with the nodal directions; NULL: the numbers below */
  int nodal_in[3];   /* 1: points are nodes; -1: points are cells, the first and the last on the walls; else 0 */
} vfi_ghosts_clause;

/* A result: one number of all points of a call. */
typedef struct vfi_result_description {
  const char *name;
  vfi_reduction reduction;
  bool placed;       /* the call can also return the point of the result */
  double of_nothing; /* the result without any point */
  const char *documentation;
} vfi_result_description;

/* A line: values that are computed once for each point and read by a body along its row. */
typedef struct vfi_line_description {
  const char *name; /* NULL ends a list */
  int below, above; /* reach of a body's reads; -1: scratch of a tile */
  const char *documentation;
  vfi_argument_type type; /* of its elements */
} vfi_line_description;

enum { VF_REMOTE_HANDLE_ON_GPUS = 8 };

typedef struct vfi_kernel_description {
  const char *name;
  const char *summary;
  int rank; /* directions of its boxes, 1 to 3 */
  const char
      *on; /* the places of the points as in the kernel file: nodes, face(0); NULL: cells, or the places of the point
            * kind */
  vfi_points points;
  bool safe_in_place;
  int argument_count;
  const vfi_argument_description *arguments;
  int result_count;
  const vfi_result_description *results;
  vfi_ghosts_clause ghosts;
  const vfi_line_description *lines;
  bool values_by_box; /* calls in one launch may have different values */
  bool checks_bounds; /* built with VIEWFAB_BOUNDS: its accesses are compared with this description */
  /* Bit f: the kernel is compiled for remote arrays of form f, and VF_REMOTE_HANDLE_ON_GPUS; 0: no remote arrays. */
  unsigned remote_forms;
  int side; /* over teams: bodies take elements of side x side points, 1 .. side * side; 0: any number of points */
  bool race_intended; /* points may touch elements that other points write */
} vfi_kernel_description;

/* A constant of an option. */
typedef struct vfi_option {
  const char *name; /* without a zero byte at its end */
  int length;
  int number; /* the given number, or one more than the constant before; from 0 */
  bool sound; /* the text of the number is correct */
} vfi_option;

/* Takes the next constant from the text of an option; false at the end of the text. option->number is -1 before the
 * first call. */
static inline bool vfi_option_next(const char **text, vfi_option *option)
{
  const char *at = *text + strspn(*text, " ,");
  if (!*at) return false;
  option->name = at;
  option->length = (int)strcspn(at, " ,=");
  option->sound = true;
  option->number++;
  at += option->length;
  at += strspn(at, " ");
  if (*at == '=') {
    char *end = NULL;
    option->number = (int)strtol(at + 1, &end, 0);
    option->sound = end > at + 1 && (end[strspn(end, " ")] == ',' || !end[strspn(end, " ")]);
    at = end;
  }
  *text = at + strcspn(at, ",");
  return true;
}

static inline bool vfi_gives_result(const vfi_kernel_description *kernel) { return kernel->result_count > 0; }

/* True for a kernel with VF_TERM: its single result is always wanted. */
static inline bool vfi_is_reduction(const vfi_kernel_description *kernel)
{
  return vfi_points_traits_of(kernel->points)->runs == VF_RUNS_TERM;
}

/* True if calls have columns in place of boxes. The boxes of such a kernel are points x blocks. */
static inline bool vfi_is_over_columns(const vfi_kernel_description *kernel)
{
  return vfi_points_traits_of(kernel->points)->runs >= VF_RUNS_SWEEPS;
}

/* True if bodies over columns read neighbouring columns. */
static inline bool vfi_reads_neighbours(const vfi_kernel_description *kernel)
{
  for (int a = 0; a < kernel->argument_count && vfi_is_over_columns(kernel); a++) {
    const vfi_reach *reach = &kernel->arguments[a].reach;
    if (reach->below[0] || reach->below[1] || reach->above[0] || reach->above[1]) return true;
  }
  return false;
}

/* Layers of points beside the box; 0: the points are the box. */
static inline int vfi_layers_around(const vfi_kernel_description *kernel)
{
  return vfi_points_traits_of(kernel->points)->around;
}

/* True if points have two colours; a call has one of them. */
static inline bool vfi_is_coloured(const vfi_kernel_description *kernel)
{
  return vfi_points_traits_of(kernel->points)->step > 1;
}

#ifdef __cplusplus
}
#endif

#endif
