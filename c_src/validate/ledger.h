/* The ledger of a kernel: the settings of its runs and checks, and its findings. All of the ledger is kept under the
 * lock. */
#ifndef VIEWFAB_VALIDATE_LEDGER_H
#define VIEWFAB_VALIDATE_LEDGER_H

#include <viewfab/validate.h>

#include "sampling.h"

enum { VF_MAX_FINDINGS = 1024, VF_FINDING_TEXT = 768, VF_NAME_LENGTH = 64, VF_PLACE_LENGTH = 112 };

/* Kinds of errors. Errors of the original are remarks: they do not fail the port. */
typedef enum vfi_finding_kind {
  VF_FINDING_DIFFERS,
  VF_FINDING_UNJUDGED, /* the original is chaotic: rounding would explain any difference */
  VF_FINDING_VARIES,   /* the results of the original differ from run to run */
  VF_FINDING_CAUSE,    /* cause that would explain a difference */
  VF_FINDING_NAN,
  VF_FINDING_UNWRITTEN,
  VF_FINDING_WRONG_COLOUR,
  VF_FINDING_OUTSIDE,
  VF_FINDING_UNTOUCHED, /* elements that the original alone changes without permission to do more */
  VF_FINDING_INPUT,
  VF_FINDING_ORDER,
  VF_FINDING_VALUE,             /* of routines from here */
  VF_FINDING_UNLISTED,          /* the port writes an array outside of the list */
  VF_FINDING_UNLISTED_ORIGINAL, /* the original writes such an array */
  VF_FINDING_OPEN,              /* a routine that never ended */
  VF_FINDING_END,               /* vf_check_end failed, so that a call was not checked */
  VF_FINDING_PERTURBED,         /* any kind above, on perturbed inputs; the argument tells the kind */
  VF_FINDING_OLD_WRITTEN,       /* the host wrote an array with its newest values on the device */
  VF_FINDING_UNANNOUNCED,       /* an access of the host that needed a sync: see coherence/events.h */
  VF_FINDING_ORIGINAL_OUTSIDE,
  VF_FINDING_ORIGINAL_TRUNCATES,
  VF_FINDING_ORIGINAL_INPUT,
  VF_FINDING_ORIGINAL_BEYOND, /* its results depend on elements beyond the windows */
  VF_FINDING_WIDENED,         /* rounding explains a difference beyond the tolerance */
  VF_FINDING_UNLISTED_OWN,
  VF_FINDING_NOTHING,
  VF_FINDING_LEFT,      /* an error left a call of a routine before its end */
  VF_FINDING_UNCHECKED, /* no memory for a check */
  VF_FINDING_UNSET,     /* constants that are all 0, beside results that are no finite numbers */
  VF_FINDING_OLD_AT_END /* the newest values of an array did not come to the host before its end */
} vfi_finding_kind;

typedef struct vfi_finding {
  vfi_finding_kind kind;
  int argument;
  int64_t first_call, last_call, calls; /* calls with the finding */
  double size;                          /* size of the largest case, whose text is kept; see vfi_ledger_note_largest */
  int64_t largest_call;
  char text[VF_FINDING_TEXT];
} vfi_finding;

/* The largest difference by one measure, and its place: index in the user's bounds. */
typedef struct vfi_worst {
  double error;               /* 0: none */
  char label[VF_NAME_LENGTH]; /* of the view */
  int64_t index[4];
  char axes[VF_PLACE_LENGTH]; /* the same by axis if the view has axes, or "" */
  double port, original;
  int64_t call;
} vfi_worst;

enum { VF_ABSOLUTE, VF_RELATIVE, VF_ULP, VF_MEASURES };

/* Comparisons of one argument's elements of one colour. */
typedef struct vfi_tally {
  int64_t compared, different, failed;
  int64_t decades[VF_ULP_DECADES]; /* differing elements by ULP: [0] 0 to 9, [1] 10 to 99, ... */
  vfi_worst worst[VF_MEASURES];
} vfi_tally;

/* Comparisons of one argument's elements in calls with this label of the view. */
typedef struct vfi_statistics {
  int argument; /* or the number of arguments: the result */
  char label[VF_NAME_LENGTH];
  vfi_tally tally[2]; /* [colour] */
} vfi_statistics;

enum { VF_MAX_STATISTICS = 24 };

/* Settings of a kernel's own; all others follow the settings for every kernel. */
enum {
  VF_CHOSEN_MODE = 1,
  VF_CHOSEN_EVERY = 2,
  VF_CHOSEN_KEEP = 4,
  VF_CHOSEN_ORDER = 8,
  VF_CHOSEN_STOP = 16,
  VF_CHOSEN_TOLERANCE = 32,
  VF_CHOSEN_MORE = 64,
  VF_CHOSEN_PERTURB = 128
};

typedef struct vfi_settings {
  unsigned chosen;
  vf_mode mode;
  int every;
  vf_keep keep;
  bool order, stop;
  bool more;           /* the original does more than the port, anywhere */
  int ghosts[3];       /* or in so many layers at both ends of each direction around its written elements */
  int64_t perturb;     /* seed of the checks on perturbed inputs; 0: there are none */
  double perturb_size; /* largest relative change of an input */
  bool tolerant;       /* a tolerance was set */
  vf_tolerance tolerance;
} vfi_settings;

typedef struct vfi_ledger {
  char name[VF_NAME_LENGTH];
  vfi_settings settings;
  bool captured;               /* VF_CAPTURE names the kernel */
  const vf_kernel *kernel;     /* NULL until its first call */
  struct vfi_routine *routine; /* NULL: a kernel, or a name without a use so far */
  vf_original originals[VF_PASS_COUNT];
  void *users[VF_PASS_COUNT];
  int running;         /* calls of the kernel that are watched now */
  vfi_sampler sampler; /* of the calls with points, in mode check if not all are checked */
  int64_t calls;       /* of the program; a call on sets that ran box by box counts for every box */
  int64_t checked, in_original, without_original;
  int64_t empty;                         /* calls in mode check with nothing to compare */
  double seconds_original, seconds_port; /* of the checked calls; with the transfers that the port needed */
  int statistics_count;
  vfi_statistics statistics[VF_MAX_STATISTICS];
  vfi_tally others[2]; /* [colour] of all labels without a place in the list */
  int finding_count, finding_room;
  vfi_finding *findings;        /* the earliest call first, and within a call as they were noted */
  int64_t findings_beyond;      /* number of findings that did not get a place in the list */
  int64_t first_beyond;         /* the first call of them */
  bool failed_beyond;           /* some of them fail */
  int64_t first_differing_call; /* 0: none */
  int64_t first_failure;        /* its number among the failures of all ledgers, from 1; 0: none */
  bool reads_beyond;            /* the original needs whole arrays */
  uint64_t seen_whole;          /* a bit for each sort of call that was checked on whole arrays */
  struct vfi_picture *pictures; /* where port and original differ (findings/picture.h) */
  struct vfi_ledger *next;
} vfi_ledger;

/* All ledgers, in the order of their kernels' first mention. */
vfi_ledger *vfi_ledger_first(void);

/* The ledger of a name, made if missing; NULL, with the last error set, without memory. */
vfi_ledger *vfi_ledger_named(const char *name);

/* Adds comparisons of one colour to the earlier comparisons. */
void vfi_tally_add(vfi_tally *all, const vfi_tally *part);

/* Adds the tallies of the two colours to the earlier tallies. */
void vfi_tallies_add(vfi_tally to[2], const vfi_tally from[2]);

/* Adds the comparisons of an argument, or of the result, whose view has this label. */
void vfi_ledger_count(vfi_ledger *ledger, int argument, const char *label, const vfi_tally tally[2]);

/* Notes a finding of a call, once for each kind and argument; text is for the first call. */
void vfi_ledger_note(vfi_ledger *ledger, vfi_finding_kind kind, int argument, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* The same, but the text is of the call with the largest size. */
void vfi_ledger_note_largest(vfi_ledger *ledger, vfi_finding_kind kind, int argument, double size, const char *format,
                             ...) __attribute__((format(printf, 5, 6)));

/* Forgets all findings, and their pictures. */
void vfi_ledger_forget(vfi_ledger *ledger);

/* Number of failing findings, in all ledgers. */
int64_t vfi_ledger_failures(void);

bool vfi_finding_fails(vfi_finding_kind kind);
bool vfi_ledger_failed(const vfi_ledger *ledger);

#endif
