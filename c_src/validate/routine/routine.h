/* Routines under check. Each name has a vfi_routine beside its ledger; each run that has begun is a vfi_routine_run until
 * its end. Lock held for all functions here, unless they say otherwise. */
#ifndef VIEWFAB_VALIDATE_ROUTINE_ROUTINE_H
#define VIEWFAB_VALIDATE_ROUTINE_ROUTINE_H

#include <pthread.h>

#include <viewfab/routine.h>

#include "../../core/check.h"
#include "../compare/rounding.h"
#include "../ledger.h"
#include "../images/signature.h"

/* The comparisons under one label: the views with the label, or the numbers with it. */
typedef struct vfi_subject {
  char label[VF_NAME_LENGTH];
  bool is_value;
  vfi_tally tally;
} vfi_subject;

typedef struct vfi_routine {
  vf_routine_original original;
  void *user;
  vfi_subject *subjects;
  int subject_count;
  int64_t elsewhere;   /* unchecked calls, because another thread was in a checked routine */
  int64_t open;        /* runs that have begun and not ended */
  bool looked_around;  /* a run has looked for arrays outside of the list */
  vfi_sampler sampler; /* by labels and extents of the listed views */
} vfi_routine;

/* The ledger of a routine, made if missing. Errors: VF_ERROR_STATE (a kernel has the name), VF_ERROR_MEMORY. */
vf_status vfi_routine_ledger(const char *name, vfi_ledger **ledger);

/* The routine's subject of a label, made if missing; -1, with the last error set, without memory. */
int vfi_routine_subject(vfi_routine *routine, const char *label, bool is_value);

/* Forgets findings; open runs stay. */
void vfi_routine_reset(vfi_routine *routine);

enum { VF_WRITERS = 6, VF_STRANGERS = 8, VF_USES = 16 };

typedef struct vfi_extent { /* of cells; empty if known is false */
  bool known;
  int64_t lower[3], upper[3];
} vfi_extent;

/* An array of listed views: its contents at the begin, and the results of port and original. */
typedef struct vfi_routine_array {
  vfi_array *array;
  bool gone; /* its views were released */
  char *before, *port, *original, *rerun;
  char *host; /* stale contents of the host's side behind the port */
  vfi_state state;
  bool on_device_before;
  int64_t written, writes; /* of the array, behind the port */
  int64_t writes_before;
  int64_t kernel_writes; /* by the kernels below */
  int writer_count;
  struct {
    const char *name;
    int calls;
  } writers[VF_WRITERS];
  int use_count; /* the first uses: they name a missing call */
  struct {
    const char *name;
    bool reads, writes;
  } uses[VF_USES];
  int64_t first_write; /* its number among the first writes of listed arrays, from 1; 0: no kernel wrote the array */
  bool ghosts_filled;
  vfi_extent cells, ghost_cells, touched; /* boxes of kernels; kernels that fill ghosts; written by the others */
} vfi_routine_array;

/* A listed view, or a view of a listed set. */
typedef struct vfi_routine_piece {
  int listed, array, subject;
  vf_type type;
  int rank;
  size_t offset, bytes; /* in the array */
  int64_t extent[4], lower[4];
  vfi_axes axes; /* rank 0: none */
  int64_t first; /* the piece begins with this element of the axes */
  char label[VF_LABEL_LENGTH];
  vfi_extent only; /* cells to compare; not known: all elements */
} vfi_routine_piece;

enum { VF_ZONE_CELLS, VF_ZONE_FACES, VF_ZONE_EDGES = VF_ZONE_FACES + 6, VF_ZONES };

/* The result of a comparison of a piece. Elements are counted from the piece's first. */
typedef struct vfi_piece_result {
  vfi_tally tally;
  int64_t first, worst; /* of the elements beyond the tolerance */
  double worst_error;
  int64_t nan, first_nan;
  int64_t left_alone, only_port; /* of the elements beyond the tolerance: changed by one of the two sides only */
  int64_t left_zones[VF_ZONES];  /* places of the former */
  int64_t zones[VF_ZONES];
  int64_t low[4], high[4];                 /* around the elements beyond the tolerance; counted from 0 */
  int64_t changed;                         /* by the original */
  int64_t explained;                       /* within the tolerance by rounding alone */
  double explained_error, explained_slack; /* the largest explained difference, and its largest allowed size */
  int64_t explained_worst;
  int64_t unjudged, first_unjudged; /* of the elements beyond the tolerance: rounding would explain anything */
  double unjudged_change;
} vfi_piece_result;

typedef struct vfi_routine_value {
  int subject;
  vf_type type;
  uint64_t port, original;
  bool in_original, in_rerun;
  double change, by_cap; /* the largest change for inputs with changes in their last place, and by the cap */
  bool unjudged;         /* rounding would explain anything */
} vfi_routine_value;

/* An array outside of the list that a kernel of the port uses. */
typedef struct vfi_stranger {
  const vfi_array *array; /* for comparison only: the array may be gone */
  char label[VF_LABEL_LENGTH];
  const char *kernel;
  bool stale; /* the kernel reads the array, and the host's side was not the newest */
} vfi_stranger;

/* An array outside of the list, as of the original's begin. */
typedef struct vfi_witness {
  vfi_array *array;
  int64_t born;
  vfi_signature *blocks;
} vfi_witness;

/* Reasons for another run of the original: on inputs with changes in their last place, and by the cap on rounding; both
 * once more in another pattern, for numbers; and on the true inputs. */
typedef enum vfi_rerun_for {
  VF_RERUN_ROUNDING,
  VF_RERUN_CAP,
  VF_RERUN_NUMBERS,
  VF_RERUN_NUMBERS_CAP,
  VF_RERUN_TRUE
} vfi_rerun_for;

typedef enum vfi_phase { VF_PHASE_PORT, VF_PHASE_ORIGINAL, VF_PHASE_RERUN, VF_PHASE_DONE } vfi_phase;

typedef struct vfi_routine_run {
  struct vfi_routine_run *next; /* of all open runs, the last begun run first */
  pthread_t owner;
  vfi_ledger *ledger;
  vf_mode mode; /* VF_MODE_DEVICE: the port alone */
  vfi_phase phase;
  vfi_rerun_for rerun_for;
  int patterns;     /* of changed inputs so far */
  bool varies;      /* the original gives other results on the same inputs */
  vf_status status; /* of vf_check_original, for vf_check_end to tell */
  char text[VF_FINDING_TEXT];
  char left[VF_FINDING_TEXT / 2]; /* the first error since the begin, a possible way out of the port; or "" */
  int64_t call, clock;            /* number of the call, and vfi_array_clock() when it began */
  double started;
  vf_view **views;
  int view_count;
  vfi_routine_piece *pieces;
  vfi_piece_result *results;
  vfi_slack *slacks; /* [piece] the measured rounding */
  int piece_count;
  vfi_routine_array *arrays;
  int array_count;
  char *memory;            /* of all images */
  vf_original_array *list; /* [piece_count] for a registered original */
  vfi_array **scratch;
  int scratch_count;
  vfi_routine_value *values;
  int value_count, port_values;
  int64_t extra_values; /* values of the original only */
  bool empty;           /* nothing was put to the test */
  vfi_witness *witnesses;
  int witness_count;
  vfi_stranger strangers[VF_STRANGERS];
  int stranger_count;
  int64_t first_writes;
  const char *unset,
      *unset_kernel;     /* a structure of constants that was all 0 in a call of the port, and its kernel; NULL: none */
  const char *composite; /* the last composite that ran as a whole; NULL: none */
} vfi_routine_run;

/* True if any run is open; no lock. */
bool vfi_routines_open(void);

/* True if some run is checked and in its port. */
bool vfi_routines_check_ports(void);

/* True if the calling thread is inside the original of a routine; no lock. */
bool vfi_routine_inside(void);

/* The last run of the calling thread, which must be of this routine. Errors: VF_ERROR_STATE. who names the caller. */
vf_status vfi_routine_find(const char *routine, const char *who, vfi_routine_run **run);

/* Errors: VF_ERROR_NULL, VF_ERROR_ARGUMENT. */
vf_status vfi_routine_check_name(const char *routine, const char *who);

/* True if nothing is checked and no run is open: the only question of a call in mode device. No lock. */
bool vfi_routine_idle(void);

/* The last run that the calling thread has begun; NULL: none. */
vfi_routine_run *vfi_routine_innermost(void);
vfi_routine_run *vfi_routine_first(void);

/* True if a failure was told on the run's thread since its begin: an unended run may have left by the failure. */
bool vfi_routine_was_left(vfi_routine_run *run);

/* The runs of a routine that have begun and not ended, without an error; and the others, which errors have left: the
 * first of them, or NULL. */
int64_t vfi_routine_forgotten(const vfi_ledger *ledger);
const vfi_routine_run *vfi_routine_left(const vfi_ledger *ledger);

/* Ends the runs on a context, which is about to close. */
void vfi_routines_close(const vf_context *context);

/* Notes that a composite ran as a whole, without its kernels. */
void vfi_routines_note_composite(const char *name);

/* Notes the arrays of a kernel's call, for the runs in their ports. */
void vfi_routines_note(const vfi_call *call, const vfi_checked *checked);

#endif
