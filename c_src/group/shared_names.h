/* Objects of shared memory that have a name only until all members have opened them. A process that ends by force
 * meanwhile leaves its object with a name. Each object has a lock while its maker lives. A sweep removes the names of
 * objects without a lock. */
#ifndef VIEWFAB_GROUP_SHARED_NAMES_H
#define VIEWFAB_GROUP_SHARED_NAMES_H

enum { VF_SHARED_NAME = 64 };

/* Makes an object without memory, locked, and returns its descriptor; -1: errno has the reason.
 *   name  out; "" if there is no object */
int vfi_shared_make(char name[VF_SHARED_NAME]);

/* Removes the names left by processes of this user. */
void vfi_shared_sweep(void);

#endif
