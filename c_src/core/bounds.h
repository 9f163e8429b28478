/* Findings of a build with VIEWFAB_BOUNDS, as an error. */
#ifndef VIEWFAB_CORE_BOUNDS_H
#define VIEWFAB_CORE_BOUNDS_H

#include "check.h"

/* The error of the access on record, VF_ERROR_BOUNDS, and an empty record; VF_OK without an access on record. */
vf_status vf_bounds_report(const vf_call *call, const vf_checked *checked, vf_bounds_record *record);

#endif
