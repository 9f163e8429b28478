/* A checked call: original and port on the same inputs, with a comparison of their written arrays. */
#ifndef VIEWFAB_VALIDATE_CHECK_CALL_H
#define VIEWFAB_VALIDATE_CHECK_CALL_H

#include "../core/execute.h"
#include "ledger.h"

/* Lock held; the lock is released while original and port run. Errors: the errors of the port; VF_ERROR_MISMATCH if the
 * settings say that a finding stops the program. */
vf_status vf_check_run(const vf_call *call, const vf_checked *checked, const vf_box_list *list, vf_ledger *ledger);

/* One check by itself: no finding stops the program, and inputs are not perturbed. The list has boxes. Lock held; the
 * lock is released while port and original run. A failing call has changed nothing. */
vf_status vf_check_once(const vf_call *call, const vf_checked *checked, const vf_box_list *list, vf_ledger *ledger);

#endif
