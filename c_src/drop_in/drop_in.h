/* A legacy symbol, and what happens when it is called. */
#ifndef VIEWFAB_DROP_IN_DROP_IN_H
#define VIEWFAB_DROP_IN_DROP_IN_H

#include <viewfab/backend.h>

#include "derive.h"
#include "row.h"

/* Some procedure of the program; called with the parameters that a symbol has. */
typedef void (*vf_procedure)(void);

/* Where a part of the words that tell calls apart comes from, see signature.h. */
typedef enum vf_step_kind {
  VF_STEP_ADDRESS, /* the parameter itself */
  VF_STEP_SIX,     /* an array with six integers */
  VF_STEP_CORNERS, /* an array with two corners */
  VF_STEP_BYTES,   /* what the parameter points to */
  VF_STEP_FROM,    /* a corner, from that of the box on */
  VF_STEP_OF_CALL  /* the box */
} vf_step_kind;

typedef struct vf_signature_step {
  vf_step_kind kind;
  int parameter, bytes, word;
} vf_signature_step;

enum { VF_MOST_STEPS = VF_MOST_PARAMETERS };

/* A counter with cache lines of its own: processors fetch them in pairs. */
typedef struct vf_stayed {
  _Alignas(128) int64_t calls;
} vf_stayed;

enum { VF_STAYED_PLACES = 64 };

typedef struct vf_symbol {
  const char *name;
  vf_kernel *kernel;
  vf_legacy_form form;
  vf_derive_rule derive;
  const char *order;
  double (*invoke)(vf_procedure original, void *const *parameters); /* 0 where it gives nothing back */

  /* Found at the first call. */
  bool ready;
  vf_legacy_row row;
  int arguments[VF_MOST_WORDS], others[VF_MOST_WORDS]; /* of the kernel that words name, or -1 */
  int results[2];                                      /* that the function gives back, or -1 */
  bool may_wait, in_tiles;                             /* as signature.h has them */
  bool ahead;                                          /* as ahead.h has it */
  int lower, upper;                                    /* parameters of the box, or -1 */
  int step_count, signature_words;
  vf_signature_step steps[VF_MOST_STEPS];

  /* For the report. */
  bool has_original;
  int64_t calls, unknown_arrays; /* atomic; calls that wait count when they are made */
  vf_stayed *stayed;             /* [VF_STAYED_PLACES] further calls, which stayed with the original; see stay.h */

  bool known;
  struct vf_symbol *next; /* of those that are known */
} vf_symbol;

/* Defined where pointers that a call passes beyond the first six lie in memory one behind the other, as a structure of them does
 * that is passed by value: the functions of symbols take them as one. */
#if defined(__x86_64__) && defined(__LP64__) && !defined(_WIN32)
#define VF_PARAMETERS_IN_ROW 1
#endif

/* Tells of a symbol that the program has, before main.
 *   has_original  whether the program's own procedure is still there */
VF_API void vf_drop_in_known(vf_symbol *symbol, bool has_original);

/* Whether a call goes straight to the program's own procedure, and counts it then: a few loads. It does where the device is the
 * host, so that nothing moves, as long as no kernel is watched, no routine is checked and nobody has asked for the port by the
 * mode `device`. The first call of a program does not. */
VF_API bool vf_call_stays(vf_symbol *symbol, vf_procedure original);

/* What every drop-in symbol calls.
 *   original    of the program, where it is still there; NULL
 *   parameters  the addresses that were passed
 * Returns what the function gives back. Where the call fails, the failure handler is called, see viewfab/boxlib.h. */
VF_API double vf_drop_in(vf_symbol *symbol, vf_procedure original, void *const *parameters);

#endif
