/* Queues of copies between host memory and the host's own device side: a copy is made as late as the rules of backend.h
 * allow. A missing wait then gives old values in every run, which a GPU gives now and then. The queue NULL stands for a
 * queue of kernels, whose work is done at once. Functions return 0 or an error number. */
#ifndef VIEWFAB_BACKENDS_LATE_COPIES_H
#define VIEWFAB_BACKENDS_LATE_COPIES_H

#include <stdbool.h>
#include <stddef.h>

/* Queues a call of a function. The function returns an error number, or 0; the next wait for the queue returns the number. */
int vfi_late_call(int (*run)(void *what), void *what, void *queue);

/* Does the works of all queues, before the end of memory. */
void vfi_late_catch_up_all(void);

int vfi_late_queue_create(void **queue);

/* A queue for copies alone, and whether a queue is one. */
int vfi_late_copy_queue_create(void **queue);
bool vfi_late_is_of_copies(const void *queue);

int vfi_late_queue_destroy(void *queue);
int vfi_late_queue_wait(void *queue);
int vfi_late_queue_order(void *queue, void *event);
int vfi_late_copy(void *to, const void *from, size_t bytes, void *queue);
int vfi_late_event_create(void **event);
int vfi_late_event_destroy(void *event);
int vfi_late_event_record(void *event, void *queue);
int vfi_late_event_wait(void *event);

#endif
