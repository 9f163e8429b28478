/* Kept checks of calls. A call often comes again: the same views, the same box or columns, the same colour or direction, the same
 * ghosts. A view never changes, and the handle of a view never comes again, so the checks of the first call hold as long as all
 * handles are live. Lock held. */
#ifndef VIEWFAB_CORE_KEPT_CHECKS_H
#define VIEWFAB_CORE_KEPT_CHECKS_H

#include "check.h"

/* True if an earlier call with the views, the box, the columns, the selector and the ghosts of this call has passed the checks. The
 * function then fills checked as the checks do. checked->operands is set, so all handles of the call are live. */
bool vfi_check_kept(const vfi_call *call, vfi_checked *checked);

/* Keeps the results of the checks of a call, unless other values decide about its elements than the depth, the centring and the
 * kinds of faces of ghosts. */
void vfi_check_keep(const vfi_call *call, const vfi_checked *checked);

#endif
