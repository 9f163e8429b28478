/* A legacy symbol (such as average3dgen) and the entry of its calls. A *drop-in* is the port of a legacy symbol: a function
 * with the symbol's arguments that runs a kernel. */
#ifndef VIEWFAB_RELINK_DROP_IN_H
#define VIEWFAB_RELINK_DROP_IN_H

#include <viewfab/backend.h>

#include "derive.h"
#include "row.h"

/* The program's own procedure of a symbol; its true type has the parameters of the symbol. */
typedef void (*vfi_procedure)(void);

/* The source of a part of a signature: the numbers that tell calls apart, see signature.h. */
typedef enum vfi_step_kind {
  VF_STEP_ADDRESS, /* the parameter itself */
  VF_STEP_SIX,     /* an array with six integers */
  VF_STEP_CORNERS, /* an array with two corners */
  VF_STEP_BYTES,   /* the bytes that the parameter points to */
  VF_STEP_FROM,    /* a corner, counted from the corner of the box */
  VF_STEP_OF_CALL  /* the box */
} vfi_step_kind;

typedef struct vfi_signature_step {
  vfi_step_kind kind;
  int parameter, bytes, word;
} vfi_signature_step;

enum { VF_MOST_STEPS = VF_MOST_PARAMETERS };

/* A counter with cache lines of its own: processors fetch them in pairs. */
typedef struct vfi_stayed {
  _Alignas(128) int64_t calls;
} vfi_stayed;

enum { VF_STAYED_PLACES = 64 };

typedef struct vfi_symbol {
  const char *name;
  vf_kernel *kernel;
  vfi_legacy_form form;
  vfi_derive_rule derive;
  const char *order;
  double (*invoke)(vfi_procedure original, void *const *parameters); /* 0 if the original gives nothing back */

  /* Found at the first call. */
  bool ready;
  vfi_legacy_row row;
  int arguments[VF_MOST_WORDS], others[VF_MOST_WORDS]; /* of the kernel that words name, or -1 */
  int results[2];                                      /* results for the return value of the function, or -1 */
  bool may_wait, in_tiles;                             /* as signature.h has them */
  bool ahead;                                          /* true if calls may be made ahead, see ahead.h */
  int lower, upper;                                    /* parameters of the box, or -1 */
  int step_count, signature_words;
  vfi_signature_step steps[VF_MOST_STEPS];

  /* For the report. */
  bool has_original;
  int64_t calls, unknown_arrays; /* atomic; waiting calls count when they are made */
  vfi_stayed *stayed;            /* [VF_STAYED_PLACES] further calls, which stayed with the original; see stay.h */

  bool known;
  struct vfi_symbol *next; /* next known symbol */
} vfi_symbol;

/* Defined on platforms where a call passes the pointers after the sixth in memory, one behind the other, like a structure
 * of pointers by value: the functions of symbols then take these pointers as one structure. */
#if defined(__x86_64__) && defined(__LP64__) && !defined(_WIN32)
#define VF_PARAMETERS_IN_ROW 1
#endif

/* Registers a symbol of the program, before main.
 *   has_original  true if the program still has its own procedure */
VF_API void vfi_drop_in_known(vfi_symbol *symbol, bool has_original);

/* True if a call may go straight to the program's own procedure; the function then counts the call. Costs a few loads. The
 * conditions: the device is the host, so nothing has to move; no kernel is watched; no routine is checked; the mode
 * `device` was not set. The first call of a program never does. */
VF_API bool vfi_call_stays(vfi_symbol *symbol, vfi_procedure original);

/* Every drop-in symbol calls this function.
 *   original    the program's own procedure; NULL if the program does not have it
 *   parameters  the passed addresses
 * Returns the return value of the function. If the call fails, the failure handler is called, see viewfab/boxlib.h. */
VF_API double vfi_drop_in(vfi_symbol *symbol, vfi_procedure original, void *const *parameters);

#endif
