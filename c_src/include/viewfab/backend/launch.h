/* What a launcher is given, and a kernel with its launchers. */
#ifndef VIEWFAB_BACKEND_LAUNCH_H
#define VIEWFAB_BACKEND_LAUNCH_H

#include <viewfab/backend/description.h>
#include <viewfab/backend/halo.h>
#include <viewfab/backend/mapping.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { VF_MAX_TILE = 256, VF_ANY_COMPONENT = 2147483647 };

/* An array on the device, as a launcher sees it. Strides are in elements; the first index has stride 1. */
typedef struct vf_span {
  void *origin;           /* address that the element has, or would have, whose indices are 0: its first component */
  ptrdiff_t stride[3];    /* of the second index and those behind it; 0 for components where the array has none. Over
                           * columns those of levels (or of the columns of a table), parts, species */
  ptrdiff_t block_stride; /* over columns; else 0 */
  int lower[4], upper[4]; /* of each index, components counted from 0; VF_ANY_COMPONENT where the array has none */
} vf_span;

typedef union vf_value {
  double number;                   /* real */
  int integer;                     /* int, option */
  bool truth;                      /* logical */
  double numbers[VF_MOST_NUMBERS]; /* real3, reals */
  int integers[VF_MOST_NUMBERS];   /* int3, ints */
  vf_box box;                      /* box */
  vf_boundary boundary;            /* boundary */
} vf_value;

/* Bytes of a value in a table: its member of a vf_value, and then up to a multiple of 8. */
VF_MAP_FUNCTION size_t vf_packed_size(vf_argument_type type, int count)
{
  switch (type) {
    case VF_ARGUMENT_BOX: return sizeof(vf_box);
    case VF_ARGUMENT_BOUNDARY: return sizeof(vf_boundary);
    case VF_ARGUMENT_REAL:
    case VF_ARGUMENT_REAL3:
    case VF_ARGUMENT_REALS: return (size_t)count * sizeof(double);
    default: return ((size_t)count * sizeof(int) + 7) / 8 * 8;
  }
}

/* What a body of a kernel over columns is run for. */
typedef enum vf_instance_kind {
  VF_INSTANCE_SWEEP,    /* a level of a column */
  VF_INSTANCE_POINTS,   /* of a team: a point of a level */
  VF_INSTANCE_LEVELS,   /* of a team: a level */
  VF_INSTANCE_COLUMNS,  /* of a team: a column */
  VF_INSTANCE_OF_COLUMN /* of a team: a level of a sweep, of which the whole column is one instance */
} vf_instance_kind;

typedef enum vf_column_fault {
  VF_FAULT_AXIS,             /* beyond an axis of the array or of the call */
  VF_FAULT_REACH,            /* beyond what the declaration gives it */
  VF_FAULT_WRITE,            /* wrote what it does not own */
  VF_FAULT_APART,            /* another level than its own, where levels are independent */
  VF_FAULT_READ_RACE,        /* read what another instance of the phase wrote */
  VF_FAULT_WRITE_RACE,       /* wrote what another instance of the phase wrote */
  VF_FAULT_WRITE_AFTER_READ, /* wrote what another instance of the phase read */
  VF_FAULT_UNWRITTEN         /* read scratch that nothing had written */
} vf_column_fault;

/* Around a level of a column, in points, levels and blocks. */
typedef struct vf_column_reach {
  int below[3], above[3];
} vf_column_reach;

/* What is put on record for a kernel over columns. Indices are those of its bodies. */
typedef struct vf_column_record {
  vf_column_fault fault;
  vf_instance_kind kind;
  char phase[64];        /* name of the sweep or phase */
  char scratch[64];      /* name of scratch or of a temporary; "": an argument */
  vf_column_shape shape; /* which of point, level, part the element has */
  int point, level, block, species;
  int other_point, other_level; /* of a race */
  int index[4];                 /* of the element: point, level, part, block; of a table its two numbers */
  int lower[4], upper[4];       /* what there is, or is allowed, or owned */
  vf_column_reach reach;        /* that is declared */
} vf_column_record;

/* The first access in a build with VIEWFAB_BOUNDS that the declaration does not have. */
typedef struct vf_bounds_record {
  int found;
  int argument; /* or, of a line that was read beyond its reach, -1 for the first one, -2, ... */
  int box;
  int index[4];            /* i, j, k, n; n counts from 0 */
  int point[3];            /* for which the body was run */
  vf_box allowed;          /* what the declaration gives it */
  bool changed;            /* the body wrote an element that it may read only; allowed is what the point owns */
  vf_column_record column; /* of a kernel over columns, in place of what follows argument */
} vf_bounds_record;

/* Cells and lanes of the fixed tree of reductions: cells of a box are numbered in column order and cut in
 * tiles, box by box and in a box component by component; lane l of a tile starts from 0 (sum), infinity (min) or
 * -infinity (max) and adds its cells l, l + lanes, ... in this order; lanes are combined pairwise, upper
 * half onto lower half; the list of tile results is reduced in the same way until one is left. Each result of a kernel
 * has a tree of its own. */
enum { VF_REDUCTION_TILE = 4096, VF_REDUCTION_LANES = 256 };

/* What is left of a tile: a row of numbers, the value of each result and then the place of each result that has one. A
 * place is the number of the cell among those of all tiles, which follow each other as above. */
typedef union vf_partial {
  double value;
  int64_t place; /* VF_NO_PLACE: no point gave anything */
} vf_partial;
#define VF_NO_PLACE INT64_MAX

enum { VF_ROW_WORDS = 2 * VF_MAX_RESULTS }; /* the most that a row has */
typedef struct vf_partial_row {
  int results, length;
  vf_reduction reductions[VF_MAX_RESULTS];
  int places[VF_MAX_RESULTS]; /* where in the row; -1: the result has none */
} vf_partial_row;

/* A bit for each argument of a kernel. */
typedef struct vf_argument_bits {
  uint32_t words[VF_MAX_ARGUMENTS / 32];
} vf_argument_bits;
VF_MAP_FUNCTION bool vf_argument_bit(const vf_argument_bits *bits, int argument)
{
  return bits->words[argument / 32] >> argument % 32 & 1;
}
VF_MAP_FUNCTION void vf_argument_bit_set(vf_argument_bits *bits, int argument)
{
  bits->words[argument / 32] |= UINT32_C(1) << argument % 32;
}

/* What a launch on sets has in place of spans. All tables are in memory of the device. */
typedef struct vf_launch_sets {
  const vf_box *boxes;        /* [box] */
  const int64_t *first_tiles; /* [box] tiles of a reduction with one component before those of the box */
  const char *values;         /* kernels with VF_VALUES_BY_BOX: packed, one after the other; else NULL */
  size_t value_stride;        /* bytes from the values of a box to those of the next; 0: all have the same */
  vf_argument_bits is_set;    /* whether the argument is a set */
  const vf_span *spans[VF_MAX_ARGUMENTS]; /* [argument][box] of sets; of a view, [argument][1] for all boxes */
} vf_launch_sets;

/* How a kernel reaches the elements of a remote array: by base[e], by parts[e >> shift][e & mask], or by functions. */
typedef enum vf_remote_form { VF_REMOTE_FLAT, VF_REMOTE_TABLE, VF_REMOTE_HANDLE } vf_remote_form;

/* One element at a time; offsets are bytes of the part of a rank. add: one addition after the other. */
typedef struct vf_remote_handle {
  void *state;
  void (*get)(void *state, int rank, size_t offset, void *to, vf_type type);
  void (*put)(void *state, int rank, size_t offset, const void *from, vf_type type);
  void (*add)(void *state, int rank, size_t offset, const void *value, vf_type type);
} vf_remote_handle;

/* A remote array, as a launcher sees it. Element (rank, offset) has the number (rank << shift) + offset. */
typedef struct vf_remote_span {
  vf_remote_form form;
  void *base;                     /* of element 0, in the form flat; of a symmetric heap the own part */
  void *const *parts;             /* [rank] in memory of the device */
  const vf_remote_handle *handle; /* on the host */
  int shift, ranks;
  const int64_t *lengths; /* [rank] in memory of the device, of a kernel that checks bounds */
} vf_remote_span;

typedef struct vf_launch {
  int box_count;
  const vf_box *boxes;    /* the cells to work on, on the host; none is empty, but where there are sets */
  const vf_box *domains;  /* [box] what a body sees as its box; NULL: the boxes themselves */
  int components;         /* n = 0 .. components - 1 */
  int selector;           /* colour 0, 1, or direction 0, 1, 2 */
  vf_halo halo;           /* kernels over ghosts: which are visited */
  const vf_span *spans;   /* [argument]; undefined for values */
  const vf_value *values; /* [argument]; undefined for arrays */
  void *queue;
  const int *tile;            /* [3] points of a GPU block; see vf_context_set_tile */
  vf_bounds_record *bounds;   /* where the device can write; NULL for a kernel that does not check */
  vf_partial *partials;       /* of a kernel that gives results: room on the device for one row a tile */
  const vf_launch_sets *sets; /* NULL: views only, as in every call of a tuned implementation */
  int levels;                 /* over columns: full levels; boxes are points x blocks, and components are species */
  /* Memory of the device until the launch is done, at least so many bytes; NULL where there is none. Once a launch. */
  void *(*borrow)(void *lender, size_t bytes);
  void *lender;
  size_t
      *far_scratch; /* set to the bytes of a team where its scratch did not fit beside its threads, and was borrowed */
  const vf_remote_span *remotes; /* [argument] undefined for all but remote arrays; NULL: there are none */
  vf_remote_form form;           /* the one in which all of them are reached */
} vf_launch;

/* Queues one kernel on all boxes. Returns 0, or the native error code of the device. */
typedef int (*vf_launcher)(const vf_launch *launch);

/* A hand-written implementation: like a launcher, or VF_LAUNCH_DECLINED to leave the call to the general one. */
enum { VF_LAUNCH_DECLINED = -1 };

/* There was no memory for scratch. */
enum { VF_LAUNCH_NO_MEMORY = -2 };

/* Elements around the points of a tile would have indices that no int has. */
enum { VF_LAUNCH_TOO_WIDE = -3 };

typedef struct vf_kernel {
  vf_kernel_description description;
  vf_launcher launchers[VF_BACKEND_COUNT][VF_PASS_COUNT]; /* NULL where not built */
  vf_launcher tuned[VF_BACKEND_COUNT][VF_PASS_COUNT];     /* slots, NULL where there is none; see vf_kernel_tune */
  size_t far_scratch; /* bytes of a team whose scratch a device had too little memory for beside its threads; else 0 */
  struct vf_ledger *ledger; /* validation: settings and findings; NULL until the first call */
  struct vf_kernel *next;   /* in the list of the kernels that there are */
} vf_kernel;

/* A kernel's own code says that it is there, when it is loaded, and that it goes. No lock is held. */
VF_API void vf_kernel_enlist(vf_kernel *kernel);
VF_API void vf_kernel_delist(vf_kernel *kernel);

/* Puts a hand-written implementation in a kernel's slot; NULL empties it.
 *   type  VF_REAL32 or VF_REAL64
 * Errors: VF_ERROR_NULL (kernel), VF_ERROR_ARGUMENT (back end, type). */
VF_API vf_status vf_kernel_tune(vf_kernel *kernel, vf_backend_id backend, vf_type type, vf_launcher launcher);

#ifdef __cplusplus
}
#endif

#endif
