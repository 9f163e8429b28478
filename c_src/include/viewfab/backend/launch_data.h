/* The input of a launcher: the boxes, arrays and values of a call. */
#ifndef VIEWFAB_BACKEND_LAUNCH_DATA_H
#define VIEWFAB_BACKEND_LAUNCH_DATA_H

#include <viewfab/viewfab.h>
#include <viewfab/words/values.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__CUDACC__) || defined(__HIPCC__)
#define VF_MAP_FUNCTION static __host__ __device__ __forceinline__
#else
#define VF_MAP_FUNCTION static inline
#endif

/* A box of a set may be empty in several directions, so a product of its extents does not show an empty box. */
VF_MAP_FUNCTION bool vfi_has_points(const vf_box *box)
{
  return box->lower[0] <= box->upper[0] && box->lower[1] <= box->upper[1] && box->lower[2] <= box->upper[2];
}

enum { VF_MAX_ARGUMENTS = 256, VF_ANY_COMPONENT = 2147483647 };

/* The ghosts of a call. */
typedef struct vfi_halo {
  int depth;              /* layers beside the box */
  int nodal[3];           /* 1: points are nodes, one more than the cells of the box; else 0 */
  unsigned pieces;        /* bit p: piece p is visited; only the box itself if a kernel is not over ghosts */
  unsigned periodic, odd; /* bits of faces: images on the other side; images with the other sign */
  unsigned on_walls;      /* bit d: the first and the last cell of direction d lie on the walls, as nodes do */
} vfi_halo;

/* An array on the device, for a launcher. Strides are in elements; the first index has stride 1. */
typedef struct vfi_span {
  void *origin;           /* address of the element with indices 0, first component; the array may not have this
                           * element */
  ptrdiff_t stride[3];    /* strides of the further indices; 0 for components if the array has none. Over columns:
                           * strides of levels (or of the columns of a table), parts, species */
  ptrdiff_t block_stride; /* over columns; else 0 */
  int lower[4], upper[4]; /* bounds of each index; components count from 0; VF_ANY_COMPONENT if the array has none */
} vfi_span;

typedef union vf_value {
  double number;                   /* real */
  int integer;                     /* int, option */
  bool truth;                      /* logical */
  double numbers[VF_MOST_NUMBERS]; /* real3, reals */
  int integers[VF_MOST_NUMBERS];   /* int3, ints */
  vf_box box;                      /* box */
  vf_boundary boundary;            /* boundary */
  const double *constants; /* constants: the numbers of all members in their order, also of integers and logicals
                                    * (0, 1); they stay with the caller */
} vf_value;

typedef struct vfi_bounds_record vfi_bounds_record;
typedef union vf_partial vf_partial;

/* A bit for each argument of a kernel. */
typedef struct vfi_argument_bits {
  uint32_t words[VF_MAX_ARGUMENTS / 32];
} vfi_argument_bits;
VF_MAP_FUNCTION bool vfi_argument_bit(const vfi_argument_bits *bits, int argument)
{
  return bits->words[argument / 32] >> argument % 32 & 1;
}
VF_MAP_FUNCTION void vfi_argument_bit_set(vfi_argument_bits *bits, int argument)
{
  bits->words[argument / 32] |= UINT32_C(1) << argument % 32;
}

/* The launch on sets has these tables in place of spans. All tables are in memory of the device. */
typedef struct vfi_launch_sets {
  const vf_box *boxes;        /* [box] */
  const int64_t *first_tiles; /* [box] number of tiles before the tiles of the box, for a reduction with one
                               * component */
  const char *values;         /* kernels with VF_VALUES_BY_BOX: packed values, box after box; else NULL */
  size_t value_stride;        /* bytes from the values of one box to the next; 0: all boxes have the same values */
  vfi_argument_bits is_set;   /* bit of an argument: the argument is a set */
  const vfi_span *spans[VF_MAX_ARGUMENTS]; /* [argument][box] for a set; [argument][1], for all boxes, for a view */
} vfi_launch_sets;

/* The access of a kernel to the elements of a remote array: by base[e], by parts[e >> shift][e & mask], or by
 * functions. */
typedef enum vfi_remote_form { VF_REMOTE_FLAT, VF_REMOTE_TABLE, VF_REMOTE_HANDLE } vfi_remote_form;

/* Functions for one element. Offsets are bytes in the part of a rank. add: one addition after the other. */
typedef struct vfi_remote_handle {
  void *state;
  void (*get)(void *state, int rank, size_t offset, void *to, vf_type type);
  void (*put)(void *state, int rank, size_t offset, const void *from, vf_type type);
  void (*add)(void *state, int rank, size_t offset, const void *value, vf_type type);
} vfi_remote_handle;

/* A remote array, for a launcher. Element (rank, offset) has the number (rank << shift) + offset. */
typedef struct vfi_remote_span {
  vfi_remote_form form;
  void *base;                      /* form flat: address of element 0; symmetric heap: the own part */
  void *const *parts;              /* [rank] in memory of the device */
  const vfi_remote_handle *handle; /* on the host */
  int shift, ranks;
  const int64_t *lengths; /* [rank] in memory of the device, for kernels with checked bounds */
} vfi_remote_span;

typedef struct vfi_launch {
  int box_count;
  const vf_box *boxes;    /* boxes of the call, on the host; without sets no box is empty */
  const vf_box *domains;  /* [box] the box as a body sees it; NULL: the same as boxes */
  int components;         /* n = 0 .. components - 1 */
  int selector;           /* colour 0, 1, or direction 0, 1, 2 */
  vfi_halo halo;          /* kernels over ghosts: the visited ghosts */
  const vfi_span *spans;  /* [argument]; undefined for values */
  const vf_value *values; /* [argument]; undefined for arrays */
  void *queue;
  const int *tile;             /* [3] points of a GPU block; see vf_context_set_tile */
  vfi_bounds_record *bounds;   /* written by the device; NULL for a kernel without checks */
  vf_partial *partials;        /* kernels with results: room on the device for one row a tile */
  const vfi_launch_sets *sets; /* NULL: all arrays are views, as in every call of a tuned implementation */
  int levels;                  /* over columns: full levels; boxes are points x blocks, and components are species */
  /* Gives device memory of at least so many bytes, until the end of the launch. NULL: no memory. Once a launch. */
  void *(*borrow)(void *lender, size_t bytes);
  void *lender;
  size_t *far_scratch; /* out: bytes of scratch of a team, if it did not fit beside the threads and was borrowed */
  const vfi_remote_span *remotes; /* [argument] undefined for other arrays; NULL: no remote arrays */
  vfi_remote_form form;           /* the form of all remote arrays of the launch */
  int64_t parallel_points; /* on the host: points of a loop from which threads share the loop; 0: the usual number */
} vfi_launch;

#ifdef __cplusplus
}
#endif

#endif
