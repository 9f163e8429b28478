/* For authors of devices, launchers and tuned kernels: kernel metadata, what a launch is given, and the table
 * that a back end fills. */
#ifndef VIEWFAB_BACKEND_H
#define VIEWFAB_BACKEND_H

#include <viewfab/viewfab.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { VF_MAX_ARGUMENTS = 24, VF_MAX_TILE = 256, VF_ANY_COMPONENT = 2147483647 };

typedef enum vf_backend_id { VF_BACKEND_HOST, VF_BACKEND_CUDA, VF_BACKEND_HIP, VF_BACKEND_COUNT } vf_backend_id;

/* ---- Metadata of a kernel, as its file declares it --------------------------------------------------- */

/* The kinds of point set that a launcher walks. */
typedef enum vf_points {
  VF_POINTS_ALL,
  VF_POINTS_COLOURED,
  VF_POINTS_FACES,
  VF_POINTS_REDUCTION,
  VF_POINTS_GHOSTS
} vf_points;

/* How partial results of a reduction are combined. */
typedef enum vf_reduction { VF_REDUCTION_NONE, VF_REDUCTION_SUM, VF_REDUCTION_MAX } vf_reduction;

typedef enum vf_argument_intent {
  VF_ARGUMENT_READ = VF_READ,
  VF_ARGUMENT_WRITE = VF_WRITE,
  VF_ARGUMENT_UPDATE = VF_UPDATE,
  VF_ARGUMENT_VALUE
} vf_argument_intent;

typedef enum vf_argument_type {
  VF_ARGUMENT_REAL,
  VF_ARGUMENT_INT,
  VF_ARGUMENT_REAL3,
  VF_ARGUMENT_INT3,
  VF_ARGUMENT_BOX,
  VF_ARGUMENT_BOUNDARY
} vf_argument_type;

typedef enum vf_map_kind {
  VF_MAP_SAME,
  VF_MAP_REFINED,
  VF_MAP_COARSENED,
  VF_MAP_FACE,
  VF_MAP_FACE_OF_POINT,
  VF_MAP_CELLS_OF_FACE,
  VF_MAP_SHIFTED
} vf_map_kind;

typedef struct vf_map {
  vf_map_kind kind;
  bool shared;       /* no component index */
  int direction;     /* VF_MAP_FACE: 0, 1, 2 */
  const char *shift; /* VF_MAP_SHIFTED: name of the value that holds the shift */
} vf_map;

typedef struct vf_argument_description {
  const char *name;
  vf_argument_intent intent;
  vf_argument_type type;
  vf_map map; /* arrays only */
  int reach;  /* arrays only: elements in each direction around the mapped ones */
  const char *documentation;
} vf_argument_description;

typedef struct vf_kernel_description {
  const char *name;
  const char *summary;
  vf_points points;
  vf_reduction reduction;
  bool safe_in_place;
  int argument_count;
  const vf_argument_description *arguments;
} vf_kernel_description;

/* ---- A launch ---------------------------------------------------------------------------------------- */

/* An array on the device, as a launcher sees it. Strides are in elements; the first index has stride 1. */
typedef struct vf_span {
  void *origin;        /* address that element (0, 0, 0, first component) has, or would have */
  ptrdiff_t stride[3]; /* of j, k, n; 0 for n where the array has no component index */
  int lower[3], upper[3];
  int components; /* VF_ANY_COMPONENT where the array has no component index */
} vf_span;

typedef union vf_value {
  double number;        /* real */
  int integer;          /* int */
  double numbers[3];    /* real3 */
  int integers[3];      /* int3 */
  vf_box box;           /* box */
  vf_boundary boundary; /* boundary */
} vf_value;

/* First access outside an array in a build with VIEWFAB_BOUNDS. */
typedef struct vf_bounds_record {
  int found;
  int argument, box;
  int index[4]; /* i, j, k, n; n counts from 0 */
} vf_bounds_record;

/* Cells and lanes of the fixed tree of reductions: cells of a box are numbered in column order and cut in
 * tiles, box by box and in a box component by component; lane l of a tile starts from 0 (sum) or -infinity (max) and
 * adds its cells l, l + lanes, ... in this order; lanes are combined pairwise, upper
 * half onto lower half; the list of tile results is reduced in the same way until one is left. */
enum { VF_REDUCTION_TILE = 4096, VF_REDUCTION_LANES = 256 };

/* What a launch on sets has in place of spans. All tables are in memory of the device. */
typedef struct vf_launch_sets {
  const vf_span *spans[VF_MAX_ARGUMENTS]; /* [argument][box] of sets; of a view, [argument][1] for all boxes */
  unsigned is_set;                        /* bit a: argument a is a set */
  const vf_box *boxes;                    /* [box] */
  const int64_t *first_tiles;             /* [box] tiles of a reduction with one component before those of the box */
} vf_launch_sets;

typedef struct vf_launch {
  int box_count;
  const vf_box *boxes;    /* the cells to work on, on the host; none is empty, but where there are sets */
  const vf_box *domains;  /* [box] what a body sees as its box; NULL: the boxes themselves */
  int components;         /* n = 0 .. components - 1 */
  int selector;           /* colour 0, 1, or direction 0, 1, 2 */
  const vf_span *spans;   /* [argument]; undefined for values */
  const vf_value *values; /* [argument]; undefined for arrays */
  void *queue;
  const int *tile;            /* [3] points of a GPU block; see vf_context_set_tile */
  vf_bounds_record *bounds;   /* on the device; NULL without VIEWFAB_BOUNDS */
  double *partials;           /* reductions: room on the device for one result a tile */
  const vf_launch_sets *sets; /* NULL: views only, as in every call of a tuned implementation */
} vf_launch;

/* Queues one kernel on all boxes. Returns 0, or the native error code of the device. */
typedef int (*vf_launcher)(const vf_launch *launch);

/* A hand-written implementation: like a launcher, or VF_LAUNCH_DECLINED to leave the call to the general one. */
enum { VF_LAUNCH_DECLINED = -1 };

typedef struct vf_kernel {
  vf_kernel_description description;
  vf_launcher launchers[VF_BACKEND_COUNT][2]; /* [back end][0 float, 1 double]; NULL where not built */
  vf_launcher tuned[VF_BACKEND_COUNT][2];     /* slots, NULL where there is none; see vf_kernel_tune */
  struct vf_ledger *ledger;                   /* validation: settings and findings; NULL until the first call */
} vf_kernel;

/* Puts a hand-written implementation in a kernel's slot; NULL empties it. type is VF_REAL32 or VF_REAL64. */
VF_API vf_status vf_kernel_tune(vf_kernel *kernel, vf_backend_id backend, vf_type type, vf_launcher launcher);

/* ---- The call that every generated entry makes -------------------------------------------------------- */

typedef struct vf_argument {
  vf_view *view;  /* arrays */
  vf_value value; /* values */
  bool missing;   /* a value that the caller passed as NULL */
} vf_argument;

typedef struct vf_call {
  vf_kernel *kernel;
  const vf_box *boxes;
  int box_count;
  const vf_argument *arguments; /* [argument_count], in the order of the declaration */
  int selector;                 /* colour or direction; 0 where the kernel has none */
  double *result;               /* reductions: where to read the result to (waits), or NULL */
  vf_view *result_view;         /* reductions: a real64 array whose first element takes the result, or NULL */
} vf_call;

/* Checks the call, brings stale data to the device, launches, and notes what was written. */
VF_API vf_status vf_dispatch(const vf_call *call);

/* ---- Composite operations ----------------------------------------------------------------------------- */

/* Several kernels as one operation. plain runs them one after the other; it is the oracle of every tuned
 * version, and what runs where no tuned version takes the call. arguments is the operation's own struct. */
typedef vf_status (*vf_operation)(const void *arguments);

typedef struct vf_composite {
  const char *name;
  vf_operation plain;
  vf_operation tuned[VF_BACKEND_COUNT];                   /* NULL where there is none */
  bool (*takes[VF_BACKEND_COUNT])(const void *arguments); /* NULL: takes every call */
  vf_kernel *const *members; /* the kernels that plain calls, NULL at the end; while one of them is checked, captured or
                              * runs its original, plain runs */
} vf_composite;

/* Runs a composite on the device of a context (NULL: the default one). */
VF_API vf_status vf_composite_run(const vf_composite *composite, vf_context *context, const void *arguments);

/* ---- Comparisons on a device (validation) --------------------------------------------------------------- */

/* Elements that the points of a call own: lower .. upper in i, j, k, n, all counted from 0, and of those
 * VF_OWNED_ALL             every one
 * VF_OWNED_PARITY          where i + j + k + offset is even
 * VF_OWNED_HALVED_PARITY   where (i + half[0])/2 + (j + half[1])/2 + (k + half[2])/2 + offset is even, by floor
 * division VF_OWNED_BESIDE          the layer beside each of the six faces of lower .. upper in their place */
typedef enum vf_owned_kind { VF_OWNED_ALL, VF_OWNED_PARITY, VF_OWNED_HALVED_PARITY, VF_OWNED_BESIDE } vf_owned_kind;

typedef struct vf_owned_rule {
  vf_owned_kind kind;
  int64_t lower[4], upper[4];
  int64_t offset, half[3];
} vf_owned_rule;

enum { VF_OWNED_RULES = 8, VF_ULP_DECADES = 18 };

/* Three states of one array in column order, on the device. */
typedef struct vf_device_states {
  vf_type type;
  int64_t extent[4];
  const void *port, *original, *before;
  uint64_t unwritten; /* bits that an owned element has where nobody wrote it; 0: not looked for */
  int rule_count;
  vf_owned_rule rules[VF_OWNED_RULES];
  double ulp, relative, absolute, scaled; /* as in vf_tolerance */
} vf_device_states;

/* What was seen; [2]: i + j + k even, odd. */
typedef struct vf_device_differences {
  int64_t compared[2], different[2], failed[2];
  int64_t outside, unwritten; /* elements that are not owned and yet differ from before; owned ones that nobody wrote */
  int64_t decades[2][VF_ULP_DECADES];
  double magnitude;    /* largest one that the original wrote */
  double worst[2][3];  /* absolute, relative, ULP */
  int64_t place[2][3]; /* element at which */
} vf_device_differences;

/* ---- Parts of arrays ---- */

/* Elements [begin, begin + count) of an array. A packed copy of several runs has them one after the other; there they
 * begin at packed. */
typedef struct vf_run {
  int64_t begin, count, packed;
} vf_run;

/* ---- Ghost exchange of sets ------------------------------------------------------------------------------ */

/* Some ghost cells of one box, at most VF_EXCHANGE_CELLS. */
enum { VF_EXCHANGE_CELLS = 2048 };
typedef struct vf_exchange_item {
  int to;   /* box whose ghosts they are */
  int from; /* box whose cells they are copies of */
  int face; /* -1, or the face of the domain beside which they lie and from whose inside they are filled */
  int first[3], size[3];
  int shift[3]; /* a copy is of what from has at (i, j, k) + shift */
} vf_exchange_item;

/* All of them, of one set. Tables are in memory of the device. */
typedef struct vf_exchange {
  vf_type type;
  int components, item_count;
  const vf_exchange_item *items;
  const vf_span *spans, *walls; /* [box]; walls NULL: 0 */
  const vf_box *boxes;          /* [box] */
  vf_boundary sides;
  void *queue;
} vf_exchange;

/* ---- Back ends ----------------------------------------------------------------------------------------- */

/* Functions return 0 or a native error code that error_text explains, unless said otherwise. */
typedef struct vf_backend {
  const char *name;
  vf_backend_id id;
  bool aliases_host; /* the device side is the host array itself */
  int out_of_memory; /* native code that means so */

  int (*device_count)(int *count);
  const char *(*error_text)(int code);
  int (*select)(int ordinal); /* makes the device current for the calling thread */
  int (*queue_create)(void **queue);
  int (*queue_destroy)(void *queue);
  int (*queue_wait)(void *queue);
  int (*allocate)(void **address, size_t bytes);
  int (*release)(void *address);
  int (*copy_to_device)(void *device, const void *host, size_t bytes, void *queue);
  int (*copy_to_host)(void *host, const void *device, size_t bytes, void *queue);
  int (*lock)(void *host, size_t bytes); /* page-locks host memory */
  int (*unlock)(void *host);
  int (*allocate_shared)(void **address, size_t bytes); /* host memory that the device can write */
  int (*release_shared)(void *address);
  /* Reduces a list of partial results in place by the fixed tree; the result ends in partials[0]. */
  int (*reduce)(double *partials, int64_t count, vf_reduction reduction, void *queue);
  int (*copy_on_device)(void *to, const void *from, size_t bytes, void *queue);
  /* Sum over the 32-bit words of a range of device memory, each times an odd number of its place, in 64 bits: differs
   * where one word differs. Waits. */
  int (*digest)(const void *address, size_t bytes, void *queue, uint64_t *digest);
  /* Gives owned elements the bits of unwritten, and compares states. Both wait; NULL where the device is the host. */
  int (*mark_unwritten)(void *array, const vf_device_states *states, void *queue);
  int (*compare)(const vf_device_states *states, void *queue, vf_device_differences *differences);
  int (*exchange)(const vf_exchange *exchange); /* queues all items as one launch */
  /* Queue copies between runs of an array and a packed copy of them. Array, runs and packed copy are on the device;
   * size: 4 or 8 bytes an element. */
  int (*pack)(void *packed, const void *array, size_t size, const vf_run *runs, int64_t count, void *queue);
  int (*unpack)(void *array, const void *packed, size_t size, const vf_run *runs, int64_t count, void *queue);
} vf_backend;

#ifdef __cplusplus
}
#endif

#endif
