/* The watched arrays, found by address without a lock: a signal handler looks here. */
#ifndef VIEWFAB_COHERENCE_TABLE_H
#define VIEWFAB_COHERENCE_TABLE_H

#include "watch.h"

/* Adds or removes a watch; lock of viewfab held. False: no memory. */
bool vfi_table_add(vfi_watch *watch);
void vfi_table_remove(const vfi_watch *watch);

/* The first watch with an end behind the address, as one of its users until vfi_table_leave; NULL if there is none. No
 * lock needed. */
vfi_watch *vfi_table_enter(const char *address);
void vfi_table_leave(vfi_watch *watch);

/* True if nothing is watched: a load. */
bool vfi_table_is_empty(void);

/* Around a fork: no thread is then at work on a watch. In the child nobody is. */
void vfi_table_stop(void);
void vfi_table_go_on(void);

/* The watches, for holders of the lock: by place from 0; NULL behind the last. */
vfi_watch *vfi_table_at(size_t place);

#endif
