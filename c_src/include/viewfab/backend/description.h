/* What a kernel file declares, as data. */
#ifndef VIEWFAB_BACKEND_DESCRIPTION_H
#define VIEWFAB_BACKEND_DESCRIPTION_H

#include <stdlib.h>
#include <string.h>

#include <viewfab/backend/words.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { VF_MAX_ARGUMENTS = 256, VF_MAX_RESULTS = 16 };

typedef enum vf_argument_intent {
  VF_ARGUMENT_READ = VF_READ,
  VF_ARGUMENT_WRITE = VF_WRITE,
  VF_ARGUMENT_UPDATE = VF_UPDATE,
  VF_ARGUMENT_VALUE
} vf_argument_intent;

/* What an index of an array may follow in place of an axis of the loop, 0 to 2 for i, j, k. */
enum { VF_AXIS_ANY = -1 };

/* The elements that belong to a point in one direction of an array:
 *   floor(p * refine / coarsen) + first .. floor(p * refine / coarsen) + last   with p the point's index along the axis */
typedef struct vf_map_entry {
  int axis;            /* 0, 1, 2, or VF_AXIS_ANY: every point has the whole extent */
  int refine, coarsen; /* at least 1 */
  int first, last;
  int first_beside, last_beside; /* the same in directions that are not that of the call */
} vf_map_entry;

/* What an array of a kernel over columns has: points (1), full levels (1) or half levels (2), so many parts, blocks, and
 * species: one after the other in a call (1), or all of them as its parts (2). */
typedef struct vf_column_shape {
  int is, points, levels, parts, blocks, species; /* is: 0 in kernels over boxes */
  int rows;                                       /* of a table of so many parts */
} vf_column_shape;

/* Where an array is indexed from a point. kit/maps.h has the rows that kernel files name. */
typedef struct vf_map {
  vf_map_entry at[3];
  int rank;           /* directions that the array has beside its components, 0 to 3 */
  bool of_call;       /* first and last hold in the direction of the call only, and those beside in the others */
  bool shared;        /* no component index; others have it behind the directions */
  const char *shift;  /* name of the value that is added in each direction; "": none */
  const char *within; /* name of the box value that indices stay in where they follow no axis; "": none */
  const char *word;   /* as the kernel file has it */
  const char *text;   /* for documentation, after "indexed" */
  vf_column_shape column;
  bool remote; /* elements of all ranks, by number */
} vf_map;

/* Elements around the mapped ones that a body touches, along each axis. */
typedef struct vf_reach {
  int below[3], above[3];
} vf_reach;

typedef struct vf_argument_description {
  const char *name;
  vf_argument_intent intent;
  vf_argument_type type;
  vf_map map;     /* arrays only */
  vf_reach reach; /* arrays only */
  const char *documentation;
  int count; /* values: numbers in an array, else 1 */
  const char
      *options; /* values: the constants of an option as the kernel file has them, "upwind, central = 3"; else NULL */
  vf_reach levels; /* arrays over columns: levels around its own that a body touches, the same along each axis */
} vf_argument_description;

/* Ghosts by the number of faces beyond which they lie. */
enum { VF_PART_FACES = 1, VF_PART_EDGES = 2, VF_PART_CORNERS = 4 };

/* What a kernel over ghosts says about them; all 0 where it says nothing: one layer beside the faces. */
typedef struct vf_ghosts_clause {
  const char *depth; /* layers: a number, or the name of an int value of the kernel; NULL: 1 */
  unsigned parts;    /* VF_PART_ of those that are visited; 0: faces */
  bool images;       /* ghosts have images: the other side where periodic, else a mirror */
  const char
      *sides; /* the boundary value that says which faces are filled, and the images; NULL: all are, by mirrors */
  const char *nodal; /* the int3 value that says in which directions the points are nodes; NULL: the numbers below */
  int nodal_in[3]; /* 1 where they are, -1 where they are cells of which the first and the last lie on walls, else 0 */
} vf_ghosts_clause;

/* A number that all points of a call make together. */
typedef struct vf_result_description {
  const char *name;
  vf_reduction reduction;
  bool placed;       /* the call can also tell which point gave it */
  double of_nothing; /* the result where there are no points */
  const char *documentation;
} vf_result_description;

/* What a body reads along its row, and is computed once for each point. */
typedef struct vf_line_description {
  const char *name; /* NULL ends a list */
  int below, above; /* as a body reads it; -1: scratch of a tile */
  const char *documentation;
} vf_line_description;

enum { VF_REMOTE_HANDLE_ON_GPUS = 8 };

typedef struct vf_kernel_description {
  const char *name;
  const char *summary;
  int rank; /* of its boxes, 1 to 3 */
  const char
      *on; /* where the points are, as the kernel file has it: nodes, face(0); NULL: cells, or what the points say */
  vf_points points;
  bool safe_in_place;
  int argument_count;
  const vf_argument_description *arguments;
  int result_count;
  const vf_result_description *results;
  vf_ghosts_clause ghosts;
  const vf_line_description *lines;
  bool values_by_box; /* calls that go together may have other values */
  bool checks_bounds; /* built with VIEWFAB_BOUNDS: its accesses are held against this */
  /* Bit f: it is compiled for remote arrays of form f, and VF_REMOTE_HANDLE_ON_GPUS; 0: it has none. */
  unsigned remote_forms;
  int side; /* over teams: bodies take elements of side x side points, 1 .. side * side; 0: of any points */
} vf_kernel_description;

/* A constant of an option. */
typedef struct vf_option {
  const char *name; /* not ended */
  int length;
  int number; /* the one that it says, or one more than the constant before; from 0 */
  bool sound; /* the number is one */
} vf_option;

/* Takes the next constant off the text of an option; false at its end. The first one comes after { .number = -1 }. */
static inline bool vf_option_next(const char **text, vf_option *option)
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

static inline bool vf_gives_result(const vf_kernel_description *kernel) { return kernel->result_count > 0; }

/* Whether the one result is that of VF_TERM, which is always asked for. */
static inline bool vf_is_reduction(const vf_kernel_description *kernel)
{
  return vf_points_traits_of(kernel->points)->runs == VF_RUNS_TERM;
}

/* Called with columns in place of boxes; its boxes are points x blocks. */
static inline bool vf_is_over_columns(const vf_kernel_description *kernel)
{
  return vf_points_traits_of(kernel->points)->runs >= VF_RUNS_SWEEPS;
}

/* Over columns, whether bodies read columns beside their own one. */
static inline bool vf_reads_neighbours(const vf_kernel_description *kernel)
{
  for (int a = 0; a < kernel->argument_count && vf_is_over_columns(kernel); a++) {
    const vf_reach *reach = &kernel->arguments[a].reach;
    if (reach->below[0] || reach->below[1] || reach->above[0] || reach->above[1]) return true;
  }
  return false;
}

/* Layers beside the box that its points are in; 0 where they are the box. */
static inline int vf_layers_around(const vf_kernel_description *kernel)
{
  return vf_points_traits_of(kernel->points)->around;
}

/* Points are of two colours, of which a call has one. */
static inline bool vf_is_coloured(const vf_kernel_description *kernel)
{
  return vf_points_traits_of(kernel->points)->step > 1;
}

#ifdef __cplusplus
}
#endif

#endif
