/* The input of a launcher, and a kernel with its launchers. */
#ifndef VIEWFAB_BACKEND_LAUNCH_H
#define VIEWFAB_BACKEND_LAUNCH_H

#include <viewfab/backend/description.h>
#include <viewfab/backend/halo.h>
#include <viewfab/backend/mapping.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { VF_MAX_TILE = 256 };

/* Bytes of a value in a table: the bytes of its member of vf_value, rounded up to a multiple of 8. */
VF_MAP_FUNCTION size_t vfi_packed_size(vfi_argument_type type, int count)
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

/* The work of one run of a body of a kernel over columns. */
typedef enum vfi_instance_kind {
  VF_INSTANCE_SWEEP,    /* a level of a column */
  VF_INSTANCE_POINTS,   /* team: a point of a level */
  VF_INSTANCE_LEVELS,   /* team: a level */
  VF_INSTANCE_COLUMNS,  /* team: a column */
  VF_INSTANCE_OF_COLUMN /* team: a level of a sweep; the whole column is one instance */
} vfi_instance_kind;

typedef enum vfi_column_fault {
  VF_FAULT_AXIS,             /* beyond an axis of the array or of the call */
  VF_FAULT_REACH,            /* beyond the declared reach */
  VF_FAULT_WRITE,            /* wrote an element of another owner */
  VF_FAULT_APART,            /* used another level than its own; the levels are independent */
  VF_FAULT_READ_RACE,        /* read an element that another instance of the phase writes */
  VF_FAULT_WRITE_RACE,       /* wrote an element that another instance of the phase writes */
  VF_FAULT_WRITE_AFTER_READ, /* wrote an element that another instance of the phase reads */
  VF_FAULT_UNWRITTEN         /* read scratch before any write */
} vfi_column_fault;

/* Reach around a level of a column, in points, levels and blocks. */
typedef struct vfi_column_reach {
  int below[3], above[3];
} vfi_column_reach;

/* The record of a fault in a kernel over columns. Indices are the indices of its bodies. */
typedef struct vfi_column_record {
  vfi_column_fault fault;
  vfi_instance_kind kind;
  char phase[64];         /* name of the sweep or phase */
  char scratch[64];       /* name of the scratch or temporary; "": an argument */
  vfi_column_shape shape; /* the axes of the element: point, level, part */
  int point, level, block, species;
  int other_point, other_level; /* the other instance of a race */
  int index[4];                 /* the element: point, level, part, block; for a table its two numbers */
  int lower[4], upper[4];       /* the existing, allowed or owned range */
  vfi_column_reach reach;       /* as declared */
} vfi_column_record;

/* The first undeclared access, in a build with VIEWFAB_BOUNDS. */
struct vfi_bounds_record {
  int found;
  int argument; /* number of the argument; for a read beyond the reach of a line -1 (first line), -2, ... */
  int box;
  int index[4];             /* i, j, k, n; n counts from 0 */
  int point[3];             /* the point of the body */
  vf_box allowed;           /* the declared elements of the point */
  bool changed;             /* the body wrote an element that it may only read; allowed is then the owned elements */
  vfi_column_record column; /* kernels over columns: in place of the members from box on */
};

/* Cells and lanes of the fixed tree of reductions. The cells of all boxes are numbered: box by box, in a box component
 * by component, and in column order. The numbered cells of a box are cut in tiles. Lane l of a tile starts from 0
 * (sum), infinity (min) or -infinity (max) and adds its cells l, l + lanes, ... in this order. Lanes are combined
 * pairwise, upper half onto lower half. The list of tile results is reduced in the same way until one result is left.
 * Each result of a kernel has a tree of its own. */
enum { VF_REDUCTION_TILE = 4096, VF_REDUCTION_LANES = 256 };

/* The result of a tile: a row of numbers, first the value of each result and then the places of the results with a
 * place. A place is the number of a cell, counted through all tiles in the order above. */
union vf_partial {
  double value;
  int64_t place; /* VF_NO_PLACE: no point gave a value */
};
#define VF_NO_PLACE INT64_MAX

enum { VF_ROW_WORDS = 2 * VF_MAX_RESULTS }; /* the longest row */
typedef struct vf_partial_row {
  int results, length;
  vfi_reduction reductions[VF_MAX_RESULTS];
  int places[VF_MAX_RESULTS]; /* index of the place in the row; -1: the result has no place */
} vf_partial_row;

/* Queues one kernel on all boxes. Returns 0, or the native error code of the device. */
typedef int (*vfi_launcher)(const vfi_launch *launch);

/* A hand-written implementation: like a launcher, or VF_LAUNCH_DECLINED; the general launcher then takes the call. */
enum { VF_LAUNCH_DECLINED = -1 };

/* No memory for scratch. */
enum { VF_LAUNCH_NO_MEMORY = -2 };

/* Elements around the points of a tile have indices beyond an int. */
enum { VF_LAUNCH_TOO_WIDE = -3 };

typedef struct vf_kernel {
  vfi_kernel_description description;
  vfi_launcher launchers[VF_BACKEND_COUNT][VF_PASS_COUNT]; /* NULL: not built */
  vfi_launcher tuned[VF_BACKEND_COUNT][VF_PASS_COUNT];     /* slots; NULL: no implementation; see vfi_kernel_tune */
  size_t far_scratch;        /* bytes of scratch of a team, if it did not fit beside the threads of a device; else 0 */
  struct vfi_ledger *ledger; /* validation: settings and findings; NULL until the first call */
  struct vf_kernel *next;    /* list of the existing kernels */
} vf_kernel;

/* The kernel's own code calls these functions: vfi_kernel_enlist when the code is loaded, vfi_kernel_delist when it is
 * unloaded. No lock is held. */
VF_API void vfi_kernel_enlist(vf_kernel *kernel);
VF_API void vfi_kernel_delist(vf_kernel *kernel);

/* Puts a hand-written implementation in a slot of a kernel; NULL empties the slot.
 *   type  VF_REAL32 or VF_REAL64
 * Errors: VF_ERROR_NULL (kernel), VF_ERROR_ARGUMENT (back end, type). */
VF_API vf_status vfi_kernel_tune(vf_kernel *kernel, vf_backend_id backend, vf_type type, vfi_launcher launcher);

#ifdef __cplusplus
}
#endif

#endif
