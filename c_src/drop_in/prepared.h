/* Legacy calls whose arrays and values have been found, so that the same call need not look for them again. Kept within a
 * region of vf_offload_begin, and as long as no memory is told of or freed. */
#ifndef VIEWFAB_DROP_IN_PREPARED_H
#define VIEWFAB_DROP_IN_PREPARED_H

#include "legacy_call.h"
#include "signature.h"

/* Bytes of the host that an array argument has. */
typedef struct vf_touched {
  const char *begin, *end;
  bool written;
} vf_touched;

typedef struct vf_prepared {
  vf_signature signature;
  vf_box box; /* of the call; of calls of tiles that of the first one */
  int selector;
  bool joins; /* tiles of it can become one box: no point reads what another one writes */
  int touched_count;
  vf_touched touched[VF_MAX_ARGUMENTS];
  int waits_at; /* its place among the calls that wait; -1: it does not wait */
  vf_argument arguments[VF_MAX_ARGUMENTS];
} vf_prepared;

/* The prepared call with these words; NULL where there is none. */
vf_prepared *vf_prepared_find(const vf_signature *signature);

/* Keeps a call that has its views. Errors: VF_ERROR_MEMORY. */
vf_status vf_prepared_keep(const vf_legacy_call *call, const vf_signature *signature, vf_prepared **prepared);

/* Forgets all; none of them waits. */
void vf_prepared_forget(void);

/* Whether neither of two calls writes what the other one uses. */
bool vf_prepared_independent(const vf_prepared *p, const vf_prepared *q);

#endif
