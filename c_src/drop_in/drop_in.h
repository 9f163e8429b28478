/* A legacy symbol, and the way of its calls. */
#ifndef VIEWFAB_DROP_IN_DROP_IN_H
#define VIEWFAB_DROP_IN_DROP_IN_H

#include <viewfab/backend.h>

#include "derive.h"
#include "row.h"

/* Some procedure of the program; called with the parameters of a symbol */
typedef void (*vf_procedure)(void);

/* Source of a part of the words that tell calls apart, see signature.h. */
typedef enum vf_step_kind {
  VF_STEP_ADDRESS, /* the parameter itself */
  VF_STEP_SIX,     /* an array with six integers */
  VF_STEP_CORNERS, /* an array with two corners */
  VF_STEP_BYTES,   /* the bytes that the parameter points to */
  VF_STEP_FROM,    /* a corner, counted from the corner of the box */
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
  double (*invoke)(vf_procedure original, void *const *parameters); /* 0 if the original gives nothing back */

  /* Found at the first call. */
  bool ready;
  vf_legacy_row row;
  int arguments[VF_MOST_WORDS], others[VF_MOST_WORDS]; /* of the kernel that words name, or -1 */
  int results[2];                                      /* results for the return value of the function, or -1 */
  bool may_wait, in_tiles;                             /* as signature.h has them */
  bool ahead;                                          /* true if calls may be made ahead, see ahead.h */
  int lower, upper;                                    /* parameters of the box, or -1 */
  int step_count, signature_words;
  vf_signature_step steps[VF_MOST_STEPS];

  /* For the report. */
  bool has_original;
  int64_t calls, unknown_arrays; /* atomic; waiting calls count when they are made */
  vf_stayed *stayed;             /* [VF_STAYED_PLACES] further calls, which stayed with the original; see stay.h */

  bool known;
  struct vf_symbol *next; /* next known symbol */
} vf_symbol;

/* Defined if pointers that a call passes beyond the first six lie in memory one behind the other, like a structure of
 * pointers that is passed by value: the functions of symbols take them as one structure. */
#if defined(__x86_64__) && defined(__LP64__) && !defined(_WIN32)
#define VF_PARAMETERS_IN_ROW 1
#endif

/* Registers a symbol of the program, before main.
 *   has_original  true if the program still has its own procedure */
VF_API void vf_drop_in_known(vf_symbol *symbol, bool has_original);

/* True if a call goes straight to the program's own procedure; counts the call then. Costs a few loads. A call does so
 * if the device is the host, so that nothing moves, as long as no kernel is watched, no routine is checked and nobody
 * has asked for the port by the mode `device`. The first call of a program does not. */
VF_API bool vf_call_stays(vf_symbol *symbol, vf_procedure original);

/* Every drop-in symbol calls this function.
 *   original    of the program, if the program still has it; NULL otherwise NULL
 *   parameters  the passed addresses
 * Returns the return value of the function. If the call fails, the failure handler is called, see viewfab/boxlib.h. */
VF_API double vf_drop_in(vf_symbol *symbol, vf_procedure original, void *const *parameters);

#endif
