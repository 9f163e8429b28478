/* The open contexts, and the default context. */
#ifndef VIEWFAB_CORE_OPEN_CONTEXTS_H
#define VIEWFAB_CORE_OPEN_CONTEXTS_H

#include "context.h"

/* NULL becomes the default context, opened if needed; a closed context is refused. Takes the lock itself. */
vf_status vf_context_resolve(vf_context **context);

/* True if the context with this address and serial number is open. Takes the lock itself. */
bool vf_context_is_open(const vf_context *context, uint64_t serial);

/* True if the default context is open, and no open context has a device side of its own: a load. */
bool vf_contexts_alias_host(void);

/* True if the default context is open, and an open context has a device side of its own: a load. */
bool vf_contexts_have_device(void);

/* True if the default context is open. Takes the lock itself. */
bool vf_context_default_is_open(void);

#endif
