/* The elements of a view that a call touches, as a part of the array. Lock held. */
#ifndef VIEWFAB_CORE_TOUCHED_H
#define VIEWFAB_CORE_TOUCHED_H

#include "check.h"
#include "parts.h"

/* The part of view v of an argument. False: the call counts as a call on the whole array. The call then touches much of the array, or
 * the array is so small that a copy of a part costs as much as a copy of the whole.
 *   kept  out: the call overwrites the part */
bool vfi_touched_part(const vfi_call *call, const vfi_checked *checked, int argument, int v, vfi_part *part,
                      bool *kept);

#endif
