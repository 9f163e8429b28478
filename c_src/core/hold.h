/* Holds of a call while foreign code runs for the call with the lock released: no thread can release the views, sets
 * and context before the end of the hold. Lock held. */
#ifndef VIEWFAB_CORE_HOLD_H
#define VIEWFAB_CORE_HOLD_H

#include "check.h"

/* Each hold is let go again; they may be nested. */
void vf_hold(const vf_call *call, const vf_checked *checked);
void vf_let_go(const vf_call *call, const vf_checked *checked);

/* Refuse where a call holds the view or set, or anything of the context.
 *   what  is being done: "vf_finalize"
 * Errors: VF_ERROR_STATE. */
vf_status vf_check_free(const vf_operand *operand);
vf_status vf_check_context_free(const vf_context *context, const char *what);

#endif
