/* The bytes that the declaration of a kernel says must move in a launch. */
#ifndef VIEWFAB_PROFILE_BYTES_H
#define VIEWFAB_PROFILE_BYTES_H

#include <stdint.h>

#include "../core/hooks.h"

/* Each element counts once for a read and once for a write. */
int64_t vfi_profile_bytes(const vfi_call *call, const vfi_checked *checked, const vfi_launch *launch);

#endif
