/* Accesses of the host that nobody announced: noted in the signal handler, told at the end of the program. Equal
 * accesses, by label, kind and place in the program, are one event. */
#ifndef VIEWFAB_COHERENCE_EVENTS_H
#define VIEWFAB_COHERENCE_EVENTS_H

#include "watch.h"

typedef enum vfi_event_kind {
  VF_EVENT_READ,          /* of a value that was old on the host */
  VF_EVENT_WRITE_OLD,     /* of an array whose newest values were on the device */
  VF_EVENT_WRITE_BOTH,    /* of an array that both sides held: a later kernel would use the old value */
  VF_EVENT_WRITE_PARTIAL, /* the same, in a page shared with other data */
  VF_EVENT_RELEASE        /* of a view whose newest values were on the device */
} vfi_event_kind;

/* In the handler: any kind but VF_EVENT_RELEASE. A write waits for a judgement: the program may announce it later. */
void vfi_events_note(const vfi_watch *watch, const char *address, vfi_event_kind kind, void *program_counter);

/* Outside of the handler, lock held; the place is the caller of viewfab. */
void vfi_events_note_call(const vfi_watch *watch, size_t byte, vfi_event_kind kind);

/* Judges the waiting writes of an array: wrong, or forgiven. Lock held. */
void vfi_events_judge(const vfi_watch *watch, bool wrong);

/* Puts the indices of noted elements into words, while the views of the array live. Lock held. */
void vfi_events_name_places(const vfi_watch *watch);

/* Puts the wrong accesses into the report of the validation, one for each array. Lock held. */
void vfi_events_note_findings(void);

/* Prints the events on standard error, with lines of sources as far as the program has them. */
void vfi_events_tell(void);

/* The number of different wrong accesses so far. */
int vfi_events_count(void);

#endif
