/* A checked call: original and port on the same inputs, and what they wrote compared. */
#ifndef VIEWFAB_VALIDATE_CHECK_CALL_H
#define VIEWFAB_VALIDATE_CHECK_CALL_H

#include "../core/execute.h"
#include "ledger.h"

/* Lock held; it is released while original and port run. Errors: those of the port; VF_ERROR_MISMATCH where the
 * settings say that a finding stops the program. */
vf_status vf_check_run(const vf_call *call, const vf_checked *checked, const vf_box_list *list, vf_ledger *ledger);

/* One check by itself: it does not stop, whatever it finds, nor looks at perturbed inputs. The list has boxes. Lock held;
 * it is released while port and original run. A call that fails has changed nothing. */
vf_status vf_check_once(const vf_call *call, const vf_checked *checked, const vf_box_list *list, vf_ledger *ledger);

#endif
