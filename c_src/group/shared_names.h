/* Objects of shared memory that have a name only until all members have opened them. A process that ends by force meanwhile
 * leaves one: each has a lock while its maker lives, and whoever finds one without takes its name away. */
#ifndef VIEWFAB_GROUP_SHARED_NAMES_H
#define VIEWFAB_GROUP_SHARED_NAMES_H

enum { VF_SHARED_NAME = 64 };

/* Makes an object without memory, locked, and gives its descriptor; -1: errno says why.
 *   name  out; "" where there is none */
int vf_shared_make(char name[VF_SHARED_NAME]);

/* Takes away what processes of this user have left. */
void vf_shared_sweep(void);

#endif
